/**
 * Name constraints (RFC 5280, 4.2.1.10): the names that a CA may give to certificates below it.
 *
 * @module
 */

import { append } from '../../lists.js'
import { domainToASCII } from '../../platform/text.js'
import {
  asn1Error,
  childrenOf,
  contextTag,
  DerReader,
  type DerValue,
  equalBytes,
  octetsOf,
  onlyChildOf,
  primitiveContextTag,
  readDer,
  TAG,
} from '../asn1/der.js'
import { latin1, readOid } from '../asn1/der-values.js'
import { OID } from '../asn1/oids.js'
import { type DistinguishedName, nameKey, readName } from './distinguished-name.js'
import type { Certificate } from './x509.js'
import { readSmtpUtf8Mailbox } from './x509-extensions.js'

/** A name, or the base of a subtree, in one of the forms of GeneralName. */
export type ConstrainedName =
  | { readonly form: 'email' | 'dns' | 'uri'; readonly text: string }
  | { readonly form: 'directory'; readonly name: DistinguishedName }
  /** An address. As the base of a subtree, address and mask are concatenated. */
  | { readonly form: 'ip'; readonly bytes: Uint8Array }
  /** A name of a form that is not read. `kind` is its tag, and for an otherName also its type. */
  | { readonly form: 'other'; readonly kind: string }

/** Permitted and excluded subtrees. */
interface NameConstraints {
  readonly permitted: readonly ConstrainedName[]
  readonly excluded: readonly ConstrainedName[]
}

const NAME_CONSTRAINTS = '2.5.29.30'
const SUBJECT_ALT_NAME = '2.5.29.17'

/**
 * The constraints in a CA certificate; undefined without any.
 *
 * @throws SealwrightError `invalid_asn1` when they are malformed, or have a minimum or maximum, which RFC 5280 forbids.
 */
export function nameConstraintsOf(certificate: Certificate): NameConstraints | undefined {
  const extension = certificate.extensions.find(({ oid }) => oid === NAME_CONSTRAINTS)
  if (extension === undefined) return undefined
  const reader = new DerReader(readDer(extension.value), TAG.sequence)
  const permitted = readSubtrees(reader.readOptional(contextTag(0)))
  const excluded = readSubtrees(reader.readOptional(contextTag(1)))
  reader.assertDone()
  return { permitted, excluded }
}

function readSubtrees(field: DerValue | undefined): ConstrainedName[] {
  if (field === undefined) return []
  return Array.from(childrenOf(field), (subtree) => {
    const fields = [...childrenOf(subtree)]
    const [base, ...bounds] = fields
    const isWhole = bounds.every((bound) => bound.tag === primitiveContextTag(0) && octetsOf(bound)[0] === 0)
    if (base === undefined || !isWhole) throw asn1Error('A name constraint is malformed.')
    return readGeneralName(base)
  })
}

function readGeneralName(value: DerValue): ConstrainedName {
  switch (value.tag) {
    case contextTag(0): {
      // RFC 9598, 6: constraints on addresses are about both kinds of them.
      const text = readSmtpUtf8Mailbox(value)
      if (text !== undefined) return { form: 'email', text }
      const [type] = childrenOf(value)
      return { form: 'other', kind: `otherName ${type === undefined ? '' : readOid(type)}` }
    }
    case primitiveContextTag(1):
      return { form: 'email', text: latin1(octetsOf(value)) }
    case primitiveContextTag(2):
      return { form: 'dns', text: latin1(octetsOf(value)) }
    case contextTag(4):
      return { form: 'directory', name: readName(onlyChildOf(value)) }
    case primitiveContextTag(6):
      return { form: 'uri', text: latin1(octetsOf(value)) }
    case primitiveContextTag(7):
      return { form: 'ip', bytes: octetsOf(value) }
    default:
      return { form: 'other', kind: `tag ${value.tag}` }
  }
}

/**
 * All names of a certificate's subject that constraints apply to. E-mail addresses in the subject count when there is no
 * subject alternative name (RFC 5280, 4.2.1.10).
 */
export function constrainedNamesOf(certificate: Certificate): ConstrainedName[] {
  const names: ConstrainedName[] = []
  if (certificate.subject.parts.length > 0) names.push({ form: 'directory', name: certificate.subject })
  const extension = certificate.extensions.find(({ oid }) => oid === SUBJECT_ALT_NAME)
  if (extension !== undefined) append(names, Array.from(childrenOf(readDer(extension.value)), readGeneralName))
  // Stricter than the RFC, since a reader may see any address in the subject.
  for (const { oid, value } of certificate.subject.parts) {
    if (oid === OID.emailAddress && value !== undefined) names.push({ form: 'email', text: value })
  }
  return names
}

/**
 * True when every name satisfies the constraints.
 *
 * @param spend called before each comparison; throws when there were too many
 */
export function keepsConstraints(
  names: readonly ConstrainedName[],
  { permitted, excluded }: NameConstraints,
  spend: () => void,
): boolean {
  const isWithin = (name: ConstrainedName, base: ConstrainedName) => {
    spend()
    return isInSubtree(name, base)
  }
  return names.every((name) => {
    if (excluded.some((base) => isSameForm(name, base) && isWithin(name, base) !== false)) return false
    const bases = permitted.filter((base) => isSameForm(name, base))
    return bases.length === 0 || bases.some((base) => isWithin(name, base) === true)
  })
}

function isSameForm(a: ConstrainedName, b: ConstrainedName): boolean {
  return a.form === b.form && (a.form !== 'other' || b.form !== 'other' || a.kind === b.kind)
}

/**
 * True when a name is in a subtree; `undefined` when unknown. Then the name counts as not permitted, and as possibly
 * excluded.
 */
function isInSubtree(name: ConstrainedName, base: ConstrainedName): boolean | undefined {
  if (name.form === 'directory' && base.form === 'directory') return isBelowName(name.name, base.name)
  if (name.form === 'ip' && base.form === 'ip') return isInNetwork(name.bytes, base.bytes)
  if (name.form === 'email' && base.form === 'email') return isEmailWithin(name.text, base.text)
  if (name.form === 'dns' && base.form === 'dns') return isHostWithin(name.text, base.text.replace(/^\./, ''))
  if (name.form === 'uri' && base.form === 'uri') {
    const host = hostOfUri(name.text)
    if (host === undefined) return undefined
    // With a leading dot, hosts below the domain are covered and not the domain itself. Without it, only that host is.
    return isExactOrBelow(host, base.text)
  }
  return undefined
}

function isBelowName(name: DistinguishedName, base: DistinguishedName): boolean {
  const depth = (base.parts.at(-1)?.relative ?? -1) + 1
  return nameKey({ parts: name.parts.filter(({ relative }) => relative < depth) }) === nameKey(base)
}

function isHostWithin(host: string, base: string): boolean {
  const name = host.toLowerCase()
  const domain = base.toLowerCase()
  return domain === '' || name === domain || name.endsWith(`.${domain}`)
}

/** An empty base covers every host, as it does for DNS names. */
function isExactOrBelow(host: string, base: string): boolean {
  if (base === '') return true
  const domain = base.toLowerCase()
  return domain.startsWith('.') ? host.toLowerCase().endsWith(domain) : host.toLowerCase() === domain
}

function isEmailWithin(email: string, base: string): boolean | undefined {
  const at = email.lastIndexOf('@')
  // Constraints have the ASCII form of domains; addresses may have another.
  const host = domainToASCII(email.slice(at + 1))
  if (at < 0 || host === '') return undefined
  const baseAt = base.lastIndexOf('@')
  if (baseAt < 0) return isExactOrBelow(host, base)
  // Only the host part is case-insensitive (RFC 5280, 7.5).
  return email.slice(0, at) === base.slice(0, baseAt) && host.toLowerCase() === base.slice(baseAt + 1).toLowerCase()
}

function hostOfUri(uri: string): string | undefined {
  try {
    const host = new URL(uri).hostname
    // A URI whose host is missing or an IP address cannot be judged (RFC 5280).
    return host === '' || host.startsWith('[') || /^[\d.]+$/.test(host) ? undefined : host
  } catch {
    return undefined
  }
}

function isInNetwork(address: Uint8Array, network: Uint8Array): boolean | undefined {
  const { length } = address
  if (length !== 4 && length !== 16) return undefined
  if (network.length !== 2 * length) return false
  const mask = network.subarray(length)
  const masked = address.map((byte, i) => byte & (mask[i] ?? 0))
  return equalBytes(
    masked,
    network.subarray(0, length).map((byte, i) => byte & (mask[i] ?? 0)),
  )
}

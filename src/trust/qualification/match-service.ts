/**
 * Finds the services of trusted lists that a certificate belongs to (ETSI TS 119 612, 5.5.3).
 *
 * @module
 */

import { toHex } from '../../bytes.js'
import { equalBytes } from '../../cms/asn1.js'
import { type Certificate, subjectKeyIdentifierOf } from '../../cms/certificates.js'
import { attributeOid, equalNames, nameKey } from '../../cms/names.js'
import { hash } from '../../platform/hashes.js'
import { readCertificates } from '../trust-anchors.js'
import type { TrustService } from './trust-service.js'

const listed = new WeakMap<TrustService, readonly Certificate[]>()

/** The readable certificates that identify a service. */
export function listedCertificates(service: TrustService): readonly Certificate[] {
  let certificates = listed.get(service)
  if (certificates === undefined) {
    certificates = readCertificates(service.certificates)
    listed.set(service, certificates)
  }
  return certificates
}

/**
 * Whether a certificate is one that the service is known by. Everything that the list gives must agree: a certificate
 * of the same name and key, the key identifier, and, where there is no certificate, the name. A name alone identifies
 * nobody, and neither does the key identifier that a certificate states: whoever makes it can write any there. Without
 * a certificate in the list, the identifier must be the digest of the key.
 */
export function isIdentityOf(service: TrustService, certificate: Certificate): boolean {
  const known = listedCertificates(service)
  const { keyIdentifiers, certificates, subjectNames } = service
  const isHolder = () => known.some((each) => isSameHolder(each, certificate))
  if (keyIdentifiers.length === 0) return isHolder()
  const isDigest = keyIdentifiers.includes(digestOfKey(certificate))
  if (known.length > 0) return (isDigest || keyIdentifiers.includes(statedIdentifier(certificate) ?? '')) && isHolder()
  if (!isDigest || certificates.length > 0) return false
  return subjectNames.length === 0 || subjectNames.some((name) => isNamed(certificate, name))
}

/** True for the same key under the same name. CAs renew certificates, which does not change the service. */
function isSameHolder(a: Certificate, b: Certificate): boolean {
  return equalBytes(a.publicKey.der, b.publicKey.der) && equalNames(a.subject, b.subject)
}

/** RFC 5280, 4.2.1.2, method 1. */
function digestOfKey({ publicKey }: Certificate): string {
  return hash('sha1', publicKey.keyBytes, 'hex')
}

/** What the extension of the certificate says. */
function statedIdentifier(certificate: Certificate): string | undefined {
  try {
    const identifier = subjectKeyIdentifierOf(certificate)
    return identifier === undefined ? undefined : toHex(identifier)
  } catch {
    return undefined
  }
}

/** Codes of countries that lists write otherwise than certificates (TS 119 612, 5.3.10). */
const LIST_CODES: ReadonlyMap<string, string> = new Map([
  ['GR', 'EL'],
  ['GB', 'UK'],
])
const COUNTRY = '2.5.4.6'

/** True when one of the certificates names a country, in its subject, whose list is among those given. */
export function isOfCountry(certificates: readonly Certificate[], countries: readonly string[]): boolean {
  if (countries.length === 0) return false
  const named = certificates.flatMap(({ subject }) => subject.parts.filter(({ oid }) => oid === COUNTRY))
  return named.some(({ value = '' }) => {
    const code = value.trim().toUpperCase()
    return countries.includes(LIST_CODES.get(code) ?? code)
  })
}

/** Compares names. Lists write them in either order, with attribute names of their own, so known attributes are compared. */
function isNamed({ subject }: Certificate, text: string): boolean {
  const wanted = readNameText(text)
  const own = subject.parts.map(({ oid, value }) => attributeKey(oid, value ?? '')).sort()
  return wanted !== undefined && wanted.length === own.length && wanted.every((key, i) => key === own[i])
}

/** The attributes of a name in RFC 4514 form, sorted; `undefined` when one is unknown. */
function readNameText(text: string): string[] | undefined {
  const attributes = text.match(/(?:\\.|[^,+\\])+/g) ?? []
  const keys = attributes.map((attribute) => {
    const [, type, value = ''] = /^\s*([^=]+?)\s*=\s*([\s\S]*?)\s*$/.exec(attribute) ?? []
    const oid = type === undefined ? undefined : attributeOid(type)
    return oid === undefined ? undefined : attributeKey(oid, value.replace(/\\(.)/g, '$1').replace(/^"(.*)"$/, '$1'))
  })
  return keys.includes(undefined) ? undefined : (keys as string[]).sort()
}

/** A key that is equal for values that differ only in case and white space. */
function attributeKey(oid: string, value: string): string {
  return nameKey({ parts: [{ relative: 0, oid, value, der: undefined }] })
}

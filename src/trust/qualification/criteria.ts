/**
 * Decides whether the criteria of a qualification apply to a certificate (ETSI TS 119 612, 5.5.9.2.2).
 *
 * @module
 */

import {
  type Certificate,
  certificatePoliciesOf,
  extendedKeyUsageOf,
  KEY_USAGES,
  keyUsageOf,
} from '../../cms/certificates.js'
import type { QualifierCriteria, ServicePeriod } from './trust-service.js'

/** Answer; `undefined` when a condition is unknown. */
type Answer = boolean | undefined

/** Qualifiers in the list for one certificate. */
export interface CapturedQualifiers {
  readonly certain: ReadonlySet<string>
  /** Qualifiers with unknown criteria. */
  readonly possible: ReadonlySet<string>
}

/** The qualifiers of a period that apply to a certificate. */
export function captureQualifiers({ qualifications }: ServicePeriod, certificate: Certificate): CapturedQualifiers {
  const certain = new Set<string>()
  const possible = new Set<string>()
  for (const { qualifiers, criteria } of qualifications) {
    const answer = holds(criteria, certificate)
    if (answer === false) continue
    for (const qualifier of qualifiers) (answer === true ? certain : possible).add(qualifier)
  }
  for (const qualifier of certain) possible.delete(qualifier)
  return { certain, possible }
}

function holds(criteria: QualifierCriteria, certificate: Certificate): Answer {
  switch (criteria.kind) {
    case 'list':
      return combine(
        criteria.assert,
        criteria.items.map((item) => holds(item, certificate)),
      )
    case 'key-usage':
      return hasKeyUsage(criteria.bits, certificate)
    case 'policies':
      return hasAll(criteria.oids, read(certificatePoliciesOf, certificate))
    case 'extended-key-usage':
      return hasAll(criteria.oids, read(extendedKeyUsageOf, certificate))
    case 'subject-attributes':
      return hasAll(
        criteria.oids,
        certificate.subject.parts.map(({ oid }) => oid),
      )
    case 'unknown':
      return undefined
  }
}

/** Combines answers. Readers differ on whether no criteria are always met or never, so an empty list answers nothing. */
function combine(assert: 'all' | 'atLeastOne' | 'none', answers: readonly Answer[]): Answer {
  if (answers.length === 0) return undefined
  const hasTrue = answers.includes(true)
  const hasUnknown = answers.includes(undefined)
  if (assert === 'all') return answers.includes(false) ? false : hasUnknown ? undefined : true
  const any = hasTrue ? true : hasUnknown ? undefined : false
  if (assert === 'atLeastOne') return any
  return any === undefined ? undefined : !any
}

/** True when the key usage has these bits; a certificate without the extension has none of them. */
function hasKeyUsage(bits: Readonly<Record<string, boolean>>, certificate: Certificate): Answer {
  const entries = Object.entries(bits)
  if (entries.length === 0 || entries.some(([name]) => !isKeyUsage(name))) return undefined
  const usage = read(keyUsageOf, certificate) ?? new Set<string>()
  return entries.every(([name, isSet]) => (usage as ReadonlySet<string>).has(rfcName(name)) === isSet)
}

/** Converts names: TS 119 612 has `crlSign`, RFC 5280 has `cRLSign`. */
const rfcName = (name: string) => (name === 'crlSign' ? 'cRLSign' : name)
const isKeyUsage = (name: string) => (KEY_USAGES as readonly string[]).includes(rfcName(name))

function hasAll(wanted: readonly string[], present: readonly string[] | undefined): Answer {
  return wanted.length === 0 ? undefined : wanted.every((oid) => present?.includes(oid) === true)
}

function read<T>(reader: (certificate: Certificate) => T | undefined, certificate: Certificate): T | undefined {
  try {
    return reader(certificate)
  } catch {
    return undefined
  }
}

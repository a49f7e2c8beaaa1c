/**
 * Checks a signer's certificate against the certificate seed value dictionary of a field (ISO 32000-2, 12.7.5.5, table 238).
 *
 * @module
 */

import { equalBytes } from '../../cms/asn1.js'
import {
  type Certificate,
  certificatePoliciesOf,
  isIssuedBy,
  KEY_USAGES,
  keyUsageOf,
  namesIssuer,
  parseCertificate,
} from '../../cms/certificates.js'
import { attributeOid, equalNameText } from '../../cms/names.js'
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfString } from '../../pdf/objects.js'
import { latin1Text } from '../../pdf/reading.js'
import { quote } from './quote.js'
import { readList, textOf } from './seed-values.js'

/** Bits of /Ff. */
const REQUIRED = { Subject: 1, Issuer: 2, OID: 4, SubjectDN: 8, KeyUsage: 32, URL: 64 } as const
const RESERVED = 16
const ALL_FLAGS = Object.values(REQUIRED).reduce<number>((all, bit) => all | bit, RESERVED)

/** The field's requirements that a signer's certificates do not meet, each as a part of a sentence. */
export function* certificateFaults(
  document: PdfDocument,
  seed: PdfDict,
  certificates: readonly Certificate[],
): Generator<string> {
  const flags = numberOf(document.lookup(seed, 'Ff')) ?? 0
  if ((flags & ~ALL_FLAGS) !== 0) yield '/Cert /Ff requires what the standard does not know'
  // This entry always applies, since it says what is used for signing.
  if (seed.has('SignaturePolicyOID')) yield '/Cert asks for a signature policy'
  const isEnrollment = (nameOf(document.lookup(seed, 'URLType')) ?? 'Browser') === 'Browser'
  if ((flags & REQUIRED.URL) !== 0 && seed.has('URL') && !isEnrollment) yield '/Cert requires a signing service'
  const [leaf] = certificates
  if (leaf === undefined) return
  for (const key of ['Subject', 'Issuer', 'OID', 'SubjectDN', 'KeyUsage'] as const) {
    const value = document.lookup(seed, key)
    if ((flags & REQUIRED[key]) === 0 || value === null) continue
    // Policies only count together with issuers.
    if (key === 'OID' && isEmpty(document.lookup(seed, 'Issuer'))) continue
    const fault = CHECKS[key](document, value, leaf, certificates)
    if (fault !== undefined) yield fault
  }
}

type Check = (
  document: PdfDocument,
  value: PdfObject,
  leaf: Certificate,
  certificates: readonly Certificate[],
) => string | undefined

const CHECKS: Record<'Subject' | 'Issuer' | 'OID' | 'SubjectDN' | 'KeyUsage', Check> = {
  Subject(document, value, leaf) {
    const accepted = readList(document, value, bytesOf) ?? []
    if (accepted.some((der) => equalBytes(der, leaf.der))) return undefined
    return "/Cert /Subject requires another certificate than the signer's"
  },
  Issuer(document, value, _, certificates) {
    const issuers = (readList(document, value, bytesOf) ?? []).flatMap(tryParse)
    if (issuers.some((issuer) => leadsTo(certificates, issuer))) return undefined
    const names = issuers.slice(0, 3).map(({ subject }) => quote(subject.commonName ?? subject.organization ?? ''))
    return `/Cert /Issuer requires a certificate below ${names.length === 0 ? 'an issuer that cannot be read' : names.join(' or ')}`
  },
  OID(document, value, leaf) {
    const wanted = (readList(document, value, bytesOf) ?? []).map((bytes) => latin1Text(bytes))
    const given = tryRead(() => certificatePoliciesOf(leaf)) ?? []
    const missing = wanted.find((oid) => !given.includes(oid))
    return missing === undefined ? undefined : `/Cert /OID requires the certificate policy ${quote(missing)}`
  },
  SubjectDN(document, value, leaf) {
    for (const dict of readList(document, value, dictOf) ?? []) {
      for (const [name, object] of dict.entries) {
        const text = textOf(document.resolve(object))
        const oid = attributeOid(name)
        const has = leaf.subject.parts.some((part) => part.oid === oid && equalNameText(part.value, text))
        if (!has) return `/Cert /SubjectDN requires a subject with ${quote(name)} = ${quote(text ?? '')}`
      }
    }
    return undefined
  },
  KeyUsage(document, value, leaf) {
    const patterns = readList(document, value, bytesOf)?.map((bytes) => latin1Text(bytes)) ?? []
    const usages = tryRead(() => keyUsageOf(leaf))
    // A character other than 0 or 1, or a missing one, accepts any bit.
    const accepts = (pattern: string) =>
      KEY_USAGES.every((usage, i) => {
        const wanted = pattern[i]
        return (wanted !== '0' && wanted !== '1') || (usages?.has(usage) ?? false) === (wanted === '1')
      })
    return patterns.some(accepts) ? undefined : `/Cert /KeyUsage requires ${patterns.map(quote).join(' or ')}`
  },
}

/** True when the issuer is one of the certificates above the signer's, or issued one of them. */
function leadsTo(certificates: readonly Certificate[], issuer: Certificate): boolean {
  return certificates.some(
    (certificate, i) =>
      (i > 0 && equalBytes(certificate.der, issuer.der)) ||
      (namesIssuer(certificate, issuer) && isIssuedBy(certificate, issuer)),
  )
}

function bytesOf(object: PdfObject): Uint8Array | undefined {
  return object instanceof PdfString ? object.bytes : undefined
}

function dictOf(object: PdfObject): PdfDict | undefined {
  return object instanceof PdfDict ? object : undefined
}

function isEmpty(object: PdfObject): boolean {
  return object === null || (Array.isArray(object) && object.length === 0)
}

function tryParse(der: Uint8Array): Certificate[] {
  const certificate = tryRead(() => parseCertificate(der))
  return certificate === undefined ? [] : [certificate]
}

/** A value from a certificate; an unreadable one does not match. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof SealwrightError) return undefined
    throw error
  }
}

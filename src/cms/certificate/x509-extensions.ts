/**
 * Decodes the certificate extensions that matter for signing and path building, when asked for. Functions return undefined
 * when the extension is absent, and throw `invalid_asn1` when it is malformed.
 *
 * @module
 */

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
  readBitString,
  readDer,
  readOctetString,
  TAG,
} from '../asn1/der.js'
import { latin1, readBoolean, readOid, readSmallInteger, readText } from '../asn1/der-values.js'
import { OID } from '../asn1/oids.js'
import type { Certificate } from './x509.js'

/** BasicConstraints (RFC 5280, 4.2.1.9). */
interface BasicConstraints {
  readonly isCa: boolean
  readonly pathLength: number | undefined
}

/** Key usages in the order of their bits (RFC 5280, 4.2.1.3). */
export const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const

type KeyUsage = (typeof KEY_USAGES)[number]

function extensionValue(certificate: Certificate, oid: string): Uint8Array | undefined {
  return certificate.extensions.find((extension) => extension.oid === oid)?.value
}

const hasExtension = (certificate: Certificate, oid: string) =>
  certificate.extensions.some((extension) => extension.oid === oid)

/**
 * True when the certificate states that it is never revoked: noRevAvail (RFC 9608) or ext-etsi-valassured-ST-certs (EN 319
 * 412-1, 5.2.2). A CA must not have them (RFC 9608, 3), and there they are ignored.
 */
export function isNeverRevoked(certificate: Certificate): boolean {
  const isStated = hasExtension(certificate, OID.noRevAvail) || hasExtension(certificate, OID.validityAssuredShortTerm)
  return isStated && basicConstraintsOf(certificate)?.isCa !== true
}

/**
 * True when the revocation of an OCSP responder need not be checked: id-pkix-ocsp-nocheck (RFC 6960, 4.2.2.2.1), which only
 * responders have.
 */
export function isUncheckedResponder(certificate: Certificate): boolean {
  return hasExtension(certificate, OID.ocspNoCheck) && extendedKeyUsageOf(certificate)?.includes(OCSP_SIGNING) === true
}

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9'

/** Whether the subject is a CA, and the number of CAs that may follow below it. */
export function basicConstraintsOf(certificate: Certificate): BasicConstraints | undefined {
  const value = extensionValue(certificate, OID.basicConstraints)
  if (value === undefined) return undefined
  const reader = new DerReader(readDer(value), TAG.sequence)
  const isCa = reader.readOptional(TAG.boolean)
  const pathLength = reader.readOptional(TAG.integer)
  return {
    isCa: isCa !== undefined && readBoolean(isCa),
    pathLength: pathLength === undefined ? undefined : readSmallInteger(pathLength),
  }
}

/** What the key may be used for. */
export function keyUsageOf(certificate: Certificate): ReadonlySet<KeyUsage> | undefined {
  const value = extensionValue(certificate, OID.keyUsage)
  if (value === undefined) return undefined
  const bits = readDer(value)
  if (bits.tag !== TAG.bitString) throw asn1Error('The key usage of a certificate is malformed.')
  const { bytes } = readBitString(bits)
  return new Set(KEY_USAGES.filter((_, bit) => (bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))))
}

/** The purposes the key may serve, as object identifiers (RFC 5280, 4.2.1.12). */
export function extendedKeyUsageOf(certificate: Certificate): readonly string[] | undefined {
  const value = extensionValue(certificate, OID.extendedKeyUsage)
  return value === undefined ? undefined : Array.from(childrenOf(readDer(value)), readOid)
}

/** The certificate policies, as object identifiers (RFC 5280, 4.2.1.4). */
export function certificatePoliciesOf(certificate: Certificate): readonly string[] | undefined {
  const value = extensionValue(certificate, OID.certificatePolicies)
  if (value === undefined) return undefined
  return Array.from(childrenOf(readDer(value)), (policy) =>
    readOid(new DerReader(policy, TAG.sequence).readAny('a certificate policy')),
  )
}

/** The subject key identifier (RFC 5280, 4.2.1.2). */
export function subjectKeyIdentifierOf(certificate: Certificate): Uint8Array | undefined {
  const value = extensionValue(certificate, OID.subjectKeyIdentifier)
  return value === undefined ? undefined : readOctetString(readDer(value))
}

/** The keyIdentifier of RFC 5280, 4.2.1.1; `undefined` also when the issuer is identified by serial number only. */
export function authorityKeyIdentifierOf(certificate: Certificate): Uint8Array | undefined {
  const value = extensionValue(certificate, OID.authorityKeyIdentifier)
  if (value === undefined) return undefined
  const keyIdentifier = new DerReader(readDer(value), TAG.sequence).readOptional(primitiveContextTag(0))
  return keyIdentifier === undefined ? undefined : octetsOf(keyIdentifier)
}

/** The addresses of the subject alternative name: rfc822Name (RFC 5280, 4.2.1.6) and SmtpUTF8Mailbox (RFC 9598, 3). */
export function subjectAltEmailsOf(certificate: Certificate): readonly string[] {
  const value = extensionValue(certificate, OID.subjectAltName)
  if (value === undefined) return []
  const emails: string[] = []
  for (const name of childrenOf(readDer(value))) {
    if (name.tag === primitiveContextTag(1)) emails.push(latin1(octetsOf(name)))
    const mailbox = name.tag === contextTag(0) ? readSmtpUtf8Mailbox(name) : undefined
    if (mailbox !== undefined) emails.push(mailbox)
  }
  return emails
}

/** The address in an otherName of the kind SmtpUTF8Mailbox (RFC 9598, 3); undefined for one of another kind. */
export function readSmtpUtf8Mailbox(otherName: DerValue): string | undefined {
  const [type, value] = [...childrenOf(otherName)]
  if (type === undefined || value === undefined || type.tag !== TAG.oid) return undefined
  return readOid(type) === OID.smtpUtf8Mailbox ? readText(onlyChildOf(value)) : undefined
}

/** SEQUENCE with the single identifier id-kp-timeStamping. */
const ONLY_TIME_STAMPING = Buffer.from('300a06082b06010505070308', 'hex')

/** True when the extended key usage occurs once, is critical, and only has time stamping (RFC 3161, 2.3). */
export function isForTimeStampingAlone({ extensions }: Pick<Certificate, 'extensions'>): boolean {
  const [usage, again] = extensions.filter(({ oid }) => oid === OID.extendedKeyUsage)
  return usage?.critical === true && again === undefined && equalBytes(usage.value, ONLY_TIME_STAMPING)
}

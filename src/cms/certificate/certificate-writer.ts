/**
 * Writes X.509 certificates (RFC 5280, 4.1).
 *
 * @module
 */

import { randomBytes } from '../../platform/random.js'
import {
  derBitString,
  derExplicit,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derTime,
  derTrue,
  derUtf8String,
} from '../asn1/der-writer.js'
import { encodeSignatureAlgorithm, type SigningScheme } from '../message/signed-data-writer.js'

/** Contents of a certificate, with encoded names, keys and extensions. */
interface CertificateContents {
  /** Issuer's name in DER. */
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array
  readonly extensions: readonly Uint8Array[]
  /** Signature scheme of the issuer. */
  readonly scheme: SigningScheme
}

/**
 * TBSCertificate, the bytes that the issuer signs, with a new random serial number (4.1.2.2: positive, 20 octets at most).
 */
export function encodeTbsCertificate(contents: CertificateContents): Uint8Array {
  const { issuer, subject, notBefore, notAfter, publicKey, extensions, scheme } = contents
  const serialNumber = randomBytes(16)
  serialNumber[0] = ((serialNumber[0] ?? 0) & 0x3f) | 0x40
  return derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(serialNumber),
    encodeSignatureAlgorithm(scheme),
    issuer,
    derSequence(derTime(notBefore), derTime(notAfter)),
    subject,
    publicKey,
    derExplicit(3, derSequence(...extensions)),
  )
}

/** Certificate: the signed part with the signature of the issuer. */
export function encodeCertificate(tbs: Uint8Array, scheme: SigningScheme, signature: Uint8Array): Uint8Array {
  return derSequence(tbs, encodeSignatureAlgorithm(scheme), derBitString(signature))
}

/** An extension with the encoding of its value (4.2). */
export function encodeExtension(oid: string, value: Uint8Array, isCritical = false): Uint8Array {
  const fields = [derOid(oid), derOctetString(value)]
  if (isCritical) fields.splice(1, 0, derTrue())
  return derSequence(...fields)
}

/** A Name of text attributes, the most general first, each in a relative distinguished name of its own. */
export function encodeName(attributes: readonly (readonly [oid: string, text: string])[]): Uint8Array {
  return derSequence(...attributes.map(([oid, text]) => derSetOf([derSequence(derOid(oid), derUtf8String(text))])))
}

/**
 * Compares the ESS signing-certificate attributes (RFC 2634, 5.4; RFC 5035) with the certificate of a signature.
 *
 * @module
 */

import { type DigestAlgorithm, digestByName, digestOf, readDigestAlgorithm } from '../../cms/algorithms.js'
import {
  DerReader,
  equalBytes,
  OID,
  readAlgorithm,
  readDer,
  readInteger,
  readOctetString,
  TAG,
} from '../../cms/asn1.js'
import { type Certificate, certificateDigest } from '../../cms/certificates.js'
import { type CmsAttribute, directoryNamesOf } from '../../cms/messages.js'
import { isName } from '../../cms/names.js'
import type { Finding } from '../trust-report.js'

/** What the attributes say about one certificate. */
interface EssCheck {
  /** True when there is an attribute, and the hash in every one is that of the certificate. */
  readonly isBound: boolean
  readonly faults: readonly Finding[]
  readonly warnings: readonly Finding[]
}

/** Checks the first entry of each signing-certificate attribute, of which versions 1 and 2 may both be present. */
export function checkSigningCertificate(signedAttrs: readonly CmsAttribute[], certificate: Certificate): EssCheck {
  const faults: Finding[] = []
  const warnings: Finding[] = []
  const attributes = essAttributes(signedAttrs)
  for (const [index, attribute] of attributes.entries()) {
    // Each version may occur once (RFC 2634, 5.4; RFC 5035, 3).
    const isRepeated = attributes.findIndex(({ oid }) => oid === attribute.oid) < index
    const outcome = isRepeated ? 'malformed' : compare(attribute, certificate)
    if (outcome === 'other') {
      faults.push({
        code: 'signing_certificate_mismatch',
        message: 'The signature was made for another certificate than the one it comes with.',
      })
    } else if (outcome === 'malformed') {
      faults.push({
        code: 'signing_certificate_malformed',
        message: 'The attribute that names the signing certificate cannot be read.',
      })
    } else if (outcome === 'other-issuer') {
      // The hash decides (EN 319 102-1, 5.2.3.4). A different issuer and serial number are only reported.
      warnings.push({
        code: 'signing_certificate_issuer_differs',
        message: 'The attribute that names the signing certificate gives another issuer or serial number.',
      })
    }
  }
  return { isBound: attributes.length > 0 && faults.length === 0, faults, warnings }
}

/** True when there is any such attribute. */
export function hasSigningCertificate(signedAttrs: readonly CmsAttribute[]): boolean {
  return essAttributes(signedAttrs).length > 0
}

/** True when there are attributes, and all mean this certificate. */
export function namesCertificate(signedAttrs: readonly CmsAttribute[], certificate: Certificate): boolean {
  return checkSigningCertificate(signedAttrs, certificate).isBound
}

function essAttributes(signedAttrs: readonly CmsAttribute[]): CmsAttribute[] {
  return signedAttrs.filter(({ oid }) => oid === OID.signingCertificate || oid === OID.signingCertificateV2)
}

function compare(attribute: CmsAttribute, certificate: Certificate): 'match' | 'other' | 'other-issuer' | 'malformed' {
  const [value, ...more] = attribute.values
  if (value === undefined || more.length > 0) return 'malformed'
  try {
    const ids = new DerReader(readDer(value), TAG.sequence).read(TAG.sequence, 'certificate identifiers')
    const reader = new DerReader(new DerReader(ids).read(TAG.sequence, 'a certificate identifier'))
    const algorithmField = reader.readOptional(TAG.sequence)
    const digest: DigestAlgorithm | undefined =
      algorithmField === undefined
        ? digestByName(attribute.oid === OID.signingCertificate ? 'sha1' : 'sha256')
        : readDigestAlgorithm(readAlgorithm(algorithmField))
    const expected = readOctetString(reader.readAny('a certificate hash'))
    if (digest === undefined || !equalBytes(expected, digestOfCertificate(digest, certificate))) return 'other'
    const issuerSerial = reader.readOptional(TAG.sequence)
    if (issuerSerial === undefined) return 'match'
    const fields = new DerReader(issuerSerial)
    const issuers = fields.read(TAG.sequence, 'the issuer of a certificate')
    const serialNumber = readInteger(fields.read(TAG.integer, 'the serial number of a certificate'))
    if (!equalBytes(serialNumber, certificate.serialNumber)) return 'other-issuer'
    return directoryNamesOf(issuers).some((issuer) => isName(issuer, certificate.issuer)) ? 'match' : 'other-issuer'
  } catch {
    return 'malformed'
  }
}

function digestOfCertificate(digest: DigestAlgorithm, certificate: Certificate): Uint8Array {
  return digest.name === 'sha256' ? certificateDigest(certificate) : digestOf(digest, certificate.der)
}

/**
 * The ESS signing-certificate attributes (RFC 2634, 5.4; RFC 5035), in which a signer identifies the certificate among the
 * signed data.
 *
 * @module
 */

import { hash } from '../../platform/hashes.js'
import { soundHashOf } from '../algorithm/digest-algorithm.js'
import { encodeAlgorithm, readAlgorithm } from '../asn1/algorithm-identifier.js'
import {
  childrenOf,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  equalBytes,
  onlyChildOf,
  readDer,
  readOctetString,
  TAG,
} from '../asn1/der.js'
import { readInteger } from '../asn1/der-values.js'
import { derExplicit, derOctetString, derSequence, encodeDer } from '../asn1/der-writer.js'
import { OID } from '../asn1/oids.js'
import type { Certificate } from '../certificate/x509.js'
import { type CmsAttribute, singleAttributeValue } from './signed-data.js'

/** ESSCertID or ESSCertIDv2. */
interface EssCertificateId {
  /** Name of the hash in node:crypto; `undefined` when it is unknown. */
  readonly hash: string | undefined
  readonly certificateHash: Uint8Array
  /** Encoding of the issuer's Name, and contents octets of the serial number. */
  readonly issuerSerial: { readonly issuer: Uint8Array; readonly serialNumber: Uint8Array } | undefined
}

/**
 * Writes the value of signing-certificate-v2 for one certificate, with issuerSerial.
 *
 * @param digest the hash as object identifier and by its name in node:crypto
 */
export function encodeSigningCertificateV2(
  certificate: Certificate,
  digest: { readonly oid: string; readonly name: string },
): Uint8Array {
  const fields = [
    derOctetString(hash(digest.name, certificate.der, 'buffer')),
    derSequence(derSequence(derExplicit(4, certificate.issuer.der)), encodeDer(TAG.integer, certificate.serialNumber)),
  ]
  // The hash algorithm is DEFAULT id-sha256, which DER omits (RFC 5035, 3).
  if (digest.oid !== OID.sha256) fields.unshift(encodeAlgorithm(digest.oid))
  return derSequence(derSequence(derSequence(...fields)))
}

/**
 * Reads the signing-certificate attribute, v2 if present, else v1. The first entry identifies the signer's certificate.
 *
 * @returns undefined when there is none (or more than one of a kind)
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function readSigningCertificate(signedAttrs: readonly CmsAttribute[]): readonly EssCertificateId[] | undefined {
  const v2 = singleAttributeValue(signedAttrs, OID.signingCertificateV2)
  const value = v2 ?? singleAttributeValue(signedAttrs, OID.signingCertificate)
  if (value === undefined) return undefined
  const ids = new DerReader(readDer(value), TAG.sequence).read(TAG.sequence, 'certificate identifiers')
  return Array.from(childrenOf(ids), (id) => readCertificateId(id, v2 === undefined ? 'sha1' : 'sha256'))
}

function readCertificateId(value: DerValue, defaultHash: string): EssCertificateId {
  const reader = new DerReader(value, TAG.sequence)
  const algorithm = reader.readOptional(TAG.sequence)
  const certificateHash = readOctetString(reader.readAny('a certificate hash'))
  const issuerSerial = reader.readOptional(TAG.sequence)
  return {
    hash: algorithm === undefined ? defaultHash : soundHashOf(readAlgorithm(algorithm).oid),
    certificateHash,
    issuerSerial: issuerSerial === undefined ? undefined : readIssuerSerial(issuerSerial),
  }
}

function readIssuerSerial(value: DerValue): EssCertificateId['issuerSerial'] {
  const reader = new DerReader(value, TAG.sequence)
  const names = reader.read(TAG.sequence, 'the issuer of a certificate')
  const serialNumber = readInteger(reader.read(TAG.integer, 'the serial number of a certificate'))
  const [issuer] = directoryNamesOf(names)
  return issuer === undefined ? undefined : { issuer: encodingOf(issuer), serialNumber }
}

/** The names in GeneralNames (RFC 5280, 4.2.1.6). Some signing services wrapped each of them twice in its tag. */
export function directoryNamesOf(names: DerValue): DerValue[] {
  return [...childrenOf(names)].flatMap((name) => {
    if (name.tag !== contextTag(4)) return []
    const inner = onlyChildOf(name)
    return [inner.tag === contextTag(4) ? onlyChildOf(inner) : inner]
  })
}

/** True when an entry identifies this certificate, by the hash, and by issuer and serial number if present. */
export function isEssMatch(id: EssCertificateId, certificate: Certificate): boolean {
  if (id.hash === undefined || !equalBytes(id.certificateHash, hash(id.hash, certificate.der, 'buffer'))) return false
  const { issuerSerial } = id
  return (
    issuerSerial === undefined ||
    (equalBytes(issuerSerial.serialNumber, certificate.serialNumber) &&
      equalBytes(issuerSerial.issuer, certificate.issuer.der))
  )
}

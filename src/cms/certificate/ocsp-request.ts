/**
 * OCSP requests (RFC 6960, 4.1).
 *
 * @module
 */

import { hash } from '../../platform/hashes.js'
import { encodeAlgorithm } from '../asn1/algorithm-identifier.js'
import { derExplicit, derNull, derOctetString, derOid, derSequence, encodeDer } from '../asn1/der-writer.js'
import { OID } from '../asn1/oids.js'
import type { Certificate } from './x509.js'

/** id-pkix-ocsp-nonce (RFC 9654). */
export const OCSP_NONCE = '1.3.6.1.5.5.7.48.1.2'

/**
 * Encodes a request about one certificate. CertID is by SHA-1, which every responder knows (RFC 5019, 2.1.1); nothing depends
 * on its strength.
 *
 * @param nonce 1 to 128 octets to be repeated in the answer; left out by default, since many responders give the same
 *   answer to all
 */
export function encodeOcspRequest(certificate: Certificate, issuer: Certificate, nonce?: Uint8Array): Uint8Array {
  const certId = derSequence(
    encodeAlgorithm(OID.sha1, derNull()),
    derOctetString(hash('sha1', issuer.subject.der, 'buffer')),
    derOctetString(hash('sha1', issuer.publicKey.keyBytes, 'buffer')),
    encodeDer(0x02, certificate.serialNumber),
  )
  const requestList = derSequence(derSequence(certId))
  if (nonce === undefined) return derSequence(derSequence(requestList))
  const extension = derSequence(derOid(OCSP_NONCE), derOctetString(derOctetString(nonce)))
  return derSequence(derSequence(requestList, derExplicit(2, derSequence(extension))))
}

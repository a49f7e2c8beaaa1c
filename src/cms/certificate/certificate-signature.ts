/**
 * Checks that a certificate was issued by a key, for every algorithm that can be verified.
 *
 * @module
 */

import { checkSignature } from '../algorithm/check-signature.js'
import { readSignatureScheme } from '../algorithm/signature-scheme.js'
import type { Certificate } from './x509.js'

/**
 * True when the certificate has a signature by the issuer's key, with the algorithm that is signed with it (RFC 5280,
 * 4.1.1.2).
 */
export function isIssuedBy(certificate: Certificate, issuer: Pick<Certificate, 'publicKey'>): boolean {
  const scheme = readSignatureScheme(certificate.signatureAlgorithm)
  return (
    scheme !== undefined &&
    certificate.namesOneAlgorithm &&
    checkSignature(scheme, issuer.publicKey, [certificate.tbs], certificate.signature) === 'match'
  )
}

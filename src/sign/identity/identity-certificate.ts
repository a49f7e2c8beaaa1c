/**
 * Requirements on a signer's certificate, and what it states about the signer.
 *
 * @module
 */

import { type Certificate, keyUsageOf, subjectAltEmailsOf } from '../../cms/certificates.js'
import { SealwrightError } from '../../errors.js'
import { asIdentityError } from './identity.js'

/**
 * Throws `invalid_identity` when the certificate's key usage forbids signatures on documents (RFC 5280, 4.2.1.3).
 */
export function assertKeyUsage(certificate: Certificate): void {
  let usage: ReturnType<typeof keyUsageOf>
  try {
    usage = keyUsageOf(certificate)
  } catch (error) {
    throw asIdentityError(error, 'The key usage in the certificate is malformed.')
  }
  if (usage !== undefined && !usage.has('digitalSignature') && !usage.has('nonRepudiation')) {
    throw new SealwrightError('invalid_identity', 'The key usage in the certificate does not allow signatures.')
  }
}

/**
 * Throws `certificate_not_yet_valid` or `certificate_expired` unless `now` lies in the certificate's validity (RFC
 * 5280, 4.1.2.5).
 */
export function assertValidAt(certificate: Certificate, now: Date): void {
  if (now < certificate.notBefore) {
    const start = certificate.notBefore.toISOString()
    throw new SealwrightError('certificate_not_yet_valid', `The signing certificate is valid only from ${start}.`)
  }
  // The last second of the validity includes all its milliseconds.
  if (Math.floor(now.getTime() / 1000) > Math.floor(certificate.notAfter.getTime() / 1000)) {
    const end = certificate.notAfter.toISOString()
    throw new SealwrightError('certificate_expired', `The signing certificate expired at ${end}.`)
  }
}

/** The signer's e-mail address, from the subject alternative name or the old name attribute. */
export function emailOf(certificate: Certificate): string | undefined {
  try {
    return subjectAltEmailsOf(certificate)[0] ?? certificate.subject.email
  } catch {
    return certificate.subject.email
  }
}

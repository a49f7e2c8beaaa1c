/**
 * Whether a certificate is for signing documents, as the judgement of a path decides it: for whoever signs, and wants to know
 * before what verifying will say.
 *
 * @module
 */
import { findUseFault, type PathFault } from '../cms/path-validation.js'
import type { Certificate } from '../cms/x509.js'

const REASONS: Partial<Record<PathFault['code'], string>> = {
  certificate_malformed: 'has an extension that is malformed or there twice',
  critical_extension_unknown: 'has a critical extension that is not known',
  key_usage_mismatch: 'does not allow signatures by its key usage',
  extended_key_usage_mismatch: 'is for another purpose, such as TLS, code signing or time stamps (extended key usage)',
}

/**
 * Why verifiers will not accept documents that were signed with a certificate, even when they trust its issuer.
 *
 * @returns a sentence; `undefined` when nothing in the certificate speaks against it
 */
export function describeUnfitness(certificate: Certificate): string | undefined {
  const fault = findUseFault(certificate, 'document-signing')
  if (fault === undefined) return undefined
  const reason = REASONS[fault] ?? `is not fit for it (${fault})`
  return `The certificate ${reason}: verifiers will not accept its signatures. Use a certificate for signing documents.`
}

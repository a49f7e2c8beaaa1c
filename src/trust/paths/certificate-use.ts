/**
 * Tells a signer beforehand whether verifiers will accept a certificate for signing documents, by the rules for judging
 * paths.
 *
 * @module
 */
import { type Certificate, findUseFault, isForTlsClients, type PathFault } from '../../cms/certificates.js'
import type { Finding } from '../trust-report.js'

const REASONS: Partial<Record<PathFault['code'], string>> = {
  certificate_malformed: 'has an extension that is malformed or there twice',
  critical_extension_unknown: 'has a critical extension that is not known',
  key_usage_mismatch: 'does not allow signatures by its key usage',
  certificate_for_tls: 'is for TLS alone (extended key usage)',
  extended_key_usage_mismatch: 'is for another purpose, such as code signing or time stamps (extended key usage)',
}

/**
 * Why verifiers will not accept documents signed with a certificate, even if they trust its issuer.
 *
 * @returns a sentence; `undefined` when nothing in the certificate prevents it
 */
export function describeUnfitness(certificate: Certificate): string | undefined {
  const fault = findUseFault(certificate, 'document-signing')
  if (fault === undefined) return undefined
  const reason = REASONS[fault] ?? `is not fit for it (${fault})`
  return `The certificate ${reason}: verifiers will not accept its signatures. Use a certificate for signing documents.`
}

/**
 * Finds a certificate that is only for TLS. One for servers is not trusted for documents. One for clients belongs to a
 * person, who may have chosen the wrong one of several.
 *
 * @returns undefined for all others
 */
export function findTlsUse(certificate: Certificate): Finding | undefined {
  if (findUseFault(certificate, 'document-signing') === 'certificate_for_tls') {
    return { code: 'certificate_for_tls', message: 'The certificate is for TLS alone, and not for signing documents.' }
  }
  if (!isForTlsClients(certificate)) return undefined
  const message =
    'The certificate is for logging in to servers (TLS client authentication), and not for signing documents.'
  return { code: 'certificate_for_tls_clients', message }
}

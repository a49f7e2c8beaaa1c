/**
 * What the checks of a signature say together, and the two that need no more than its certificate and the result of trust.
 *
 * @module
 */

import { isIssuedBy } from '../../cms/certificates.js'
import { equalNames } from '../../cms/names.js'
import type { TrustVerdict } from '../../trust/verdicts.js'
import type { CheckResult, SignatureStatus, SignerReport } from '../report.js'
import { worstStatus } from '../status.js'
import type { IntegrityResult } from './signature-integrity.js'

/** The status that follows from checks, with the findings of the failed ones, the most decisive first. */
export function concludeChecks(checks: readonly CheckResult[]): Pick<SignerReport, 'status' | 'reasons'> {
  const failed = checks.filter((check) => check.status !== 'valid')
  const reasons = failed.toSorted((a, b) => rank(a.status) - rank(b.status)).flatMap((check) => check.findings)
  return { status: worstStatus(failed.map((check) => check.status)), reasons }
}

function rank(status: SignatureStatus): number {
  return status === 'invalid' ? 0 : 1
}

/**
 * Checks the certificate itself if no signed attribute binds it, since then another one with the same key could be put in its
 * place. Its own signature must be right, as far as its issuer is available.
 */
export function certificateCheck({ bindsCertificate, certificate, certificates }: IntegrityResult): CheckResult {
  if (bindsCertificate || certificate === undefined) return { status: 'valid', findings: [] }
  const issuers = [certificate, ...certificates].filter(({ subject }) => equalNames(subject, certificate.issuer))
  if (issuers.length === 0 || issuers.some((issuer) => isIssuedBy(certificate, issuer))) {
    return { status: 'valid', findings: [] }
  }
  const message = "The signer's certificate was altered: it does not bear the signature of its issuer."
  return { status: 'invalid', findings: [{ code: 'certificate_altered', message }] }
}

/**
 * The result of trust. Without an anchor nothing speaks against the signer; the signature of a revoked signer never counts.
 */
export function trustCheck({ trust }: TrustVerdict): CheckResult {
  const { status, revocation } = trust
  if (status === 'trusted' || status === 'not_evaluated') return { status: 'valid', findings: [] }
  const findings = [...trust.findings, ...(revocation.status === 'revoked' ? revocation.findings : [])]
  return { status: revocation.status === 'revoked' ? 'invalid' : 'indeterminate', findings }
}

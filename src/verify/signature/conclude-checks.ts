/**
 * What the checks of a signature say together, and what follows from its certificate and the result of trust alone.
 *
 * @module
 */

import { isIssuedBy } from '../../cms/certificates.js'
import { equalNames } from '../../cms/names.js'
import { findTlsUse } from '../../trust/paths.js'
import type { IndicationResult, TrustVerdict } from '../../trust/verdicts.js'
import type { CheckResult, Finding, SignatureStatus, SignerReport } from '../report.js'
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

/**
 * A warning about a certificate for TLS, unless it is not trusted for that reason. A document time stamp has rules of its
 * own.
 */
export function tlsWarnings({ certificate, tstInfo }: IntegrityResult, { trust }: TrustVerdict): Finding[] {
  const finding = certificate === undefined || tstInfo !== undefined ? undefined : findTlsUse(certificate)
  return finding === undefined || trust.findings.some(({ code }) => code === finding.code) ? [] : [finding]
}

/**
 * Warnings about unknown revocation, so that `TOTAL-PASSED` is not read as "not revoked" when the host does not ask. Exempt
 * certificates need none.
 */
export function unknownRevocations(
  { indication }: IndicationResult,
  { trust: { revocation } }: TrustVerdict,
): Finding[] {
  if (indication !== 'TOTAL-PASSED') return []
  return revocation.findings.filter(({ code }) => code === 'revocation_unknown')
}

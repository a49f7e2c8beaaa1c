/**
 * Decides whether a signer's certificate leads to an anchor of the host, and was not revoked when it signed.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import { findPath, type TrustBudget, type TrustFault } from '../paths/trust-paths.js'
import { evaluateRevocation, type PathRevocation, type RevocationQuestion } from '../revocation/path-revocation.js'
import { isUnknownRevocation } from '../revocation/unknown-revocation.js'
import { type CertificatePool, isInPool } from '../trust-anchors.js'
import type { Finding, RevocationReport, TrustReport } from '../trust-report.js'
import { judgeForIndication, judgePathOverTime, type TimeVerdict } from './path-over-time.js'

export interface TrustOptions extends RevocationQuestion {
  /** See {@link readTrustAnchors}; `undefined` when the host has none. */
  readonly anchors: CertificatePool | undefined
  readonly budget: TrustBudget
  /** Anchors from trusted lists, which are only valid at certain times. */
  readonly listed?: ListedAnchors | undefined
}

/** Decides whether a path ends in an anchor, if that depends on the time. */
export interface ListedAnchors {
  accepts(path: readonly Certificate[], purpose: TrustOptions['purpose'], time: Date): boolean
}

/** The verdict with its basis. */
export interface TrustResult {
  readonly report: TrustReport
  /** Certificates from the leaf; the last one is an anchor when the report says `trusted`. */
  readonly path: readonly Certificate[]
  /** The verdict over time at the moment of judging; `undefined` when no path to an anchor was found. */
  readonly verdict: TimeVerdict | undefined
  /** Findings worth knowing that do not affect the result. */
  readonly warnings: readonly Finding[]
}

const MESSAGES: Readonly<Record<TrustFault['code'], string>> = {
  chain_not_found: 'No chain leads from this certificate to a trusted one.',
  chain_too_complex: 'There are too many certificates to look for a chain among them.',
  anchor_not_approved: 'The service that the certificate belongs to was not approved by its state at the time.',
  chain_algorithm_weak: 'The certificate rests on an algorithm or key that can be forged.',
  certificate_malformed: 'The certificate has an extension that is malformed or there twice.',
  certificate_expired: 'The certificate had expired when the signature was made.',
  certificate_not_yet_valid: 'The certificate was not valid yet when the signature was made.',
  critical_extension_unknown: 'The certificate has a critical extension that is not known.',
  issuer_not_ca: 'The certificate issued another without being a CA.',
  issuer_key_usage: 'The certificate issued another, which its key usage does not allow.',
  path_too_long: 'More CAs stand below this certificate than it allows.',
  name_not_permitted: 'A name in the certificate is outside what its CA may certify.',
  name_constraints_unsupported: 'The name constraints of the certificate are too many to check.',
  key_usage_mismatch: 'The key usage of the certificate does not allow signatures.',
  certificate_for_tls: 'The certificate is for TLS alone, and not for signing documents.',
  extended_key_usage_mismatch: 'The certificate is for another purpose.',
  policy_required: 'A CA requires a certificate policy that the chain does not have.',
}

/** Codes of faults that leave the question open. */
const OPEN_FAULTS: ReadonlySet<TrustFault['code']> = new Set([
  'chain_too_complex',
  'chain_algorithm_weak',
  'name_constraints_unsupported',
])

const NOT_EVALUATED: RevocationReport = { status: 'not_evaluated', findings: [] }

/** The report when there is nothing to check, or no anchor to check against. */
export const UNTRIED_TRUST: TrustReport = {
  status: 'not_evaluated',
  findings: [],
  chain: [],
  evidence: [],
  revocation: NOT_EVALUATED,
}

/**
 * Evaluates one certificate. Never throws for what stands in certificates or revocation data.
 *
 * @param leaf the signer's certificate
 * @param pool all certificates that may be part of its chain
 */
export async function evaluateTrust(
  leaf: Certificate,
  pool: CertificatePool,
  options: TrustOptions,
): Promise<TrustResult> {
  const { anchors, listed, purpose, at } = options
  if (anchors === undefined) {
    return { report: UNTRIED_TRUST, path: [leaf], verdict: undefined, warnings: [] }
  }
  const rank = (path: readonly Certificate[]) => rankPath(path, options)
  const isAnchored = listed && ((path: readonly Certificate[]) => listed.accepts(path, purpose, at))
  const { path, fault } = findPath(leaf, { ...options, anchors, pool, rank, isAnchored })
  const chain = path.map((certificate) => formatName(certificate.subject))
  if (fault !== undefined) {
    const message = `${MESSAGES[fault.code]} (${formatName(fault.certificate.subject)})`
    const status = OPEN_FAULTS.has(fault.code) ? 'indeterminate' : 'untrusted'
    const findings = [{ code: fault.code, message }]
    const report: TrustReport = { ...UNTRIED_TRUST, status, findings, chain }
    return { report, path, verdict: judgeFault(fault, path, options), warnings: [] }
  }
  return concludeTrust(path, chain, await evaluateRevocation(path, anchors, options), options)
}

/** Combines the verdict over time with what is known of revocation. */
function concludeTrust(
  path: readonly Certificate[],
  chain: readonly string[],
  { revocation, findings, status, warnings }: PathRevocation,
  options: TrustOptions,
): TrustResult {
  const verdict = judgeForIndication(path, options.signature, options.context)
  const { finding, evidence } = verdict
  // If there is no other fault, the verdict over time is reported in addition to the trust at the claimed time.
  const doubts = finding === undefined || status !== 'trusted' ? [] : [finding]
  const isStamp = options.purpose === 'time-stamping'
  // An authority with an unknown revocation status is trusted, but its time stamps prove nothing.
  const isOpen = isStamp && judgePathOverTime(path, options.signature, options.context).finding !== undefined
  return {
    report: {
      status: isOpen && status === 'trusted' ? 'indeterminate' : status,
      findings: isStamp ? [...findings, ...doubts] : findings,
      chain,
      evidence,
      revocation: admitUnknown(revocation, finding),
    },
    path,
    verdict,
    warnings: isStamp ? warnings : [...warnings, ...doubts],
  }
}

/**
 * Makes the status unknown when the data was fresh at the claimed time of signing, but is too old for the time that counts.
 */
function admitUnknown(revocation: RevocationReport, finding: Finding | undefined): RevocationReport {
  if (finding === undefined || revocation.status !== 'good' || !isUnknownRevocation(finding)) return revocation
  return { status: 'unknown', findings: [...revocation.findings, finding] }
}

/** Rank of a path: those with the best indication first, then those without known faults. */
function rankPath(path: readonly Certificate[], { signature, context }: TrustOptions): number {
  if (judgeForIndication(path, signature, context).subIndication === null) return 0
  return judgePathOverTime(path, signature, context).subIndication === null ? 1 : 2
}

/** Judges a fault. A path that had expired by the known time of the signature may still be reported. */
function judgeFault(fault: TrustFault, path: readonly Certificate[], options: TrustOptions): TimeVerdict | undefined {
  const last = path.at(-1)
  const isTimely = fault.code === 'certificate_expired' || fault.code === 'certificate_not_yet_valid'
  if (!isTimely || last === undefined || options.anchors === undefined || !isInPool(options.anchors, last)) {
    return undefined
  }
  return judgePathOverTime(path, options.signature, options.context)
}

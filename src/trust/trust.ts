/**
 * Whether a signer's certificate can be traced to an anchor of the host, and was not revoked when it signed.
 *
 * @module
 */

import { formatName } from '../cms/name-text.js'
import type { Certificate } from '../cms/x509.js'
import { judgePathOverTime, type TimedSignature, type TimeVerdict } from './path-over-time.js'
import { badSince, findFact, isExempt, isHarmlessRevocation, isSuspension, type RevocationFact } from './revocation.js'
import { readRevocationData } from './revocation-data.js'
import { crlUrlsOf, ocspUrlsOf } from './revocation-urls.js'
import type { TimeContext } from './time-sliding.js'
import { type CertificatePool, isInPool } from './trust-anchors.js'
import { findPath, type TrustBudget, type TrustFault } from './trust-paths.js'
import type { Finding, RevocationReport, TrustReport } from './trust-report.js'

/** What the host is asked to fetch. */
export interface RevocationRequest {
  /** DER of the certificate in question, and of its issuer. */
  readonly certificate: Uint8Array
  readonly issuer: Uint8Array
  /** Where the certificate says that answers can be had. They come from the document: treat them as hostile. */
  readonly ocspUrls: readonly string[]
  readonly crlUrls: readonly string[]
  readonly signal?: AbortSignal
}

/** Gets revocation data from the network: encodings of CRLs and OCSP responses. Nothing is fetched without one. */
export type RevocationFetcher = (
  request: RevocationRequest,
) => Promise<{ readonly crls?: readonly Uint8Array[]; readonly ocsps?: readonly Uint8Array[] }>

export interface TrustOptions {
  /** See {@link readTrustAnchors}; undefined when the host has none. */
  readonly anchors: CertificatePool | undefined
  readonly purpose: 'document-signing' | 'time-stamping'
  /** Best known time of the signature. */
  readonly at: Date
  /** Whether a time stamp proves `at`; otherwise the signer only claims it. */
  readonly isTimeProven: boolean
  readonly budget: TrustBudget
  readonly fetchRevocation?: RevocationFetcher | undefined
  /** What the passing of time is judged by. */
  readonly context: TimeContext
  /** What is known of the time of the signature. */
  readonly signature: TimedSignature
}

/** The verdict with what it rests on. */
export interface TrustResult {
  readonly report: TrustReport
  /** Leaf first; ends in an anchor when the report says `trusted`. */
  readonly path: readonly Certificate[]
  /** The verdict over time at the moment of judging; undefined where no path to an anchor was found. */
  readonly verdict: TimeVerdict | undefined
  /** What is worth knowing but changes nothing. */
  readonly warnings: readonly Finding[]
}

const MESSAGES: Readonly<Record<TrustFault['code'], string>> = {
  chain_not_found: 'No chain leads from this certificate to a trusted one.',
  chain_too_complex: 'There are too many certificates to look for a chain among them.',
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
  extended_key_usage_mismatch: 'The certificate is for another purpose.',
  policy_required: 'A CA requires a certificate policy that the chain does not have.',
  policy_unsupported: 'A CA requires a certificate policy behind a mapping, which is not supported.',
}

/** Faults that leave the question open. */
const OPEN_FAULTS: ReadonlySet<TrustFault['code']> = new Set([
  'chain_too_complex',
  'chain_algorithm_weak',
  'name_constraints_unsupported',
  'policy_unsupported',
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
  const { anchors } = options
  if (anchors === undefined) {
    return { report: UNTRIED_TRUST, path: [leaf], verdict: undefined, warnings: [] }
  }
  const isPreferred = (path: readonly Certificate[]) =>
    judgePathOverTime(path, options.signature, options.context).subIndication === null
  const { path, fault } = findPath(leaf, { ...options, anchors, pool, isPreferred })
  const chain = path.map((certificate) => formatName(certificate.subject))
  if (fault !== undefined) {
    const message = `${MESSAGES[fault.code]} (${formatName(fault.certificate.subject)})`
    const status = OPEN_FAULTS.has(fault.code) ? 'indeterminate' : 'untrusted'
    const findings = [{ code: fault.code, message }]
    const report: TrustReport = { ...UNTRIED_TRUST, status, findings, chain }
    return { report, path, verdict: judgeFault(fault, path, options), warnings: [] }
  }
  const { revocation, findings, status, warnings } = await evaluateRevocation(path, anchors, options)
  const verdict = judgePathOverTime(path, options.signature, options.context)
  const { finding, evidence } = verdict
  // If nothing else is wrong, the verdict over time is reported in addition to the trust in what the signer claims.
  const doubts = finding === undefined || status !== 'trusted' ? [] : [finding]
  const isStamp = options.purpose === 'time-stamping'
  return {
    report: {
      status: isStamp && doubts.length > 0 ? 'indeterminate' : status,
      findings: isStamp ? [...findings, ...doubts] : findings,
      chain,
      evidence,
      revocation,
    },
    path,
    verdict,
    warnings: isStamp ? warnings : [...warnings, ...doubts],
  }
}

/** A path that had expired by the time of the signature, as far as that is known, may still be reported. */
function judgeFault(fault: TrustFault, path: readonly Certificate[], options: TrustOptions): TimeVerdict | undefined {
  const last = path.at(-1)
  const isTimely = fault.code === 'certificate_expired' || fault.code === 'certificate_not_yet_valid'
  if (!isTimely || last === undefined || options.anchors === undefined || !isInPool(options.anchors, last)) {
    return undefined
  }
  return judgePathOverTime(path, options.signature, options.context)
}

async function evaluateRevocation(path: readonly Certificate[], anchors: CertificatePool, options: TrustOptions) {
  const findings: Finding[] = []
  const revocationFindings: Finding[] = []
  const warnings: Finding[] = []
  const verdicts = new Set<RevocationVerdict>()
  for (const [i, certificate] of path.entries()) {
    const issuer = path[i + 1]
    if (issuer === undefined || isInPool(anchors, certificate) || isExempt(certificate)) continue
    const fact = await learnRevocation(certificate, issuer, options, revocationFindings)
    const verdict = judgeFact(fact, options)
    verdicts.add(verdict)
    if (verdict === 'good') continue
    const finding = describeVerdict(formatName(certificate.subject), fact, verdict)
    if (verdict === 'revoked_later') warnings.push(finding)
    else revocationFindings.push(finding)
    const isDecisive = verdict === 'unknown' ? options.context.requireRevocation : verdict !== 'revoked_later'
    if (isDecisive) findings.push(finding)
  }
  const isRevoked = verdicts.has('revoked') || verdicts.has('revoked_no_poe')
  const known = path.length > 1 ? 'good' : 'not_evaluated'
  const revocation: RevocationReport = {
    status: isRevoked ? 'revoked' : verdicts.has('unknown') ? 'unknown' : known,
    findings: revocationFindings,
  }
  const open = findings.length > 0 ? 'indeterminate' : 'trusted'
  const status: TrustReport['status'] = verdicts.has('revoked') ? 'untrusted' : open
  return { revocation, findings, status, warnings }
}

async function learnRevocation(
  certificate: Certificate,
  issuer: Certificate,
  options: TrustOptions,
  findings: Finding[],
): Promise<RevocationFact> {
  const { context, fetchRevocation, isTimeProven, purpose } = options
  const { statements, asOf, now, freshness, requireRevocation } = context
  const askAt = (at: Date) => findFact(statements.about(certificate, issuer), { certificate, at, now, freshness })
  // A signer that only claims a time could bring old data to match it, and a stolen key of an authority can state any
  // time: where data can be fetched, or an answer is required, it must be current.
  const isOpen = !isTimeProven || (purpose === 'time-stamping' && certificate.notAfter >= asOf)
  const isPresentAsked = isOpen && (fetchRevocation !== undefined || (requireRevocation && !isTimeProven))
  const first = askAt(isPresentAsked ? asOf : options.at)
  if (first.status !== 'unknown' || fetchRevocation === undefined) return first
  try {
    const fetched = await fetchRevocation({
      certificate: certificate.der,
      issuer: issuer.der,
      ocspUrls: ocspUrlsOf(certificate),
      crlUrls: crlUrlsOf(certificate),
    })
    statements.add(readRevocationData(fetched.crls ?? [], fetched.ocsps ?? []))
  } catch {
    const message = `Revocation data could not be fetched. (${formatName(certificate.subject)})`
    findings.push({ code: 'revocation_fetch_failed', message })
  }
  const present = askAt(isPresentAsked ? asOf : options.at)
  const isPast = present.status === 'unknown' && isPresentAsked && !(requireRevocation && !isTimeProven)
  return isPast ? askAt(options.at) : present
}

type RevocationVerdict = 'good' | 'unknown' | 'suspended' | 'revoked' | 'revoked_no_poe' | 'revoked_later'

function judgeFact({ status, statement }: RevocationFact, options: TrustOptions): RevocationVerdict {
  const { at, isTimeProven, purpose, signature } = options
  const revocation = statement?.revocation
  if (status !== 'revoked' || statement === undefined || revocation === undefined) return status
  const since = badSince(revocation)
  if (since <= at) return isSuspension(statement) ? 'suspended' : 'revoked'
  if (purpose === 'time-stamping') {
    // Its own claim about the time is worth nothing if somebody else may have had the key.
    const isOlder = signature.proof !== undefined && signature.proof.time < since
    return isOlder || isHarmlessRevocation(revocation) ? 'revoked_later' : 'revoked'
  }
  return isTimeProven ? 'revoked_later' : 'revoked_no_poe'
}

function describeVerdict(
  name: string,
  { statement }: RevocationFact,
  verdict: Exclude<RevocationVerdict, 'good'>,
): Finding {
  const revocation = statement?.revocation
  const when = revocation === undefined ? '' : ` on ${revocation.date.toISOString()}`
  switch (verdict) {
    case 'unknown':
      return { code: 'revocation_unknown', message: `Whether the certificate was revoked is not known. (${name})` }
    case 'suspended':
      return { code: 'certificate_suspended', message: `The certificate is suspended. (${name})` }
    case 'revoked':
      return { code: 'certificate_revoked', message: `The certificate was revoked${when}. (${name})` }
    case 'revoked_later': {
      const message = `The certificate was revoked after the signature was made. (${name})`
      return { code: 'certificate_revoked_later', message }
    }
    case 'revoked_no_poe': {
      const message = `The certificate was revoked${when}, and no time stamp proves that the signature is older. (${name})`
      return { code: 'certificate_revoked_no_poe', message }
    }
  }
}

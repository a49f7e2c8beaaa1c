/**
 * Decides whether a certificate of a path was revoked when the signature was made, by what the host and the document know.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { formatName } from '../../cms/names.js'
import type { TimedSignature } from '../over-time/obstacles.js'
import type { TimeContext } from '../over-time/time-context.js'
import { type CertificatePool, isInPool } from '../trust-anchors.js'
import type { Finding, RevocationReport, TrustReport } from '../trust-report.js'
import { findFact, type RevocationFact } from './revocation.js'
import { readRevocationData } from './revocation-data.js'
import type { RevocationFetcher } from './revocation-fetcher.js'
import { badSince, isExempt, isHarmlessRevocation, isSuspension } from './revocation-statement.js'
import { crlUrlsOf, ocspUrlsOf } from './revocation-urls.js'
import { isReliableIn, unknownSigners } from './unknown-revocation.js'

/** A question about the revocation of all certificates of a path. */
export interface RevocationQuestion {
  readonly purpose: 'document-signing' | 'time-stamping'
  /** Best known time of the signature. */
  readonly at: Date
  /** True when a time stamp proves `at`; otherwise the signer only claims it. */
  readonly isTimeProven: boolean
  readonly fetchRevocation?: RevocationFetcher | undefined
  /** Facts and settings of verdicts over time. */
  readonly context: TimeContext
  /** Known facts about the time of the signature. */
  readonly signature: TimedSignature
}

/** The answer about a path. */
export interface PathRevocation {
  readonly revocation: RevocationReport
  readonly status: TrustReport['status']
  /** Reasons against trusting the path. */
  readonly findings: readonly Finding[]
  readonly warnings: readonly Finding[]
}

/** Determines the revocation of a path's certificates. What the document does not tell is fetched by the host. */
export async function evaluateRevocation(
  path: readonly Certificate[],
  anchors: CertificatePool,
  options: RevocationQuestion,
): Promise<PathRevocation> {
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
  options: RevocationQuestion,
  findings: Finding[],
): Promise<RevocationFact> {
  const { context, fetchRevocation, isTimeProven, purpose, signature } = options
  const { statements, asOf, now, freshness, requireRevocation } = context
  const isReliable = isReliableIn(context)
  const askAt = (at: Date) =>
    findFact(statements.about(certificate, issuer), { certificate, at, now, freshness, isReliable })
  // A signer can choose old data that matches a claimed time, and a stolen key of an authority can state any time. So data
  // must be current if it can be fetched, or an answer is required.
  const isProven = isTimeProven && (purpose === 'time-stamping' || signature.confirmedProof !== undefined)
  const isOpen = !isProven || (purpose === 'time-stamping' && certificate.notAfter >= asOf)
  const isPresentAsked = isOpen && (fetchRevocation !== undefined || (requireRevocation && !isTimeProven))
  const first = askAt(isPresentAsked ? asOf : options.at)
  if (first.status !== 'unknown' || fetchRevocation === undefined) return first
  await fetchInto(certificate, issuer, options, findings)
  const present = askAt(isPresentAsked ? asOf : options.at)
  // The responder may have been revoked as well.
  for (const signer of present.statement === undefined ? [] : unknownSigners(present.statement, context)) {
    if (signer.issuer !== undefined) await fetchInto(signer.certificate, signer.issuer, options, findings)
  }
  const isPast = present.status === 'unknown' && isPresentAsked && !(requireRevocation && !isTimeProven)
  return isPast ? askAt(options.at) : present
}

async function fetchInto(
  certificate: Certificate,
  issuer: Certificate,
  { context, fetchRevocation }: RevocationQuestion,
  findings: Finding[],
): Promise<void> {
  try {
    const fetched = await fetchRevocation?.({
      certificate: certificate.der,
      issuer: issuer.der,
      ocspUrls: ocspUrlsOf(certificate),
      crlUrls: crlUrlsOf(certificate),
    })
    context.statements.add(readRevocationData(fetched?.crls ?? [], fetched?.ocsps ?? []))
  } catch {
    const message = `Revocation data could not be fetched. (${formatName(certificate.subject)})`
    findings.push({ code: 'revocation_fetch_failed', message })
  }
}

type RevocationVerdict = 'good' | 'unknown' | 'suspended' | 'revoked' | 'revoked_no_poe' | 'revoked_later'

function judgeFact({ status, statement }: RevocationFact, options: RevocationQuestion): RevocationVerdict {
  const { at, isTimeProven, purpose, signature } = options
  const revocation = statement?.revocation
  if (status !== 'revoked' || statement === undefined || revocation === undefined) return status
  const since = badSince(revocation)
  if (since <= at) return isSuspension(statement) ? 'suspended' : 'revoked'
  if (purpose === 'time-stamping') {
    // The claimed time has no value if somebody else may have had the key.
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
  const when = statement?.revocation?.date.toISOString()
  const [code, message] = {
    unknown: ['revocation_unknown', 'Whether the certificate was revoked is not known.'],
    suspended: ['certificate_suspended', 'The certificate is suspended.'],
    revoked: ['certificate_revoked', `The certificate was revoked on ${when}.`],
    revoked_later: ['certificate_revoked_later', 'The certificate was revoked after the signature was made.'],
    revoked_no_poe: [
      'certificate_revoked_no_poe',
      `The certificate was revoked on ${when}, and no time stamp proves that the signature is older.`,
    ],
  }[verdict] as [string, string]
  return { code, message: `${message} (${name})` }
}

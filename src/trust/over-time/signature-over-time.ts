/**
 * Judges one signature or document time stamp with all proofs of its time (EN 319 102-1, 5.5 and 5.6).
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import { append, largest, smallest } from '../../lists.js'
import { CLOCK_TOLERANCE_MS } from '../revocation/freshness.js'
import type { CertificatePool } from '../trust-anchors.js'
import type { Finding, TimestampReport, TrustReport } from '../trust-report.js'
import type { TimeConclusion } from './indication.js'
import type { LevelSubject } from './pades-level.js'
import { dateOf, earliestProof, isConfirmed, type Proof, placeOfSignature } from './proofs.js'
import type { TimeContext } from './time-context.js'
import {
  checkContentTimestamp,
  checkSignatureTimestamp,
  type StampQualifier,
  type TimestampResult,
  toleranceOf,
  weakSince,
} from './timestamps.js'
import { evaluateTrust, type TrustOptions, type TrustResult, UNTRIED_TRUST } from './trust.js'
import type { TrustSubject } from './trust-subject.js'

/** What is known about the signer and the time of one signature. */
export interface SignatureVerdict {
  readonly trust: TrustReport
  /** The earliest time stamp that proves its time, or else the first; for a document time stamp, itself. */
  readonly timestamp: TimestampReport | null
  readonly timestamps: readonly TimestampReport[]
  /** Time stamps over the content that was to be signed. */
  readonly contentTimestamps: readonly TimestampReport[]
  /** Time after which the signature was made: the latest that a content time stamp of a trusted authority proves. */
  readonly madeAfter: Date | undefined
  /** Proofs that the signature existed, the earliest first. */
  readonly proofs: readonly Proof[]
  /** The verdict over time; `undefined` when no path to an anchor was searched or found. */
  readonly time: TimeConclusion | undefined
  readonly warnings: readonly Finding[]
}

/** Facts that the signatures of one document share. */
interface JudgingParts extends Pick<TrustOptions, 'anchors' | 'budget' | 'fetchRevocation' | 'context' | 'listed'> {
  readonly timestampListed: TrustOptions['listed']
  readonly qualifyStamp: StampQualifier | undefined
  readonly timestampAnchors: CertificatePool | undefined
  readonly pool: CertificatePool
  /** The result for a document time stamp itself. */
  readonly ownStamp: TimestampResult | undefined
}

/** Judges one signature; `level` has the facts on which its PAdES level depends. */
export async function judgeSignature(
  subject: TrustSubject,
  parts: JudgingParts,
): Promise<{ readonly verdict: SignatureVerdict; readonly level: LevelSubject }> {
  const { context, ownStamp, timestampAnchors, pool } = parts
  const place = subject.revision === undefined ? undefined : placeOfSignature(subject.revision)
  const archive = context.proofs.allOf(place)
  if (ownStamp !== undefined) {
    const verdict = { ...stampVerdict(ownStamp, archive, subject.fieldName), warnings: [] }
    return { verdict, level: { stamps: [], contentStamps: [], path: [], proof: undefined } }
  }
  const stampParts = { ...parts, anchors: timestampAnchors, listed: parts.timestampListed, proofs: archive }
  const stamps = subject.integrity.timestampTokens.length === 0 ? [] : await checkOwnStamps(subject, pool, stampParts)
  const proofs = inOrder([...stamps.flatMap(proofOfStamp), ...archive])
  const proof = earliestProof(proofs)
  const contentStamps =
    subject.integrity.contentStamps.length === 0 ? [] : await checkContentStamps(subject, pool, stampParts)
  const madeAfter = latestOf(contentStamps)
  const result = await judgeSigner(subject, parts, proofs, madeAfter)
  const counted = stamps.find(({ time }) => time !== undefined && time.getTime() === earliest(stamps)) ?? stamps[0]
  const verdict: SignatureVerdict = {
    trust: result.report,
    timestamp: counted?.report ?? null,
    timestamps: stamps.map(({ report }) => report),
    contentTimestamps: contentStamps.map(({ report }) => report),
    madeAfter,
    proofs,
    time: concludeTime(result, stamps, isOutOfOrder(contentStamps, proof)),
    warnings: [...result.warnings, ...timeWarnings(subject, stamps, contentStamps, proof, parts)],
  }
  return { verdict, level: { stamps, contentStamps, path: result.path, proof } }
}

function stampVerdict(
  stamp: TimestampResult,
  archive: readonly Proof[],
  name: string,
): Omit<SignatureVerdict, 'warnings'> {
  const { report, time } = stamp
  const own: Proof[] = time === undefined ? [] : [{ time, kind: 'document-timestamp', name }]
  const { indication, subIndication } = report
  return {
    trust: report.trust,
    timestamp: report,
    timestamps: [report],
    contentTimestamps: [],
    madeAfter: undefined,
    proofs: inOrder([...own, ...archive]),
    time: { indication, subIndication: subIndication as TimeConclusion['subIndication'] },
  }
}

function inOrder(proofs: readonly Proof[]): Proof[] {
  return proofs.toSorted((a, b) => a.time.getTime() - b.time.getTime())
}

function proofOfStamp({ time, isUnconfirmed }: TimestampResult): Proof[] {
  return time === undefined ? [] : [{ time, kind: 'signature-timestamp', name: null, isUnconfirmed }]
}

function earliest(stamps: readonly TimestampResult[]): number {
  return smallest(stamps.flatMap(({ time }) => time?.getTime() ?? []))
}

async function checkOwnStamps(
  { integrity }: TrustSubject,
  pool: CertificatePool,
  options: Parameters<typeof checkSignatureTimestamp>[3],
): Promise<TimestampResult[]> {
  const { timestampTokens, signatureValue } = integrity
  const results: TimestampResult[] = []
  if (signatureValue === undefined) return results
  for (const token of timestampTokens.slice(0, CRYPTO_LIMITS.maxSignatureTimestamps)) {
    results.push(await checkSignatureTimestamp(token, signatureValue, pool, options))
  }
  return results
}

async function checkContentStamps(
  { integrity }: TrustSubject,
  pool: CertificatePool,
  options: Parameters<typeof checkContentTimestamp>[2],
): Promise<TimestampResult[]> {
  const results: TimestampResult[] = []
  for (const stamp of integrity.contentStamps) results.push(await checkContentTimestamp(stamp, pool, options))
  return results
}

function isTrusted({ report }: TimestampResult): boolean {
  return report.trust.status === 'trusted'
}

function latestOf(stamps: readonly TimestampResult[]): Date | undefined {
  const times = stamps.filter(isTrusted).flatMap(({ time }) => (time === undefined ? [] : [time.getTime()]))
  return times.length === 0 ? undefined : new Date(largest(times))
}

/** True when a content time stamp is later than the signature, although its content must be older (5.5.4, step 5). */
function isOutOfOrder(contentStamps: readonly TimestampResult[], proof: Proof | undefined): boolean {
  return contentStamps
    .filter(isTrusted)
    .some(
      ({ time, accuracyMs }) =>
        time !== undefined && proof !== undefined && time.getTime() - toleranceOf(accuracyMs) > proof.time.getTime(),
    )
}

/**
 * The time to judge by when nothing proves one. Nobody can sign in the future, so such a claim is not used. A certificate that
 * is issued for one signature may begin a few minutes after the time that the signer's clock gives.
 */
function usableClaim(claimed: Date | undefined, { notBefore }: Certificate, { asOf }: TimeContext): Date {
  if (claimed === undefined || claimed > asOf) return asOf
  const early = notBefore.getTime() - claimed.getTime()
  return early > 0 && early <= CLOCK_TOLERANCE_MS && notBefore <= asOf ? notBefore : claimed
}

async function judgeSigner(
  subject: TrustSubject,
  parts: JudgingParts,
  proofs: readonly Proof[],
  madeAfter: Date | undefined,
): Promise<TrustResult> {
  const { certificate } = subject.integrity
  const [proof, confirmedProof] = [earliestProof(proofs), earliestProof(proofs.filter(isConfirmed))]
  const { anchors, pool, context } = parts
  if (anchors === undefined) {
    const path = certificate === undefined ? [] : [certificate]
    return { report: UNTRIED_TRUST, path, verdict: undefined, warnings: [] }
  }
  if (certificate === undefined) {
    const findings = [{ code: 'signer_certificate_missing', message: "The signer's certificate is not known." }]
    const report: TrustReport = { ...UNTRIED_TRUST, status: 'untrusted', findings }
    return { report, path: [], verdict: undefined, warnings: [] }
  }
  const said = usableClaim(subject.claimed, certificate, context)
  // A claimed time before the signed content existed is not used either.
  const claimed = madeAfter !== undefined && madeAfter > said ? madeAfter : said
  return evaluateTrust(certificate, pool, {
    ...parts,
    purpose: 'document-signing',
    at: proof?.time ?? claimed,
    isTimeProven: proof !== undefined,
    signature: { proof, confirmedProof, stated: undefined, weakSince: weakSince(subject.integrity), madeAfter },
  })
}

/** Concludes the verdict about time. Contradictory time stamps leave it open (5.5.4, step 4 e)). */
function concludeTime(
  { verdict }: TrustResult,
  stamps: readonly TimestampResult[],
  isOutOfOrder: boolean,
): TimeConclusion | undefined {
  // The time of an untrusted authority contradicts nothing.
  const isContradicted =
    isOutOfOrder ||
    stamps.some(
      ({ report }) =>
        report.trust.status === 'trusted' && report.findings.some(({ code }) => code === 'timestamp_order'),
    )
  if (verdict === undefined || verdict.subIndication !== null || !isContradicted) return verdict
  return { indication: 'INDETERMINATE', subIndication: 'TIMESTAMP_ORDER_FAILURE' }
}

function timeWarnings(
  { claimed }: TrustSubject,
  stamps: readonly TimestampResult[],
  contentStamps: readonly TimestampResult[],
  proof: Proof | undefined,
  { context: { asOf, now }, anchors }: JudgingParts,
): Finding[] {
  const warnings: Finding[] = []
  if (isOutOfOrder(contentStamps, proof)) {
    const message =
      'The content is stamped with a time later than that at which the signature over it is proved to have existed.'
    warnings.push({ code: 'content_timestamp_order', message })
  }
  append(
    warnings,
    contentStamps.flatMap((stamp) => contentStampWarnings(stamp, anchors !== undefined)),
  )
  if (claimed !== undefined && proof !== undefined && claimed.getTime() > proof.time.getTime() + CLOCK_TOLERANCE_MS) {
    const message = 'The signer claims a time later than that which a time stamp proves.'
    warnings.push({ code: 'claimed_time_after_timestamp', message })
  }
  if (asOf < now && proof === undefined) {
    const message = `It is judged as of ${dateOf(asOf)}, and nothing proves that the signature existed then.`
    warnings.push({ code: 'validation_time_unproved', message })
  }
  append(
    warnings,
    stamps.flatMap((stamp) => stampWarnings(stamp, anchors !== undefined)),
  )
  return warnings
}

function contentStampWarnings({ report }: TimestampResult, hasAnchors: boolean): Finding[] {
  const isOpen = hasAnchors && report.trust.status === 'indeterminate'
  if (report.status === 'valid' && !isOpen) return []
  const reason = report.findings[0]?.message ?? report.trust.findings[0]?.message ?? 'it cannot be judged.'
  const message = `The content time stamp of the signature is ${report.status} and proves nothing: ${reason}`
  return [{ code: 'content_timestamp_not_valid', message }]
}

function stampWarnings({ report }: TimestampResult, hasAnchors: boolean): Finding[] {
  if (report.status !== 'valid') {
    const reason = report.findings[0]?.message ?? 'it cannot be judged.'
    const isOrder = report.findings.some(({ code }) => code === 'timestamp_order')
    const code = isOrder ? 'timestamp_order' : 'timestamp_not_valid'
    return [{ code, message: `The time stamp of the signature is ${report.status}: ${reason}` }]
  }
  if (!hasAnchors) return []
  if (report.trust.status === 'trusted' && report.indication !== 'TOTAL-PASSED') {
    const message = `The time stamp of the signature does not count for the indication: ${report.trust.findings[0]?.message ?? ''}`
    return [{ code: 'timestamp_unconfirmed', message }]
  }
  if (report.trust.status !== 'indeterminate') return []
  const message = `The time stamp of the signature no longer proves anything: ${report.trust.findings[0]?.message ?? ''}`
  return [{ code: 'timestamp_without_proof', message }]
}

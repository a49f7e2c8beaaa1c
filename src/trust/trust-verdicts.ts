/**
 * Trust and time for all signatures of a document together: its time stamps prove when the others were made, and its
 * validation data serves them all.
 *
 * @module
 */

import type { IntegrityResult } from './integrity/integrity-draft.js'
import { detectPadesLevel } from './pades-level.js'
import { readRevocationData } from './revocation.js'
import { checkDocumentTimestamp, checkSignatureTimestamp, type TimestampResult } from './timestamps.js'
import { evaluateTrust, type RevocationFetcher, type TrustResult } from './trust.js'
import { type CertificatePool, createPool } from './trust-anchors.js'
import { TrustBudget } from './trust-paths.js'
import type { Finding, PadesLevel, TimestampReport, TrustReport } from './trust-report.js'
import { gatherValidationData, type StoredMaterial } from './validation-data.js'

/** One signature as far as trust and time need it. */
export interface TrustSubject {
  readonly integrity: IntegrityResult
  readonly subFilter: string | undefined
  readonly isTimestamp: boolean
  /** When the signer claims to have signed. */
  readonly claimed: Date | undefined
  /** The revision that the signature ends; undefined when it does not end one, and then it proves nothing about others. */
  readonly signedRevision: SignedRevision | undefined
}

/** The state of the file that a signature ends. */
export interface SignedRevision {
  readonly index: number
  /** Whether there is a document security store in it. */
  readonly holdsStore: boolean
}

/** What is known about the signer and the time of one signature. */
export interface TrustVerdict {
  readonly trust: TrustReport
  /** The signature's time stamp, or that which a document time stamp is. */
  readonly timestamp: TimestampReport | null
  /** The earliest time that an accepted time stamp proves for the signature. */
  readonly provenAt: Date | undefined
  readonly padesLevel: PadesLevel | null
  readonly warnings: readonly Finding[]
}

export interface TrustVerdictOptions {
  /** See {@link readTrustAnchors}. */
  readonly anchors: CertificatePool | undefined
  /** For time-stamping authorities; the same as `anchors` unless the host tells them apart. */
  readonly timestampAnchors: CertificatePool | undefined
  readonly now: Date
  readonly fetchRevocation?: RevocationFetcher | undefined
  readonly requireRevocation?: boolean | undefined
}

/**
 * Judges trust and time of every signature.
 *
 * @param dss the validation data that the file keeps
 * @param subjects its signatures and document time stamps, in any order
 * @returns a verdict for each, in the same order
 */
export async function evaluateTrustVerdicts(
  dss: StoredMaterial,
  subjects: readonly TrustSubject[],
  options: TrustVerdictOptions,
): Promise<TrustVerdict[]> {
  const { anchors, timestampAnchors, now, fetchRevocation, requireRevocation } = options
  const hasAnchors = anchors !== undefined || timestampAnchors !== undefined
  // Without anchors no chain is built, and nothing of this is asked for.
  const { certificates, revocation } = hasAnchors
    ? gatherValidationData(
        dss,
        subjects.map(({ integrity }) => integrity),
      )
    : { certificates: [], revocation: readRevocationData([], []) }
  const shared = { now, revocation, budget: new TrustBudget(subjects.length), fetchRevocation, requireRevocation }
  const pool = createPool(certificates)
  const stamping = { ...shared, anchors: timestampAnchors }

  const documentStamps = new Map<TrustSubject, TimestampResult>()
  for (const subject of subjects) {
    if (!subject.isTimestamp) continue
    documentStamps.set(subject, await checkDocumentTimestamp(subject.integrity, pool, stamping))
  }

  const verdicts: TrustVerdict[] = []
  for (const subject of subjects) {
    const own = documentStamps.get(subject)
    const covering = coveringStamps(subject, documentStamps)
    const archiveTime = earliest(covering.map(({ result }) => result.time))
    if (own !== undefined) {
      const provenAt = earliest([own.time, archiveTime])
      const { report } = own
      verdicts.push({ trust: report.trust, timestamp: report, provenAt, padesLevel: null, warnings: [] })
      continue
    }
    const stamp = await checkOwnStamp(subject, pool, stamping)
    const provenAt = earliest([stamp?.time, archiveTime])
    const result = await judgeSigner(subject, pool, { ...shared, anchors, provenAt })
    verdicts.push({
      trust: result.report,
      timestamp: stamp?.report ?? null,
      provenAt,
      padesLevel: levelOf(subject, dss, stamp, covering),
      warnings: [
        ...result.warnings,
        ...timeWarnings(subject, stamp, archiveTime, provenAt),
        ...(dss.isMalformed ? [MALFORMED] : []),
      ],
    })
  }
  return verdicts
}

const MALFORMED: Finding = { code: 'dss_malformed', message: 'Validation data in the document cannot be read.' }

interface CoveringStamp {
  readonly subject: TrustSubject
  readonly result: TimestampResult
}

/** Document time stamps of later revisions: they cover all that came before them. */
function coveringStamps(subject: TrustSubject, stamps: ReadonlyMap<TrustSubject, TimestampResult>): CoveringStamp[] {
  const own = subject.signedRevision
  if (own === undefined) return []
  return [...stamps].flatMap(([stamp, result]) =>
    stamp.signedRevision !== undefined && stamp.signedRevision.index > own.index ? [{ subject: stamp, result }] : [],
  )
}

function earliest(times: readonly (Date | undefined)[]): Date | undefined {
  return times.reduce(
    (first, time) => (first === undefined || (time !== undefined && time < first) ? time : first),
    undefined,
  )
}

async function checkOwnStamp(
  { integrity }: TrustSubject,
  pool: CertificatePool,
  options: Parameters<typeof checkSignatureTimestamp>[3],
): Promise<TimestampResult | undefined> {
  const { timestampToken, signatureValue } = integrity
  if (timestampToken === undefined || signatureValue === undefined) return undefined
  return checkSignatureTimestamp(timestampToken, signatureValue, pool, options)
}

interface JudgeOptions extends Omit<Parameters<typeof evaluateTrust>[2], 'purpose' | 'at' | 'isTimeProven'> {
  readonly provenAt: Date | undefined
}

async function judgeSigner(subject: TrustSubject, pool: CertificatePool, options: JudgeOptions): Promise<TrustResult> {
  const { certificate } = subject.integrity
  const { provenAt, now, anchors } = options
  if (certificate === undefined) {
    const findings: Finding[] =
      anchors === undefined
        ? []
        : [{ code: 'signer_certificate_missing', message: "The signer's certificate is not known." }]
    const report: TrustReport = {
      status: anchors === undefined ? 'not_evaluated' : 'untrusted',
      findings,
      chain: [],
      revocation: { status: 'not_evaluated', findings: [] },
    }
    return { report, path: [], warnings: [] }
  }
  // Nobody can have signed in the future: such a claim is not a time to judge by.
  const claimed = subject.claimed !== undefined && subject.claimed <= now ? subject.claimed : now
  return evaluateTrust(certificate, pool, {
    ...options,
    purpose: 'document-signing',
    at: provenAt ?? claimed,
    isTimeProven: provenAt !== undefined,
  })
}

/** Clocks differ: this much is no contradiction. In milliseconds. */
const CLOCK_TOLERANCE = 5 * 60_000

function timeWarnings(
  { claimed }: TrustSubject,
  stamp: TimestampResult | undefined,
  archiveTime: Date | undefined,
  provenAt: Date | undefined,
): Finding[] {
  const warnings: Finding[] = []
  if (claimed !== undefined && provenAt !== undefined && claimed.getTime() > provenAt.getTime() + CLOCK_TOLERANCE) {
    const message = 'The signer claims a time later than that which a time stamp proves.'
    warnings.push({ code: 'claimed_time_after_timestamp', message })
  }
  if (stamp?.time !== undefined && archiveTime !== undefined && stamp.time > archiveTime) {
    const message = 'The time stamp of the signature is later than one over the document that holds it.'
    warnings.push({ code: 'timestamp_order', message })
  }
  if (stamp !== undefined && stamp.report.status !== 'valid') {
    const [finding] = stamp.report.findings
    const message = `The time stamp of the signature is ${stamp.report.status}: ${finding?.message ?? 'it cannot be judged.'}`
    warnings.push({ code: 'timestamp_not_valid', message })
  }
  return warnings
}

function levelOf(
  { subFilter, integrity }: TrustSubject,
  dss: StoredMaterial,
  stamp: TimestampResult | undefined,
  covering: readonly CoveringStamp[],
): PadesLevel | null {
  const intact = covering.filter(({ result }) => result.report.status === 'valid')
  return detectPadesLevel({
    subFilter,
    bindsCertificate: integrity.bindsCertificate,
    hasTimestamp: stamp?.report.status === 'valid' || intact.length > 0,
    hasValidationData: dss.crls.length + dss.ocsps.length > 0,
    hasArchiveTimestamp: intact.some(({ subject }) => subject.signedRevision?.holdsStore === true),
  })
}

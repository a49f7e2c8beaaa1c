/**
 * Trust and time for all signatures of a document together: its time stamps prove when the others were made, and its
 * validation data serves them all (EN 319 102-1, 5.6.3).
 *
 * @module
 */

import { DEFAULT_FRESHNESS, type RevocationFreshness } from './freshness.js'
import type { MissingEvidence } from './long-term.js'
import { detectPadesLevel, type LevelSubject, levelOf } from './pades-level.js'
import { type Proof, ProofsOfExistence, placeOfSignature } from './proofs.js'
import { RevocationStatements } from './revocation.js'
import { RevocationData } from './revocation-data.js'
import { judgeSignature, type SignatureVerdict } from './signature-over-time.js'
import type { TimeContext } from './time-sliding.js'
import { checkDocumentTimestamp, type TimestampResult } from './timestamps.js'
import { type RevocationFetcher, UNTRIED_TRUST } from './trust.js'
import { type CertificatePool, createPool } from './trust-anchors.js'
import { TrustBudget } from './trust-paths.js'
import type { Finding, PadesLevel } from './trust-report.js'
import type { TrustSubject } from './trust-subject.js'
import { gatherValidationData, type StoredMaterial, type ValidationData } from './validation-data.js'

/** What is known about the signer and the time of one signature. */
export interface TrustVerdict extends SignatureVerdict {
  readonly padesLevel: PadesLevel | null
  /** What the next level lacks: see {@link LevelResult}. */
  readonly missing: readonly MissingEvidence[]
}

/** A document, or an earlier revision of it, that the host itself knew at a time. */
export interface HostProof {
  readonly proof: Proof
  /** Index of the last revision that it proves. */
  readonly revision: number
}

export interface TrustVerdictOptions {
  /** See {@link readTrustAnchors}. */
  readonly anchors: CertificatePool | undefined
  /** For time-stamping authorities; the same as `anchors` unless the host tells them apart. */
  readonly timestampAnchors: CertificatePool | undefined
  /** The present. */
  readonly now: Date
  /** The moment of which the document is judged. Default: the present. */
  readonly asOf?: Date | undefined
  readonly hostProofs?: readonly HostProof[]
  readonly freshness?: RevocationFreshness | undefined
  readonly fetchRevocation?: RevocationFetcher | undefined
  readonly requireRevocation?: boolean | undefined
}

const MALFORMED: Finding = { code: 'dss_malformed', message: 'Validation data in the document cannot be read.' }

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
  if (isUntimed(subjects, options)) return subjects.map((subject) => untimedVerdict(subject, dss.isMalformed))
  const { anchors, timestampAnchors, fetchRevocation } = options
  const budget = new TrustBudget(subjects.length)
  const data = isDataUsed(dss, subjects, options) ? gatherValidationData(dss, subjects) : NO_DATA
  const pool = createPool(data.certificates)
  const context = contextOf(data, budget, options)
  const shared = { budget, fetchRevocation, context }
  const hasStamps = subjects.some(({ isTimestamp }) => isTimestamp)
  const stamps = hasStamps
    ? await judgeDocumentStamps(subjects, pool, { ...shared, anchors: timestampAnchors })
    : NO_STAMPS
  const judged: { subject: TrustSubject; verdict: SignatureVerdict; level: LevelSubject }[] = []
  for (const subject of subjects) {
    const ownStamp = stamps.get(subject)
    const parts = { ...shared, anchors, timestampAnchors, pool, ownStamp }
    const { verdict, level } = await judgeSignature(subject, parts)
    judged.push({ subject, verdict, level })
  }
  return judged.map(({ subject, verdict, level }) => {
    if (subject.isTimestamp) return { ...verdict, padesLevel: null, missing: [] }
    const parts = { stamps, pool, budget, context, anchors, timestampAnchors }
    return {
      ...verdict,
      ...levelOf(subject, level, parts),
      warnings: [...verdict.warnings, ...(dss.isMalformed ? [MALFORMED] : [])],
    }
  })
}

/** Whether there is nothing that trust or time could be judged by: no anchor, no time stamp, no proof of the host. */
function isUntimed(subjects: readonly TrustSubject[], options: TrustVerdictOptions): boolean {
  const { anchors, timestampAnchors, asOf, hostProofs = [] } = options
  if (anchors !== undefined || timestampAnchors !== undefined || asOf !== undefined || hostProofs.length > 0)
    return false
  return subjects.every(
    ({ isTimestamp, integrity: { timestampTokens, contentStamps } }) =>
      !isTimestamp && timestampTokens.length === 0 && contentStamps.length === 0,
  )
}

/** What {@link judgeSignature} and {@link levelOf} come to where nothing can be judged by. */
function untimedVerdict({ subFilter, integrity }: TrustSubject, isMalformed: boolean): TrustVerdict {
  const { bindsCertificate } = integrity
  const evidence = { hasTimestamp: false, hasValidationData: false, hasArchiveTimestamp: false }
  return {
    trust: UNTRIED_TRUST,
    timestamp: null,
    timestamps: [],
    contentTimestamps: [],
    madeAfter: undefined,
    proofs: [],
    time: undefined,
    padesLevel: detectPadesLevel({ subFilter, bindsCertificate, ...evidence }),
    missing: [],
    warnings: isMalformed ? [MALFORMED] : [],
  }
}

const NO_STAMPS: ReadonlyMap<TrustSubject, TimestampResult> = new Map()

const NO_DATA: ValidationData = {
  certificates: [],
  revocation: new RevocationData(),
  placeOf: () => undefined,
}

/** Without anchors no chain is built; the PAdES level alone asks what the file holds, and only of what has a time stamp. */
function isDataUsed(
  { crls, ocsps }: StoredMaterial,
  subjects: readonly TrustSubject[],
  { anchors, timestampAnchors }: TrustVerdictOptions,
): boolean {
  if (anchors !== undefined || timestampAnchors !== undefined) return true
  return subjects.some(
    ({ isTimestamp, integrity }) =>
      (isTimestamp || integrity.timestampTokens.length > 0) &&
      crls.length + ocsps.length + (integrity.revocationArchival === undefined ? 0 : 1) > 0,
  )
}

function contextOf(data: ValidationData, budget: TrustBudget, options: TrustVerdictOptions): TimeContext {
  const { now, asOf = now, freshness = DEFAULT_FRESHNESS, requireRevocation = false, hostProofs = [] } = options
  const proofs = new ProofsOfExistence()
  for (const { proof, revision } of hostProofs) if (proof.time <= asOf) proofs.addHostProof(proof, revision)
  return {
    asOf,
    now: new Date(Math.max(asOf.getTime(), now.getTime())),
    statements: new RevocationStatements(data.revocation, budget),
    proofs,
    freshness,
    requireRevocation,
    placeOf: (certificate) => data.placeOf(certificate),
  }
}

/** From the newest to the oldest (5.6.3.4): each that is good proves what stands in the revisions before it. */
async function judgeDocumentStamps(
  subjects: readonly TrustSubject[],
  pool: CertificatePool,
  options: Parameters<typeof checkDocumentTimestamp>[2],
): Promise<ReadonlyMap<TrustSubject, TimestampResult>> {
  const { proofs } = options.context
  const results = new Map<TrustSubject, TimestampResult>()
  const stamps = subjects.filter(({ isTimestamp }) => isTimestamp)
  for (const stamp of stamps.toSorted((a, b) => (b.revision ?? -1) - (a.revision ?? -1))) {
    const { revision, fieldName, integrity } = stamp
    const own = proofs.allOf(placeOf(stamp))
    const result = await checkDocumentTimestamp(integrity, pool, { ...options, proofs: own })
    results.set(stamp, result)
    if (result.time === undefined || revision === undefined) continue
    proofs.addDocumentStamp({ time: result.time, kind: 'document-timestamp', name: fieldName }, revision)
  }
  return results
}

function placeOf({ revision }: TrustSubject) {
  return revision === undefined ? undefined : placeOfSignature(revision)
}

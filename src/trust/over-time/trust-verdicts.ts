/**
 * Judges trust and time for all signatures of a document together: its time stamps prove when the others were made, and its
 * validation data serves all of them (EN 319 102-1, 5.6.3).
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { TrustBudget } from '../paths/trust-paths.js'
import type { SignerQualification } from '../qualification/conclude-qualification.js'
import type { TrustLists } from '../qualification/trust-service.js'
import { CLOCK_TOLERANCE_MS, DEFAULT_FRESHNESS, type RevocationFreshness } from '../revocation/freshness.js'
import { RevocationStatements } from '../revocation/revocation.js'
import { RevocationData, type StoredItem } from '../revocation/revocation-data.js'
import type { RevocationFetcher } from '../revocation/revocation-fetcher.js'
import { isFinal, type RevocationStatement } from '../revocation/revocation-statement.js'
import { type CertificatePool, createPool } from '../trust-anchors.js'
import type { Finding, PadesLevel, ProofReport } from '../trust-report.js'
import type { MissingEvidence } from './long-term.js'
import { detectPadesLevel, type LevelSubject, levelOf } from './pades-level.js'
import { type Proof, ProofsOfExistence, placeOfSignature, reportProof } from './proofs.js'
import { judgeSignature, type SignatureVerdict } from './signature-over-time.js'
import type { TimeContext, UnknownRevocation } from './time-context.js'
import { checkDocumentTimestamp, type StampQualifier, type TimestampResult } from './timestamps.js'
import { type ListedAnchors, UNTRIED_TRUST } from './trust.js'
import type { TrustSubject } from './trust-subject.js'
import { gatherValidationData, type StoredMaterial, type ValidationData } from './validation-data.js'

/** Verdict about the signer and the time of one signature. */
export interface TrustVerdict extends SignatureVerdict {
  readonly padesLevel: PadesLevel | null
  /** What the next level lacks: see {@link LevelResult}. */
  readonly missing: readonly MissingEvidence[]
  /** The signer's qualification by trusted lists; `undefined` without lists or without a signer. */
  readonly qualification?: SignerQualification | undefined
}

/** The certificates by which one signature was judged. Each path begins with the certificate that signed. */
export interface JudgedPaths {
  readonly path: readonly Certificate[]
  /** The paths of the signature's time stamps. A document time stamp has one path here: its own. */
  readonly stamps: readonly (readonly Certificate[])[]
  readonly contentStamps: readonly (readonly Certificate[])[]
}

/** The objects that all verdicts of a document rest on. */
export interface JudgedBasis {
  /** Statements of issuers about a certificate, the newest first, and the one that counts. */
  factAbout(certificate: Certificate, issuer: Certificate): StatedFact
  /** Proofs that something existed, the earliest first. */
  proofsOf(thing: Certificate | StoredItem): readonly ProofReport[]
  /** The paths of each signature, in the order of the verdicts. */
  readonly paths: readonly JudgedPaths[]
}

/** See {@link JudgedBasis}. */
interface StatedFact {
  readonly statements: readonly RevocationStatement[]
  /** A revocation, which is final, whoever states it; otherwise the newest statement. */
  readonly decisive: RevocationStatement | undefined
}

/** The host's knowledge that a document, or an earlier revision of it, existed at a time. */
export interface HostProof {
  readonly proof: Proof
  /** Index of the last revision that it proves. */
  readonly revision: number
}

export interface TrustVerdictOptions {
  /** See {@link readTrustAnchors}. */
  readonly anchors: CertificatePool | undefined
  /** Anchors for time-stamping authorities; equal to `anchors` unless the host distinguishes them. */
  readonly timestampAnchors: CertificatePool | undefined
  /** Trusted lists in addition to `anchors` or `timestampAnchors`. */
  readonly lists?: readonly TrustLists[] | undefined
  readonly timestampLists?: readonly TrustLists[] | undefined
  /** The present. */
  readonly now: Date
  /** The moment for which the document is judged. Default: the present. */
  readonly asOf?: Date | undefined
  readonly hostProofs?: readonly HostProof[]
  readonly freshness?: RevocationFreshness | undefined
  readonly fetchRevocation?: RevocationFetcher | undefined
  /** Outcome for unknown revocation. Default `indicate`. */
  readonly unknownRevocation?: UnknownRevocation | undefined
  readonly sha1Until?: Date | undefined
  /** Receives the objects that the verdicts rest on. */
  readonly onBasis?: ((basis: JudgedBasis) => void) | undefined
}

const MALFORMED: Finding = { code: 'dss_malformed', message: 'Validation data in the document cannot be read.' }

/**
 * Judges trust and time of every signature.
 *
 * @param dss validation data in the file
 * @param subjects its signatures and document time stamps, in any order
 * @returns a verdict for each, in the same order
 */
export async function evaluateTrustVerdicts(
  dss: StoredMaterial,
  subjects: readonly TrustSubject[],
  options: TrustVerdictOptions,
): Promise<TrustVerdict[]> {
  if (isUntimed(subjects, options)) return subjects.map((subject) => untimedVerdict(subject, dss.isMalformed))
  const { fetchRevocation } = options
  const budget = new TrustBudget(subjects.length)
  const data = isDataUsed(dss, subjects, options) ? gatherValidationData(dss, subjects) : NO_DATA
  const pool = createPool(data.certificates)
  const consulted = await consultLists(data.certificates, options)
  const { anchors, timestampAnchors, listed, timestampListed, qualifyStamp } = consulted
  const known = { pool, anchors: joinPools(anchors, timestampAnchors) }
  const context = contextOf(data, new RevocationStatements(data.revocation, budget, known), options)
  const shared = { budget, fetchRevocation, context, qualifyStamp }
  const hasStamps = subjects.some(({ isTimestamp }) => isTimestamp)
  const stamps = hasStamps
    ? await judgeDocumentStamps(subjects, pool, { ...shared, anchors: timestampAnchors, listed: timestampListed })
    : NO_STAMPS
  const judged: { subject: TrustSubject; verdict: SignatureVerdict; level: LevelSubject }[] = []
  for (const subject of subjects) {
    const ownStamp = stamps.get(subject)
    const parts = { ...shared, anchors, timestampAnchors, listed, timestampListed, pool, ownStamp }
    const { verdict, level } = await judgeSignature(subject, parts)
    judged.push({ subject, verdict, level })
  }
  options.onBasis?.(basisOf(context, judged, stamps))
  return judged.map(({ subject, verdict, level }) => {
    if (subject.isTimestamp) return { ...verdict, padesLevel: null, missing: [] }
    const parts = { stamps, pool, budget, context, anchors, timestampAnchors }
    return {
      ...verdict,
      ...levelOf(subject, level, parts),
      qualification: consulted.qualify(level.path, level.proof?.time ?? context.asOf),
      warnings: [...verdict.warnings, ...(dss.isMalformed ? [MALFORMED] : [])],
    }
  })
}

function basisOf(
  context: TimeContext,
  judged: readonly { readonly subject: TrustSubject; readonly level: LevelSubject }[],
  stamps: ReadonlyMap<TrustSubject, TimestampResult>,
): JudgedBasis {
  const { statements, proofs, now } = context
  return {
    paths: judged.map(({ subject, level }) => pathsOf(level, stamps.get(subject))),
    factAbout(certificate, issuer) {
      const latest = now.getTime() + CLOCK_TOLERANCE_MS
      const found = statements.about(certificate, issuer).filter(({ thisUpdate }) => thisUpdate.getTime() <= latest)
      return { statements: found, decisive: found.find(isFinal) ?? found[0] }
    },
    proofsOf: (thing) =>
      proofs
        .allOf('place' in thing ? thing.place : context.placeOf(thing))
        .toSorted((a, b) => a.time.getTime() - b.time.getTime())
        .map(reportProof),
  }
}

function pathsOf({ path, stamps, contentStamps }: LevelSubject, ownStamp: TimestampResult | undefined): JudgedPaths {
  if (ownStamp !== undefined) return { path: ownStamp.path, stamps: [ownStamp.path], contentStamps: [] }
  return { path, stamps: stamps.map((stamp) => stamp.path), contentStamps: contentStamps.map((stamp) => stamp.path) }
}

/** True when there is nothing by which trust or time could be judged: no anchor, no time stamp, no proof of the host. */
function isUntimed(subjects: readonly TrustSubject[], options: TrustVerdictOptions): boolean {
  const { anchors, timestampAnchors, asOf, hostProofs = [], onBasis } = options
  if (hasLists(options) || onBasis !== undefined) return false
  if (anchors !== undefined || timestampAnchors !== undefined || asOf !== undefined || hostProofs.length > 0)
    return false
  return subjects.every(
    ({ isTimestamp, integrity: { timestampTokens, contentStamps } }) =>
      !isTimestamp && timestampTokens.length === 0 && contentStamps.length === 0,
  )
}

function hasLists({ lists = [], timestampLists = [] }: TrustVerdictOptions): boolean {
  return lists.length > 0 || timestampLists.length > 0
}

/** The result of {@link judgeSignature} and {@link levelOf} when there is nothing to judge by. */
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

/**
 * True when stored data is needed. Without anchors no chain is built, and only the PAdES level of time-stamped signatures
 * needs it.
 */
function isDataUsed(
  { crls, ocsps }: StoredMaterial,
  subjects: readonly TrustSubject[],
  options: TrustVerdictOptions,
): boolean {
  if (options.anchors !== undefined || options.timestampAnchors !== undefined || hasLists(options)) return true
  return subjects.some(
    ({ isTimestamp, integrity }) =>
      (isTimestamp || integrity.timestampTokens.length > 0) &&
      crls.length + ocsps.length + (integrity.revocationArchival === undefined ? 0 : 1) > 0,
  )
}

/** The anchors for one document: the host's own, and those of trusted lists for its certificates. */
interface Consulted {
  readonly anchors: CertificatePool | undefined
  readonly timestampAnchors: CertificatePool | undefined
  readonly listed: ListedAnchors | undefined
  readonly timestampListed: ListedAnchors | undefined
  readonly qualifyStamp: StampQualifier | undefined
  qualify(path: readonly Certificate[], time: Date): SignerQualification | undefined
}

/** Loads the code for trusted lists if there are any. */
async function consultLists(certificates: readonly Certificate[], options: TrustVerdictOptions): Promise<Consulted> {
  const { anchors, timestampAnchors, lists = [], timestampLists = lists } = options
  if (!hasLists(options)) {
    const none = { listed: undefined, timestampListed: undefined, qualifyStamp: undefined, qualify: () => undefined }
    return { anchors, timestampAnchors, ...none }
  }
  const { ListAnchors } = await import('../qualification/list-anchors.js')
  const { qualifySigner, qualifyTimestamp } = await import('../qualification/qualify-signature.js')
  const signing = lists.length === 0 ? undefined : await ListAnchors.find(lists, certificates, anchors)
  const isShared = timestampLists === lists && timestampAnchors === anchors
  const stamping =
    isShared || timestampLists.length === 0
      ? isShared
        ? signing
        : undefined
      : await ListAnchors.find(timestampLists, certificates, timestampAnchors)
  return {
    anchors: signing?.pool ?? anchors,
    timestampAnchors: stamping?.pool ?? timestampAnchors,
    listed: signing,
    timestampListed: stamping,
    qualifyStamp: stamping && ((path, time, indication) => qualifyTimestamp(path, stamping, time, indication)),
    qualify: (path, time) => signing && qualifySigner(path, signing, time),
  }
}

function joinPools(a: CertificatePool | undefined, b: CertificatePool | undefined): CertificatePool | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b
  return createPool([...a.byDer.values(), ...b.byDer.values()])
}

function contextOf(data: ValidationData, statements: RevocationStatements, options: TrustVerdictOptions): TimeContext {
  const { now, asOf = now, freshness = DEFAULT_FRESHNESS, hostProofs = [] } = options
  const { unknownRevocation = 'indicate', sha1Until } = options
  const proofs = new ProofsOfExistence()
  for (const { proof, revision } of hostProofs) if (proof.time <= asOf) proofs.addHostProof(proof, revision)
  return {
    asOf,
    now: new Date(Math.max(asOf.getTime(), now.getTime())),
    statements,
    proofs,
    freshness,
    requireRevocation: unknownRevocation === 'refuse',
    unknownRevocation,
    sha1Until,
    placeOf: (certificate) => data.placeOf(certificate),
  }
}

/**
 * Judges document time stamps from the newest to the oldest (5.6.3.4). Each good one proves the contents of the revisions
 * before it.
 */
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
    const { time, isUnconfirmed } = result
    if (time === undefined || revision === undefined) continue
    proofs.addDocumentStamp({ time, kind: 'document-timestamp', name: fieldName, isUnconfirmed }, revision)
  }
  return results
}

function placeOf({ revision }: TrustSubject) {
  return revision === undefined ? undefined : placeOfSignature(revision)
}

/**
 * Determines PAdES baseline levels (ETSI EN 319 142-1, 6) by what a file holds for one signature.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import { equalNames } from '../../cms/names.js'
import { largest, smallest } from '../../lists.js'
import { isPades } from '../integrity/sub-filters.js'
import { findPath, type TrustBudget } from '../paths/trust-paths.js'
import type { RevocationStatement } from '../revocation/revocation-statement.js'
import { type CertificatePool, createPool, isInPool } from '../trust-anchors.js'
import type { PadesLevel } from '../trust-report.js'
import { collectEvidence, type Evidence, type MissingEvidence } from './long-term.js'
import { type Place, type Proof, placeOfContents } from './proofs.js'
import type { TimeContext } from './time-context.js'
import type { TimestampResult } from './timestamps.js'
import type { TrustSubject } from './trust-subject.js'

interface PadesFacts {
  readonly subFilter: string | undefined
  /** True when a signing-certificate attribute binds the certificate. */
  readonly bindsCertificate: boolean
  /** True when an intact time stamp over the signature value or the document states when it was made. */
  readonly hasTimestamp: boolean
  /** True when the document holds the data that the paths of the signature and its time stamp need. */
  readonly hasValidationData: boolean
  /** True when an intact document time stamp covers that validation data. */
  readonly hasArchiveTimestamp: boolean
}

/** The level; null for anything but a PAdES baseline signature. Each level includes those below it. */
export function detectPadesLevel(facts: PadesFacts): PadesLevel | null {
  if (!isPades(facts.subFilter) || !facts.bindsCertificate) return null
  if (!facts.hasTimestamp) return 'B-B'
  if (!facts.hasValidationData) return 'B-T'
  return facts.hasArchiveTimestamp ? 'B-LTA' : 'B-LT'
}

/** Facts about a signature on which its level depends. */
export interface LevelSubject {
  /** The signature's own time stamps. */
  readonly stamps: readonly TimestampResult[]
  /** Time stamps over the content that was to be signed. */
  readonly contentStamps: readonly TimestampResult[]
  /** The signer's path; without anchors, only the certificate. */
  readonly path: readonly Certificate[]
  readonly proof: Proof | undefined
}

/** Facts that the signatures of one document share. */
interface LevelParts {
  /** Document time stamps. */
  readonly stamps: ReadonlyMap<TrustSubject, TimestampResult>
  readonly pool: CertificatePool
  readonly budget: TrustBudget
  readonly context: TimeContext
  readonly anchors: CertificatePool | undefined
  readonly timestampAnchors: CertificatePool | undefined
}

/** The level of one signature, and what a time-stamped one lacks for the next level. */
interface LevelResult {
  readonly padesLevel: PadesLevel | null
  /** Evidence that may be unavailable later; empty for a signature without a time stamp, which cannot have that level. */
  readonly missing: readonly MissingEvidence[]
}

/** Determines the level of one signature. */
export function levelOf(subject: TrustSubject, level: LevelSubject, parts: LevelParts): LevelResult {
  const { subFilter, integrity, revision } = subject
  const own = soundOf(level.stamps)
  const covering = coveringStamps(revision, parts)
  const facts = { subFilter, bindsCertificate: integrity.bindsCertificate }
  const without = {
    hasTimestamp: own.length + covering.length > 0,
    hasValidationData: false,
    hasArchiveTimestamp: false,
  }
  const plain = detectPadesLevel({ ...facts, ...without })
  if (plain !== 'B-T') return { padesLevel: plain, missing: [] }
  // Without a time stamp of its own, a signature relies on the oldest one over the document.
  const [oldest] = covering
  const livesBy = own.length > 0 ? own : oldest === undefined ? [] : [oldest.result]
  const signerPath = pathOf(level.path, 'document-signing', level.proof?.time ?? timeOf(livesBy), parts)
  const needs = [
    evidenceFor(signerPath, timeOf(livesBy), parts),
    ...[...livesBy, ...soundOf(level.contentStamps)].map((stamp) => {
      const at = new Date(stamp.report.time ?? 0)
      return evidenceFor(pathOf(stamp.path, 'time-stamping', at, parts), at, parts)
    }),
  ]
  const missing = needs.flatMap((need) => need.missing)
  if (missing.length > 0) return { padesLevel: plain, missing }
  const last = lastPlaceOf(needs)
  const isArchived = covering.some((stamp) => last !== undefined && last <= placeOfContents(stamp.revision))
  const full = { ...facts, hasTimestamp: true, hasValidationData: true, hasArchiveTimestamp: isArchived }
  return { padesLevel: detectPadesLevel(full), missing }
}

function soundOf(stamps: readonly TimestampResult[]): TimestampResult[] {
  return stamps.filter(({ report }) => report.status === 'valid')
}

interface CoveringStamp {
  readonly revision: number
  readonly result: TimestampResult
}

/** Intact document time stamps of later revisions, the oldest first. */
function coveringStamps(own: number | undefined, { stamps }: LevelParts): CoveringStamp[] {
  if (own === undefined) return []
  const covering = [...stamps].flatMap(([{ revision }, result]) =>
    revision !== undefined && revision > own && result.report.status === 'valid' ? [{ revision, result }] : [],
  )
  return covering.sort((a, b) => a.revision - b.revision)
}

function timeOf(stamps: readonly TimestampResult[]): Date {
  return new Date(smallest(stamps.flatMap(({ report }) => (report.time === null ? [] : Date.parse(report.time)))))
}

/** The judged path. When it leads to no anchor of the host, the path as far up as the certificates go. */
function pathOf(
  judged: readonly Certificate[],
  purpose: 'document-signing' | 'time-stamping',
  at: Date,
  { pool, budget, anchors, timestampAnchors }: LevelParts,
): { readonly path: readonly Certificate[]; readonly isComplete: boolean } {
  const own = purpose === 'time-stamping' ? timestampAnchors : anchors
  const [leaf] = judged
  if (leaf === undefined) return { path: [], isComplete: false }
  const end = judged.at(-1)
  if (own !== undefined && end !== undefined && isInPool(own, end)) return { path: judged, isComplete: true }
  const roots = createPool([...pool.byDer.values()].filter(({ subject, issuer }) => equalNames(subject, issuer)))
  const { path } = findPath(leaf, { anchors: roots, pool, at, purpose, budget })
  const last = path.at(-1)
  if (last !== undefined && isInPool(roots, last)) return { path, isComplete: true }
  // A file may omit roots, since everyone has those that they trust. If a host names its anchors, no other root is exempt.
  return { path, isComplete: own === undefined && path.length > 1 }
}

function evidenceFor(
  { path, isComplete }: ReturnType<typeof pathOf>,
  at: Date,
  { context: { statements, now, freshness } }: LevelParts,
): Evidence & { readonly path: readonly Certificate[] } {
  const isKept = ({ items }: RevocationStatement) => items.every(({ place }) => place !== undefined)
  if (path.length === 0) return { missing: [], statements: [], path }
  return { ...collectEvidence(path, isComplete, { statements, at, now, freshness, isKept }), path }
}

/** The latest place of all evidence; `undefined` when there is none that a time stamp could cover. */
function lastPlaceOf(needs: readonly Evidence[]): Place {
  const places = needs.flatMap(({ statements }) =>
    statements.flatMap(({ items }) => items.flatMap(({ place }) => place ?? [])),
  )
  return places.length === 0 ? undefined : largest(places)
}

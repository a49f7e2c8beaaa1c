/**
 * What the host states about time: the moment of judgement, and since when it has known documents.
 *
 * @module
 */

import {
  type Check,
  MOMENT,
  members,
  must,
  numberFrom,
  type OptionTable,
  oneOf,
  required,
  TEXT,
} from '../input/check-options.js'
import type { HostProof } from '../trust/verdicts.js'
import type { RevisionChain } from './revision-views.js'

/**
 * The host's own knowledge that a document, or an earlier revision of it, existed: from its archive, its event log, or a
 * notary. It is believed without being checked.
 *
 * @example
 * ```ts
 * const proofs: ExistenceProof[] = [{ since: new Date('2026-03-01'), sha256: archived.sha256, name: 'archive' }]
 * ```
 */
export interface ExistenceProof {
  /** A moment at which the document is known to have existed. */
  readonly since: Date
  /**
   * SHA-256 of the bytes that existed, in hexadecimal: of the document, or of one of its revisions before later ones were
   * appended. A digest that matches neither proves nothing. Default: the document as it is given.
   */
  readonly sha256?: string | undefined
  /** Name of the proof in the report. */
  readonly name?: string | undefined
}

/** Table of the members of an {@link ExistenceProof}. */
export const PROOF_TABLE: OptionTable<ExistenceProof> = {
  since: required(MOMENT),
  sha256: must('64 hexadecimal digits', (value) => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)),
  name: TEXT,
}

const FRESHNESS_TABLES = {
  interval: members({ mode: required(TEXT), maxAgeMs: numberFrom(0) }),
  'after-signature': members({ mode: required(TEXT), graceMs: numberFrom(0) }),
}
const FRESHNESS_MODE = { mode: required(oneOf(Object.keys(FRESHNESS_TABLES))) }

/** Check of a {@link RevocationFreshness}, whose modes have different members. */
export const FRESHNESS: Check = {
  find(value, path) {
    const mode: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'mode') : undefined
    const isKnown = mode === 'interval' || mode === 'after-signature'
    return (isKnown ? FRESHNESS_TABLES[mode] : members(FRESHNESS_MODE)).find(value, path)
  },
}

/**
 * Finds the revisions that the proofs of the host are about.
 *
 * @param sha256OfBeginning digest of a number of bytes from the start of the file, in hexadecimal
 */
export function placeProofs(
  proofs: readonly ExistenceProof[],
  { views }: RevisionChain,
  fileLength: number,
  sha256OfBeginning: (length: number) => string | undefined,
): HostProof[] {
  const last = views.length - 1
  let revisions: ReadonlyMap<string, number> | undefined
  return proofs.flatMap(({ since, sha256, name }) => {
    const proof = { time: since, kind: 'host', name: name ?? null } as const
    if (sha256 === undefined) return [{ proof, revision: last }]
    revisions ??= digestRevisions(views, fileLength, sha256OfBeginning)
    const revision = revisions.get(sha256.toLowerCase())
    return revision === undefined ? [] : [{ proof, revision }]
  })
}

/** Digests of all states of the file. Programs end a revision at its marker, or after the line end that follows. */
function digestRevisions(
  views: RevisionChain['views'],
  fileLength: number,
  sha256OfBeginning: (length: number) => string | undefined,
): ReadonlyMap<string, number> {
  const revisions = new Map<string, number>()
  for (const view of views) {
    const isLast = view === views.at(-1)
    for (const length of new Set([view.markerEnd, view.end, ...(isLast ? [fileLength] : [])])) {
      const digest = sha256OfBeginning(length)
      if (digest !== undefined && !revisions.has(digest)) revisions.set(digest, view.index)
    }
  }
  return revisions
}

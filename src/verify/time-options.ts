/**
 * What the host says about time: of which moment to judge, and what it has known since when.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { RevocationFreshness } from '../trust/freshness.js'
import type { HostProof } from '../trust/trust-verdicts.js'
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
  /** The moment at which it is known to have existed. */
  readonly since: Date
  /**
   * SHA-256 of the bytes that existed, hexadecimal: those of the document, or of one of its revisions, to which later ones
   * were appended. One that fits neither proves nothing. Default: the document as it is given.
   */
  readonly sha256?: string
  /** Names the proof in the report. */
  readonly name?: string
}

/**
 * Checks what the host says.
 *
 * @throws SealwrightError `invalid_request` for what makes no sense: passed over, it would change verdicts in silence
 */
export function assertTimeOptions(
  validationTime: unknown,
  proofs: unknown,
  freshness: RevocationFreshness | undefined,
): void {
  if (validationTime !== undefined && !isMoment(validationTime)) throw invalid('validationTime must be a valid Date.')
  if (proofs !== undefined && !Array.isArray(proofs)) throw invalid('proofs must be an array.')
  for (const proof of (proofs as readonly Partial<ExistenceProof>[] | undefined) ?? []) {
    if (!isMoment(proof?.since)) throw invalid('proofs: since must be a valid Date.')
    const { sha256, name } = proof
    if (sha256 !== undefined && !(typeof sha256 === 'string' && /^[0-9a-f]{64}$/i.test(sha256))) {
      throw invalid('proofs: sha256 must be 64 hexadecimal digits.')
    }
    if (name !== undefined && typeof name !== 'string') throw invalid('proofs: name must be text.')
  }
  if (freshness !== undefined && freshness.mode !== 'interval' && freshness.mode !== 'after-signature') {
    throw invalid('revocationFreshness: mode must be "interval" or "after-signature".')
  }
  for (const length of Object.values({ ...freshness, mode: 0 })) {
    if (length !== undefined && !(typeof length === 'number' && length >= 0)) {
      throw invalid('revocationFreshness: maxAgeMs and graceMs must be numbers from 0 on.')
    }
  }
}

function isMoment(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime())
}

function invalid(message: string): SealwrightError {
  return new SealwrightError('invalid_request', message)
}

/**
 * Finds what the proofs of the host are about.
 *
 * @param sha256OfBeginning digest of so many bytes from the start of the file, hexadecimal
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

/** Digests of all states of the file: programs end a revision at its marker, or behind the line end after it. */
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

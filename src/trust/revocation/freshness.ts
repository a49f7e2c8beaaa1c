/**
 * Decides how long a revocation statement counts as fresh (EN 319 102-1, 5.2.5).
 *
 * @module
 */

/**
 * `interval`: a statement is fresh from thisUpdate until nextUpdate, or for `maxAgeMs` where that is given.
 * `after-signature`: it must have been made after the time that it is used for, by at least `graceMs`: a revocation takes a
 * while to be reported. Then statements that were embedded while signing never suffice.
 */
export type RevocationFreshness =
  | { readonly mode: 'interval'; readonly maxAgeMs?: number }
  | { readonly mode: 'after-signature'; readonly graceMs?: number }

export const DEFAULT_FRESHNESS: RevocationFreshness = { mode: 'interval' }

/** Tolerance for clocks: a statement may seem to come from this far in the future, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

/** How long a statement without nextUpdate counts as fresh, in milliseconds. */
const DEFAULT_AGE_MS = 24 * 3_600_000

interface Issued {
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
}

/** True when a statement is fresh enough for a moment. A statement made after it always is. */
export function isFreshAt(statement: Issued, at: Date, freshness: RevocationFreshness): boolean {
  const { thisUpdate } = statement
  if (freshness.mode === 'after-signature') return thisUpdate.getTime() >= at.getTime() + (freshness.graceMs ?? 0)
  return thisUpdate >= at || freshUntil(statement, freshness).getTime() + CLOCK_TOLERANCE_MS >= at.getTime()
}

/**
 * The last moment that a statement vouches for. EN 319 102-1, 5.6.2.2.4, step c) uses the time of issuance, with which no
 * data embedded while signing could ever prove a signature, since it is older by seconds. A statement is fresh until
 * nextUpdate, so that is used here. In the mode `after-signature` the clause applies, less the grace time.
 */
export function freshUntil(statement: Issued, freshness: RevocationFreshness): Date {
  const { thisUpdate, nextUpdate } = statement
  if (freshness.mode === 'after-signature') return new Date(thisUpdate.getTime() - (freshness.graceMs ?? 0))
  const { maxAgeMs } = freshness
  if (maxAgeMs !== undefined) return new Date(thisUpdate.getTime() + maxAgeMs)
  return nextUpdate ?? new Date(thisUpdate.getTime() + DEFAULT_AGE_MS)
}

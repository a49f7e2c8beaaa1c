/**
 * Parts that few documents need. In this build they are always loaded. Builds for browsers and edge hosts use
 * `web/late-parts.ts` instead, which loads them when a document needs them.
 *
 * @module
 */

/** Runs work that may need such a part. */
export function withLateParts<T>(work: () => Promise<T>): Promise<T> {
  return work()
}

/** How many times a part was missing so far. Results that were computed while this number changed must not be kept. */
export function countMisses(): number {
  return 0
}

/** Loads all parts, before work that cannot be repeated. */
export async function loadLateParts(): Promise<void> {}

/**
 * Parts that few documents need. Here all of them are there from the start; `web/late-parts.ts` stands in for this module in
 * builds for browsers and edge hosts, which load them when a document needs them.
 *
 * @module
 */

/** Does something that may turn out to need such a part. */
export function withLateParts<T>(work: () => Promise<T>): Promise<T> {
  return work()
}

/** How often a part was missing so far. What was found out while that changed is not to be kept. */
export function countMisses(): number {
  return 0
}

/** Loads all of them, before something that cannot be done twice. */
export async function loadLateParts(): Promise<void> {}

/**
 * Keeps results that are computed once for a pair of revisions.
 *
 * @module
 */
import type { RevisionPair } from './revision-pair.js'

/**
 * Wraps a function so that it runs once for each pair, and its result is kept. Meant for sets in which many fields or
 * entries are looked up.
 *
 * ```ts
 * const namesOf = oncePerPair(collectNames)
 * ```
 */
export function oncePerPair<Pair extends RevisionPair, T extends object>(find: (pair: Pair) => T): (pair: Pair) => T {
  const known = new WeakMap<Pair, T>()
  return (pair) => {
    const before = known.get(pair)
    if (before !== undefined) return before
    const found = find(pair)
    known.set(pair, found)
    return found
  }
}

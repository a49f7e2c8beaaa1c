/**
 * What is found out about a pair of revisions once.
 *
 * @module
 */
import type { RevisionPair } from './revision-pair.js'

/**
 * The same function, which does its work once for each pair: for sets that hundreds of fields or entries are looked up in.
 *
 * ```ts
 * const namesOf = oncePerPair(collectNames)
 * ```
 */
export function oncePerPair<T extends object>(find: (pair: RevisionPair) => T): (pair: RevisionPair) => T {
  const known = new WeakMap<RevisionPair, T>()
  return (pair) => {
    const before = known.get(pair)
    if (before !== undefined) return before
    const found = find(pair)
    known.set(pair, found)
    return found
  }
}

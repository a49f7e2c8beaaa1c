/**
 * Object numbers that a revision frees and uses again with another generation (ISO 32000-2, 7.5.4), as Poppler does with a
 * field's former appearance.
 *
 * Some readers look for the generation that a reference names, others ignore it. They see the same if nothing refers to the
 * number.
 *
 * @module
 */
import { forEachReference, TRAILER } from '../reference-graph.js'
import type { RevisionPair } from '../revision-pair.js'
import { reject, type Verdict } from '../verdict.js'

export function* judgeGenerations(pair: RevisionPair): Generator<Verdict> {
  const regenerated = [...pair.view.defined].filter((num) => hasNewGeneration(pair, num))
  if (regenerated.length === 0) return
  const named = new Set<number>()
  for (const num of [TRAILER, ...pair.view.defined]) {
    pair.spend(1)
    forEachReference(pair.after(num), (target) => named.add(target))
  }
  for (const num of regenerated) {
    const [use] = pair.usages.usagesOf(num)
    if (use === undefined && !named.has(num)) continue
    yield reject('generation_changed', `Object ${num} changed its generation, and is still referred to`)
  }
}

function hasNewGeneration({ older, newer }: RevisionPair, num: number): boolean {
  const before = older.xref.generationOf(num)
  const after = newer.xref.generationOf(num)
  return before !== undefined && after !== undefined && before !== after
}

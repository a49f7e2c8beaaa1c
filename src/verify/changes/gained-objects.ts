/**
 * Finds the objects that a revision makes part of the document.
 *
 * @module
 */
import type { PdfObject } from '../../pdf/objects.js'
import { oncePerPair } from './once-per-pair.js'
import { forEachReference, TRAILER } from './reference-graph.js'
import type { RevisionPair } from './revision-pair.js'

/**
 * Numbers of all objects that the revision defines or that only the newer state leads to, including unused objects of earlier
 * revisions. Anything that a revision makes viewers draw or do for the first time is in one of them.
 */
export const gainedObjects = oncePerPair(findGained)

function findGained(pair: RevisionPair): ReadonlyMap<number, PdfObject> {
  const objects = new Map<number, PdfObject>()
  const pending: number[] = [TRAILER, ...pair.view.defined]
  for (let num = pending.pop(); num !== undefined; num = pending.pop()) {
    if (objects.has(num)) continue
    pair.spend(1)
    const object = pair.after(num)
    objects.set(num, object)
    forEachReference(object, (target) => {
      if (pair.isFresh(target) && !objects.has(target)) pending.push(target)
    })
  }
  return objects
}

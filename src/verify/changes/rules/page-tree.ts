/**
 * The page tree (ISO 32000-2, 7.7.3.2): describes what a changed node means for pages.
 *
 * @module
 */

import type { PdfDocument } from '../../../pdf/document.js'
import { differingKeys } from '../../../pdf/lookup.js'
import { type PdfDict, type PdfObject, PdfRef, PdfString } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey, type RejectedChange, reject, type Verdict } from '../verdict.js'

/** Judges a node of the page tree. No signature permits adding, removing or moving a page. */
export function* judgePageTree(pair: RevisionPair, before: PdfDict, after: PdfDict): Generator<Verdict> {
  const older = numbersOf(pair.oldValue(before, 'Kids'))
  const newer = numbersOf(pair.newValue(after, 'Kids'))
  pair.spend(older.length + newer.length)
  const oldSet = new Set(older)
  const newSet = new Set(newer)
  for (const num of newSet) {
    if (!oldSet.has(num)) yield rejectPage(pair, num, pair.newer, 'added')
  }
  for (const num of oldSet) {
    if (!newSet.has(num)) yield rejectPage(pair, num, pair.older, 'removed')
  }
  const kept = newer.filter((num) => oldSet.has(num))
  const expected = older.filter((num) => newSet.has(num))
  if (kept.length !== expected.length || kept.some((num, i) => num !== expected[i])) {
    yield reject('pages_reordered', 'Pages were put into another order')
  }
  const isExplained = kept.length !== newer.length || kept.length !== older.length
  for (const key of differingKeys(pair.older, before, pair.newer, after)) {
    if (key === 'Kids' && newer.length > 0 && isExplained) continue
    // A mark of some iText versions, which no reader uses.
    if (key === 'ITXT' && pair.newValue(after, key) instanceof PdfString) continue
    if (key === 'Count' && newSet.size !== oldSet.size) continue
    yield reject('page_tree_changed', `The entry ${quoteKey(key)} of the page tree was changed`)
  }
}

function rejectPage(pair: RevisionPair, num: number, document: PdfDocument, verb: 'added' | 'removed'): RejectedChange {
  const page = pair.pageNumber(num, document)
  const verdict = reject(`page_${verb}`, `${capital(pair.describePage(num, document))} ${verb}`)
  return page === undefined ? verdict : { ...verdict, place: { page } }
}

function numbersOf(object: PdfObject): number[] {
  return Array.isArray(object) ? object.flatMap((item) => (item instanceof PdfRef ? [item.num] : [])) : []
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

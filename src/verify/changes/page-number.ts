/**
 * Tells which page an object is (ISO 32000-2, 7.7.3).
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull, resolveOrNull } from '../../pdf/lookup.js'
import { numberOf, PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import { PDF_LIMITS } from '../../pdf/reading.js'

/** The number of a page, counted from 1; `undefined` for an object outside of the page tree. */
export function pageNumberOf(document: PdfDocument, num: number): number | undefined {
  const root = document.catalog.get('Pages')
  if (!(root instanceof PdfRef)) return undefined
  let position = 1
  let current = num
  for (let depth = 0; depth < PDF_LIMITS.maxPageTreeDepth; depth++) {
    if (current === root.num) return depth === 0 ? undefined : position
    const node = readOrNull(document, current)
    const parent = node instanceof PdfDict ? node.get('Parent') : undefined
    const parentDict = resolveOrNull(document, parent)
    if (!(parent instanceof PdfRef) || !(parentDict instanceof PdfDict)) return undefined
    const kids = resolveOrNull(document, parentDict.get('Kids'))
    if (!Array.isArray(kids)) return undefined
    const before = pagesBefore(document, kids).get(current)
    if (before === undefined) return undefined
    position += before
    current = parent.num
  }
  return undefined
}

/** What {@link pagesBefore} found. Each page of a long array is asked for. */
const COUNTED = new WeakMap<readonly PdfObject[], ReadonlyMap<number, number>>()

/** For each node of a /Kids array, how many pages stand before it in the array. */
function pagesBefore(document: PdfDocument, kids: readonly PdfObject[]): ReadonlyMap<number, number> {
  const known = COUNTED.get(kids)
  if (known !== undefined) return known
  const counts = new Map<number, number>()
  let pages = 0
  for (const kid of kids) {
    if (kid instanceof PdfRef && !counts.has(kid.num)) counts.set(kid.num, pages)
    pages += countPages(document, kid)
  }
  COUNTED.set(kids, counts)
  return counts
}

function countPages(document: PdfDocument, kid: unknown): number {
  const node = kid instanceof PdfRef ? readOrNull(document, kid.num) : null
  if (!(node instanceof PdfDict) || !node.has('Kids')) return 1
  const count = numberOf(resolveOrNull(document, node.get('Count')))
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : 0
}

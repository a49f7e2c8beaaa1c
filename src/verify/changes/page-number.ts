/**
 * Tells which page an object is (ISO 32000-2, 7.7.3).
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull, resolveOrNull } from '../../pdf/lookup.js'
import { numberOf, PdfDict, PdfRef } from '../../pdf/objects.js'
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
    const index = kids.findIndex((kid) => kid instanceof PdfRef && kid.num === current)
    if (index < 0) return undefined
    for (const kid of kids.slice(0, index)) position += countPages(document, kid)
    current = parent.num
  }
  return undefined
}

function countPages(document: PdfDocument, kid: unknown): number {
  const node = kid instanceof PdfRef ? readOrNull(document, kid.num) : null
  if (!(node instanceof PdfDict) || !node.has('Kids')) return 1
  const count = numberOf(resolveOrNull(document, node.get('Count')))
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : 0
}

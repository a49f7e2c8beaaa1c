/**
 * Finds content over a row of the certificate page. Even if it hides nothing, it would be taken for a part of the row:
 * another signature beside "Not yet signed", for example.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { isInvisible, rectangleOf } from '../../pdf/forms.js'
import type { Box } from '../../pdf/matrix.js'
import { nameOf, PdfDict, PdfRef } from '../../pdf/objects.js'

/**
 * Most annotations of one page that are examined. Our own pages have a few. Among more than these, every row counts as
 * covered.
 */
const MAX_ANNOTATIONS = 10_000

/**
 * Numbers of the rows of a page that share their place with something else.
 *
 * @param rows The places of the rows of all pages, by the numbers of their widgets.
 */
export function findCoveredRows(
  document: PdfDocument,
  page: PdfDict,
  rows: ReadonlyMap<number, Box>,
): ReadonlySet<number> {
  const items = document.lookupArray(page, 'Annots') ?? []
  const listed = items.flatMap((item) => (item instanceof PdfRef && rows.has(item.num) ? [item.num] : []))
  if (items.length > MAX_ANNOTATIONS) return new Set(listed)
  const covered = new Set<number>()
  for (const item of items) {
    if (item instanceof PdfRef && rows.has(item.num)) continue
    const box = placeOf(document, document.resolve(item))
    if (box === undefined) continue
    for (const row of listed) if (overlaps(box, rows.get(row) ?? box)) covered.add(row)
  }
  return covered
}

/** The place of an annotation; `undefined` when it is invisible. The window of a note does not belong to the page. */
function placeOf(document: PdfDocument, annotation: unknown): Box | undefined {
  if (!(annotation instanceof PdfDict) || isInvisible(document, annotation)) return undefined
  if (nameOf(document.lookup(annotation, 'Subtype')) === 'Popup') return undefined
  return rectangleOf(document, annotation)
}

function overlaps(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

/**
 * Checks that the rows of a certificate page are in their places: each beside the name of its party, in the order of the
 * record, and none over another.
 *
 * @module
 */
import type { AuditParty } from '../../audit/parties.js'
import type { ContentReader } from '../../ink/index.js'
import { rectangleOf } from '../../pdf/forms.js'
import type { Box } from '../../pdf/matrix.js'
import { type PdfDict, PdfRef } from '../../pdf/objects.js'
import { condense } from '../certificate-page-check.js'

/** A row with its widget. */
export interface PlacedRow {
  readonly party: AuditParty
  readonly widget: PdfDict
  readonly ref: PdfRef
}

/** What is wrong with the place of a row, as the end of a sentence after "the row"; `undefined` for rows in their places. */
export function findPlaceFaults(
  reader: ContentReader,
  pages: readonly PdfDict[],
  rows: readonly PlacedRow[],
): (string | undefined)[] {
  let above: { readonly page: number; readonly bottom: number } = { page: -1, bottom: Number.NEGATIVE_INFINITY }
  return rows.map((row) => {
    const page = pages.findIndex((dict) => listsWidget(reader, dict, row.ref))
    const rectangle = rectangleOf(reader.document, row.widget)
    const dict = pages[page]
    if (dict === undefined || rectangle === undefined) return 'does not stand on the certificate page'
    const top = page === above.page ? above.bottom : Number.POSITIVE_INFINITY
    const isNext = page > above.page || (page === above.page && rectangle[3] <= above.bottom)
    above = { page, bottom: rectangle[1] }
    if (!isNext) return 'does not stand in its order'
    if (!isWithin(rectangle, reader.pageBox(dict))) return 'stands partly outside of the page'
    return isNamed(reader, dict, row.party, [rectangle[1], top])
      ? undefined
      : 'does not stand beside the name of its party'
  })
}

function listsWidget({ document }: ContentReader, page: PdfDict, ref: PdfRef): boolean {
  return (document.lookupArray(page, 'Annots') ?? []).some((item) => item instanceof PdfRef && item.num === ref.num)
}

function isWithin(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

/** True when the page itself names the party between the row before and the foot of this one. */
function isNamed(
  reader: ContentReader,
  page: PdfDict,
  { name, email }: AuditParty,
  [bottom, top]: readonly [bottom: number, top: number],
): boolean {
  let text = ''
  for (const { glyph, isVisible, text: letter } of reader.visible(reader.page(page))) {
    const middle = (glyph.box[1] + glyph.box[3]) / 2
    if (isVisible && middle > bottom && middle < top) text += letter ?? ''
  }
  const shown = condense(text)
  // Characters that no font has are shown by number.
  return [name, email].filter((fact) => /^[\x20-\x7e]*$/.test(fact)).every((fact) => shown.includes(condense(fact)))
}

/**
 * What a row of the certificate page shows.
 *
 * @module
 */
import type { AuditParties } from '../../audit/parties.js'
import { type ContentReader, isUsedUp, readLines, type VisibleGlyph } from '../../ink/index.js'
import type { PdfDocument } from '../../pdf/document.js'
import { appearanceStreams, isInvisible, rectangleOf, shownAppearance } from '../../pdf/forms.js'
import type { Box } from '../../pdf/matrix.js'
import type { PdfDict } from '../../pdf/objects.js'
import { findLetterFault } from './row-letters.js'

/** The text of a row from left to right in any script, or a fault as the end of a sentence after "the row". */
type RowLook =
  | { readonly text: string; readonly glyphs: readonly VisibleGlyph[]; readonly rectangle: Box }
  | { readonly fault: string }

/**
 * Reads what the widget of a row shows. Anything but text and the bar at the left edge is a fault.
 *
 * @param parties They say in which colours the rows are written.
 */
export function readRowLook(reader: ContentReader, widget: PdfDict, parties: Pick<AuditParties, 'colors'>): RowLook {
  const { document } = reader
  const rectangle = rectangleOf(document, widget)
  if (rectangle === undefined || isInvisible(document, widget)) return { fault: 'cannot be seen' }
  if (hasOtherLooks(document, widget)) return { fault: 'has more than one look' }
  const stream = shownAppearance(document, widget)
  if (stream === undefined) return { fault: 'shows nothing' }
  const drawing = reader.appearance(stream, rectangle)
  if (drawing.unknown.length > 0 || isUsedUp(reader.budget)) return { fault: 'cannot be read' }
  const shapes = [...drawing.areas, ...(drawing.masks ?? [])]
  if (!shapes.every(({ box }) => isBar(box, rectangle))) return { fault: 'shows more than text' }
  const glyphs = reader.visible(drawing)
  if (!glyphs.every(isCertain)) return { fault: 'has letters that cannot be read for certain' }
  const lines = readLines(glyphs)
  const fault = findLetterFault(lines, parties)
  if (fault !== undefined) return { fault }
  return { text: lines.map((line) => line.text).join('\n'), glyphs, rectangle }
}

/** True for appearances of a pressed button, for several states, and for /MK, from which readers may choose. */
function hasOtherLooks(document: PdfDocument, widget: PdfDict): boolean {
  const places = [...appearanceStreams(document, widget).keys()]
  return places.length > 1 || places.some((place) => place !== 'N') || widget.has('MK') || widget.has('AS')
}

/** Width of the bar, and its largest distance from the edge, in points. */
const BAR = { width: 1.5, offset: 0.1 } as const

function isBar([left, , right]: Box, [edge]: Box): boolean {
  return left >= edge - BAR.offset && right <= edge + BAR.offset + BAR.width
}

function isCertain({ glyph, isVisible, text, doubts, meaning }: VisibleGlyph): boolean {
  if (text !== undefined && text.trim() === '') return true
  return isVisible && text !== undefined && doubts.length === 0 && meaning.trust !== 'contradicted' && isUpright(glyph)
}

/** True for letters that are not rotated, mirrored or stretched: a turned p is a d. */
function isUpright({ matrix: [a, b, c, d] }: VisibleGlyph['glyph']): boolean {
  return a > 0 && b === 0 && c === 0 && Math.abs(d - a) <= 0.02 * a
}

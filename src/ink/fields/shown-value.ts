/**
 * Whether the appearance of a field shows its value, and nothing else (ISO 32000-2, 12.5.5 and 12.7.4.3).
 *
 * @module
 */

import {
  cellsOf,
  type FieldState,
  FLAG_PASSWORD,
  hasOddRectangle,
  isComb,
  isInvisible,
  isListBox,
  normalizeCells,
  normalizeShown,
  rectangleOf,
  shownAppearance,
  valueText,
} from '../../pdf/forms.js'
import { PdfDict, type PdfStream } from '../../pdf/objects.js'
import { faultWithoutPlace, ODD_RECTANGLE } from '../annotations/annotation-drawings.js'
import { spend } from '../content/content-budget.js'
import type { DrawnStates } from '../drawn-states.js'
import { readLines } from '../text/text-order.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { findCellFault } from './comb.js'
import { type FieldLook, rotationOf, type ShownFault, textOfLines } from './field-look.js'
import { findMarkFault } from './field-marks.js'
import { formattedValue } from './formatted-value.js'
import {
  findGlyphFault,
  findInkFault,
  findOrderFault,
  findPositionFault,
  isInWinAnsi,
  isShownByAll,
} from './letter-faults.js'
import { findListFault, lettersInList } from './list-box.js'

/** Nanoseconds that judging a letter takes on an ordinary processor, rounded up. */
const READING_COST = 4000
const TOO_MUCH = 'there is too much text in all fields together'

/** Characters that readers show for those of a password. */
const MASK = /^[*\u2022\u25cf]*$/

/** What an appearance of a field shows. */
export interface ShownText {
  /** The text that is seen; empty when it is unknown. */
  readonly text: string
  /** The fault; `undefined` when the appearance shows the whole value of the field and nothing else. */
  readonly fault: ShownFault | undefined
  readonly glyphs: readonly VisibleGlyph[]
}

/**
 * The fault of a new appearance of a field; `undefined` when it shows the whole value and nothing else.
 *
 * @param widget The widget in the newer state, whose appearance is `stream`.
 */
function findShownFault(
  pair: DrawnStates,
  field: FieldState,
  widget: PdfDict,
  stream: PdfStream,
): ShownFault | undefined {
  return readShownText(pair, field, widget, stream).fault
}

/** The text that an appearance of a field shows in the newer state, with its fault. */
export function readShownText(pair: DrawnStates, field: FieldState, widget: PdfDict, stream: PdfStream): ShownText {
  const look = drawField(pair, field, widget, stream)
  if (look === undefined || 'kind' in look) return { text: '', fault: look, glyphs: [] }
  const fault =
    findLetterFault(pair, look, rotationOf(pair.newer, widget)) ??
    (isListBox(field) ? undefined : (findOrderFault(look) ?? findInkFault(pair, look, field.type === 'Ch')))
  const { glyphs, lines } = look
  return { text: textOfLines(lines), fault: fault ?? findTextFault(pair, field, look) ?? findSpokenFault(look), glyphs }
}

/** Why screen readers say another text than a field shows; `undefined` when they say the same. */
function findSpokenFault({ drawing: { spoken = [] }, lines }: FieldLook): ShownFault | undefined {
  const shown = normalizeShown(textOfLines(lines))
  const isSame = spoken.length <= 1 && spoken.every((text) => normalizeShown(text) === shown)
  return isSame ? undefined : { kind: 'unlike', detail: 'screen readers say another text than it shows' }
}

/** What a field draws; `undefined` for a field without area, which draws nothing. */
export function drawField(
  pair: DrawnStates,
  field: FieldState,
  widget: PdfDict,
  stream: PdfStream,
): FieldLook | ShownFault | undefined {
  const rectangle = rectangleOf(pair.newer, widget)
  const reader = pair.drawings.reader(pair.newer)
  if (rectangle === undefined) {
    const detail = hasOddRectangle(pair.newer, widget) ? ODD_RECTANGLE : faultWithoutPlace(reader, stream)
    return detail === undefined ? undefined : { kind: 'unknown', detail }
  }
  const drawing = reader.appearance(stream, rectangle)
  // This comes first: a drawing that reached a limit has more letters than are worth reading.
  const [unknown] = drawing.unknown
  if (unknown !== undefined) return { kind: 'unknown', detail: unknown.detail }
  const painted = reader.visible(drawing)
  // A drawing that many fields share is painted once, and read for each of them.
  if (!spend(pair.drawings.budget, 'work', READING_COST * painted.length)) return { kind: 'unknown', detail: TOO_MUCH }
  const glyphs = isListBox(field) ? lettersInList(painted, rectangle) : painted
  return { drawing, glyphs, rectangle, lines: readLines(glyphs) }
}

/** The look of a field with some of its letters only. */
export function lookOf({ drawing, rectangle }: FieldLook, glyphs: readonly VisibleGlyph[]): FieldLook {
  return { drawing, glyphs, rectangle, lines: readLines(glyphs) }
}

/** True for letters that only some readers have, and others leave out. Only meaningful for a drawing without faults. */
export function dependsOnReader(pair: DrawnStates, field: FieldState, widget: PdfDict, stream: PdfStream): boolean {
  // Few fields have to be drawn once more: all readers have the letters of Latin values.
  const rectangle = isInWinAnsi(valueText(pair.newer, field) ?? '') ? undefined : rectangleOf(pair.newer, widget)
  if (rectangle === undefined) return false
  const reader = pair.drawings.reader(pair.newer)
  const glyphs = reader.visible(reader.appearance(stream, rectangle))
  return glyphs.some(({ glyph, text }) => text !== undefined && !isShownByAll(glyph.font.facts, text))
}

function findLetterFault(pair: DrawnStates, look: FieldLook, rotation: number): ShownFault | undefined {
  for (const glyph of look.glyphs) {
    const fault = findGlyphFault(pair, glyph)
    if (fault !== undefined) return fault
  }
  return findPositionFault(look, rotation)
}

function findTextFault(pair: DrawnStates, field: FieldState, look: FieldLook): ShownFault | undefined {
  if (isListBox(field)) return findListFault(pair, field, look)
  const shown = textOfLines(look.lines)
  const isMasked = field.type === 'Tx' && (field.flags & FLAG_PASSWORD) !== 0
  // PDFBox, MuPDF and @libpdf/core show passwords in clear, which is the value.
  const isMask = isMasked && MASK.test(normalizeShown(shown))
  const fits = isMask || fitsValue(pair, field, shown)
  if (!fits) return { kind: 'mismatch', shown }
  return findCellFault(pair, field, look) ?? findMarkFault(look, cellsOf(pair.newer, field))
}

/** True for the value, and for the result of a signed format. */
function fitsValue(pair: DrawnStates, field: FieldState, shown: string): boolean {
  const normalize = isComb(field) ? normalizeCells : normalizeShown
  const value = valueText(pair.newer, field) ?? ''
  if (normalize(shown) === normalize(value)) return true
  const formatted = formattedValue(pair, field, value)
  return formatted !== undefined && normalize(shown) === normalize(formatted)
}

/** False when some appearance of the field in the newer state shows another text than its value, or cannot be read. */
export function showsItsValue(pair: DrawnStates, field: FieldState): boolean {
  return field.widgets.every(({ dict }) => {
    const stream = shownAppearance(pair.newer, dict)
    return stream === undefined || findShownFault(pair, field, dict, stream) === undefined
  })
}

/** True when a push-button, which has no value, shows the caption from which readers draw it (/MK /CA). */
export function showsItsCaption(pair: DrawnStates, field: FieldState): boolean {
  return field.widgets.every(({ dict }) => {
    const stream = shownAppearance(pair.newer, dict)
    if (stream === undefined || isInvisible(pair.newer, dict)) return true
    const looks = pair.newValue(dict, 'MK')
    const value = looks instanceof PdfDict ? looks.get('CA') : undefined
    // A caption is drawn like the value of a text field without flags.
    return findShownFault(pair, { ...field, type: 'Tx', flags: 0, value }, dict, stream) === undefined
  })
}

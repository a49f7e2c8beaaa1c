/**
 * List boxes (ISO 32000-2, 12.7.5.4). They show options from a first one on, with a background behind the selected ones.
 *
 * MuPDF draws no such background; for options with display names it does not draw the options either. A list that is filled in
 * may look like this, since it shows no other selection than its value, and the report names the value. A list that keeps its
 * value may not.
 *
 * @module
 */

import { chosenValues, type FieldState, normalizeShown, readFieldState, readOptions } from '../../pdf/forms.js'
import { resolveOrNull, sameValue } from '../../pdf/lookup.js'
import type { Box } from '../../pdf/matrix.js'
import { numberOf } from '../../pdf/objects.js'
import type { PaintedArea } from '../content/drawing.js'
import { asUprightBox } from '../content/path.js'
import type { DrawnStates } from '../drawn-states.js'
import { cellsOf } from '../raster/raster.js'
import { contrastOfMarks } from '../raster/sheet.js'
import type { TextLine } from '../text/text-order.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { type FieldLook, type ShownFault, textOfLines } from './field-look.js'
import { isAroundEdges, isGround } from './field-marks.js'

/** Share of a line's height that the background of a selected line covers at least. */
const BEHIND_SHARE = 0.55
/** Largest share that the background of a neighbour may touch: PDFBox places it too high for small letters. */
const TOUCHED_SHARE = 0.45

/** Largest thickness of a bar along an edge that counts as a part of the frame, in points. */
const MOST_FRAME = 2.5

/** Why a list box does not show its options with the selected ones highlighted; `undefined` when it does. */
export function findListFault(pair: DrawnStates, field: FieldState, look: FieldLook): ShownFault | undefined {
  const document = pair.newer
  const shown = look.lines.map((line) => normalizeShown(textOfLines([line]))).filter((text) => text !== '')
  const options = readOptions(document, field)
  const names = options.map((option) => normalizeShown(option.shown))
  const top = numberOf(resolveOrNull(document, field.dict.get('TI'))) ?? 0
  const isRefilled = isFilledAnew(pair, field)
  const first = shown.length === 0 && isRefilled ? 0 : startOf(shown, names, top)
  if (first === undefined) return { kind: 'mismatch', shown: textOfLines(look.lines) }
  if (!keepsIndices(pair, field)) {
    return { kind: 'unlike', detail: 'its list of chosen indices names other options than its value' }
  }
  const grounds = groundsOf(look)
  if (grounds === undefined) return { kind: 'unlike', detail: 'it draws something besides its options' }
  const highlight = new Highlights(pair, look, grounds)
  if (isRefilled && grounds.length === 0) return undefined
  const chosen = new Set(chosenValues(document, field))
  const lines = look.lines.filter((line) => normalizeShown(line.text) !== '')
  const isRight = lines.every((line, i) => {
    return highlight.isOn(line) === chosen.has(options[first + i]?.exported ?? '')
  })
  return isRight ? undefined : { kind: 'mismatch', shown: 'another option highlighted' }
}

function isFilledAnew(pair: DrawnStates, { num, value }: FieldState): boolean {
  const before = readFieldState(pair.older, num)
  return before !== undefined && !sameValue(pair.older, before.value, pair.newer, value)
}

/** The index of the option on the first line: /TI, or the first place where all lines fit. */
function startOf(shown: readonly string[], names: readonly string[], top: number): number | undefined {
  // A list without options shows nothing; any other list shows at least one.
  if (shown.length === 0) return names.length === 0 ? 0 : undefined
  const fits = (first: number) => first >= 0 && shown.every((text, i) => text === names[first + i])
  if (fits(top)) return top
  const first = names.findIndex((_, i) => fits(i))
  return first < 0 ? undefined : first
}

/**
 * False when the revision sets the indices (/I) of a choice field to other options than its value. MuPDF leaves the signed
 * indices when the value changes. That is permitted: the value counts (Table 234), and readers that prefer the indices, such as
 * Poppler, show what was signed.
 */
export function keepsIndices(pair: DrawnStates, field: FieldState): boolean {
  const before = readFieldState(pair.older, field.num)
  const isKept = sameValue(pair.older, before?.dict.get('I'), pair.newer, field.dict.get('I'))
  if (isKept && sameValue(pair.older, before?.value, pair.newer, field.value)) return true
  const signed = readFieldState(pair.signed, field.num)
  if (isKept && sameValue(pair.signed, signed?.dict.get('I'), pair.newer, field.dict.get('I'))) return true
  const indices = resolveOrNull(pair.newer, field.dict.get('I'))
  if (indices === null) return true
  if (!Array.isArray(indices)) return false
  const chosen = new Set(chosenValues(pair.newer, field))
  const named = new Set(indices.map((item) => numberOf(resolveOrNull(pair.newer, item)) ?? -1))
  const options = readOptions(pair.newer, field)
  return (
    options.every(({ exported }, i) => chosen.has(exported) === named.has(i)) &&
    [...named].every((i) => i >= 0 && i < options.length)
  )
}

/** The backgrounds of single lines; `undefined` when anything else is drawn. */
function groundsOf({ drawing, rectangle, glyphs }: FieldLook): PaintedArea[] | undefined {
  const firstGlyph = glyphs[0]?.glyph.order ?? Number.POSITIVE_INFINITY
  const grounds: PaintedArea[] = []
  for (const area of drawing.areas) {
    if (area.paint.alpha === 0 || isThinFrame(area, rectangle)) continue
    if (!isWide(area, rectangle)) return undefined
    if (!isGround(area, rectangle, firstGlyph) || isPartial(area.box, rectangle)) grounds.push(area)
  }
  return grounds
}

/** True for a bar along an edge that is thinner than a line. A thicker one may be the background of the first option. */
function isThinFrame(area: PaintedArea, rectangle: Box): boolean {
  const isLine = isWide(area, rectangle) && area.box[3] - area.box[1] > MOST_FRAME
  return !isLine && area.path.every((piece) => isAroundEdges(area, piece, rectangle))
}

/** True for the bar behind a line: a rectangle in one colour. Any other shape could be read as a word, or a line through one. */
function isWide({ kind, box, path, paint, inPattern }: PaintedArea, [left, , right]: Box): boolean {
  const isBar = asUprightBox(path) !== undefined && paint.clip.depth === 0 && paint.colour !== undefined && !inPattern
  return kind === 'fill' && isBar && box[2] - box[0] >= BAR_SHARE * (right - left)
}

/** Smallest share of the list's width that the bar behind a line covers. */
const BAR_SHARE = 0.6

/** True for a background that leaves a part of the field uncovered that is as high as a line. */
function isPartial(box: Box, [, bottom, , top]: Box): boolean {
  return box[3] - box[1] < 0.85 * (top - bottom)
}

/** Cells per point of the grid on which a list is drawn. It has to separate lines of five points. */
const SCALE = 8
/** Most cells of that grid: a strip of a list of 100 by 62 points. In larger lists the cells are coarser. */
const MAX_CELLS = 40_000
/** Smallest difference in lightness by which a selected line is recognised. */
const LEAST_CONTRAST = 0.04

/** Finds the lines of a list that stand out from its background. Paint adds up, and what is painted over does not count. */
class Highlights {
  readonly #strip: Box
  readonly #contrast: ReturnType<typeof contrastOfMarks>

  constructor(pair: DrawnStates, { drawing, rectangle }: FieldLook, grounds: readonly PaintedArea[]) {
    const [left, bottom, right, top] = rectangle
    // Every bar is wide enough to cover the middle.
    const margin = (1 - BAR_SHARE) * (right - left)
    this.#strip = [left + margin, bottom, right - margin, top]
    const grid = { scale: SCALE, maxCells: MAX_CELLS, least: LEAST_CONTRAST }
    this.#contrast = contrastOfMarks(grounds, drawing.areas, this.#strip, pair.drawings.budget, grid)
  }

  /** Whether a line is highlighted; `undefined` when half of it is. Only the part within the field counts. */
  isOn({ box, glyphs }: TextLine): boolean | undefined {
    const [, low, , high] = glyphs[0]?.glyph.paint.clip.box ?? box
    const [left, , right] = this.#strip
    const line: Box = [left, Math.max(box[1], low), right, Math.min(box[3], high)]
    const { ink, frame } = this.#contrast
    const range = cellsOf(frame, line)
    if (range === undefined) return undefined
    let rows = 0
    for (let y = range.y0; y < range.y1; y++) {
      let on = 0
      for (let x = range.x0; x < range.x1; x++) on += ink[y * frame.width + x] ?? 0
      if (on >= (range.x1 - range.x0) / 2) rows++
    }
    const share = rows / (range.y1 - range.y0)
    if (share >= BEHIND_SHARE) return true
    return share > TOUCHED_SHARE ? undefined : false
  }
}

/** How far above the lower edge of the field a clip may end, in points. Frames of all widths lie below that. */
const EDGE_BAND = 6

/** The letters except for lines below the lower edge. Letters of a line that the edge cuts through count as seen. */
export function lettersInList(glyphs: readonly VisibleGlyph[], rectangle: Box): readonly VisibleGlyph[] {
  const cut = new Set(glyphs.filter((glyph) => isCutAtEdge(glyph, rectangle)))
  if (cut.size === 0) return glyphs
  const lines = new Set(glyphs.filter((glyph) => !cut.has(glyph) && !isBlank(glyph)).map(baselineOf))
  return glyphs.flatMap((glyph) => {
    if (!cut.has(glyph)) return [glyph]
    if (!lines.has(baselineOf(glyph))) return []
    return [glyph.hidden.length > 1 ? glyph : { ...glyph, isVisible: true, hidden: [] }]
  })
}

function isBlank({ text }: VisibleGlyph): boolean {
  return text !== undefined && text.trim() === ''
}

function isCutAtEdge({ glyph, hidden }: VisibleGlyph, rectangle: Box): boolean {
  if (!hidden.includes('clipped') || glyph.paint.clip.depth > 0) return false
  const [left, bottom, right] = glyph.paint.clip.box
  if (bottom - rectangle[1] > EDGE_BAND || !isUpright(glyph.quad)) return false
  const [x0, y0, x1, y1] = glyph.box
  return x0 >= left && x1 <= right && (y0 + y1) / 2 < bottom
}

/** True for letters that stand on a line from left to right. */
function isUpright([x0, y0, x1, y1]: VisibleGlyph['glyph']['quad']): boolean {
  return y0 === y1 && x1 >= x0
}

/** The baseline in tenths of a point, which is exact enough to separate lines. */
function baselineOf({ glyph }: VisibleGlyph): number {
  return Math.round(10 * (glyph.matrix[5] ?? 0))
}

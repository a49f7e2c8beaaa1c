/**
 * Combs (ISO 32000-2, Table 231, bit 25). Each letter has a cell of its own, beginning with the first cell or by the field's
 * alignment, with lines between the cells. The form around the cells gives each a meaning: an amount that is shifted by one cell
 * is ten times as much.
 *
 * @module
 */
import { cellsOf, type FieldState, inherited, valueText } from '../../pdf/forms.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import { type Box, intersectBoxes } from '../../pdf/matrix.js'
import { numberOf } from '../../pdf/objects.js'
import type { PaintedArea } from '../content/drawing.js'
import { asUprightBox, boxOfPath, type SubPath } from '../content/path.js'
import { widestExtent } from '../content/stroke.js'
import type { DrawnStates } from '../drawn-states.js'
import type { FieldLook, ShownFault } from './field-look.js'

/** Largest distance between the middles of a letter and its cell, in cells. */
const MAX_SLIP = 0.5
/** Values of /Q. */
const CENTRED = 1
const TO_THE_RIGHT = 2

/** Why the letters of a comb are misplaced; `undefined` for other fields. */
export function findCellFault(
  pair: DrawnStates,
  field: FieldState,
  { lines, rectangle }: FieldLook,
): ShownFault | undefined {
  const cells = cellsOf(pair.newer, field)
  const [line, ...others] = lines
  // Turned letters are visible as such. Only the field's own rotation causes that, and it was signed.
  if (cells === undefined || line === undefined || others.length > 0 || line.angle !== 0) return undefined
  const places = placesOf(valueText(pair.newer, field) ?? '')
  const letters = line.glyphs.filter(({ text }) => text?.trim() !== '')
  if (letters.length !== places.length) return undefined
  const [left, , right] = rectangle
  const width = (right - left) / cells
  const slips = letters.map(({ glyph: { box } }, i) => {
    return ((box[0] + box[2]) / 2 - left) / width - 0.5 - (places[i] ?? 0)
  })
  const length = (places.at(-1) ?? -1) + 1
  const isFine = startsOf(pair, field, cells - length).some((start) =>
    slips.every((slip) => Math.abs(slip - start) <= MAX_SLIP),
  )
  return isFine ? undefined : { kind: 'unlike', detail: 'its letters stand in other cells than those of its value' }
}

/** The positions of the letters in a text, without blanks. */
function placesOf(text: string): number[] {
  return Array.from(text).flatMap((character, i) => (character.trim() === '' ? [] : [i]))
}

/** The cells in which a text may begin that leaves `free` cells empty. */
function startsOf({ newer }: DrawnStates, { dict }: FieldState, free: number): number[] {
  const alignment = numberOf(resolveOrNull(newer, inherited(newer, dict, 'Q')))
  if (alignment === CENTRED) return [0, Math.floor(free / 2), Math.ceil(free / 2)]
  return alignment === TO_THE_RIGHT ? [0, free] : [0]
}

/** Smallest height of a line, as a share of the field's height. */
const LEAST_HEIGHT = 0.7
/** Largest width of a line, in points. */
const MOST_WIDTH = 2
/** Largest distance of a line from the edge of its cell, as a share of the cell and in points. */
const SLIP = [0.2, 2.5] as const
/** Differences between the ends of two lines that come from rounding, in points. */
const END_SLACK = 0.6
/** Differences between the distances of lines that come from rounding, in points. */
const PITCH_SLACK = 1.1
/** Differences between the widths of lines that come from rounding, in points. */
const WIDTH_SLACK = 0.1
/** Longest period of a dash pattern, in points. iText draws the lines of a dashed frame with one. */
const MOST_DASH = 12
/** Fewest periods of a dashed line. With fewer, what is left could be read as a dot or a hyphen. */
const LEAST_DASHES = 2
/** Horizontal extent up to which a line counts as upright, in points. */
const LEAN = 0.05

interface CombLine {
  readonly edge: number
  readonly x: number
  readonly low: number
  readonly high: number
  readonly width: number
  readonly look: string
}

/** Collects the lines between the cells of one field, and checks that they are complete. */
export class CombLines {
  readonly #rectangle: Box
  readonly #cells: number
  readonly #lines: CombLine[] = []
  #firstOrder = Number.POSITIVE_INFINITY

  constructor(rectangle: Box, cells: number) {
    this.#rectangle = rectangle
    this.#cells = cells
  }

  /** Takes one piece of a path; false when it is not a line between two cells. */
  take(area: PaintedArea, piece: SubPath): boolean {
    const line = this.#lineOf(area, piece)
    if (line === undefined) return false
    this.#lines.push(line)
    this.#firstOrder = Math.min(this.#firstOrder, area.order)
    return true
  }

  /** True when an item with the painting number `order` may cover a line. */
  isUnder(order: number): boolean {
    return order > this.#firstOrder
  }

  /** True when there are no lines, or one between any two neighbouring cells, all alike. */
  get isSet(): boolean {
    const lines = this.#lines.toSorted((a, b) => a.edge - b.edge)
    const [first] = lines
    if (first === undefined) return true
    const pitch = (this.#rectangle[2] - this.#rectangle[0]) / this.#cells
    const isAlike = (line: CombLine, i: number) => {
      const before = lines[i - 1]
      return (
        line.edge === i + 1 &&
        line.look === first.look &&
        Math.abs(line.width - first.width) <= WIDTH_SLACK &&
        Math.abs(line.low - first.low) <= END_SLACK &&
        Math.abs(line.high - first.high) <= END_SLACK &&
        (before === undefined || Math.abs(line.x - before.x - pitch) <= PITCH_SLACK)
      )
    }
    return lines.length === this.#cells - 1 && lines.every(isAlike)
  }

  #lineOf(area: PaintedArea, piece: SubPath): CombLine | undefined {
    const upright = asUpright(area, piece)
    // A path as clip or a mask may show parts of lines only, and so may anything that is not understood.
    if (upright === undefined || !isPaintedWhole(area)) return undefined
    const { box, width } = upright
    const seen = intersectBoxes(box, area.paint.clip.box)
    if (width > MOST_WIDTH || seen === undefined || seen[2] - seen[0] < box[2] - box[0] - LEAN) return undefined
    const [left, bottom, right, top] = this.#rectangle
    if (seen[3] - seen[1] < LEAST_HEIGHT * (top - bottom)) return undefined
    const cell = (right - left) / this.#cells
    const x = (box[0] + box[2]) / 2
    const edge = Math.round((x - left) / cell)
    const [share, points] = SLIP
    if (edge < 1 || edge >= this.#cells || Math.abs(x - left - edge * cell) > Math.min(share * cell, points))
      return undefined
    if (!isDashedEvenly(area, seen[3] - seen[1])) return undefined
    const { colour, alpha, blendMode } = area.paint
    const look = JSON.stringify([area.kind, colour, alpha, blendMode, area.style?.dashes, area.style?.dashPhase])
    return { edge, x, low: seen[1], high: seen[3], width, look }
  }
}

function isPaintedWhole({ paint, evenOdd, path, inPattern }: PaintedArea): boolean {
  const isPlain = paint.clip.depth === 0 && paint.clip.exact && !paint.isMasked && !paint.overprint && !inPattern
  const isKnown = paint.layer === 'shown' && paint.colour !== undefined && paint.blendMode === 'Normal'
  const isOneShape = !evenOdd || path.length === 1
  return isPlain && isKnown && isOneShape
}

/** True for a line without dashes, or with dashes at least as long as their gaps (8.4.3.6). */
function isDashedEvenly({ style }: PaintedArea, length: number): boolean {
  if (style === undefined || style.dashes.length === 0) return true
  const [dash = 0, gap = dash] = style.dashes
  const [, , c, d] = style.matrix
  const period = (dash + gap) * Math.hypot(c, d)
  const isShort = period <= MOST_DASH && LEAST_DASHES * period <= length
  return style.dashes.length <= 2 && dash >= gap && isShort
}

/** The box of a vertical line or of a filled bar, with the width in which it is drawn. */
function asUpright({ kind, style }: PaintedArea, piece: SubPath): { box: Box; width: number } | undefined {
  const box = boxOfPath([piece])
  if (box === undefined) return undefined
  if (kind === 'stroke') {
    const isStraight = box[2] - box[0] <= LEAN && piece.points.length === 4
    return isStraight && style !== undefined ? { box, width: widestExtent(style) } : undefined
  }
  const bar = asUprightBox([piece])
  return kind === 'fill' && bar !== undefined && bar[2] > bar[0] ? { box: bar, width: bar[2] - bar[0] } : undefined
}

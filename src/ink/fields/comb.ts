/**
 * Combs (ISO 32000-2, Table 231, bit 25): letters in cells, each in one of its own, from the first cell on or as the field is
 * aligned, and the lines between the cells. The form around the cells says what each of them means: an amount that is set one
 * cell further is ten times as much.
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

/** How far the middle of a letter may be from that of its cell, in cells. */
const MAX_SLIP = 0.5
/** Values of /Q. */
const CENTRED = 1
const TO_THE_RIGHT = 2

/** What is wrong with where the letters of a comb stand; `undefined` for fields that are none. */
export function findCellFault(
  pair: DrawnStates,
  field: FieldState,
  { lines, rectangle }: FieldLook,
): ShownFault | undefined {
  const cells = cellsOf(pair.newer, field)
  const [line, ...others] = lines
  // Turned letters are seen to be turned: only the field's own rotation can cause that, and it was signed.
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

/** The places of the letters of a text, blanks left out. */
function placesOf(text: string): number[] {
  return Array.from(text).flatMap((character, i) => (character.trim() === '' ? [] : [i]))
}

/** The cells in which a text may begin that leaves some of them free. */
function startsOf({ newer }: DrawnStates, { dict }: FieldState, free: number): number[] {
  const alignment = numberOf(resolveOrNull(newer, inherited(newer, dict, 'Q')))
  if (alignment === CENTRED) return [0, Math.floor(free / 2), Math.ceil(free / 2)]
  return alignment === TO_THE_RIGHT ? [0, free] : [0]
}

/** Share of the field's height that a line takes at least, and its greatest width in points. */
const LEAST_HEIGHT = 0.7
const MOST_WIDTH = 2
/** How far a line may stand from the edge of a cell: share of the cell, and points. */
const SLIP = [0.2, 2.5] as const
/** Differences between lines that come of rounding, in points: of their ends, and of their distances. */
const END_SLACK = 0.6
const PITCH_SLACK = 1.1
const WIDTH_SLACK = 0.1
/**
 * Longest dash with its gap, in points, and how often it comes again along a line at the least: what is left is read as
 * one line and not as a dot or a hyphen. iText draws the lines of a dashed frame so.
 */
const MOST_DASH = 12
const LEAST_DASHES = 2
/** A line this far from upright is upright, in points. */
const LEAN = 0.05

interface CombLine {
  readonly edge: number
  readonly x: number
  readonly low: number
  readonly high: number
  readonly width: number
  readonly look: string
}

/** Gathers the lines of one field, and tells whether they are a set. */
export class CombLines {
  readonly #rectangle: Box
  readonly #cells: number
  readonly #lines: CombLine[] = []
  #firstOrder = Number.POSITIVE_INFINITY

  constructor(rectangle: Box, cells: number) {
    this.#rectangle = rectangle
    this.#cells = cells
  }

  /** Takes one piece of a path; false for one that is no line between two cells. */
  take(area: PaintedArea, piece: SubPath): boolean {
    const line = this.#lineOf(area, piece)
    if (line === undefined) return false
    this.#lines.push(line)
    this.#firstOrder = Math.min(this.#firstOrder, area.order)
    return true
  }

  /** Whether something that is painted as number `order` may cover a line. */
  isUnder(order: number): boolean {
    return order > this.#firstOrder
  }

  /** True for no lines at all, and for one between each two cells, all alike. */
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
    // A path as clip or a mask shows parts of lines; what is not understood may do so too.
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

/** True for a line without dashes, or with some that are no shorter than their gaps (8.4.3.6). */
function isDashedEvenly({ style }: PaintedArea, length: number): boolean {
  if (style === undefined || style.dashes.length === 0) return true
  const [dash = 0, gap = dash] = style.dashes
  const [, , c, d] = style.matrix
  const period = (dash + gap) * Math.hypot(c, d)
  const isShort = period <= MOST_DASH && LEAST_DASHES * period <= length
  return style.dashes.length <= 2 && dash >= gap && isShort
}

/** The box of a line that goes straight up, or of a filled bar, and how wide it is drawn. */
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

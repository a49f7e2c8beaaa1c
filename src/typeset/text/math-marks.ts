/**
 * Accents, lines, braces and boxes at parts of equations. They are placed at the ink of the part, not at the height of its font.
 *
 * @module
 */

import { largest } from '../../lists.js'
import type { DisplayList } from '../display/display-list.js'
import type { MathLine, MathNode } from '../model/document-model.js'
import type { RunProperties } from '../model/properties.js'
import { inkColor } from './ink-color.js'
import type { MathBox } from './inline-item.js'

/** Heights of letters without and with ascenders, and depth of descenders, as shares of the font size, like all lengths here. */
const LOW = 0.48
const TALL = 0.7
const DEEP = 0.22
/** Distances between ink and a line, and around a box. */
const GAP = 0.12
const PADDING = 0.18
const RULE = 0.055
/** Height of braces, brackets and arrowheads, and horizontal extent of their corners. */
const MARK_HEIGHT = 0.2
const CORNER = 0.12

const LOW_LETTERS =
  /^[acegmnopqrsuvwxyz\u0131\u0237\u03b1\u03b3\u03b5\u03b7\u03b9\u03ba\u03bc-\u03bf\u03c0-\u03c7\u03c9\s]*$/u
const DEEP_LETTERS = /[Qgjpqy,;()[\]{}\u03b2\u03b3\u03b6\u03b7\u03bc\u03be\u03c1\u03c2\u03c6-\u03c8]/u

/** Top of the ink of a part above its line, in twips: by its letters, or else by the height of its box. */
function inkTop(node: MathNode, box: MathBox, em: number): number {
  switch (node.type) {
    case 'text':
      return (LOW_LETTERS.test(node.text) ? LOW : TALL) * em
    case 'row':
      return largest([LOW * em, ...node.items.map((item) => inkTop(item, box, em))])
    case 'accent':
      return inkTop(node.base, box, em) + MARK_HEIGHT * em
    case 'lined':
      return inkTop(node.base, box, em) + (node.over === undefined ? 0 : GAP + MARK_HEIGHT) * em
    case 'space':
      return 0
    default:
      return box.ascent
  }
}

function inkBottom(node: MathNode, box: MathBox, em: number): number {
  switch (node.type) {
    case 'text':
      return DEEP_LETTERS.test(node.text) ? DEEP * em : 0
    case 'row':
      return largest([0, ...node.items.map((item) => inkBottom(item, box, em))])
    case 'accent':
      return inkBottom(node.base, box, em)
    case 'lined':
      return inkBottom(node.base, box, em) + (node.under === undefined ? 0 : GAP + MARK_HEIGHT) * em
    case 'space':
      return 0
    default:
      return box.descent
  }
}

/**
 * A part with an accent. In the font, accents are placed directly above letters without ascenders, so they move up by the
 * additional height of the part.
 */
export function accentedBox(
  { base }: Extract<MathNode, { type: 'accent' }>,
  box: MathBox,
  mark: MathBox,
  em: number,
): MathBox {
  const rise = inkTop(base, box, em) - LOW * em
  const width = Math.max(box.width, mark.width)
  return {
    width,
    ascent: Math.max(box.ascent, rise + TALL * em + MARK_HEIGHT * em),
    descent: box.descent,
    paint(list, x, y) {
      box.paint(list, x + (width - box.width) / 2, y)
      mark.paint(list, x + (width - mark.width) / 2, y - rise)
    },
  }
}

/** A part with lines over, under or around it. */
export function linedBox(
  { base, over, under, left = false, right = false }: Extract<MathNode, { type: 'lined' }>,
  box: MathBox,
  em: number,
  run: RunProperties,
): MathBox {
  const isBox = left || right
  const side = isBox ? PADDING * em : 0
  const gap = (isBox ? PADDING : GAP) * em
  const top = inkTop(base, box, em) + gap + heightOf(over) * em
  const bottom = inkBottom(base, box, em) + gap + heightOf(under) * em
  const width = box.width + 2 * side
  const pen = { run, em }
  return {
    width,
    ascent: over === undefined && !isBox ? box.ascent : Math.max(box.ascent, top + RULE * em),
    descent: under === undefined && !isBox ? box.descent : Math.max(box.descent, bottom + RULE * em),
    paint(list, x, y) {
      box.paint(list, x + side, y)
      if (over !== undefined) paintLine(list, pen, outline(over, em, width), { x, y: y - top })
      if (under !== undefined) paintLine(list, pen, outline(under, em, width), { x, y: y + bottom, isBelow: true })
      const upright: Stroke = [0, 0, 0, top + bottom]
      if (left) paintLine(list, pen, [upright], { x, y: y - top })
      if (right) paintLine(list, pen, [upright], { x: x + width, y: y - top })
    },
  }
}

function heightOf(line: MathLine | undefined): number {
  return line === undefined || line === 'bar' ? 0 : MARK_HEIGHT
}

/** Points that a pen visits in order: x, y, x, y. */
type Stroke = readonly number[]

/** A line over a part of this width, in twips from its upper left corner; y grows towards the base. */
function outline(line: MathLine, em: number, width: number): readonly Stroke[] {
  const height = MARK_HEIGHT * em
  const middle = height / 2
  const half = width / 2
  const corner = Math.min(CORNER * em, width / 4)
  const far = width - corner
  switch (line) {
    case 'bar':
      return [[0, 0, width, 0]]
    case 'bracket':
      return [[0, height, 0, 0, width, 0, width, height]]
    case 'brace':
      return [
        [0, height, corner, middle, half - corner, middle, half, 0],
        [half, 0, half + corner, middle, far, middle, width, height],
      ]
    case 'leftArrow':
      return [
        [corner, 0, 0, middle, corner, height],
        [0, middle, width, middle],
      ]
    case 'rightArrow':
      return [
        [far, 0, width, middle, far, height],
        [0, middle, width, middle],
      ]
  }
}

interface Pen {
  readonly run: RunProperties
  readonly em: number
}

/** Start of the outline of a line. Below its base, it points up. */
interface Corner {
  readonly x: number
  readonly y: number
  readonly isBelow?: boolean
}

function paintLine(list: DisplayList, { run, em }: Pen, strokes: readonly Stroke[], corner: Corner): void {
  const { x, y, isBelow = false } = corner
  const side = isBelow ? -1 : 1
  const width = Math.max(6, RULE * em)
  const color = inkColor(run, undefined)
  for (const points of strokes) {
    for (let index = 2; index + 1 < points.length; index += 2) {
      const [fromX = 0, fromY = 0, toX = 0, toY = 0] = points.slice(index - 2, index + 2)
      const line = { x1: x + fromX, y1: y + side * fromY, x2: x + toX, y2: y + side * toY }
      list.push({ kind: 'stroke', ...line, width, color, cap: 'round' })
    }
  }
}

/**
 * Boxes whose text is rotated by 90 degrees (CSS Writing Modes Level 4, 3.1; CSS Transforms Level 1, 12).
 *
 * @module
 */

import type { BoxStyle, ComputedStyle, Side, StyleDraft } from './computed-style.js'
import { type CssLength, parseLength } from './css-length.js'
import { alike, type CssProperties } from './css-property.js'
import { splitWords } from './css-text.js'

/** Direction of text that is not horizontal. */
type Turn = NonNullable<BoxStyle['turn']>

/** Directions by degrees of rotation (clockwise), as far as cells in Word support them. */
const TURNS: ReadonlyMap<number, Turn> = new Map<number, Turn>([
  [90, 'down'],
  [270, 'up'],
])

/** Properties that turn boxes. */
export const TURNING: readonly string[] = ['writing-mode', 'transform', 'rotate', 'layout-flow']

/**
 * Settles the direction of a box's text: the box begins a writing mode, or is rotated as a whole. A rotated box has its sizes
 * after the rotation.
 */
export function settleTurn(draft: StyleDraft): void {
  const { box, text, parent } = draft
  const begins = text.writing !== parent.writing
  if (begins && (box.display === 'inline' || box.display === 'inline-block')) box.display = 'inline-block'
  const degrees = box.display === 'inline' || box.display === 'contents' ? 0 : (draft.rotation ?? 0)
  if (isTilted(draft, degrees)) {
    box.tilt = degrees
    if (draft.pivot !== undefined) box.pivot = draft.pivot
    return
  }
  const base =
    begins && text.writing !== undefined ? degreesOf(text.writing) : parent.writing === undefined ? 0 : undefined
  if (base === undefined) return
  box.turn = TURNS.get((base + degrees) % 360)
  if (box.turn === undefined || base !== 0) return
  turnSizes(box, box.turn)
  box.pivot = draft.pivot ?? { x: { fraction: 0.5 }, y: { fraction: 0.5 } }
}

/** Whether a positioned box is rotated in a way that cells in Word do not support: not by 90 degrees, or moved as well. */
function isTilted({ box }: StyleDraft, degrees: number): boolean {
  return degrees !== 0 && box.isPositioned === true && (!TURNS.has(degrees) || box.shift !== undefined)
}

function degreesOf(writing: NonNullable<StyleDraft['text']['writing']>): number {
  return writing === 'up' ? 270 : 90
}

type Sizes = Pick<StyleDraft['box'], 'width' | 'height' | 'minWidth' | 'minHeight' | 'maxWidth' | 'maxHeight'>

/** Exchanges sizes and edges, as they are after the rotation. Shares refer to another side and are dropped. */
function turnSizes(box: StyleDraft['box'], turn: Turn): void {
  const { width, height, minWidth, minHeight, maxWidth, maxHeight, padding } = box
  const known = (length: CssLength | undefined) => (length === undefined || 'fraction' in length ? undefined : length)
  const turned: Sizes = {
    width: known(height),
    height: known(width),
    minWidth: known(minHeight),
    minHeight: known(minWidth),
    maxWidth: known(maxHeight),
    maxHeight: known(maxWidth),
  }
  Object.assign(box, turned)
  box.padding = turnSides(padding, turn)
  if (box.border !== undefined) box.border = turnSides(box.border, turn)
}

/** The sides, clockwise. */
const CLOCKWISE: readonly Side[] = ['top', 'right', 'bottom', 'left']

function turnSides<T>(sides: Readonly<Partial<Record<Side, T>>>, turn: Turn): Partial<Record<Side, T>> {
  const turned: Partial<Record<Side, T>> = {}
  for (const [index, side] of CLOCKWISE.entries()) {
    const value = sides[side]
    const to = CLOCKWISE[(index + (turn === 'down' ? 1 : 3)) % 4]
    if (value !== undefined && to !== undefined) turned[to] = value
  }
  return turned
}

/** A transform of a positioned box that is first moved, then rotated (CSS Transforms Module Level 1, 12). */
const TRANSFORM = /^(translate[xy]?\([^()]*\))?\s*(?:rotatez?\(([^()]*)\))?$/i

/** As far as boxes of Word can be moved and turned. */
function applyTransform(draft: StyleDraft, value: string): void {
  const [, move, turn] = TRANSFORM.exec(value.trim()) ?? []
  draft.box.shift = move === undefined ? undefined : readTranslation(draft, move)
  draft.rotation = turn === undefined ? undefined : readRotation(turn)
}

/** How far `translate` moves its box. */
function readTranslation({ text }: StyleDraft, value: string): BoxStyle['shift'] {
  const [, axis = '', inside = ''] = /^translate([xy]?)\(([^()]*)\)$/i.exec(value) ?? []
  const units = { em: text.em ?? 0, rem: text.rem ?? 0, window: text.window }
  const [first, second] = inside.split(',').map((part) => parseLength(part.trim(), units))
  const [x, y] = axis.toLowerCase() === 'y' ? [undefined, first] : [first, axis === '' ? second : undefined]
  if (x === undefined && y === undefined) return undefined
  return { ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) }
}

/** An angle in degrees, from 0 to 359; `undefined` where it is not one. */
function readRotation(value: string): number | undefined {
  const [, number = '', unit = ''] = /^\s*([-+]?\d*\.?\d+)(deg|turn|grad|rad)\s*$/i.exec(value) ?? []
  const full = { deg: 360, turn: 1, grad: 400, rad: 2 * Math.PI }[unit.toLowerCase()]
  if (full === undefined) return undefined
  const degrees = Math.round((Number(number) / full) * 360)
  return ((degrees % 360) + 360) % 360
}

const PLACES: ReadonlyMap<string, CssLength> = new Map<string, CssLength>([
  ['left', { fraction: 0 }],
  ['top', { fraction: 0 }],
  ['center', { fraction: 0.5 }],
  ['right', { fraction: 1 }],
  ['bottom', { fraction: 1 }],
])

/** The point of `transform-origin` (CSS Transforms Level 1, 8). A missing coordinate means the centre. */
function readPivot(draft: StyleDraft, value: string): NonNullable<BoxStyle['pivot']> {
  const words = splitWords(value).slice(0, 2)
  const isSwapped = /^(?:top|bottom)$/.test(words[0] ?? '') || /^(?:left|right)$/.test(words[1] ?? '')
  const [x = 'center', y = 'center'] = isSwapped ? [words[1], words[0]] : words
  const place = (word: string): CssLength =>
    PLACES.get(word) ?? parseLength(word, { em: draft.text.em ?? 0, rem: draft.text.rem ?? 0 }) ?? { fraction: 0.5 }
  return { x: place(x), y: place(y) }
}

const WRITING_MODES: ReadonlyMap<string, ComputedStyle['text']['writing']> = new Map([
  ['horizontal-tb', undefined],
  ['lr', undefined],
  ['lr-tb', undefined],
  ['vertical-rl', 'upright'],
  ['vertical-lr', 'upright'],
  ['tb', 'upright'],
  ['tb-rl', 'upright'],
  ['sideways-rl', 'down'],
  ['sideways-lr', 'up'],
  ['bt-lr', 'up'],
] as const)

function setWritingMode({ text }: StyleDraft, value: string): void {
  if (WRITING_MODES.has(value)) text.writing = WRITING_MODES.get(value)
}

/** Properties that turn text or boxes, of style sheets and of Word's HTML. */
export const TURNING_PROPERTIES: CssProperties = {
  'writing-mode': { apply: setWritingMode, lossless: /^(?:horizontal-tb|lr|lr-tb)$/ },
  ...alike('-webkit-writing-mode -ms-writing-mode', { apply: setWritingMode }),
  'layout-flow': {
    apply({ text }, value) {
      text.writing = /^vertical/.test(value) ? 'down' : undefined
    },
  },
  'mso-layout-flow-alt': {
    apply({ text }, value) {
      if (value === 'bottom-to-top') text.writing = 'up'
    },
  },
  transform: { apply: applyTransform, lossless: /^(?:none|auto|normal)$/ },
  'transform-origin': {
    apply(draft, value) {
      draft.pivot = readPivot(draft, value)
    },
  },
  rotate: {
    apply(draft, value) {
      draft.rotation = readRotation(value)
    },
    lossless: /^(?:none|auto|normal)$/,
  },
}

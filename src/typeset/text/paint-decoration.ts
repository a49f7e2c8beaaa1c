/**
 * Underlines, strike-throughs, shading and boxes of text.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { PathCommand } from '../model/drawing-model.js'
import type { Border, HexColor, RunProperties, Underline } from '../model/properties.js'
import type { TextStyle } from './text-style.js'

/** Lengths of dashes and gaps, as multiples of the line's thickness. */
const DASHES: Partial<Record<Underline['style'], readonly number[]>> = {
  dotted: [1, 1],
  dottedHeavy: [1, 1],
  dash: [4, 3],
  dashedHeavy: [4, 3],
  dashLong: [8, 4],
  dashLongHeavy: [8, 4],
  dotDash: [4, 2, 1, 2],
  dashDotHeavy: [4, 2, 1, 2],
  dotDotDash: [4, 2, 1, 2, 1, 2],
  dashDotDotHeavy: [4, 2, 1, 2, 1, 2],
}

const HEAVY = new Set<Underline['style']>([
  'thick',
  'dottedHeavy',
  'dashedHeavy',
  'dashLongHeavy',
  'dashDotHeavy',
  'dashDotDotHeavy',
  'wavyHeavy',
])

/** Least thickness of a line, in twips. Thinner lines are invisible in print. */
const LEAST_THICKNESS = 5

/** A stretch of text of one style, from left to right on a baseline. */
export interface Stretch {
  readonly style: TextStyle
  readonly left: number
  readonly right: number
  readonly baseline: number
  /** Colour of the text. */
  readonly color: HexColor
}

/** Paints the shading and then the highlighting behind text. */
export function paintBackground(list: DisplayList, { style, left, right, baseline }: Stretch): void {
  const color = style.run.highlight ?? style.run.shading
  if (color === undefined || right <= left) return
  const height = style.ascent + style.descent
  list.push({ kind: 'rectangle', x: left, y: baseline - style.ascent, width: right - left, height, color })
}

/** Paints underlines and strike-through lines over text. */
export function paintLines(list: DisplayList, stretch: Stretch): void {
  const { style, left, right, baseline, color } = stretch
  const { run, font } = style
  if (right <= left) return
  const thickness = Math.max(LEAST_THICKNESS, font.underlineThickness * style.size)
  if (run.underline !== undefined) {
    // Subscripts are underlined below themselves, superscripts at the height of the other text.
    const y = baseline - Math.min(0, style.rise) + font.underlinePosition * style.size
    paintUnderline(list, run.underline, left, right, y, thickness, run.underline.color ?? color)
  }
  if (run.strike !== undefined) {
    const y = baseline - style.rise - font.strikePosition * style.size
    const lines = run.strike === 'double' ? [y - thickness, y + thickness] : [y]
    for (const at of lines) list.push({ kind: 'stroke', x1: left, y1: at, x2: right, y2: at, width: thickness, color })
  }
}

/** Whether a run has decoration behind, on or around its text. */
export function isDecorated(run: RunProperties): boolean {
  return (
    run.underline !== undefined ||
    run.strike !== undefined ||
    run.highlight !== undefined ||
    run.shading !== undefined ||
    run.border !== undefined
  )
}

/** Paints the box around text (w:bdr). */
export function paintTextBorder(list: DisplayList, { style, left, right, baseline }: Stretch, border: Border): void {
  if (right <= left || border.style === 'none' || border.style === 'nil') return
  const top = baseline - style.ascent - border.space
  const bottom = baseline + style.descent + border.space
  const color = border.color === 'auto' ? '000000' : border.color
  const width = Math.max(LEAST_THICKNESS, border.width)
  const edges = [
    [left, top, right, top],
    [right, top, right, bottom],
    [right, bottom, left, bottom],
    [left, bottom, left, top],
  ] as const
  for (const [x1, y1, x2, y2] of edges) list.push({ kind: 'stroke', x1, y1, x2, y2, width, color })
}

function paintUnderline(
  list: DisplayList,
  underline: Underline,
  left: number,
  right: number,
  y: number,
  thin: number,
  color: HexColor,
): void {
  const { style } = underline
  const width = HEAVY.has(style) ? thin * 2 : thin
  if (style === 'wave' || style === 'wavyHeavy' || style === 'wavyDouble') {
    paintWave(list, left, right, y, width, color)
    if (style === 'wavyDouble') paintWave(list, left, right, y + 3 * width, width, color)
    return
  }
  const lines = style === 'double' ? [y - thin, y + thin] : [y]
  const dash = DASHES[style]?.map((length) => length * width)
  for (const at of lines) {
    list.push({ kind: 'stroke', x1: left, y1: at, x2: right, y2: at, width, color, ...(dash && { dash }) })
  }
}

function paintWave(list: DisplayList, left: number, right: number, y: number, width: number, color: HexColor): void {
  const step = Math.max(20, 3 * width, (right - left) / 2000)
  const commands: PathCommand[] = [{ op: 'M', x: 0, y: 0 }]
  for (let x = 0, rises = true; x < right - left; x += step, rises = !rises) {
    const end = Math.min(x + step, right - left)
    const bend = rises ? -step / 2 : step / 2
    commands.push({ op: 'C', x1: x + (end - x) / 3, y1: bend, x2: x + ((end - x) * 2) / 3, y2: bend, x: end, y: 0 })
  }
  const line = { width, color, opacity: 1, dash: [], cap: 'butt', join: 'round' } as const
  list.push({ kind: 'path', commands, x: left, y, width: right - left, height: step, line })
}

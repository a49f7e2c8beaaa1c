/**
 * Emphasis marks over or under each character (w:em, ECMA-376-1, 17.3.2.12).
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { ShapedText } from '../fonts/font-face.js'
import type { PathCommand } from '../model/drawing-model.js'
import type { HexColor } from '../model/properties.js'
import type { TextItem } from './inline-item.js'

/** Radius of a mark and distances of its centre from the baseline, above and below, as shares of the font size. */
const RADIUS = 0.07
const ABOVE = 0.98
const BELOW = 0.24
/** Distance of the control points that makes four Bézier curves a circle of radius 1. */
const ROUND = 0.5523

/**
 * Paints the marks of a piece of text.
 *
 * @param at its glyphs, where they begin on their baseline, and what is added to the advance of each
 */
export function paintEmphasis(
  list: DisplayList,
  { style, isSpace }: TextItem,
  at: {
    readonly shaped: ShapedText | undefined
    readonly x: number
    readonly baseline: number
    readonly extra: number
  },
  color: HexColor,
): void {
  const { emphasis, eastAsiaLanguage } = style.run
  if (emphasis === undefined || isSpace || at.shaped === undefined) return
  // In simplified Chinese, Word puts the dot below the characters.
  const isBelow =
    emphasis === 'underDot' || (emphasis === 'dot' && /^zh(?:-cn|-sg|-hans|$)/i.test(eastAsiaLanguage ?? ''))
  const y = at.baseline - style.rise + (isBelow ? BELOW : -ABOVE) * style.size
  const radius = RADIUS * style.size
  let left = at.x
  for (const advance of at.shaped.advances) {
    const width = advance * style.size * style.run.scale + (advance > 0 ? style.tracking : 0) + at.extra
    if (advance > 0) {
      const box = { x: left + width / 2 - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
      const commands = emphasis === 'comma' ? comma(radius) : circle(radius)
      const line = { width: radius / 2, color, opacity: 1, dash: [], cap: 'butt', join: 'round' } as const
      const ink = emphasis === 'circle' ? { line } : { fill: { type: 'solid', color, opacity: 1 } as const }
      list.push({ kind: 'path', commands, ...box, ...ink })
    }
    left += width
  }
}

function circle(radius: number): PathCommand[] {
  const [far, near] = [radius * (1 + ROUND), radius * (1 - ROUND)]
  const end = 2 * radius
  return [
    { op: 'M', x: 0, y: radius },
    { op: 'C', x1: 0, y1: near, x2: near, y2: 0, x: radius, y: 0 },
    { op: 'C', x1: far, y1: 0, x2: end, y2: near, x: end, y: radius },
    { op: 'C', x1: end, y1: far, x2: far, y2: end, x: radius, y: end },
    { op: 'C', x1: near, y1: end, x2: 0, y2: far, x: 0, y: radius },
    { op: 'Z' },
  ]
}

/** A drop whose tip points to the upper left. */
function comma(radius: number): PathCommand[] {
  const end = 2 * radius
  return [
    { op: 'M', x: 0, y: 0 },
    { op: 'C', x1: radius, y1: 0, x2: end, y2: radius, x: end, y: end },
    { op: 'C', x1: radius, y1: end, x2: 0, y2: radius, x: 0, y: 0 },
    { op: 'Z' },
  ]
}

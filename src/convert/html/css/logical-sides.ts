/**
 * Sides of boxes in right-to-left text (CSS Logical Properties and Values Level 1, 4).
 *
 * Margins and padding are stored relative to the line direction: `left` stands for the start of lines, as in WordprocessingML.
 * Borders are stored by the side where they are drawn.
 *
 * @module
 */

import type { Side, TextStyle } from './computed-style.js'

const INLINE_SIDE = /^(margin|padding|border|inset)-inline-(start|end)(-\w+)?$/
const HORIZONTAL_SIDE = /^(margin|padding)-(left|right)$/

/** The property that a declaration sets in text of this direction. */
export function sideProperty(property: string, direction: TextStyle['direction']): string {
  const isTurned = direction === 'rtl'
  if (property.includes('-inline-')) {
    const [, what, end, part = ''] = INLINE_SIDE.exec(property) ?? []
    if (what === undefined) return property
    const isDrawn = what === 'border' || what === 'inset'
    const side = (end === 'start') === (isDrawn && isTurned) ? 'right' : 'left'
    return what === 'inset' ? side : `${what}-${side}${part}`
  }
  if (!isTurned) return property
  const [, what, side] = HORIZONTAL_SIDE.exec(property) ?? []
  return what === undefined ? property : `${what}-${side === 'left' ? 'right' : 'left'}`
}

/** Converts a side relative to the line direction to the side where it is drawn, or the reverse. */
export function drawnSide<T extends Side>(side: T, direction: TextStyle['direction']): T | 'left' | 'right' {
  if (direction !== 'rtl') return side
  return side === 'left' ? 'right' : side === 'right' ? 'left' : side
}

/**
 * Sides of boxes where text runs from right to left (CSS Logical Properties and Values Level 1, 4).
 *
 * Margins and padding are kept by where lines start: `left` stands for the start of lines, as it does in
 * WordprocessingML. Lines are kept by where they are drawn.
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

/** The side at which something is drawn, for one that is kept by where lines start; and the other way round. */
export function drawnSide<T extends Side>(side: T, direction: TextStyle['direction']): T | 'left' | 'right' {
  if (direction !== 'rtl') return side
  return side === 'left' ? 'right' : side === 'right' ? 'left' : side
}

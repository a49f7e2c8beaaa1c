/**
 * How far marks stand out of the text that they stand before.
 *
 * @module
 */

import type { BoxStyle, TextStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import { lengthOf } from '../frames/block-frame.js'

/** A length of a box in a line, in twips; shares of lines are not known. */
export function sideOf(length: CssLength | 'auto' | undefined): number {
  return length === undefined || length === 'auto' ? 0 : Math.max(0, resolveLength(length, 0))
}

/**
 * How far a mark that is placed stands out of the text of its box, in twips: by the padding that makes room for it, or to the
 * left of the box where that of a list around makes it.
 */
export function hangingOf({ padding }: BoxStyle, { inset, margin }: BoxStyle, { direction }: TextStyle): number {
  const room = sideOf(padding.left)
  const from = direction === 'rtl' ? inset?.right : inset?.left
  if (from === undefined || 'fraction' in from) return room === 0 ? -Math.min(0, lengthOf(margin.left, 0)) : room
  return Math.min(MAX_HANGING, room - from.twips)
}

/** What stands farther out is a note in the margin. */
const MAX_HANGING = 1440

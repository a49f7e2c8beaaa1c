/**
 * How far marks stand out of their text.
 *
 * @module
 */

import type { BoxStyle, TextStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import { lengthOf } from '../frames/block-frame.js'

/** An absolute length of an inline box in twips; 0 for percentages and `auto`. */
export function sideOf(length: CssLength | 'auto' | undefined): number {
  return length === undefined || length === 'auto' ? 0 : Math.max(0, resolveLength(length, 0))
}

/**
 * How far a positioned mark stands out of the text of its box, in twips: by the padding that makes room for it, or to the left
 * of the box where a list around makes room.
 */
export function hangingOf({ padding }: BoxStyle, { inset, margin }: BoxStyle, { direction }: TextStyle): number {
  const room = sideOf(padding.left)
  const from = direction === 'rtl' ? inset?.right : inset?.left
  if (from === undefined || 'fraction' in from) return room === 0 ? -Math.min(0, lengthOf(margin.left, 0)) : room
  return Math.min(MAX_HANGING, room - from.twips)
}

/** Largest distance of a mark in twips. Farther out it is a note in the margin. */
const MAX_HANGING = 1440

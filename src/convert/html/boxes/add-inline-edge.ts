/**
 * Margins and padding of inline boxes.
 *
 * @module
 */

import type { Position } from '../conversion.js'
import { sideOf } from '../generated/hanging.js'

/** Adds the space at one side of inline text. The padding has the background of the text, if it has one. */
export function addInlineEdge({ into, place }: Pick<Position, 'into' | 'place'>, side: 'left' | 'right'): void {
  const { text, box } = place.style
  const [margin, padding] = [sideOf(box.margin[side]), sideOf(box.padding[side])]
  if (box.backgroundColor === undefined || box.backgroundColor === 'transparent' || padding === 0) {
    into.addGap(margin + padding, text)
    return
  }
  const { background: _, ...around } = text
  if (side === 'left') into.addGap(margin, around)
  into.addPadding(padding, text)
  if (side === 'right') into.addGap(margin, around)
}

/**
 * Paints floats in order.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { PlacedFloat } from './flow-slice.js'

/** A float, and how far its text has moved since it was placed. */
interface ShiftedFloat {
  readonly float: PlacedFloat
  readonly shiftX: number
  readonly shiftY: number
}

/** Paints floats from back to front, with those behind the text in a list of their own. */
export function paintFloats(floats: readonly ShiftedFloat[], behindText: DisplayList, inFront: DisplayList): void {
  const ordered = floats.toSorted((a, b) => a.float.zOrder - b.float.zOrder)
  for (const { float, shiftX, shiftY } of ordered) {
    float.paint(float.behindText ? behindText : inFront, shiftX, shiftY)
  }
}

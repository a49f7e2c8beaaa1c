/**
 * The order in which floats are painted.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { PlacedFloat } from './flow-slice.js'

/** A float and how far the text that it belongs to has moved since it was placed. */
interface ShiftedFloat {
  readonly float: PlacedFloat
  readonly shiftX: number
  readonly shiftY: number
}

/** Paints floats in their order from back to front, those behind the text apart. */
export function paintFloats(floats: readonly ShiftedFloat[], behindText: DisplayList, inFront: DisplayList): void {
  const ordered = floats.toSorted((a, b) => a.float.zOrder - b.float.zOrder)
  for (const { float, shiftX, shiftY } of ordered) {
    float.paint(float.behindText ? behindText : inFront, shiftX, shiftY)
  }
}

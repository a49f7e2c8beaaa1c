/**
 * Keeps apart frames and floating tables that are anchored in the same text.
 *
 * @module
 */

import type { Point } from '../display/matrix.js'
import type { Exclusion } from './exclusions.js'
import type { PageDecoration } from './float-position.js'

/** Overlap in twips up to which frames count as apart, since their borders may touch. */
const TOUCH = 60
/** Maximum number of frames in one place that are kept apart. */
const MAX_STEPS = 50

/**
 * Moves a frame or floating table below others whose text it would cover, as long as it stays on the page.
 *
 * @param corner requested position
 */
export function keepApart(
  corner: Point,
  { width, height }: { readonly width: number; readonly height: number },
  exclusions: readonly Exclusion[],
  page: PageDecoration | undefined,
): Point {
  const lowest = page === undefined ? Number.POSITIVE_INFINITY : page.top + page.height - height
  let { y } = corner
  for (let step = 0; y <= lowest && step < MAX_STEPS; step++) {
    const met = exclusions.find(({ frame }) => {
      if (frame === undefined) return false
      const across = Math.min(corner.x + width, frame.right) - Math.max(corner.x, frame.left)
      const down = Math.min(y + height, frame.bottom) - Math.max(y, frame.top)
      return across > TOUCH && down > TOUCH
    })
    if (met?.frame === undefined) return { x: corner.x, y }
    y = Math.max(met.frame.bottom, y + 1)
  }
  return corner
}

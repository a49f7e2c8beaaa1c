/**
 * Frames and floating tables that hang from the same text.
 *
 * @module
 */

import type { Point } from '../display/matrix.js'
import type { Exclusion } from './exclusions.js'
import type { PageFrame } from './float-position.js'

/** Frames that touch, or whose borders lie on each other, are apart, in twips. */
const TOUCH = 60
/** More frames than these in one place are not meant to be read. */
const MAX_STEPS = 50

/**
 * Where a frame or floating table stands so that it does not lie on the text of another one: below it, as long as it stays on
 * the page.
 *
 * @param corner where it asks to stand
 */
export function keepApart(
  corner: Point,
  { width, height }: { readonly width: number; readonly height: number },
  exclusions: readonly Exclusion[],
  page: PageFrame | undefined,
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

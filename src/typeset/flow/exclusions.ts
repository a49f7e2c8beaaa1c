/**
 * Areas that text keeps off, and the space beside them.
 *
 * @module
 */

import type { Band } from '../text/line.js'

/** An area that text keeps off, including distances, in the coordinates of the flow (such as those of the page). */
export interface Exclusion {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Sides of the object on which text may stand; none for objects with text above and below only. */
  readonly side: 'both' | 'left' | 'right' | 'largest' | 'none'
  /** Closed outline for tight wrapping, without distances. */
  readonly polygon?: readonly { readonly x: number; readonly y: number }[]
  /** Distances beside the polygon. */
  readonly distanceLeft?: number
  readonly distanceRight?: number
  /** Edges of a frame or floating table without distances. Others of these must not overlap it. */
  readonly frame?: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
}

/** Width in twips of the narrowest gap beside objects that Word fills with text: an inch. */
const LEAST_BAND = 1440

/** Free parts of a column, and the height below which to look when there are none. */
interface FreeBands {
  /** Free parts relative to the column; empty when there is no room at this height. */
  readonly bands: readonly Band[]
  /** The nearest height below with possibly more room, for when there is none here. */
  readonly nextTop: number
}

/**
 * The parts of a column that objects leave free between two heights.
 *
 * @param top upper edge of the strip
 * @param height of the strip
 * @param left of the column, in the coordinates of the exclusions
 * @param width of the column
 */
export function freeBands(
  exclusions: readonly Exclusion[],
  top: number,
  height: number,
  left: number,
  width: number,
): FreeBands {
  const { bands, nextTop } = gaps(exclusions, top, height, left, width)
  if (nextTop === Number.POSITIVE_INFINITY) return { bands, nextTop }
  const least = Math.min(LEAST_BAND, width)
  return { bands: bands.filter((band) => band.right - band.left >= least), nextTop }
}

/** Free parts of any width, for lines without text. */
export function gaps(
  exclusions: readonly Exclusion[],
  top: number,
  height: number,
  left: number,
  width: number,
): FreeBands {
  let bands: Band[] = [{ left: 0, right: width }]
  let nextTop = Number.POSITIVE_INFINITY
  for (const exclusion of exclusions) {
    if (exclusion.top >= top + height || exclusion.bottom <= top) continue
    const extent = extentBetween(exclusion, top, top + height)
    if (extent === undefined) continue
    const cut = widenToSide(extent, exclusion.side, left, width)
    if (cut.right <= 0 || cut.left >= width) continue
    nextTop = Math.min(nextTop, exclusion.bottom)
    bands = bands.flatMap((band) => subtract(band, cut))
  }
  return { bands, nextTop }
}

function extentBetween(exclusion: Exclusion, top: number, bottom: number): Band | undefined {
  const { polygon } = exclusion
  if (polygon === undefined || polygon.length < 3) return exclusion
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let from = polygon[polygon.length - 1]
  for (const to of polygon) {
    if (from !== undefined && Math.max(from.y, to.y) > top && Math.min(from.y, to.y) < bottom) {
      for (const edge of [top, bottom]) {
        const share = from.y === to.y ? 0 : (edge - from.y) / (to.y - from.y)
        const x = from.x + (to.x - from.x) * Math.min(Math.max(share, 0), 1)
        left = Math.min(left, x)
        right = Math.max(right, x)
      }
    }
    from = to
  }
  if (left > right) return undefined
  return { left: left - (exclusion.distanceLeft ?? 0), right: right + (exclusion.distanceRight ?? 0) }
}

function widenToSide(extent: Band, side: Exclusion['side'], columnLeft: number, width: number): Band {
  const left = extent.left - columnLeft
  const right = extent.right - columnLeft
  const keepsLeft = side === 'largest' ? left >= width - right : side === 'left' || side === 'both'
  const keepsRight = side === 'largest' ? left < width - right : side === 'right' || side === 'both'
  return { left: keepsLeft ? left : Number.NEGATIVE_INFINITY, right: keepsRight ? right : Number.POSITIVE_INFINITY }
}

function subtract(band: Band, cut: Band): Band[] {
  if (cut.right <= band.left || cut.left >= band.right) return [band]
  const rest: Band[] = []
  if (cut.left > band.left) rest.push({ left: band.left, right: cut.left })
  if (cut.right < band.right) rest.push({ left: cut.right, right: band.right })
  return rest
}

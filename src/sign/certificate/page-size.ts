/**
 * Chooses a size for the certificate page that matches the document's own pages.
 *
 * @module
 */

/** Size of a page. */
export interface PageSize {
  /** Width in twips, for the layout. */
  readonly width: number
  readonly height: number
  /** Size in points for the page's boxes: the requested size, not rounded to twips. */
  readonly points: readonly [width: number, height: number]
}

const A4: PageSize = { width: 11906, height: 16838, points: [595.28, 841.89] }

/** The longer side of A3, in twips. */
const LONGEST_SIDE = 23811
/** The shorter side of A6, in twips. */
const SHORTEST_SIDE = 5953

/**
 * The nearest size that is fit for text. A page larger than A3 is scaled down in proportion, and then a side shorter than
 * that of A6 is lengthened to it. An invalid size becomes A4.
 *
 * @param width in points
 * @param height in points
 */
export function fitPageSize(width: number, height: number): PageSize {
  if (!(width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height))) return A4
  const scale = Math.min(20, LONGEST_SIDE / Math.max(width, height))
  const toTwips = (points: number) => Math.max(SHORTEST_SIDE, Math.round(points * scale))
  const toPoints = (points: number) => Number((Math.max(SHORTEST_SIDE, points * scale) / 20).toFixed(3))
  return { width: toTwips(width), height: toTwips(height), points: [toPoints(width), toPoints(height)] }
}

/**
 * Puts floating drawings in their places.
 *
 * @module
 */

import type { Point } from '../display/matrix.js'
import type { AnchoredDrawing, Slice } from '../layout-context.js'
import type { DrawingAnchor } from '../model/drawing-model.js'
import type { Exclusion } from './exclusions.js'
import { positionAnchor, type Surroundings } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import type { PlacedFloat } from './flow-slice.js'

/**
 * Puts an anchored drawing at its place.
 *
 * @param left, top of the slice that it is anchored in
 */
export function placeDrawing(
  { drawing, anchor, x, paragraphTop }: AnchoredDrawing,
  left: number,
  top: number,
  surroundings: Surroundings,
  context: FlowContext,
): PlacedFloat {
  const size = context.measureDrawing(drawing)
  const point = { x: left + x, lineTop: top, paragraphTop: top + paragraphTop }
  const corner = positionAnchor(anchor, size, point, surroundings)
  const exclusion = exclusionOf(anchor, corner, size)
  return {
    left: corner.x,
    top: corner.y,
    ...size,
    behindText: anchor.behindText,
    zOrder: anchor.zOrder,
    ...(exclusion !== undefined && { exclusion }),
    paint: (list, shiftX, shiftY) => context.paintDrawing(drawing, list, corner.x + shiftX, corner.y + shiftY),
  }
}

/** Puts the drawings that are anchored in a table row at their places: its cells stand in for the column. */
export function placeAnchors(
  { anchors }: Slice,
  top: number,
  surroundings: Surroundings,
  context: FlowContext,
): PlacedFloat[] {
  const left = surroundings.columnLeft
  return anchors.map((anchored) => {
    const { column: cell } = anchored
    const within =
      cell === undefined ? surroundings : { ...surroundings, columnLeft: left + cell.left, columnWidth: cell.width }
    return placeDrawing(anchored, left, top, within, context)
  })
}

function exclusionOf(
  { wrap, wrapSide, distances, polygon }: DrawingAnchor,
  corner: Point,
  size: { readonly width: number; readonly height: number },
): Exclusion | undefined {
  if (wrap === 'none') return undefined
  const isTight = (wrap === 'tight' || wrap === 'through') && polygon !== undefined
  return {
    left: corner.x - distances.left,
    right: corner.x + size.width + distances.right,
    top: corner.y - distances.top,
    bottom: corner.y + size.height + distances.bottom,
    side: wrap === 'topAndBottom' ? 'none' : wrapSide,
    ...(isTight && {
      polygon: polygon.map((point) => ({ x: corner.x + point.x, y: corner.y + point.y })),
      distanceLeft: distances.left,
      distanceRight: distances.right,
    }),
  }
}

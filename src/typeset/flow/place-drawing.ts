/**
 * Anchored drawings at their places.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { Point } from '../display/matrix.js'
import { turnBack } from '../display/stand-upright.js'
import type { DrawingAnchor } from '../model/drawing-model.js'
import type { Exclusion } from './exclusions.js'
import { type AnchorPoint, type PageDecoration, positionAnchor, type Surroundings } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import type { PlacedFloat } from './flow-slice.js'
import { keepApart } from './keep-apart.js'
import type { AnchoredDrawing, Slice } from './layout-context.js'

/**
 * Puts an anchored drawing at its place.
 *
 * @param anchored the drawing; `others` are objects that are already on the page
 * @param left, top corner of the slice that it is anchored in
 */
export function placeDrawing(
  { drawing, anchor, x, paragraphTop, others = [] }: AnchoredDrawing & { readonly others?: readonly Exclusion[] },
  left: number,
  top: number,
  surroundings: Surroundings,
  context: FlowContext,
): PlacedFloat {
  const size = context.measureDrawing(drawing)
  const point = { x: left + x, lineTop: top, paragraphTop: top + paragraphTop }
  const sheet = surroundings.page?.sheet
  if (sheet !== undefined)
    return placeOnSheet({ drawing, anchor }, size, point, { ...surroundings, page: sheet }, context)
  const asked = positionAnchor(anchor, size, point, surroundings)
  const mayLieOnOthers = anchor.allowOverlap || anchor.wrap === 'none'
  const corner = mayLieOnOthers ? asked : keepApart(asked, size, others.map(asFrame), surroundings.page)
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

/**
 * Places a drawing on a page with vertical text. Drawings do not rotate with the text. Positions relative to a line or paragraph
 * count from the beginning of its lines, and from its edge on the right.
 */
function placeOnSheet(
  { drawing, anchor }: Pick<AnchoredDrawing, 'drawing' | 'anchor'>,
  size: { readonly width: number; readonly height: number },
  { x, lineTop }: AnchorPoint,
  { columnLeft, page }: Surroundings & { readonly page: PageDecoration },
  context: FlowContext,
): PlacedFloat {
  const { width, marginLeft, marginRight } = page
  const column = { columnLeft: marginLeft, columnWidth: width - marginLeft - marginRight, page }
  const point = { x: width - lineTop, lineTop: x, paragraphTop: columnLeft }
  const corner = positionAnchor(anchor, size, point, column)
  const exclusion = exclusionOf(anchor, corner, size)
  return {
    left: corner.y,
    top: width - corner.x - size.width,
    width: size.height,
    height: size.width,
    behindText: anchor.behindText,
    zOrder: anchor.zOrder,
    ...(exclusion !== undefined && { exclusion: turnedExclusion(exclusion, page) }),
    paint(list, shiftX, shiftY) {
      const items: DisplayList = []
      context.paintDrawing(drawing, items, corner.x, corner.y)
      list.push(turnBack(items, shiftX, width + shiftY))
    },
  }
}

/** An exclusion in the coordinates of vertical lines. Text keeps off the bounding box of an outline. */
export function turnedExclusion({ left, top, right, bottom, side }: Exclusion, { width }: PageDecoration): Exclusion {
  return {
    left: top,
    right: bottom,
    top: width - right,
    bottom: width - left,
    side: side === 'none' || side === 'largest' ? side : 'both',
  }
}

/** Places drawings that are anchored in a table row. Its cells take the place of the column. */
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

/** The exclusion of a drawing that may not overlap others (20.4.2.3), and so keeps off everything that text keeps off. */
function asFrame(exclusion: Exclusion): Exclusion {
  const { left, right, top, bottom, frame } = exclusion
  return { ...exclusion, frame: frame ?? { left, right, top, bottom } }
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

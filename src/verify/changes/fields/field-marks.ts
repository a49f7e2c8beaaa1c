/**
 * What the appearance of a field may draw besides its text: a ground, a frame, and the lines between the cells of a
 * comb. Anything else could be read as part of the value.
 *
 * @module
 */
import type { PaintedArea } from '../../../pdf/content/device.js'
import { areaOf, type Box, intersectBoxes } from '../../../pdf/content/matrix.js'
import type { FieldLook, ShownFault } from './field-look.js'

/** Share of the field, each way, that a ground covers. */
const GROUND_SHARE = 0.6
/** Width of the band along the edges where frames are drawn: share of the lesser side, and limits in points. */
const FRAME_SHARE = 0.12
const FRAME_LIMITS = [2, 6] as const
/** Share of the field's height that a line between cells takes at least, and its greatest width in points. */
const DIVIDER_SHARE = 0.5
const DIVIDER_WIDTH = 2

/**
 * What is drawn and is neither text nor ground, frame or divider; `undefined` when there is nothing.
 *
 * @param hasCells Whether the field shows its letters in cells of their own.
 */
export function findMarkFault({ drawing, rectangle, glyphs }: FieldLook, hasCells: boolean): ShownFault | undefined {
  const firstGlyph = glyphs[0]?.glyph.order ?? Number.POSITIVE_INFINITY
  for (const area of drawing.areas) {
    if (area.inGlyph || area.paint.layer === 'hidden' || area.paint.alpha === 0) continue
    if (area.kind !== 'fill' && area.kind !== 'stroke') return { kind: 'unlike', detail: 'it draws a picture' }
    const isFine =
      isGround(area, rectangle, firstGlyph) ||
      isFrame(area, rectangle) ||
      isPoint(area) ||
      (hasCells && isDivider(area.box, rectangle))
    if (!isFine) return { kind: 'unlike', detail: 'it draws something besides its text' }
  }
  return undefined
}

function isPoint({ box }: PaintedArea): boolean {
  return areaOf(box) === 0 && box[0] === box[2] && box[1] === box[3]
}

/** A fill beneath all of the text that covers most of the field. */
export function isGround({ kind, order, box }: PaintedArea, rectangle: Box, firstGlyph: number): boolean {
  if (kind !== 'fill' || order > firstGlyph) return false
  const inside = intersectBoxes(box, rectangle)
  if (inside === undefined) return false
  const width = (inside[2] - inside[0]) / (rectangle[2] - rectangle[0])
  const height = (inside[3] - inside[1]) / (rectangle[3] - rectangle[1])
  return width >= GROUND_SHARE && height >= GROUND_SHARE
}

/** A path all of whose pieces run along the edges. */
export function isFrame({ path }: PaintedArea, rectangle: Box): boolean {
  const [left, bottom, right, top] = rectangle
  const [low, high] = FRAME_LIMITS
  const band = Math.min(high, Math.max(low, FRAME_SHARE * Math.min(right - left, top - bottom)))
  const sidesOf = (x: number, y: number) => [x - left <= band, right - x <= band, y - bottom <= band, top - y <= band]
  return path.every(({ points }) => {
    for (let i = 0; i + 1 < points.length; i += 2) {
      const next = (i + 2) % points.length
      const here = sidesOf(points[i] as number, points[i + 1] as number)
      const there = sidesOf(points[next] as number, points[next + 1] as number)
      // Both ends lie in the band of one side, and so does all between them.
      if (!here.some((isNear, side) => isNear && there[side])) return false
    }
    return true
  })
}

function isDivider(box: Box, [, bottom, , top]: Box): boolean {
  return box[2] - box[0] <= DIVIDER_WIDTH && box[3] - box[1] >= DIVIDER_SHARE * (top - bottom)
}

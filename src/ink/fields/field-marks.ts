/**
 * What the appearance of a field may draw besides its text: a background, a frame, and the lines between the cells of a comb.
 * Anything else could be read as a part of the value.
 *
 * @module
 */

import { type Box, intersectBoxes } from '../../pdf/matrix.js'
import type { PaintedArea } from '../content/drawing.js'
import { asUprightBox, boxOfPath, type SubPath, THINNEST_LINE } from '../content/path.js'
import { type StrokeStyle, spikeReach, widestExtent } from '../content/stroke.js'
import { CombLines } from './comb.js'
import type { FieldLook, ShownFault } from './field-look.js'

/** Smallest share of the field's width and height that a background covers. */
const GROUND_SHARE = 0.6
/** Width of the band along the edges in which frames are drawn, as a share of the shorter side. */
const FRAME_SHARE = 0.12
/** Smallest and largest width of that band, in points. */
const FRAME_LIMITS = [2, 6] as const
/** Side of the corners of a field in which a frame turns, as a share of the shorter side. */
const CORNER_SHARE = 0.3
/** Smallest share of a side of the field along which each piece of a frame runs. */
const RUN_SHARE = 0.7
/** Smallest share of both sides of the field along which each half of a bevel runs. */
const BEVEL_SHARE = 0.75
/** Most corners of one half of a bevel. */
const MOST_BEVEL_CORNERS = 8
/** Longest period of the dashes of a frame, in points. Their gaps are no longer than the dashes. */
const MOST_DASH = 12

/**
 * The first drawn item that is neither text nor background, frame or line of a comb; `undefined` when there is none.
 *
 * @param cells Number of cells of a comb; `undefined` for other fields.
 */
export function findMarkFault({ drawing, rectangle, glyphs }: FieldLook, cells?: number): ShownFault | undefined {
  const firstGlyph = glyphs[0]?.glyph.order ?? Number.POSITIVE_INFINITY
  const lines = new CombLines(rectangle, cells ?? 1)
  for (const area of drawing.areas) {
    if (area.inGlyph || area.paint.alpha === 0) continue
    if (area.kind !== 'fill' && area.kind !== 'stroke') return { kind: 'unlike', detail: 'it draws a picture' }
    const isCover = isPlainGround(area, rectangle, firstGlyph)
    if (isCover && lines.isUnder(area.order)) return UNLIKE_LINES
    const isFine =
      isCover ||
      isPoint(area) ||
      area.path.every((piece) => isAroundEdges(area, piece, rectangle) || lines.take(area, piece))
    if (!isFine) return { kind: 'unlike', detail: 'it draws something besides its text' }
  }
  return lines.isSet ? undefined : UNLIKE_LINES
}

const UNLIKE_LINES: ShownFault = { kind: 'unlike', detail: 'lines between its cells are missing, or not alike' }

function isPoint({ kind, box }: PaintedArea): boolean {
  return kind === 'fill' && box[0] === box[2] && box[1] === box[3]
}

/** True for a fill beneath all text that covers most of the field. */
export function isGround({ kind, order, box }: PaintedArea, rectangle: Box, firstGlyph: number): boolean {
  if (kind !== 'fill' || order > firstGlyph) return false
  const inside = intersectBoxes(box, rectangle)
  if (inside === undefined) return false
  const width = (inside[2] - inside[0]) / (rectangle[2] - rectangle[0])
  const height = (inside[3] - inside[1]) / (rectangle[3] - rectangle[1])
  return width >= GROUND_SHARE && height >= GROUND_SHARE
}

/**
 * True for a rectangular background in one colour that reaches the frame. A smaller one leaves strips of what lies beneath it
 * beside the text, and another shape is a drawing.
 */
function isPlainGround(area: PaintedArea, rectangle: Box, firstGlyph: number): boolean {
  const { kind, order, path, paint, inPattern } = area
  if (kind !== 'fill' || order > firstGlyph || inPattern || paint.colour === undefined || paint.clip.depth > 0)
    return false
  const upright = asUprightBox(path)
  const seen = upright === undefined ? undefined : intersectBoxes(upright, paint.clip.box)
  if (seen === undefined) return false
  const band = bandOf(rectangle)
  const sides = [seen[0] - rectangle[0], seen[1] - rectangle[1], rectangle[2] - seen[2], rectangle[3] - seen[3]]
  return sides.every((margin) => margin <= band)
}

/** True for a piece of a frame, or half of a bevel. */
export function isAroundEdges(area: PaintedArea, piece: SubPath, rectangle: Box): boolean {
  return isPlainFrame(area, piece, rectangle) || isBevel(area, piece, rectangle)
}

/** True for a piece of a frame that is fully visible and has all of its corners in those of the field. */
function isPlainFrame(area: PaintedArea, piece: SubPath, rectangle: Box): boolean {
  const { paint, style, inPattern } = area
  if (!isAlongEdges(piece, rectangle, bandOf(rectangle)) || !turnsInCorners(piece, rectangle)) return false
  // A shorter one could be a tick, or a letter.
  if (!runsAlong(boxOfPath([piece]), rectangle, paint.clip.box) || inPattern || paint.clip.depth > 0) return false
  return style === undefined || (widestExtent(style) <= 2 * bandOf(rectangle) && isPlainLine([piece], style))
}

/** True without pointed corners, and with dashes as long as their gaps (8.4.3.6): others could be read as points and commas. */
export function isPlainLine(path: readonly SubPath[], style: StrokeStyle): boolean {
  const [dash = 0, gap = dash] = style.dashes
  return style.dashes.length <= 2 && dash >= gap && dash + gap <= MOST_DASH && spikeReach(path, style) === 0
}

/** True for one half of a bevel: a filled angle along two sides or more, twice as wide as the frame around it (12.5.4). */
function isBevel({ kind, paint, inPattern }: PaintedArea, piece: SubPath, rectangle: Box): boolean {
  const box = boxOfPath([piece])
  const seen = box === undefined ? undefined : intersectBoxes(box, paint.clip.box)
  if (kind !== 'fill' || inPattern || paint.clip.depth > 0 || seen === undefined) return false
  const [left, bottom, right, top] = rectangle
  const isAround =
    seen[2] - seen[0] >= BEVEL_SHARE * (right - left) && seen[3] - seen[1] >= BEVEL_SHARE * (top - bottom)
  const isAngle = piece.points.length <= 2 * MOST_BEVEL_CORNERS && turnsInCorners(piece, rectangle)
  return isAround && isAngle && isAlongEdges(piece, rectangle, cornerOf(rectangle))
}

function cornerOf(rectangle: Box): number {
  return Math.max(bandOf(rectangle), CORNER_SHARE * shorterSideOf(rectangle))
}

export function shorterSideOf([left, bottom, right, top]: Box): number {
  return Math.min(right - left, top - bottom)
}

function turnsInCorners({ points }: SubPath, [left, bottom, right, top]: Box): boolean {
  const reach = cornerOf([left, bottom, right, top])
  return points.every((value, i) =>
    i % 2 === 0 ? value - left <= reach || right - value <= reach : value - bottom <= reach || top - value <= reach,
  )
}

function runsAlong(box: Box | undefined, [left, bottom, right, top]: Box, clip: Box): boolean {
  const seen = box === undefined ? undefined : intersectBoxes(box, clip)
  if (seen === undefined) return false
  return seen[2] - seen[0] >= RUN_SHARE * (right - left) || seen[3] - seen[1] >= RUN_SHARE * (top - bottom)
}

/** Width of the band along the edges of a field in which its frame is drawn. It leaves the middle free. */
function bandOf(rectangle: Box): number {
  const [low, high] = FRAME_LIMITS
  const side = shorterSideOf(rectangle)
  return Math.min(high, Math.max(low, FRAME_SHARE * side), side / 2 - THINNEST_LINE)
}

function isAlongEdges({ points }: SubPath, [left, bottom, right, top]: Box, band: number): boolean {
  const sidesOf = (x: number, y: number) => [x - left <= band, right - x <= band, y - bottom <= band, top - y <= band]
  for (let i = 0; i + 1 < points.length; i += 2) {
    const next = (i + 2) % points.length
    const here = sidesOf(points[i] ?? 0, points[i + 1] ?? 0)
    const there = sidesOf(points[next] ?? 0, points[next + 1] ?? 0)
    // Both ends lie in the band of one side, and so does everything between them.
    if (!here.some((isNear, side) => isNear && there[side])) return false
  }
  return true
}

/**
 * The looks of check boxes and radio buttons (ISO 32000-2, 12.7.5.2.3): a mark, and no text.
 *
 * @module
 */
import type { PaintedArea } from '../../../pdf/content/device.js'
import type { Box } from '../../../pdf/content/matrix.js'
import { asUprightBox } from '../../../pdf/content/path.js'
import type { PdfDict, PdfStream } from '../../../pdf/objects.js'
import { faultWithoutPlace } from '../drawings/annotation-drawings.js'
import { rectangleOf } from '../drawings/file-drawings.js'
import type { RevisionPair } from '../revision-pair.js'
import { isFrame, isGround } from './field-marks.js'

/** Shapes that make a mark: a tick, a cross, a disc with its ring. */
const MAX_SHAPES = 8
/** Width of a frame, and depth of the band along the edge in which it is drawn: shares of the lesser side. */
const FRAME_WIDTH = 0.2
const RING_BAND = 0.2
/** Radius of the least ring that is no mark, as a share of that of the button: @libpdf/core draws one at 0.6. */
const LEAST_RING = 0.5
/** Lightness from which on a ground is one, and no mark. */
const GROUND_LIGHTNESS = 0.5

/** True for what may show that a button is on: one sign, drawn or out of a standard font. */
export function isCheckMark(pair: RevisionPair, widget: PdfDict, stream: PdfStream): boolean {
  const look = drawButton(pair, widget, stream)
  if (look === undefined || look.marks > MAX_SHAPES || look.glyphs.length > 1) return false
  if (look.marks + look.glyphs.length === 0) return false
  return look.glyphs.every(({ font }) => !font.facts.isEmbedded && font.facts.subtype !== 'Type3')
}

/** True for what may show that a button is off: a frame and a ground. */
export function isEmptyMark(pair: RevisionPair, widget: PdfDict, stream: PdfStream): boolean {
  const look = drawButton(pair, widget, stream)
  return look !== undefined && look.marks === 0 && look.glyphs.length === 0
}

function drawButton(pair: RevisionPair, widget: PdfDict, stream: PdfStream) {
  const rectangle = rectangleOf(pair.newer, widget)
  const reader = pair.drawings.reader(pair.newer)
  if (rectangle === undefined) {
    return faultWithoutPlace(reader, stream) === undefined ? { glyphs: [], marks: 0 } : undefined
  }
  const { glyphs, areas, unknown } = reader.appearance(stream, rectangle)
  if (unknown.length > 0 || areas.some(({ kind }) => kind !== 'fill' && kind !== 'stroke')) return undefined
  const marks = areas.filter((area) => !isSetting(area, rectangle))
  const firstMark = Math.min(...marks.map(({ order }) => order), ...glyphs.map(({ order }) => order))
  // A ground over the mark would make an empty button of one that is on.
  if (areas.some((area) => area.order > firstMark && isPlainGround(area, rectangle))) return undefined
  return { glyphs, marks: marks.length }
}

/** The ground and the frame that a button has in both of its states, square or round. */
function isSetting(area: PaintedArea, rectangle: Box): boolean {
  if (isPlainGround(area, rectangle)) return isPale(area)
  return isThin(area, rectangle) && (isFrame(area, rectangle) || isRing(area, rectangle))
}

/** A ground that is a square or a disc: what has another shape is a mark, however pale it is. */
function isPlainGround(area: PaintedArea, rectangle: Box): boolean {
  if (!isGround(area, rectangle, Number.POSITIVE_INFINITY) || area.inPattern || area.paint.clip.depth > 0) return false
  return asUprightBox(area.path) !== undefined || isAlongCircle(area, rectangle)
}

function isPale({ paint: { colour, alpha } }: PaintedArea): boolean {
  if (colour === undefined) return false
  const [red, green, blue] = colour
  return 1 - alpha * (1 - (0.3 * red + 0.59 * green + 0.11 * blue)) >= GROUND_LIGHTNESS
}

/** True for a line that leaves the middle of the button free. */
function isThin({ style }: PaintedArea, [left, bottom, right, top]: Box): boolean {
  if (style === undefined) return true
  const [a, b, c, d] = style.matrix
  const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d))
  return style.width * scale <= FRAME_WIDTH * Math.min(right - left, top - bottom)
}

/** A line along the circle that fits into the button: its points, and the middle of each piece. */
function isRing(area: PaintedArea, rectangle: Box): boolean {
  return area.kind === 'stroke' && isAlongCircle(area, rectangle)
}

function isAlongCircle({ path }: PaintedArea, [left, bottom, right, top]: Box): boolean {
  const [x, y, radius] = [(left + right) / 2, (bottom + top) / 2, Math.min(right - left, top - bottom) / 2]
  const isNear = (px: number, py: number) => {
    const distance = Math.hypot(px - x, py - y) / radius
    return distance <= 1 + RING_BAND && distance >= LEAST_RING
  }
  return path.every(({ points }) => {
    for (let i = 0; i + 1 < points.length; i += 2) {
      const [px = 0, py = 0, qx = px, qy = py] = points.slice(i, i + 4)
      if (!isNear(px, py) || !isNear((px + qx) / 2, (py + qy) / 2)) return false
    }
    return true
  })
}

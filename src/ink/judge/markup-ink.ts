/**
 * Ink that text markup may paint on letters and beside them (ISO 32000-2, 12.5.6.10): a line under or through all marked text, a
 * plain area behind it, the border around a link, the icon of a note.
 *
 * The kind of an annotation alone proves nothing: an underline may have an appearance that draws a digit before an amount, and
 * five short lines may form one. Ink that has not the form of its kind is judged like a stamp.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import type { PdfDocument } from '../../pdf/document.js'
import { rectangleOf } from '../../pdf/forms.js'
import { resolveNumbers, resolveOrNull } from '../../pdf/lookup.js'
import { areaOf, type Box, intersectBoxes, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import { nameOf, type PdfDict } from '../../pdf/objects.js'
import { appearancesOf } from '../annotations/annotation-drawings.js'
import { ICON_SIZE } from '../annotations/default-drawing.js'
import { type MarkedQuad, readQuads } from '../annotations/drawn-entries.js'
import { isPaperColour, isPrintColour } from '../colour/colour.js'
import type { Drawing, PaintedArea } from '../content/drawing.js'
import { boxOfPath, type SubPath } from '../content/path.js'
import type { SpatialIndex } from '../content/spatial-index.js'
import { spikeReach, widestExtent } from '../content/stroke.js'
import { coreOf } from '../fonts/letter-shapes.js'
import { POLICY } from '../ink-policy.js'
import type { VisibleGlyph } from '../text/visible-text.js'

/** An annotation, and the letters that it may mark. */
interface MarkedPlace {
  readonly document: PdfDocument
  readonly annotation: PdfDict
  /** Letters of the page, including invisible ones, which a scanned page may have. */
  readonly letters: SpatialIndex<VisibleGlyph>
  /** Letters of fields and of other annotations beneath it. */
  readonly filled: readonly VisibleGlyph[]
}

/** Kinds that readers draw without an appearance, as an icon or a marking, or do not draw. */
const DRAWN_BY_READERS = new Set(['Text', 'Caret', 'Popup', 'Highlight'])

/**
 * True for an annotation without an appearance that readers draw as an icon or a marking of their own. It may lie on letters,
 * since everybody recognises it.
 */
export function isDrawnByReaders(document: PdfDocument, annotation: PdfDict): boolean {
  const kind = nameOf(resolveOrNull(document, annotation.get('Subtype'))) ?? ''
  return DRAWN_BY_READERS.has(kind) && appearancesOf(document, annotation).length === 0
}

/** The drawing without those parts that have the form of its kind of annotation. */
export function withoutMarkup(drawing: Drawing, place: MarkedPlace): Drawing {
  const isOfKind = formOfKind(place)
  return isOfKind === undefined ? drawing : { ...drawing, areas: drawing.areas.filter((area) => !isOfKind(area)) }
}

function formOfKind(place: MarkedPlace): ((area: PaintedArea) => boolean) | undefined {
  const { document, annotation } = place
  if (isDrawnByReaders(document, annotation)) return () => true
  switch (nameOf(resolveOrNull(document, annotation.get('Subtype')))) {
    case 'Highlight':
      return isPlainMarker
    case 'Underline':
    case 'Squiggly':
      return isLineOf(place, -POLICY.markedBand, POLICY.markedBand)
    case 'StrikeOut':
      return isLineOf(place, POLICY.markedBand, 1 - POLICY.markedBand)
    case 'Link':
      return isBorderOf(place)
    case 'Text':
      return isIconOf(place)
    default:
      return undefined
  }
}

/** True for an area in the colour of a marker, in one piece that fills its box. */
function isPlainMarker({ kind, path, paint: { colour, blendMode }, inPattern }: PaintedArea): boolean {
  if (kind !== 'fill' || inPattern || colour === undefined || isPrintColour(colour)) return false
  if (isPaperColour(colour) && blendMode !== 'Multiply') return false
  return path.every((piece) => filledShare(piece) >= POLICY.markedShare)
}

/** Share of its box that a polygon fills. */
function filledShare(piece: SubPath): number {
  const box = boxOfPath([piece])
  if (box === undefined) return 0
  const { points } = piece
  let doubled = 0
  for (let i = 0; i + 1 < points.length; i += 2) {
    const next = (i + 2) % points.length
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    doubled += x * (points[next + 1] ?? 0) - (points[next] ?? 0) * y
  }
  return Math.abs(doubled) / 2 / ((box[2] - box[0]) * (box[3] - box[1]))
}

/** Tests for lines along quadrilaterals that enclose letters, within a band of their height. */
function isLineOf(place: MarkedPlace, low: number, high: number): (area: PaintedArea) => boolean {
  const { document, annotation } = place
  const list = resolveOrNull(document, annotation.get('QuadPoints'))
  const numbers = Array.isArray(list) ? resolveNumbers(document, list, list.length) : undefined
  const quads = (readQuads(numbers) ?? []).filter((quad) => marksLetters(quad, place))
  return ({ kind, path, style, inPattern }) => {
    if ((kind !== 'fill' && kind !== 'stroke') || inPattern) return false
    const width = style === undefined ? 0 : widestExtent(style)
    if (style !== undefined && spikeReach(path, style) > 0) return false
    return path.every((piece) => quads.some((quad) => runsAlong(piece, width, quad, [low, high])))
  }
}

/** True when a quadrilateral lies on a line of text, and encloses some of its letters and little else. */
function marksLetters({ points, box }: MarkedQuad, { letters, filled }: MarkedPlace): boolean {
  const isInside = ({ glyph, text }: VisibleGlyph) => {
    const [x, y] = [(glyph.box[0] + glyph.box[2]) / 2, (glyph.box[1] + glyph.box[3]) / 2]
    return text?.trim() !== '' && x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]
  }
  const marked = [...letters.query(box), ...filled].filter(isInside)
  const [first] = marked
  if (first === undefined) return false
  const size = largest(marked.map(({ glyph }) => glyph.size))
  const [a, b] = first.glyph.matrix
  const [dx, dy] = [points[2] - points[0], points[3] - points[1]]
  const length = Math.hypot(a, b)
  const height = Math.abs((points[0] - points[4]) * b - (points[1] - points[5]) * a) / length
  if (Math.abs(a * dy - b * dx) > POLICY.markedBand * height * length) return false
  if (2 * height < size || height > POLICY.sizeRatio * size) return false
  const around = marked.map(({ glyph }) => glyph.box).reduce(uniteBoxes, first.glyph.box)
  const grown = widenBox(around, POLICY.sameLineCloseBy * size)
  const isUpright = Math.abs(b) <= POLICY.oneDirection * length
  return isUpright ? box[0] >= grown[0] && box[2] <= grown[2] : box[1] >= grown[1] && box[3] <= grown[3]
}

/** True for a piece of a path that runs along a quadrilateral from end to end, within a band of its height. */
function runsAlong(piece: SubPath, width: number, { points }: MarkedQuad, [low, high]: readonly [number, number]) {
  const [x1, y1, x2, y2, x3, y3] = points
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
  const height = Math.abs((x1 - x3) * uy - (y1 - y3) * ux)
  const isTurned = (x1 - x3) * -uy + (y1 - y3) * ux < 0
  const places: number[] = []
  const heights: number[] = []
  for (let i = 0; i + 1 < piece.points.length; i += 2) {
    const [x, y] = [(piece.points[i] ?? 0) - x3, (piece.points[i + 1] ?? 0) - y3]
    places.push(x * ux + y * uy)
    heights.push((x * -uy + y * ux) * (isTurned ? -1 : 1))
  }
  // In the order of the standard, the third point is at the other end of the line.
  const [start, end] = [smallest(places), largest(places)]
  const [bottom, top] = [smallest(heights) - width / 2, largest(heights) + width / 2]
  const isLong = end - start >= POLICY.markedShare * length && end - start <= length + 2 * POLICY.samePlace
  const isThin = top - bottom <= Math.max(POLICY.markedBand * height, POLICY.samePlace)
  return isLong && isThin && bottom >= low * height - POLICY.samePlace && top <= high * height + POLICY.samePlace
}

/** Tests for the border of a link that is drawn around letters and through none. */
function isBorderOf({ document, annotation, letters }: MarkedPlace): (area: PaintedArea) => boolean {
  const box = rectangleOf(document, annotation)
  if (box === undefined || appearancesOf(document, annotation).length > 0) return () => false
  const cores = letters
    .query(box)
    .filter(({ text }) => text?.trim() !== '')
    .map(({ glyph }) => coreOf(glyph.box))
  const isAround = cores.some((core) => isWithin(core, box)) && !cores.some((core) => isCutBy(box, core))
  return ({ kind }) => isAround && kind === 'stroke'
}

/** True when an edge of a box runs through another one: a border around one line of text may strike out the next. */
function isCutBy(box: Box, other: Box): boolean {
  return areaOf(intersectBoxes(other, box)) > 0 && !isWithin(other, box)
}

function isWithin(inner: Box, outer: Box): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
}

/** Tests for the icon of a note, all of which lies on a ground whose colour is neither that of paper nor of print. */
function isIconOf({ document, annotation }: MarkedPlace): (area: PaintedArea) => boolean {
  const box = rectangleOf(document, annotation)
  if (box === undefined || Math.max(box[2] - box[0], box[3] - box[1]) > ICON_SIZE + POLICY.samePlace) return () => false
  let ground: Box | undefined
  return ({ kind, box: own, paint: { colour } }) => {
    const isColoured = colour !== undefined && !isPrintColour(colour) && !isPaperColour(colour)
    if (kind === 'fill' && isColoured) {
      ground = uniteBoxes(ground, own)
      return true
    }
    if (ground === undefined) return false
    return isWithin(own, widenBox(ground, POLICY.samePlace))
  }
}

/**
 * The appearances of check boxes and radio buttons (ISO 32000-2, 12.7.5.2.3): a mark, and no text.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import { hasOddRectangle, rectangleOf } from '../../pdf/forms.js'
import { areaOf, type Box, intersectBoxes } from '../../pdf/matrix.js'
import { nameOf, type PdfDict, type PdfStream } from '../../pdf/objects.js'
import { faultWithoutPlace } from '../annotations/annotation-drawings.js'
import { lightnessOf } from '../colour/colour.js'
import type { Paint, PaintedArea, PaintedGlyph } from '../content/drawing.js'
import { asUprightBox, boxOfPath } from '../content/path.js'
import { widestExtent } from '../content/stroke.js'
import type { DrawnStates } from '../drawn-states.js'
import { type CellBlot, takeBlots } from '../raster/raster.js'
import { contrastOfMarks } from '../raster/sheet.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { isAroundEdges, isGround, isPlainLine, shorterSideOf } from './field-marks.js'

/** Most shapes of a mark. A tick, a cross, or a disc with its ring has fewer. */
const MAX_SHAPES = 8
/** Largest width of a frame, as a share of the shorter side, and largest unevenness of a ring, as a share of half that side. */
const FRAME_WIDTH = 0.2
/** Least part of a turn that a ring runs around the middle. A tick beside it takes less. */
const LEAST_TURN = 0.4
/** How deep a frame may reach into the button, as a share of the way from its edge to its middle. */
const FRAME_DEPTH = 0.5
/** Minimum lightness of a background that reaches the edges (0 black, 1 white). */
const GROUND_LIGHTNESS = 0.5
/** Minimum lightness of a background that leaves a margin. */
const INNER_LIGHTNESS = 0.85
/** Width of a margin from which `INNER_LIGHTNESS` applies, as a share of the shorter side. */
const INNER_MARGIN = 0.12
/** Characters of standard fonts that mark a button as on: ticks, crosses, a disc, a square, a diamond and a star. */
const SIGNS = /^[Xx\u00d7\u221a\u2022\u2713-\u2718\u25a0\u25cf\u25c6\u2605]$/u
/** Smallest size of such a character, as a share of the button's shorter side. */
const LEAST_SIGN = 0.35
/** Smallest share of a character's cell that the clip of the button must leave. */
const LEAST_SEEN = 0.6

/** True for an appearance that can mark a button as on: one visible mark, drawn or from a standard font. */
export function isCheckMark(pair: DrawnStates, widget: PdfDict, stream: PdfStream): boolean {
  const look = drawButton(pair, widget, stream)
  if (look === undefined || look.marks.length > MAX_SHAPES || look.glyphs.length > 1) return false
  const [sign] = look.glyphs
  if (sign === undefined) return isOneMark(pair, look)
  return sign.meaning.trust === 'agreed' && look.marks.length === 0 && isSign(sign, look.rectangle)
}

/**
 * True for a mark that Poppler leaves out and all other viewers show: a sign of ZapfDingbats under a Latin encoding, which
 * names none of its signs. PyMuPDF ticks boxes so.
 */
export function isMarkOfSome(pair: DrawnStates, widget: PdfDict, stream: PdfStream): boolean {
  // Viewers that leave it out do not know its width either.
  const look = drawButton(pair, widget, stream, 'glyph_place')
  const [sign] = look?.glyphs ?? []
  if (sign === undefined || look?.glyphs.length !== 1 || look.marks.length > 0) return false
  const { name, dictionary } = sign.glyph.font.facts
  // A font that is known by its name alone has these two, a type and a subtype.
  const isPlain = dictionary.entries.size === 4 && dictionary.get('Type') !== undefined
  const encoding = nameOf(pair.newer.resolve(dictionary.get('Encoding')))
  return isPlain && name === 'ZapfDingbats' && encoding === 'WinAnsiEncoding' && isSign(sign, look.rectangle)
}

/** True for an appearance that can mark a button as off: nothing but a frame and a background. */
export function isEmptyMark(pair: DrawnStates, widget: PdfDict, stream: PdfStream): boolean {
  const look = drawButton(pair, widget, stream)
  return look !== undefined && look.marks.length === 0 && look.glyphs.length === 0
}

/** What a button draws; `marks` are the areas that are neither frame nor background. */
interface ButtonLook {
  readonly rectangle: Box
  readonly glyphs: readonly VisibleGlyph[]
  readonly areas: readonly PaintedArea[]
  readonly marks: readonly PaintedArea[]
}

/** What a button draws; `undefined` when anything in it is unknown but for what is `tolerated`. */
function drawButton(
  pair: DrawnStates,
  widget: PdfDict,
  stream: PdfStream,
  tolerated?: 'glyph_place',
): ButtonLook | undefined {
  const rectangle = rectangleOf(pair.newer, widget)
  const reader = pair.drawings.reader(pair.newer)
  if (rectangle === undefined) {
    const isNothing = !hasOddRectangle(pair.newer, widget) && faultWithoutPlace(reader, stream) === undefined
    return isNothing ? { rectangle: [0, 0, 0, 0], glyphs: [], areas: [], marks: [] } : undefined
  }
  const drawing = reader.appearance(stream, rectangle)
  const { glyphs, areas, unknown } = drawing
  if (unknown.some(({ code }) => code !== tolerated) || areas.some(({ kind }) => kind !== 'fill' && kind !== 'stroke'))
    return undefined
  const marks = areas.filter((area) => !isSetting(area, rectangle))
  const firstMark = smallest([...marks.map(({ order }) => order), ...glyphs.map(({ order }) => order)])
  // A background painted over the mark would make a button look off that is on.
  if (areas.some((area) => area.order > firstMark && isPlainGround(area, rectangle))) return undefined
  return { rectangle, glyphs: reader.visible(drawing), areas, marks }
}

/** A character of a font that is not embedded, nearly as large as the button. */
function isSign({ glyph, text, isVisible, doubts }: VisibleGlyph, rectangle: Box): boolean {
  const { facts } = glyph.font
  if (facts.isEmbedded || facts.subtype === 'Type3') return false
  if (!isVisible || doubts.some((doubt) => doubt !== 'partly_clipped') || !isMostlySeen(glyph)) return false
  const isLarge = glyph.size >= LEAST_SIGN * shorterSideOf(rectangle)
  return isLarge && text !== undefined && SIGNS.test(text)
}

/** True when most can be seen. Some programs (iText) set a character so large that its cell reaches beyond the frame. */
function isMostlySeen({ box, paint: { clip } }: Pick<PaintedGlyph, 'box' | 'paint'>): boolean {
  const seen = intersectBoxes(box, clip.box)
  return clip.depth === 0 && seen !== undefined && areaOf(seen) >= LEAST_SEEN * areaOf(box)
}

/** True for the background and the frame that a button has in both states. What adds up, or is cut or masked, is a mark. */
function isSetting(area: PaintedArea, rectangle: Box): boolean {
  const { paint, inPattern, path } = area
  if (paint.alpha < 1 || paint.blendMode !== 'Normal' || paint.clip.depth > 0 || inPattern || !isShown(paint))
    return false
  if (isPlainGround(area, rectangle)) return isPale(area, rectangle)
  if (!isThin(area, rectangle)) return false
  return path.every((piece) => isAroundEdges(area, piece, rectangle)) || isRing(area, rectangle)
}

/** True for a background, which is a square or a disc. Any other shape is a mark, however pale it is. */
function isPlainGround(area: PaintedArea, rectangle: Box): boolean {
  if (!isGround(area, rectangle, Number.POSITIVE_INFINITY)) return false
  return asUprightBox(area.path) !== undefined || (area.path.length === 1 && isRound(area, rectangle))
}

/** True for a colour as pale as a background. A grey square or disc that is smaller than the button is a mark. */
function isPale({ box, paint: { colour } }: PaintedArea, rectangle: Box): boolean {
  if (colour === undefined) return false
  const margin = largest(box.map((place, i) => (i < 2 ? 1 : -1) * (place - (rectangle[i] ?? 0))))
  const isInner = margin > INNER_MARGIN * shorterSideOf(rectangle)
  return lightnessOf(colour) >= (isInner ? INNER_LIGHTNESS : GROUND_LIGHTNESS)
}

/** True for a line or a shape that leaves the middle of the button free. */
function isThin(area: PaintedArea, rectangle: Box): boolean {
  const { style, evenOdd } = area
  const lines = linesOf(area, rectangle)
  if (style === undefined) {
    const turns = Math.round(sumOf(lines.flatMap(turnsOf)))
    return turns === 0 || (evenOdd && turns % 2 === 0)
  }
  const width = widestExtent(style)
  const half = shorterSideOf(rectangle) / 2
  const nearest = smallest(lines.flatMap(distancesOf))
  return width <= 2 * FRAME_WIDTH * half && nearest - width / 2 >= (1 - FRAME_DEPTH) * half
}

type Place = readonly [x: number, y: number]

/** The pieces of a path as seen from the middle of the button. A filled or closed piece returns to its first place. */
function linesOf({ path, kind }: PaintedArea, [left, bottom, right, top]: Box): Place[][] {
  return path.map(({ points, closed }) => {
    const line: Place[] = []
    for (let i = 0; i < points.length; i += 2)
      line.push([(points[i] ?? 0) - (left + right) / 2, (points[i + 1] ?? 0) - (bottom + top) / 2])
    return closed || kind === 'fill' ? [...line, ...line.slice(0, 1)] : line
  })
}

/** How far the places of a line, and the midpoints of its pieces, are from the middle. */
function distancesOf(line: readonly Place[]): number[] {
  return line.flatMap(([x, y], i) => {
    const [fromX, fromY] = line[i - 1] ?? [x, y]
    return [Math.hypot(x, y), Math.hypot(fromX + x, fromY + y) / 2]
  })
}

/** How far each piece of a line runs around the middle, in turns; counter-clockwise is positive. */
function turnsOf(line: readonly Place[]): number[] {
  const angles = line.map(([x, y]) => Math.atan2(y, x) / (2 * Math.PI))
  return angles.map((angle, i) => {
    const turn = angle - (angles[i - 1] ?? angle)
    return turn - Math.round(turn)
  })
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** True for lines along circles, each of which runs around the middle. Bevels are half rings. */
function isRing(area: PaintedArea, rectangle: Box): boolean {
  const { style, path, paint } = area
  const box = boxOfPath(path)
  if (style === undefined || box === undefined || !isPlainLine(path, style) || !isMostlySeen({ box, paint }))
    return false
  return (
    isRound(area, rectangle) && linesOf(area, rectangle).every((line) => Math.abs(sumOf(turnsOf(line))) >= LEAST_TURN)
  )
}

/** True for lines each of which is nearly a part of a circle around the middle. */
function isRound(area: PaintedArea, rectangle: Box): boolean {
  const distances = linesOf(area, rectangle).map(distancesOf)
  return distances.every((each) => largest(each) - smallest(each) <= (FRAME_WIDTH * shorterSideOf(rectangle)) / 2)
}

/** Cells per point of the grid on which marks are found. The strokes of a tick are one point wide. */
const SCALE = 3
/** Most cells of the grid: a button of 66 points. In larger buttons the cells are coarser, and so are the marks. */
const MAX_CELLS = 40_000
/** Smallest difference in lightness between a mark and its background. */
const LEAST_CONTRAST = 0.25
/** Smallest extent of a mark, as a share of the button's shorter side. */
const LEAST_EXTENT = 0.3
/** Smallest share of the grid's cells that a mark covers. */
const LEAST_INK = 0.02

/** True for paint that all viewers show. What only some of them paint counts by half on a sheet. */
function isShown({ layer, isMasked, blendMode, clip }: Paint): boolean {
  return layer === 'shown' && !isMasked && clip.exact && (blendMode === 'Normal' || blendMode === 'Multiply')
}

/** True when the marks look like one mark. Areas painted over them count, and two marks side by side are letters. */
function isOneMark(pair: DrawnStates, { rectangle, areas, marks }: ButtonLook): boolean {
  if (marks.length === 0 || !marks.every(({ paint }) => isShown(paint))) return false
  const grid = { scale: SCALE, maxCells: MAX_CELLS, least: LEAST_CONTRAST }
  const { ink, frame } = contrastOfMarks(marks, areas, rectangle, pair.drawings.budget, grid)
  const blots = takeBlots(ink, frame.width)
  const [largest] = blots.toSorted((a, b) => b.cells.length - a.cells.length)
  if (largest === undefined || largest.cells.length < LEAST_INK * ink.length) return false
  const side = frame.scale * shorterSideOf(rectangle)
  const [width, height] = [largest.x1 - largest.x0, largest.y1 - largest.y0]
  // A part within the extent of the largest one belongs to it, like a disc in its ring.
  const isWithin = ({ x0, y0, x1, y1 }: CellBlot) =>
    x0 >= largest.x0 && y0 >= largest.y0 && x1 <= largest.x1 && y1 <= largest.y1
  return Math.max(width, height) >= LEAST_EXTENT * side && blots.every(isWithin)
}

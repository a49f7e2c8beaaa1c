/**
 * What readers draw for an annotation that has no appearance of its own (ISO 32000-2, 12.5.6): borders, lines, markings
 * of text, made from the annotation's entries.
 *
 * Readers differ in details, so the drawing is the largest that any of them makes: it serves to tell what an annotation
 * may hide, not to show it.
 *
 * @module
 */
import { append, largest } from '../../lists.js'
import type { PdfDocument } from '../../pdf/document.js'
import { resolveNumbers, resolveOrNull } from '../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfString } from '../../pdf/objects.js'
import { latin1Bytes } from '../../pdf/reading.js'
import { decodeTextString } from '../../pdf/text.js'
import { isColourComponent } from '../colour/colour.js'
import { drawWidget, type QuadPoints, readQuads } from './drawn-entries.js'

/** Largest number of points of one annotation; the drawing of one with more is unknown. */
const MAX_POINTS = 4000
/** How far a path may leave the rectangle, in points: some programs ignore the width of lines, and round what they write. */
const BEYOND_PLACE = 12
/** Entries for captions and leader lines of a line (Table 178), which only Poppler draws without an appearance. */
const LINE_EXTRAS = ['LL', 'LLE', 'LLO', 'Cap'] as const
/** What readers draw along a line of text, in shares of its height, at most. */
interface Mark {
  /** Bottom and top of the band in the upright box, as shares of its height. */
  readonly inBox: readonly [number, number]
  /** Heights of the lines, from the foot (0) to the head (1) of the quadrilateral. */
  readonly along: readonly number[]
  readonly thickness: number
}

/** Poppler and PDF.js draw at the foot, MuPDF at a seventh of the height. */
const UNDERLINE: Mark = { inBox: [0, 0.12], along: [0, 1 / 7], thickness: 0.08 }
/** MuPDF's zigzag reaches from a twentieth below the line to a fifth above it. */
const SQUIGGLE: Mark = { inBox: [0, 0.2], along: [0.075], thickness: 0.26 }
/** Poppler and PDF.js draw in the middle, MuPDF at three sevenths. */
const STRIKE: Mark = { inBox: [0.44, 0.56], along: [3 / 7, 0.5], thickness: 0.08 }
/** Width of the lines that Poppler draws, in points; it draws none that are thinner. */
const MIN_MARK = 1
/** How far the ends of a marker bulge, as a share of its height. */
const ROUND_END = 0.25
/** Distance between the rows of letters that stand for a text, in ems. */
const ROW_SHARE = 0.5
/** Width of each of these letters, in ems. */
const LETTER_WIDTH = 0.556
/** Most letters that stand for the text of one annotation. No field on a page shows as many. */
const MAX_LETTERS = 10_000
/** Font size in points when the annotation names none. */
const USUAL_SIZE = 12
/** Side of the icons that Poppler draws, in points. */
export const ICON_SIZE = 24
/** Side of the icons that MuPDF and PDFium draw, in points. */
const SMALL_ICON_SIZE = 20
/** Width of the lines that MuPDF draws for a border without width. */
const HAIRLINE = 0.5
/** Width of a border that names none (Table 166). */
const DEFAULT_WIDTH = 1

/** Resources that the drawings refer to. */
export const DEFAULT_RESOURCES = new PdfDict({
  ExtGState: new PdfDict({ Multiply: new PdfDict({ BM: PdfName.of('Multiply') }) }),
  Font: new PdfDict({
    Helv: new PdfDict({ Type: PdfName.of('Font'), Subtype: PdfName.of('Type1'), BaseFont: PdfName.of('Helvetica') }),
  }),
})

/** Content that draws the annotation in the coordinates of its page; `undefined` when it is not known what readers draw. */
export function defaultDrawing(document: PdfDocument, annotation: PdfDict): Uint8Array | undefined {
  const subtype = nameOf(resolveOrNull(document, annotation.get('Subtype'))) ?? ''
  const draw = Object.hasOwn(DRAWERS, subtype) ? DRAWERS[subtype] : undefined
  if (draw === undefined) return new Uint8Array()
  const rectangle = resolveNumbers(document, annotation.get('Rect'), 4)
  if (rectangle === undefined) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = rectangle
  const place = [Math.min(a, c), Math.min(b, d), Math.abs(c - a), Math.abs(d - b)] as const
  const source: Source = {
    path: (key) => readPath(document, annotation.get(key), place),
    marked: () => readQuads(readPoints(document, annotation.get('QuadPoints'))),
    value: (key) => resolveOrNull(document, annotation.get(key)),
    rectangle: place,
    width: borderWidth(document, annotation),
    document,
    annotation,
  }
  if (!['C', 'IC'].every((key) => isKnownColour(document, annotation.get(key)))) return undefined
  const operators = draw(source)
  return operators === undefined ? undefined : latin1Bytes(['q', ...operators, 'Q'].join('\n'))
}

/** Entries of an annotation, read for drawing. */
interface Source {
  /** The points of an entry; `undefined` unless it is an array of pairs of numbers, short enough and within the rectangle. */
  path(key: string): readonly number[] | undefined
  /** The quadrilaterals of text markup. Readers draw them wherever the rectangle is. */
  marked(): ReturnType<typeof readQuads>
  value(key: string): PdfObject
  /** Left, bottom, width, height. */
  readonly rectangle: readonly [number, number, number, number]
  /** Width of the border, in points. */
  readonly width: number
  readonly document: PdfDocument
  readonly annotation: PdfDict
}

type Drawer = (source: Source) => string[] | undefined

const DRAWERS: Readonly<Record<string, Drawer>> = {
  Link: drawLinkBorder,
  Popup: drawWindow,
  Widget: drawWidget,
  FreeText: drawFreeText,
  Square: drawShape,
  Circle: drawShape,
  Line: drawMeasuredLine,
  PolyLine: (source) => drawLine(source, source.path('Vertices')),
  Polygon: (source) => drawLine(source, source.path('Vertices')),
  Ink: drawInk,
  Highlight: drawHighlight,
  Underline: (source) => drawMarks(source, UNDERLINE),
  Squiggly: (source) => drawMarks(source, SQUIGGLE),
  StrikeOut: (source) => drawMarks(source, STRIKE),
  Text: drawIcon,
  FileAttachment: drawIcon,
  Caret: (source) => [...drawGround(source), ...drawIconAt(source, SMALL_ICON_SIZE, 0.5, 0.5)],
  Stamp: drawGround,
}

/** The border around the rectangle; readers draw it inside or across the edge. */
function drawBorder({ rectangle, width, value }: Source): string[] {
  return width === 0 ? [] : [...colour(value('C'), 'stroke'), `${width} w`, `${rectangle.join(' ')} re S`]
}

/** Poppler draws the border of a link across the edge; PDF.js inside of it, unless it would fill the rectangle. */
function drawLinkBorder(source: Source): string[] {
  const { rectangle, width } = source
  const [left, bottom, across, up] = rectangle
  if (2 * width > Math.min(across, up)) return drawBorder(source)
  const inner = [left + width / 2, bottom + width / 2, across - width, up - width] as const
  return [...drawBorder(source), ...drawBorder({ ...source, rectangle: inner })]
}

/**
 * The window of a note, which readers open on request. While it is closed, only PDF.js draws anything: an element with a border,
 * if the annotation has a border.
 */
function drawWindow(source: Source): string[] {
  const isPlain = source.value('Border') === null && source.value('BS') === null
  return isPlain && source.value('Open') !== true ? [] : drawBorder(source)
}

/** The whole rectangle, for what readers fill with text or a picture of their own. */
function drawGround({ rectangle }: Source): string[] {
  return ['1 g', `${rectangle.join(' ')} re f`]
}

/**
 * A ground full of letters. Each reader breaks the text in its own way, so any letter of it may stand anywhere. Rich text may
 * have any size, so its drawing is unknown.
 */
function drawFreeText(source: Source): string[] | undefined {
  const { value, rectangle, document } = source
  const contents = value('Contents')
  const isEmpty = !(contents instanceof PdfString) || decodeTextString(contents.bytes).trim() === ''
  // A callout line may lead anywhere on the page.
  if (value('RC') !== null || value('DS') !== null || value('CL') !== null) return undefined
  if (isEmpty) return drawGround(source)
  const [left, bottom, width, height] = rectangle
  const size = Math.abs(fontSizeOf(document, value('DA')))
  const rows = Math.max(1, Math.ceil(height / (size * ROW_SHARE)))
  const letters = Math.max(1, Math.ceil(width / (size * LETTER_WIDTH)))
  if (rows * letters > MAX_LETTERS) return undefined
  const text = `(${'n'.repeat(letters)}) Tj`
  const lines = Array.from({ length: rows }, (_, row) => [
    `1 0 0 1 ${left} ${bottom + row * size * ROW_SHARE} Tm`,
    text,
  ]).flat()
  return [...drawGround(source), 'BT 0 g', `/Helv ${size} Tf`, ...lines, 'ET']
}

/** The font size in a default appearance (12.7.4.3), or the one that most readers use when it names none. */
function fontSizeOf(document: PdfDocument, appearance: PdfObject): number {
  const value = resolveOrNull(document, appearance)
  const operators = value instanceof PdfString ? decodeTextString(value.bytes) : ''
  const size = Number(/(-?\d*\.?\d+)\s+Tf/.exec(operators)?.[1] ?? 0)
  return size === 0 ? USUAL_SIZE : size
}

/** Readers draw the border inside of the rectangle or across its edge. This drawing reaches as far as either. */
function drawShape(source: Source): string[] {
  const { rectangle, value } = source
  const inside = isColour(value('IC')) ? [...colour(value('IC'), 'fill'), `${rectangle.join(' ')} re f`] : []
  return [...inside, ...drawBorder({ ...source, width: Math.max(2 * source.width, HAIRLINE) })]
}

/** A line of which readers draw nothing but the line and its endings. */
function drawMeasuredLine(source: Source): string[] | undefined {
  const isPlain = LINE_EXTRAS.every((key) => [null, 0, false].includes(source.value(key) as number | false | null))
  return isPlain ? drawLine(source, source.path('L')) : undefined
}

function drawLine({ width, value }: Source, points: readonly number[] | undefined): string[] | undefined {
  // The endings of lines have another shape and size in each reader.
  if (points === undefined || value('LE') !== null) return undefined
  const path = pathThrough(points)
  const inside = isColour(value('IC')) ? [...colour(value('IC'), 'fill'), ...path, 'f'] : []
  return [...inside, ...colour(value('C'), 'stroke'), `${width} w`, ...path, 's']
}

function drawInk({ document, rectangle, width, value }: Source): string[] | undefined {
  const lists = value('InkList')
  if (!Array.isArray(lists) || lists.length > MAX_POINTS) return undefined
  const operators = [...colour(value('C'), 'stroke'), `${width} w`]
  let points = 0
  for (const list of lists) {
    const numbers = readPath(document, list, rectangle)
    points += numbers?.length ?? Number.POSITIVE_INFINITY
    if (numbers === undefined || points > MAX_POINTS) return undefined
    append(operators, [...pathThrough(numbers), 'S'])
  }
  return operators
}

/**
 * A marker. Dark text shows through, unless the marker is dark itself. Poppler and MuPDF round its ends, on all sides of a
 * quadrilateral that is not upright.
 */
function drawHighlight({ marked, value }: Source): string[] | undefined {
  const quads = marked()
  if (quads === undefined) return undefined
  const shapes = quads.map(({ box: [left, bottom, right, top], isUpright }) => {
    const end = ROUND_END * (isUpright ? top - bottom : Math.max(right - left, top - bottom))
    const below = isUpright ? 0 : end
    return `${left - end} ${bottom - below} ${right - left + 2 * end} ${top - bottom + 2 * below} re f`
  })
  return ['/Multiply gs', ...colour(value('C'), 'fill'), ...shapes]
}

/**
 * Lines along marked text. PDF.js places them in the box around the quadrilateral; Poppler and MuPDF draw from its third to its
 * fourth point. MuPDF takes their thickness from the distance to the first and second point.
 */
function drawMarks({ marked, value }: Source, { inBox: [from, to], along, thickness }: Mark): string[] | undefined {
  const quads = marked()
  if (quads === undefined) return undefined
  const shapes = quads.flatMap(({ points, height, box: [left, bottom, right, top] }) => {
    const rise = top - bottom
    return [
      `${left} ${bottom + from * rise} ${right - left} ${(to - from) * rise} re f`,
      `${Math.max(thickness * height, MIN_MARK)} w`,
      ...along.flatMap((share) => [...lineAcross(points, share), 'S']),
    ]
  })
  return [...colour(value('C'), 'fill'), ...colour(value('C'), 'stroke'), ...shapes]
}

/** A line through a quadrilateral: 0 from its third point to its fourth, 1 from its first to its second. */
function lineAcross([x1, y1, x2, y2, x3, y3, x4, y4]: QuadPoints, share: number): string[] {
  const between = (from: number, to: number) => from + share * (to - from)
  return [`${between(x3, x1)} ${between(y3, y1)} m`, `${between(x4, x2)} ${between(y4, y2)} l`]
}

/**
 * The icon of a note, in each place where a reader draws it: Poppler at the upper left corner, MuPDF in the middle, PDFium at the
 * lower left corner.
 */
function drawIcon(source: Source): string[] {
  return [
    ...drawIconAt(source, ICON_SIZE, 0, 1),
    ...drawIconAt(source, SMALL_ICON_SIZE, 0.5, 0.5),
    ...drawIconAt(source, SMALL_ICON_SIZE, 0, 0),
  ]
}

/** A square at a place of the rectangle: 0 is its left or bottom edge, 1 its right or top edge. */
function drawIconAt(
  { rectangle: [left, bottom, width, height] }: Source,
  size: number,
  x: number,
  y: number,
): string[] {
  return ['1 g', `${left + (width - size) * x} ${bottom + (height - size) * y} ${size} ${size} re f`]
}

function pathThrough(points: readonly number[]): string[] {
  const operators: string[] = []
  for (let at = 0; at + 2 <= points.length; at += 2) {
    operators.push(`${points[at]} ${points[at + 1]} ${at === 0 ? 'm' : 'l'}`)
  }
  return operators
}

/** A path that leaves the rectangle of its annotation is drawn in full by some readers, and not at all by others. */
function readPath(
  document: PdfDocument,
  object: PdfObject | undefined,
  [left, bottom, width, height]: Source['rectangle'],
): readonly number[] | undefined {
  const points = readPoints(document, object)
  const isInPlace = points?.every((value, index) => {
    const [start, length] = index % 2 === 0 ? [left, width] : [bottom, height]
    return value >= start - BEYOND_PLACE && value <= start + length + BEYOND_PLACE
  })
  return isInPlace ? points : undefined
}

function readPoints(document: PdfDocument, object: PdfObject | undefined): readonly number[] | undefined {
  const list = resolveOrNull(document, object)
  if (!Array.isArray(list) || list.length > MAX_POINTS || list.length % 2 === 1) return undefined
  return resolveNumbers(document, list, list.length)
}

function isColour(value: PdfObject): boolean {
  return Array.isArray(value) && value.length > 0
}

/**
 * True for a missing colour, and for one whose components are in their range. For others, Poppler draws a marker black that
 * other readers draw yellow.
 */
function isKnownColour(document: PdfDocument, object: PdfObject | undefined): boolean {
  const value = resolveOrNull(document, object)
  if (!Array.isArray(value)) return true
  return value.every((item) => isColourComponent(numberOf(resolveOrNull(document, item)) ?? 0))
}

const FILL_OPERATORS: Readonly<Record<number, string>> = { 1: 'g', 3: 'rg', 4: 'k' }

/** The operator that sets a colour of one, three or four components; black for none. */
function colour(value: PdfObject, use: 'fill' | 'stroke'): string[] {
  const numbers = Array.isArray(value) ? value.map((item) => numberOf(item) ?? 0) : []
  const operator = FILL_OPERATORS[numbers.length]
  if (operator === undefined) return [use === 'fill' ? '0 g' : '0 G']
  return [`${numbers.join(' ')} ${use === 'fill' ? operator : operator.toUpperCase()}`]
}

/** The width of the border: by its style dictionary, else by /Border (12.5.4). */
function borderWidth(document: PdfDocument, annotation: PdfDict): number {
  const style = resolveOrNull(document, annotation.get('BS'))
  const widths = [
    style instanceof PdfDict ? numberOf(resolveOrNull(document, style.get('W'))) : undefined,
    resolveNumbers(document, annotation.get('Border'), 3)?.[2],
  ].filter((width) => width !== undefined)
  // Readers use either entry, so the larger width counts.
  return widths.length === 0 ? DEFAULT_WIDTH : Math.abs(largest(widths))
}

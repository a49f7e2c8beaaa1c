/**
 * What readers draw for an annotation that has no appearance of its own (ISO 32000-2, 12.5.6): borders, lines, markings
 * of text, made from the annotation's entries.
 *
 * Readers differ in details, so the drawing is the largest that any of them makes: it serves to tell what an annotation
 * may hide, not to show it.
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject } from '../../../pdf/objects.js'
import { latin1Bytes } from '../../../pdf/syntax.js'
import { resolveNumbers, resolveOrNull } from '../equality.js'

/** Points of one annotation that are drawn; more make it one that cannot be told. */
const MAX_POINTS = 4000
/** Radius of the largest line ending as a multiple of the line's width (12.5.6.7, as readers draw them). */
const ENDING_RADIUS = 5
/** What readers draw along a line of text, in shares of its height, at most. */
interface Mark {
  /** The band in the upright box, from and to. */
  readonly inBox: readonly [number, number]
  /** Lines from the foot (0) to the head (1) of the quadrilateral. */
  readonly along: readonly number[]
  readonly thickness: number
}

/** Poppler and PDF.js draw at the foot, MuPDF at a seventh of the height. */
const UNDERLINE: Mark = { inBox: [0, 0.12], along: [0, 1 / 7], thickness: 0.08 }
/** MuPDF's zigzag reaches from a twentieth below the line to a fifth above it. */
const SQUIGGLE: Mark = { inBox: [0, 0.2], along: [0.075], thickness: 0.26 }
/** Poppler and PDF.js draw in the middle, MuPDF at three sevenths. */
const STRIKE: Mark = { inBox: [0.44, 0.56], along: [3 / 7, 0.5], thickness: 0.08 }
/** Points that the lines of Poppler are wide. */
const MIN_MARK = 1
/** Sine of the angle up to which two sides of a quadrilateral are parallel. */
const PARALLEL_SINE = 0.1
/** How far a side leans, across by up, that stands upright. */
const UPRIGHT_SLANT = 0.5
/** How far the ends of a marker bulge, as a share of its height. */
const ROUND_END = 0.25
/** Side of the icon of a sticky note, in points. */
const ICON_SIZE = 20
/** Width of a border that names none (Table 166). */
const DEFAULT_WIDTH = 1

/** What the drawings refer to. */
export const DEFAULT_RESOURCES = new PdfDict({
  ExtGState: new PdfDict({ Multiply: new PdfDict({ BM: PdfName.of('Multiply') }) }),
})

/** Content that draws the annotation in the coordinates of its page; `undefined` when that cannot be told. */
export function defaultDrawing(document: PdfDocument, annotation: PdfDict): Uint8Array | undefined {
  const subtype = nameOf(resolveOrNull(document, annotation.get('Subtype'))) ?? ''
  const draw = Object.hasOwn(DRAWERS, subtype) ? DRAWERS[subtype] : undefined
  if (draw === undefined) return new Uint8Array()
  const rectangle = resolveNumbers(document, annotation.get('Rect'), 4)
  if (rectangle === undefined) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = rectangle
  const source: Source = {
    numbers: (key) => readPoints(document, annotation.get(key)),
    value: (key) => resolveOrNull(document, annotation.get(key)),
    rectangle: [Math.min(a, c), Math.min(b, d), Math.abs(c - a), Math.abs(d - b)],
    width: borderWidth(document, annotation),
    document,
  }
  const operators = draw(source)
  return operators === undefined ? undefined : latin1Bytes(['q', ...operators, 'Q'].join('\n'))
}

/** Entries of an annotation, read for drawing. */
interface Source {
  /** `undefined` for what is no array of numbers, or too long. */
  numbers(key: string): readonly number[] | undefined
  value(key: string): PdfObject
  /** Left, bottom, width, height. */
  readonly rectangle: readonly [number, number, number, number]
  /** Of the border, in points. */
  readonly width: number
  readonly document: PdfDocument
}

type Drawer = (source: Source) => string[] | undefined

const DRAWERS: Readonly<Record<string, Drawer>> = {
  Link: drawBorder,
  Popup: drawBorder,
  // MuPDF writes a prompt of its own into signature fields.
  Widget: drawGround,
  FreeText: drawGround,
  Square: drawShape,
  Circle: drawShape,
  Line: (source) => drawLine(source, source.numbers('L')),
  PolyLine: (source) => drawLine(source, source.numbers('Vertices')),
  Polygon: (source) => drawLine(source, source.numbers('Vertices')),
  Ink: drawInk,
  Highlight: drawHighlight,
  Underline: (source) => drawMarks(source, UNDERLINE),
  Squiggly: (source) => drawMarks(source, SQUIGGLE),
  StrikeOut: (source) => drawMarks(source, STRIKE),
  Text: drawIcon,
  FileAttachment: drawIcon,
  Caret: drawGround,
  Stamp: drawGround,
}

/** The border around the rectangle; readers draw it inside or across the edge. */
function drawBorder({ rectangle, width, value }: Source): string[] {
  return width === 0 ? [] : [...colour(value('C'), 'stroke'), `${width} w`, `${rectangle.join(' ')} re S`]
}

/** The whole of the rectangle, for what readers fill with text or a picture of their own. */
function drawGround({ rectangle }: Source): string[] {
  return ['1 g', `${rectangle.join(' ')} re f`]
}

function drawShape(source: Source): string[] {
  const { rectangle, value } = source
  const inside = isColour(value('IC')) ? [...colour(value('IC'), 'fill'), `${rectangle.join(' ')} re f`] : []
  return [...inside, ...drawBorder(source)]
}

function drawLine({ width, value }: Source, points: readonly number[] | undefined): string[] | undefined {
  if (points === undefined) return undefined
  const path = pathThrough(points)
  const inside = isColour(value('IC')) ? [...colour(value('IC'), 'fill'), ...path, 'f'] : []
  const endings = isColour(value('LE')) || value('LE') !== null ? endingsOf(points, width) : []
  return [...inside, ...colour(value('C'), 'stroke'), `${width} w`, ...path, 's', ...endings]
}

function endingsOf(points: readonly number[], width: number): string[] {
  const radius = ENDING_RADIUS * width
  const ends = [points.slice(0, 2), points.slice(-2)]
  return ends.flatMap(([x = 0, y = 0]) => [`${x - radius} ${y - radius} ${2 * radius} ${2 * radius} re f`])
}

function drawInk({ document, width, value }: Source): string[] | undefined {
  const lists = value('InkList')
  if (!Array.isArray(lists) || lists.length > MAX_POINTS) return undefined
  const operators = [...colour(value('C'), 'stroke'), `${width} w`]
  let points = 0
  for (const list of lists) {
    const numbers = readPoints(document, list)
    points += numbers?.length ?? Number.POSITIVE_INFINITY
    if (numbers === undefined || points > MAX_POINTS) return undefined
    operators.push(...pathThrough(numbers), 'S')
  }
  return operators
}

/**
 * A marker: it lets dark text show through, unless it is dark itself. Poppler and MuPDF draw its ends round, and those of
 * a quadrilateral that does not stand upright on any side.
 */
function drawHighlight({ numbers, value }: Source): string[] | undefined {
  const quads = readQuads(numbers('QuadPoints'))
  if (quads === undefined) return undefined
  const shapes = quads.map(({ box: [left, bottom, right, top], isUpright }) => {
    const end = ROUND_END * (isUpright ? top - bottom : Math.max(right - left, top - bottom))
    const below = isUpright ? 0 : end
    return `${left - end} ${bottom - below} ${right - left + 2 * end} ${top - bottom + 2 * below} re f`
  })
  return ['/Multiply gs', ...colour(value('C'), 'fill'), ...shapes]
}

/**
 * Lines along marked text. PDF.js draws them by the place in the box around a quadrilateral, Poppler and MuPDF between
 * its third and its fourth point, and MuPDF as thick as those are far from the first and the second.
 */
function drawMarks({ numbers, value }: Source, { inBox: [from, to], along, thickness }: Mark): string[] | undefined {
  const quads = readQuads(numbers('QuadPoints'))
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

/** The icon stands at the upper left corner, whatever the size of the rectangle; MuPDF puts it into the middle. */
function drawIcon({ rectangle: [left, bottom, width, height] }: Source): string[] {
  const corner = `${left} ${bottom + height - ICON_SIZE}`
  const middle = `${left + (width - ICON_SIZE) / 2} ${bottom + (height - ICON_SIZE) / 2}`
  return ['1 g', ...[corner, middle].map((place) => `${place} ${ICON_SIZE} ${ICON_SIZE} re f`)]
}

type QuadPoints = readonly [number, number, number, number, number, number, number, number]

/** A marked quadrilateral (12.5.6.10). */
interface Quad {
  readonly points: QuadPoints
  /** Upright box around it: left, bottom, right, top. */
  readonly box: readonly [number, number, number, number]
  /** From the third point to the first: what MuPDF takes for the height of the line of text. */
  readonly height: number
  /** The line of text runs from left to right, its head above its foot. */
  readonly isUpright: boolean
}

/**
 * The quadrilaterals of a marking; `undefined` when their points come in an order from which readers draw shapes of
 * their own. Two orders are in use: that of all readers (upper line, lower line, both in the direction of the text), and
 * that of the standard (around the quadrilateral).
 */
function readQuads(numbers: readonly number[] | undefined): Quad[] | undefined {
  if (numbers === undefined) return undefined
  const quads: Quad[] = []
  for (let at = 0; at + 8 <= numbers.length; at += 8) {
    const points = numbers.slice(at, at + 8) as unknown as QuadPoints
    const [x1, y1, x2, y2, x3, y3, x4, y4] = points
    if (!isAlong([x2 - x1, y2 - y1], [x4 - x3, y4 - y3])) return undefined
    const [xs, ys] = [
      [x1, x2, x3, x4],
      [y1, y2, y3, y4],
    ]
    quads.push({
      points,
      box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      height: Math.hypot(x1 - x3, y1 - y3),
      isUpright: x1 <= x2 && x3 <= x4 && Math.abs(x1 - x3) <= UPRIGHT_SLANT * (y1 - y3),
    })
  }
  return quads
}

/** Whether two sides run side by side, in one direction or in opposite ones. */
function isAlong([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): boolean {
  const across = Math.abs(ax * by - ay * bx)
  return across <= PARALLEL_SINE * Math.hypot(ax, ay) * Math.hypot(bx, by)
}

function pathThrough(points: readonly number[]): string[] {
  const operators: string[] = []
  for (let at = 0; at + 2 <= points.length; at += 2) {
    operators.push(`${points[at]} ${points[at + 1]} ${at === 0 ? 'm' : 'l'}`)
  }
  return operators
}

function readPoints(document: PdfDocument, object: PdfObject | undefined): readonly number[] | undefined {
  const list = resolveOrNull(document, object)
  if (!Array.isArray(list) || list.length > MAX_POINTS) return undefined
  return resolveNumbers(document, list, list.length)
}

function isColour(value: PdfObject): boolean {
  return Array.isArray(value) && value.length > 0
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
  // Readers differ on which of the two they look at: the broader one counts.
  return widths.length === 0 ? DEFAULT_WIDTH : Math.abs(Math.max(...widths))
}

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
/** Share of a line of text that an underline or a strike-out takes, at most. */
const MARK_SHARE = 0.12
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
  Underline: (source) => drawMarks(source, 0, MARK_SHARE),
  Squiggly: (source) => drawMarks(source, 0, MARK_SHARE),
  StrikeOut: (source) => drawMarks(source, 0.5 - MARK_SHARE / 2, MARK_SHARE),
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

/** A marker: it lets dark text show through, unless it is dark itself. Poppler and MuPDF draw its ends round. */
function drawHighlight({ numbers, value }: Source): string[] | undefined {
  const quads = numbers('QuadPoints')
  if (quads === undefined) return undefined
  const shapes = boxesOf(quads).map(([left, bottom, right, top]) => {
    const end = (top - bottom) * ROUND_END
    return `${left - end} ${bottom} ${right - left + 2 * end} ${top - bottom} re f`
  })
  return ['/Multiply gs', ...colour(value('C'), 'fill'), ...shapes]
}

/** Bands across marked lines of text, by their place in a line's height. */
function drawMarks({ numbers, value }: Source, from: number, share: number): string[] | undefined {
  const quads = numbers('QuadPoints')
  if (quads === undefined) return undefined
  const shapes = boxesOf(quads).map(([left, bottom, right, top]) => {
    const height = top - bottom
    return `${left} ${bottom + from * height} ${right - left} ${share * height} re f`
  })
  return [...colour(value('C'), 'fill'), ...shapes]
}

/** The icon stands at the upper left corner, whatever the size of the rectangle; MuPDF puts it into the middle. */
function drawIcon({ rectangle: [left, bottom, width, height] }: Source): string[] {
  const corner = `${left} ${bottom + height - ICON_SIZE}`
  const middle = `${left + (width - ICON_SIZE) / 2} ${bottom + (height - ICON_SIZE) / 2}`
  return ['1 g', ...[corner, middle].map((place) => `${place} ${ICON_SIZE} ${ICON_SIZE} re f`)]
}

/** Upright boxes around quadrilaterals (12.5.6.10). */
function boxesOf(quads: readonly number[]): (readonly [number, number, number, number])[] {
  const boxes: (readonly [number, number, number, number])[] = []
  for (let at = 0; at + 8 <= quads.length; at += 8) {
    const xs = [0, 2, 4, 6].map((i) => quads[at + i] as number)
    const ys = [1, 3, 5, 7].map((i) => quads[at + i] as number)
    boxes.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])
  }
  return boxes
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

/**
 * What an annotation draws on its page: its appearances, or, without one, what readers draw from its entries (ISO 32000-2,
 * 12.5.5).
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import {
  appearanceStreams,
  hasOddRectangle,
  inherited,
  isInvisible,
  rectangleOf,
  shownAppearance,
} from '../../pdf/forms.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import { type Box, IDENTITY, type Matrix, widenBox } from '../../pdf/matrix.js'
import { nameOf, numberOf, PdfDict, PdfName, PdfStream } from '../../pdf/objects.js'
import type { ContentReader } from '../content/content-reader.js'
import type { Drawing } from '../content/drawing.js'
import type { UnknownCode } from '../content/unknown-content.js'
import type { DrawnStates } from '../drawn-states.js'
import { DEFAULT_RESOURCES, defaultDrawing } from './default-drawing.js'
import type { FileDrawings } from './file-drawings.js'

const FLAG_NO_ROTATE = 16
/** Farthest distance beyond the page at which drawings are still interpreted, in points. */
const MARGIN = 2000

/** Entries that readers use to draw an annotation. MuPDF and PDFium also accept a stream there and read its dictionary. */
const DICTIONARIES = ['AP', 'BS', 'BE', 'MK'] as const

/** True when viewers differ on whether an annotation has an appearance, a border or a ground. */
export function hasStreamAsDictionary(document: PdfDocument, annotation: PdfDict): boolean {
  return DICTIONARIES.some((key) => resolveOrNull(document, annotation.get(key)) instanceof PdfStream)
}

/** Reason that is reported when the place of an annotation cannot be known. */
export const ODD_RECTANGLE = 'its rectangle is not four numbers'

interface AnnotationDrawings {
  readonly drawings: readonly Drawing[]
  /** Why the annotation may draw more than `drawings`; `undefined` when they are complete. */
  readonly unknown: string | undefined
}

const NOTHING: AnnotationDrawings = { drawings: [], unknown: undefined }

/**
 * Draws an annotation in all of its appearances. Those for a pressed mouse button and for other states are included, since a
 * click shows them.
 *
 * @param page The page's dictionary in the same state, and what is seen of it.
 */
export function drawAnnotation(
  files: FileDrawings,
  document: PdfDocument,
  annotation: PdfDict,
  page: { readonly dict: PdfDict | undefined; readonly box: Box },
): AnnotationDrawings {
  if (hasStreamAsDictionary(document, annotation)) {
    return { drawings: [], unknown: 'a stream stands where a dictionary belongs' }
  }
  const rectangle = rectangleOf(document, annotation)
  const reader = files.reader(document)
  if (rectangle === undefined) {
    if (hasOddRectangle(document, annotation)) return { drawings: [], unknown: ODD_RECTANGLE }
    return drawWithoutPlace(reader, document, annotation, page.box)
  }
  const forms: [PdfStream, Box][] = appearancesOf(document, annotation).map((stream) => [stream, rectangle])
  if (mayBeDrawnByEntries(document, annotation, forms)) {
    const content = defaultDrawing(document, annotation)
    if (content === undefined) return { drawings: drawForms(reader, forms), unknown: 'its entries cannot be read' }
    if (content.length > 0) forms.push(asForm(content, widenBox(page.box, MARGIN)))
  }
  const drawings = drawForms(reader, forms)
  const isPainted = drawings.some(({ glyphs, areas }) => glyphs.length + areas.length > 0)
  // Replies, as Acrobat writes them, have the flags Hidden and NoRotate: no reader draws them.
  const isUpright = isPainted && !isInvisible(document, annotation) && isDrawnUpright(document, annotation)
  const turn = isUpright ? turnOf(document, page.dict) : 0
  if (turn === 0) return { drawings, unknown: undefined }
  const upright = uprightMatrix(rectangle, turn)
  if (upright === undefined)
    return { drawings, unknown: 'it is drawn upright on a page that is turned by an odd angle' }
  return { drawings: [...drawings, ...drawForms(reader, forms, upright)], unknown: undefined }
}

function drawForms(reader: ContentReader, forms: readonly (readonly [PdfStream, Box])[], moved = IDENTITY): Drawing[] {
  return forms.map(([stream, place]) => reader.appearance(stream, place, moved))
}

/**
 * The matrix that readers apply to an annotation that does not turn with its page (12.5.3, NoRotate). Poppler and MuPDF turn it
 * back about its upper left corner, PDF.js and PDFium do not. `undefined` unless the page is turned by 90, 180 or 270 degrees.
 */
function uprightMatrix([left, , , top]: Box, turn: number): Matrix | undefined {
  const quarter = QUARTER_TURNS.get(((turn % 360) + 360) % 360)
  if (quarter === undefined) return undefined
  const [a, b, c, d] = quarter
  return [a, b, c, d, left - a * left - c * top, top - b * left - d * top]
}

/** Matrices of the turns by an angle in degrees, counted anticlockwise, since /Rotate is clockwise. */
const QUARTER_TURNS: ReadonlyMap<number, readonly [number, number, number, number]> = new Map([
  [0, [1, 0, 0, 1]],
  [90, [0, 1, -1, 0]],
  [180, [-1, 0, 0, -1]],
  [270, [0, -1, 1, 0]],
])

/**
 * Whether a reader draws the annotation from its entries. Readers do so:
 * - when it has no appearance;
 * - for the ground of a signature, which poppler paints instead of the appearance when fields are to be drawn again;
 * - for the border of a link, which poppler and PDF.js draw over its appearance;
 * - for a marker whose appearance would not let the text shine through.
 */
function mayBeDrawnByEntries(
  document: PdfDocument,
  annotation: PdfDict,
  forms: readonly (readonly [PdfStream, Box])[],
): boolean {
  if (shownAppearance(document, annotation) === undefined || hasGround(document, annotation)) return true
  const subtype = nameOf(resolveOrNull(document, annotation.get('Subtype')))
  if (subtype === 'Link') return true
  return subtype === 'Highlight' && !forms.every(([stream]) => hasGraphicsStates(document, stream))
}

/** Poppler and PDF.js, following Acrobat, ignore the appearance of a marker whose resources have no graphics states. */
function hasGraphicsStates(document: PdfDocument, stream: PdfStream): boolean {
  const resources = resolveOrNull(document, stream.dict.get('Resources'))
  return resources instanceof PdfDict && resolveOrNull(document, resources.get('ExtGState')) instanceof PdfDict
}

/** True for a widget whose characteristics give it a ground or a border (Table 192). */
export function hasGround(document: PdfDocument, annotation: PdfDict): boolean {
  const look = resolveOrNull(document, annotation.get('MK'))
  if (nameOf(resolveOrNull(document, annotation.get('Subtype'))) !== 'Widget' || !(look instanceof PdfDict))
    return false
  return ['BG', 'BC'].some((key) => {
    const colour = resolveOrNull(document, look.get(key))
    return Array.isArray(colour) && colour.length > 0
  })
}

/**
 * Drawings of an annotation without area. PDF.js draws the appearance of such a popup in the coordinates of the page, and such
 * widgets are points. Lines and text markup have points of their own, so their rectangle does not matter.
 */
function drawWithoutPlace(
  reader: ContentReader,
  document: PdfDocument,
  annotation: PdfDict,
  page: Box,
): AnnotationDrawings {
  const streams = appearancesOf(document, annotation)
  if (nameOf(resolveOrNull(document, annotation.get('Subtype'))) !== 'Widget') {
    if (streams.length > 0) return { drawings: [], unknown: 'it has a drawing and no place for it' }
    const content = defaultDrawing(document, annotation)
    if (content === undefined) return { drawings: [], unknown: 'its entries cannot be read' }
    return content.length === 0
      ? NOTHING
      : { drawings: [reader.appearance(...asForm(content, widenBox(page, MARGIN)))], unknown: undefined }
  }
  for (const stream of streams) {
    const unknown = faultWithoutPlace(reader, stream)
    if (unknown !== undefined) return { drawings: [], unknown }
  }
  return NOTHING
}

/**
 * Why an appearance may be seen although its widget has no area; `undefined` when it cannot. PDF.js takes a `Q` without `q`
 * (8.4.2) as the end of the appearance: what follows is drawn on the page without the appearance's scale.
 */
export function faultWithoutPlace(reader: ContentReader, stream: PdfStream): string | undefined {
  return reader.appearance(stream, POINT).unknown.find(({ code }) => ESCAPES.has(code))?.detail
}

/** Codes of unknown operators, after which a drawing may go on outside of its place. Unknown fonts and colours stay inside. */
export const ESCAPES: ReadonlySet<UnknownCode> = new Set([
  'misplaced_operator',
  'unknown_operator',
  'malformed_operands',
  'malformed_content',
  'unreadable',
  'limit',
])

/** Stands for a place without area, where nothing can be drawn. */
const POINT: Box = [0, 0, 1, 1]

export function appearancesOf(document: PdfDocument, annotation: PdfDict): PdfStream[] {
  const streams = new Set<PdfStream>()
  for (const object of appearanceStreams(document, annotation).values()) {
    const stream = resolveOrNull(document, object)
    if (stream instanceof PdfStream) streams.add(stream)
  }
  return [...streams]
}

/** Content in the coordinates of the page, as a form that fills a region of it. */
function asForm(content: Uint8Array, region: Box): [PdfStream, Box] {
  const dict = new PdfDict({ Subtype: PdfName.of('Form'), BBox: [...region], Resources: DEFAULT_RESOURCES })
  return [new PdfStream(dict, content), region]
}

function isDrawnUpright(document: PdfDocument, annotation: PdfDict): boolean {
  return ((numberOf(resolveOrNull(document, annotation.get('F'))) ?? 0) & FLAG_NO_ROTATE) !== 0
}

/** /Rotate in degrees, of the page or of a node above it (7.7.3.4). */
function turnOf(document: PdfDocument, page: PdfDict | undefined): number {
  return (page && numberOf(resolveOrNull(document, inherited(document, page, 'Rotate')))) ?? 0
}

/** Keys of /MK by which readers draw a field without an appearance (ISO 32000-2, Table 192). */
const LOOK_KEYS = ['BG', 'BC', 'I', 'CA']

/**
 * True when no appearance of the annotation paints anything, visible or not, and readers draw nothing from its entries. An
 * annotation without area, such as an invisible signature, is drawn into a point.
 */
export function paintsNothing(pair: DrawnStates, annotation: PdfDict): boolean {
  const { newer, drawings } = pair
  if (hasOddRectangle(newer, annotation)) return false
  const rectangle = rectangleOf(newer, annotation)
  const look = pair.newValue(annotation, 'MK')
  const hasLook = look instanceof PdfDict && LOOK_KEYS.some((key) => !isEmptyLook(pair, look, key))
  const hasBorder = !isEmptyLook(pair, annotation, 'C') && (annotation.has('Border') || annotation.has('BS'))
  if (rectangle !== undefined && (hasLook || hasBorder)) return false
  return appearancesOf(newer, annotation).every((stream) => {
    const { glyphs, areas, unknown } = drawings.reader(newer).appearance(stream, rectangle ?? [0, 0, 1, 1])
    // A box without area is no drawing as long as nothing is painted.
    return glyphs.length + areas.length === 0 && unknown.every(({ code }) => code === 'geometry')
  })
}

/** True for null and for a colour without components, which is transparent. */
function isEmptyLook(pair: DrawnStates, look: PdfDict, key: string): boolean {
  const value = pair.newValue(look, key)
  return value === null || (Array.isArray(value) && value.length === 0)
}

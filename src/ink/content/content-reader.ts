/**
 * What the pages and appearances of a document paint: each drawn once, within a budget, and kept.
 *
 * ```ts
 * const reader = new ContentReader(document, createContentBudget())
 * const page = reader.page(pageDictionary)              // Drawing: glyphs, areas, unknown
 * const words = reader.placed(page).glyphs.query(box)   // VisibleGlyph[] in a rectangle of the page
 * const look = reader.appearance(stream, rectangle)     // Drawing, in the coordinates of the page
 * const sheet = new Sheet(rectangle, reader.budget)
 * replay(look, sheet)
 * const { mean } = sheet.coverageOf(words[0].glyph.box) // how much of a word the appearance hides
 * ```
 *
 * All coordinates are those of the page's default user space, before /Rotate; sizes are in points (times /UserUnit, which
 * no device applies). `drawing.unknown` lists what could not be interpreted; nothing here throws.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { inherited } from '../../pdf/forms.js'
import {
  areaOf,
  type Box,
  IDENTITY,
  intersectBoxes,
  type Matrix,
  multiply,
  transformBox,
  uniteBoxes,
} from '../../pdf/matrix.js'
import { nameOf, PdfDict, PdfName, type PdfObject, PdfStream } from '../../pdf/objects.js'
import type { ContentFont } from '../fonts/content-font.js'
import { FontCache } from '../fonts/load-font.js'
import { getOrMake } from '../remember.js'
import { judgeVisibility, PlacedDrawing, type VisibleGlyph } from '../text/visible-text.js'
import { type ContentBudget, giveBackMemory, spend } from './content-budget.js'
import { ContentLexer } from './content-lexer.js'
import { CONTENT_LIMITS } from './content-limits.js'
import {
  type ContentFrame,
  ContentRun,
  type DrawingContext,
  fitsShape,
  initialState,
  lastOperands,
  type OperatorDefinition,
} from './content-run.js'
import { ContentSource, isOddArray, readMatrix, readRectangle } from './content-source.js'
import type { Drawing, LayerState } from './drawing.js'
import { OBJECT_OPERATORS } from './operators/object-operators.js'
import { COLOUR_OPERATORS, PATH_OPERATORS } from './operators/painting-operators.js'
import { STATE_OPERATORS } from './operators/state-operators.js'
import { TEXT_OPERATORS } from './operators/text-operators.js'
import { OptionalContent } from './optional-content.js'
import { type UnknownContent, UnknownLog } from './unknown-content.js'

/** Size of a page without a /MediaBox in all viewers: US Letter. */
const LETTER: Box = [0, 0, 612, 792]

/** Region that holds everything a form without a usable box may paint. */
const ANYWHERE: Box = [-20_000, -20_000, 20_000, 20_000]

/** Most appearances that are cached. Those of a page are asked for several times in a row; older ones may be dropped. */
const MAX_KEPT_APPEARANCES = 256

const LINE_FEED = 0x0a

/** Draws pages and appearances of one state of a document. All states of a file share a budget. */
export class ContentReader {
  readonly document: PdfDocument
  readonly budget: ContentBudget
  readonly #source: ContentSource
  readonly #fonts = new FontCache()
  readonly #layers: OptionalContent
  readonly #pages = new WeakMap<PdfDict, Drawing>()
  readonly #appearances = new Map<PdfStream, { readonly key: string; readonly drawing: Drawing }>()
  readonly #memory = new WeakMap<Drawing, number>()
  readonly #visible = new WeakMap<Drawing, VisibleGlyph[]>()
  readonly #placed = new WeakMap<Drawing, PlacedDrawing>()

  constructor(document: PdfDocument, budget: ContentBudget) {
    this.document = document
    this.budget = budget
    this.#source = new ContentSource(document, budget)
    this.#layers = new OptionalContent(this.#source)
  }

  /** The font that a resource defines; `undefined` for anything else. */
  font(resource: PdfObject | undefined): ContentFont | undefined {
    return this.#fonts.load(this.#source, resource)
  }

  /** Whether a layer, or a membership dictionary of layers, is shown. */
  layerOf(object: PdfObject | undefined): LayerState {
    return this.#layers.stateOf(object)
  }

  /** What a page paints by its own content, without its annotations. Kept until `forget` is called. */
  page(page: PdfDict): Drawing {
    return getOrMake(this.#pages, page, () => this.#drawPage(page))
  }

  /** Gives back the memory that the drawing of a page takes. A caller that keeps the drawing uses memory that is not counted. */
  forget(page: PdfDict): void {
    const drawing = this.#pages.get(page)
    if (drawing === undefined) return
    this.#pages.delete(page)
    giveBackMemory(this.budget, this.memoryOf(drawing))
  }

  /** Memory that a drawing of this reader takes while it is kept, in bytes. */
  memoryOf(drawing: Drawing): number {
    return this.#memory.get(drawing) ?? 0
  }

  /**
   * What an appearance stream paints in the rectangle of its annotation (ISO 32000-2, 12.5.5, algorithm 8).
   *
   * @param rectangle /Rect in the page's coordinates, corners in order.
   * @param moved A further transformation, by readers that apply NoRotate.
   */
  appearance(stream: PdfStream, rectangle: Box, moved: Matrix = IDENTITY): Drawing {
    const key = [...rectangle, ...moved].join(' ')
    const known = this.#appearances.get(stream)
    if (known?.key === key) return known.drawing
    const drawing = this.#drawAppearance(stream, rectangle, moved)
    if (this.#appearances.size >= MAX_KEPT_APPEARANCES) this.#forgetAppearances()
    if (known !== undefined) giveBackMemory(this.budget, this.memoryOf(known.drawing))
    this.#appearances.set(stream, { key, drawing })
    return drawing
  }

  #forgetAppearances(): void {
    for (const { drawing } of this.#appearances.values()) giveBackMemory(this.budget, this.memoryOf(drawing))
    this.#appearances.clear()
  }

  /** The glyphs of a drawing, each with what can be seen of it. */
  visible(drawing: Drawing): readonly VisibleGlyph[] {
    return getOrMake(this.#visible, drawing, () => judgeVisibility(drawing, this.budget))
  }

  /** An index of the glyphs and areas of a drawing. */
  placed(drawing: Drawing): PlacedDrawing {
    return getOrMake(this.#placed, drawing, () => new PlacedDrawing(this.visible(drawing), drawing))
  }

  /** The box that a viewer shows of a page: the crop box within the media box (14.11.2). */
  pageBox(page: PdfDict): Box {
    const [mediaBox, cropBox] = ['MediaBox', 'CropBox'].map((key) => inherited(this.document, page, key))
    const media = readRectangle(this.#source, mediaBox)
    const usual = media !== undefined && areaOf(media) > 0 ? media : LETTER
    // When a box is not four numbers, one viewer takes the first four and another ignores it.
    const whole = isOddArray(this.#source, mediaBox, 4) ? uniteBoxes(LETTER, usual) : usual
    const crop = isOddArray(this.#source, cropBox, 4) ? undefined : readRectangle(this.#source, cropBox)
    const shown = crop === undefined ? undefined : intersectBoxes(whole, crop)
    return shown !== undefined && areaOf(shown) > 0 ? shown : whole
  }

  #drawPage(page: PdfDict): Drawing {
    const unknown: UnknownContent[] = []
    const content = this.#pageContent(page, unknown)
    const resources = this.#source.resolve(inherited(this.document, page, 'Resources'))
    return this.#draw(
      content,
      resources instanceof PdfDict ? resources : undefined,
      IDENTITY,
      this.pageBox(page),
      unknown,
    )
  }

  /** The streams of /Contents joined, with a blank in between (7.8.2). */
  #pageContent(page: PdfDict, unknown: UnknownContent[]): Uint8Array {
    const contents = this.#source.lookup(page, 'Contents')
    const parts: Uint8Array[] = []
    for (const item of Array.isArray(contents) ? contents : contents === null ? [] : [contents]) {
      const stream = this.#source.resolve(item)
      const bytes = stream instanceof PdfStream ? this.#source.decode(stream, CONTENT_LIMITS.maxStreamBytes) : undefined
      if (bytes === undefined) unknown.push(fault('unreadable', 'a content stream of the page cannot be read'))
      else parts.push(bytes)
    }
    return join(parts)
  }

  #drawAppearance(stream: PdfStream, rectangle: Box, moved: Matrix): Drawing {
    const unknown: UnknownContent[] = []
    const form = this.#source.lookupName(stream.dict, 'Subtype') === 'Form' ? stream : asForm(stream)
    const matrix = this.#appearanceMatrix(form, rectangle)
    if (matrix === undefined) unknown.push(fault('geometry', 'an appearance has a box without area'))
    const resources = new PdfDict({ XObject: new PdfDict({ Appearance: form }) })
    const clip = matrix === undefined ? ANYWHERE : transformBox(rectangle, moved)
    return this.#draw(PAINT_APPEARANCE, resources, multiply(matrix ?? toCorner(rectangle), moved), clip, unknown)
  }

  /** The matrix from the form's box, moved by its own matrix, to the rectangle; `undefined` when the box has no area. */
  #appearanceMatrix(form: PdfStream, rectangle: Box): Matrix | undefined {
    const box = readRectangle(this.#source, form.dict.get('BBox'))
    const moved = box === undefined ? undefined : transformBox(box, readMatrix(this.#source, form.dict.get('Matrix')))
    if (moved === undefined || areaOf(moved) === 0) return undefined
    const sx = (rectangle[2] - rectangle[0]) / (moved[2] - moved[0])
    const sy = (rectangle[3] - rectangle[1]) / (moved[3] - moved[1])
    return [sx, 0, 0, sy, rectangle[0] - moved[0] * sx, rectangle[1] - moved[1] * sy]
  }

  #draw(
    content: Uint8Array,
    resources: PdfDict | undefined,
    matrix: Matrix,
    clip: Box,
    unknown: readonly UnknownContent[],
  ): Drawing {
    const { memory } = this.budget
    const [source, fonts, layers] = [this.#source, this.#fonts, this.#layers]
    const drawn = interpretContent({ source, fonts, layers, content, resources, matrix, clip })
    const drawing = { ...drawn, unknown: [...unknown, ...drawn.unknown] }
    this.#memory.set(drawing, Math.max(0, memory) - Math.max(0, this.budget.memory))
    return drawing
  }
}

const PAINT_APPEARANCE = new TextEncoder().encode('/Appearance Do')

function fault(code: UnknownContent['code'], detail: string): UnknownContent {
  return { code, detail, path: '', offset: 0 }
}

/** Viewers treat a stream under /AP as a form, whatever its /Subtype. */
function asForm(stream: PdfStream): PdfStream {
  return nameOf(stream.dict.get('Subtype')) === 'Form'
    ? stream
    : new PdfStream(stream.dict.with({ Subtype: PdfName.of('Form') }), stream.data)
}

function toCorner([left, bottom]: Box): Matrix {
  return [1, 0, 0, 1, left, bottom]
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
    joined[offset++] = LINE_FEED
  }
  return joined
}

const TABLE: ReadonlyMap<string, OperatorDefinition> = new Map(
  [...STATE_OPERATORS, ...PATH_OPERATORS, ...COLOUR_OPERATORS, ...TEXT_OPERATORS, ...OBJECT_OPERATORS].map(
    (definition) => [definition.name, definition],
  ),
)

/** Content to interpret, and its place. */
interface ContentInput {
  readonly source: ContentSource
  /** Fonts that are kept from one drawing to the next. */
  readonly fonts: FontCache
  readonly layers: OptionalContent
  readonly content: Uint8Array
  readonly resources: PdfDict | undefined
  /** From the content's coordinates to those of the page. */
  readonly matrix: Matrix
  /** Clip in page space; nothing outside of it is seen. */
  readonly clip: Box
}

/** Interprets content: what it paints within the clip, and what could not be interpreted. */
function interpretContent({ source, fonts, layers, content, resources, matrix, clip }: ContentInput): Drawing {
  const unknown = new UnknownLog()
  const context: DrawingContext = {
    ...{ source, fonts, layers, unknown },
    ...{ glyphs: [], areas: [], masked: [], spoken: [] },
    order: 0,
    glyphStyle: undefined,
    areaPaint: undefined,
    strokeStyle: undefined,
    glyphAreas: undefined,
    masks: new Map(),
    interpret: (stream, frame) => interpretStream(context, stream, frame),
  }
  interpretStream(context, content, {
    resources,
    state: initialState(matrix, clip),
    depth: 0,
    path: '',
    layer: 'shown',
    inGlyph: false,
    inPattern: false,
    isUncoloured: false,
  })
  const { glyphs, areas, masked, spoken } = context
  return { glyphs, areas, masks: masked, spoken, unknown: unknown.items, box: clip }
}

function interpretStream(context: DrawingContext, content: Uint8Array, frame: ContentFrame): void {
  const { source } = context
  const { budget } = source
  spend(budget, 'memory', content.length)
  const lexer = new ContentLexer(content)
  const run = new ContentRun(context, frame, lexer)
  const outer = source.onUnreadable
  source.onUnreadable = (what) => run.report('unreadable', what)
  for (let name = lexer.next(); name !== undefined; name = lexer.next()) {
    if (!spend(budget, 'operators', 1)) {
      run.report('limit', 'the content has too many operators')
      break
    }
    execute(run, name)
    if (budget.areas < 0 || budget.memory < 0) {
      run.report('limit', 'the content paints too much')
      break
    }
  }
  if (budget.memory >= 0) giveBackMemory(budget, content.length)
  if (lexer.fault !== undefined) run.report('malformed_content', lexer.fault)
  if (lexer.isCutShort) run.report('limit', 'operands hold too many values')
  if (budget.segments < 0) run.report('limit', 'the paths of the content are too long')
  source.onUnreadable = outer
}

function execute(run: ContentRun, name: string): void {
  const { lexer } = run
  const definition = TABLE.get(name)
  if (definition === undefined) {
    if (run.compatibility === 0) run.report('unknown_operator', `there is no operator "${printable(name)}"`)
    return
  }
  if (lexer.fault !== undefined) run.report('malformed_content', lexer.fault)
  let operands: typeof lexer.operands | ReturnType<typeof lastOperands> = lexer.operands
  if (!fitsShape(operands, definition.operands)) {
    run.report('malformed_operands', `the operands of "${name}" are not those that it takes`)
    operands = lastOperands(operands, definition.operands)
  }
  if (operands !== undefined) definition.run(run, operands)
}

function printable(name: string): string {
  return name.slice(0, 16).replace(/[^\x21-\x7e]/g, '?')
}

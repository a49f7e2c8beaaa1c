/**
 * What the pages and appearances of a document paint: each drawn once, within a budget, and kept.
 *
 * This is the door to `src/pdf/content`. A typical use:
 *
 * ```ts
 * const reader = new ContentReader(document, createContentBudget())
 * const page = reader.page(pageDictionary)              // Drawing: glyphs, areas, unknown
 * const words = reader.placed(page).glyphs.query(box)   // VisibleGlyph[] in a rectangle of the page
 * const look = reader.appearance(stream, rectangle)     // Drawing, in the coordinates of the page
 * const shown = readVisibleText(reader.visible(look))          // what a person reads there, or U+FFFD for what is not known
 * const cover = new CoveredArea(rectangle, reader.budget)
 * replay(look, cover)
 * const { mean } = cover.coverageOf(words[0].glyph.box) // how much of a word the appearance hides
 * ```
 *
 * All coordinates are those of the page's default user space, before /Rotate; sizes are in points (times /UserUnit, which
 * no device applies). `drawing.unknown` lists what could not be interpreted; nothing here throws.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
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
import { judgeVisibility, PlacedDrawing, type VisibleGlyph } from '../text/visible-text.js'
import { type ContentBudget, giveBackMemory } from './content-budget.js'
import { CONTENT_LIMITS } from './content-limits.js'
import { ContentSource } from './content-source.js'
import type { LayerState } from './device.js'
import { type Drawing, DrawingRecorder } from './drawing.js'
import { interpretContent } from './interpreter.js'
import { OptionalContent } from './optional-content.js'
import { isOddArray, readMatrix, readRectangle } from './read-matrix.js'
import type { UnknownContent } from './unknown-content.js'

/** US Letter: the size that viewers give a page without a /MediaBox. */
const LETTER: Box = [0, 0, 612, 792]

/** A region that holds whatever a form without a usable box paints. */
const ANYWHERE: Box = [-20_000, -20_000, 20_000, 20_000]

/**
 * Appearances that are cached: those of a page are asked for several times in a row, those of a whole file need not all
 * stay.
 */
const MAX_KEPT_APPEARANCES = 256

/** Depth limit, which also ends a circular page tree. */
const MAX_PAGE_TREE_DEPTH = 64
const LINE_FEED = 0x0a

/** Draws pages and appearances of one state of a document. States of a file share a budget. */
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

  /** The font of a resource; `undefined` for anything else. */
  font(resource: PdfObject | undefined): ContentFont | undefined {
    return this.#fonts.load(this.#source, resource)
  }

  /** Whether a layer, or what belongs to a combination of layers, is shown. */
  layerOf(object: PdfObject | undefined): LayerState {
    return this.#layers.stateOf(object)
  }

  /** What a page paints by its own content, without its annotations; kept until it is forgotten. */
  page(page: PdfDict): Drawing {
    let drawing = this.#pages.get(page)
    if (drawing === undefined) {
      drawing = this.#drawPage(page)
      this.#pages.set(page, drawing)
    }
    return drawing
  }

  /** Gives back what the drawing of a page takes; whoever holds it holds more than is counted. */
  forget(page: PdfDict): void {
    const drawing = this.#pages.get(page)
    if (drawing === undefined) return
    this.#pages.delete(page)
    giveBackMemory(this.budget, this.memoryOf(drawing))
  }

  /** What a drawing of this reader takes while it is kept, in bytes. */
  memoryOf(drawing: Drawing): number {
    return this.#memory.get(drawing) ?? 0
  }

  /**
   * What an appearance stream paints where its annotation's rectangle puts it (ISO 32000-2, 12.5.5, algorithm 8).
   *
   * @param rectangle /Rect in the page's coordinates, corners in order.
   * @param moved A further transformation, as by readers that honour NoRotate.
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

  /** The glyphs of a drawing with what can be seen of them. */
  visible(drawing: Drawing): readonly VisibleGlyph[] {
    let glyphs = this.#visible.get(drawing)
    if (glyphs === undefined) {
      glyphs = judgeVisibility(drawing, this.budget)
      this.#visible.set(drawing, glyphs)
    }
    return glyphs
  }

  /** The glyphs and areas of a drawing by their place. */
  placed(drawing: Drawing): PlacedDrawing {
    let placed = this.#placed.get(drawing)
    if (placed === undefined) {
      placed = new PlacedDrawing(this.visible(drawing), drawing)
      this.#placed.set(drawing, placed)
    }
    return placed
  }

  /** The box that a viewer shows of a page: the crop box within the media box (14.11.2). */
  pageBox(page: PdfDict): Box {
    const [mediaBox, cropBox] = [this.#inherited(page, 'MediaBox'), this.#inherited(page, 'CropBox')]
    const media = readRectangle(this.#source, mediaBox)
    const usual = media !== undefined && areaOf(media) > 0 ? media : LETTER
    // Of a box that is not four numbers one viewer takes the first four, and another none.
    const whole = isOddArray(this.#source, mediaBox, 4) ? uniteBoxes(LETTER, usual) : usual
    const crop = isOddArray(this.#source, cropBox, 4) ? undefined : readRectangle(this.#source, cropBox)
    const shown = crop === undefined ? undefined : intersectBoxes(whole, crop)
    return shown !== undefined && areaOf(shown) > 0 ? shown : whole
  }

  #drawPage(page: PdfDict): Drawing {
    const unknown: UnknownContent[] = []
    const content = this.#pageContent(page, unknown)
    const resources = this.#source.resolve(this.#inherited(page, 'Resources'))
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

  /** From the box of the form, moved by its matrix, to the rectangle; `undefined` when the box has no area. */
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
    const recorder = new DrawingRecorder()
    const { unknown: more } = interpretContent({
      source: this.#source,
      fonts: this.#fonts,
      layers: this.#layers,
      content,
      resources,
      matrix,
      clip,
      device: recorder,
    })
    const { glyphs, areas, masks } = recorder
    const drawing = { glyphs, areas, masks, unknown: [...unknown, ...more], box: clip }
    this.#memory.set(drawing, Math.max(0, memory) - Math.max(0, this.budget.memory))
    return drawing
  }

  /** An entry of the page or of a node above it (7.7.3.4). */
  #inherited(page: PdfDict, key: string): PdfObject | undefined {
    let node: PdfDict | undefined = page
    for (let depth = 0; node !== undefined && depth < MAX_PAGE_TREE_DEPTH; depth++) {
      if (node.has(key)) return node.get(key)
      node = this.#source.lookupDict(node, 'Parent')
    }
    return undefined
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

/**
 * What the pages and annotations of a file draw, through all of its revisions.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { inherited, isInvisible, rectangleOf, shownAppearance } from '../../pdf/forms.js'
import { readOrNull, resolveOrNull } from '../../pdf/lookup.js'
import type { Box } from '../../pdf/matrix.js'
import { nameOf, PdfDict, PdfRef } from '../../pdf/objects.js'
import { type ContentBudget, createContentBudget, Quota, spend } from '../content/content-budget.js'
import { CONTENT_LIMITS } from '../content/content-limits.js'
import { ContentReader } from '../content/content-reader.js'
import type { Drawing, PaintedArea } from '../content/drawing.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { DrawingLog, PageLosses } from '../judge/losses.js'
import { getOrMake } from '../remember.js'
import type { PlacedDrawing, VisibleGlyph } from '../text/visible-text.js'

/** A page with what its own content draws. */
export interface PageDrawing {
  readonly drawing: Drawing
  readonly placed: PlacedDrawing
  /** What viewers show of the page. */
  readonly box: Box
}

/** An annotation of a page, and its place. */
export interface PlacedAnnotation {
  readonly num: number
  readonly box: Box
  /** True for a field that is not signed. */
  readonly isField: boolean
  readonly isSigned: boolean
  /** Its appearance, drawn when it is asked for. */
  readonly glyphs: () => readonly VisibleGlyph[]
  /** Shapes and pictures of its appearance, found when they are asked for. */
  readonly areas: () => readonly PaintedArea[]
}

/** Where less is left of what may be kept, in bytes, pages that were drawn are forgotten: annotations draw far less than this. */
const RESERVED_MEMORY = 2 * 1024 * 1024

/** Fields whose look before they were filled in is read: nobody reads more of them in a report. */
const MAX_FORMER_LOOKS = 200
/** Most pictures of a file that are read to see what is drawn over them; for further ones it is unknown what is hidden. */
const MAX_PICTURES = 2_500

/** Draws each page once for a file, and annotations once for each state; all within one budget. */
export class FileDrawings {
  readonly budget: ContentBudget
  readonly #readers = new WeakMap<PdfDocument, ContentReader>()
  readonly #pages = new Map<number, PageDrawing | undefined>()
  /** For each page, the state of the file in which it was drawn first. */
  readonly #firstStates = new Map<number, PdfDocument>()
  readonly #annotations = new WeakMap<PdfDocument, Map<number, SpatialIndex<PlacedAnnotation>>>()
  readonly #added = new Map<number, DrawingLog>()
  readonly #losses = new Map<number, PageLosses>()
  /** Drawings that may still be compared with their pages. */
  readonly inspections = new Quota(CONTENT_LIMITS.maxInspectedDrawings)
  /** Filled fields whose former look may still be read. */
  readonly formerLooks = new Quota(MAX_FORMER_LOOKS)
  readonly #pictures = new Quota(MAX_PICTURES)
  /** Glyphs by the appearance's place in the file and its rectangle, which are the same in all states that have it. */
  readonly #appearances = new Map<string, readonly VisibleGlyph[]>()

  constructor(fileBytes: number) {
    this.budget = createContentBudget(fileBytes)
  }

  /** The reader for a state of the file, with some memory for what is to be drawn. */
  reader(document: PdfDocument): ContentReader {
    if (this.budget.memory < RESERVED_MEMORY && this.#pages.size > 0) this.#forgetPages()
    return getOrMake(this.#readers, document, () => new ContentReader(document, this.budget))
  }

  /**
   * What a page draws by its own content, in the first state that is asked for: later changes of the content are refused
   * elsewhere. Pages are forgotten when there is no memory for another, and drawn again when needed.
   */
  page(document: PdfDocument, num: number): PageDrawing | undefined {
    return getOrMake(this.#pages, num, () =>
      this.#drawPage(
        getOrMake(this.#firstStates, num, () => document),
        num,
      ),
    )
  }

  /** What the content of a page draws in a state. It is not kept, since one comparison uses it. */
  content(document: PdfDocument, page: PdfDict): Drawing {
    const reader = this.reader(document)
    const drawing = reader.page(page)
    if (![...this.#pages.values()].some((kept) => kept?.drawing === drawing)) reader.forget(page)
    return drawing
  }

  #forgetPages(): void {
    for (const num of this.#pages.keys()) {
      const state = this.#firstStates.get(num)
      const page = state === undefined ? null : readOrNull(state, num)
      if (state !== undefined && page instanceof PdfDict) this.#readers.get(state)?.forget(page)
    }
    this.#pages.clear()
  }

  /** The annotations of a page in a state that are shown, by their place. */
  annotations(document: PdfDocument, page: number): SpatialIndex<PlacedAnnotation> {
    const pages = getOrMake(this.#annotations, document, () => new Map<number, SpatialIndex<PlacedAnnotation>>())
    return getOrMake(pages, page, () => new SpatialIndex(this.#placeAnnotations(document, page), ({ box }) => box))
  }

  /** What later revisions have drawn on a page so far. */
  added(page: number): DrawingLog {
    return getOrMake(this.#added, page, () => new DrawingLog())
  }

  /** What later revisions hide of a page. */
  losses(page: number): PageLosses {
    return getOrMake(this.#losses, page, () => new PageLosses(this.#pictures))
  }

  #drawPage(document: PdfDocument, num: number): PageDrawing | undefined {
    const page = readOrNull(document, num)
    if (!(page instanceof PdfDict)) return undefined
    const reader = this.reader(document)
    let whole = reader.page(page)
    if (this.budget.memory < 0 && this.#pages.size > 0) {
      this.#forgetPages()
      reader.forget(page)
      whole = reader.page(page)
    }
    // A page that was read in part cannot be compared, so its letters are not kept.
    const isLost = whole.unknown.some(({ code }) => code === 'limit')
    const drawing = isLost ? { ...whole, glyphs: [], areas: [] } : whole
    if (isLost) reader.forget(page)
    return { drawing, placed: reader.placed(drawing), box: reader.pageBox(page) }
  }

  *#placeAnnotations(document: PdfDocument, page: number): Generator<PlacedAnnotation> {
    const dict = readOrNull(document, page)
    const list = dict instanceof PdfDict ? resolveOrNull(document, dict.get('Annots')) : null
    for (const item of Array.isArray(list) ? list : []) {
      const annotation = resolveOrNull(document, item)
      if (!(annotation instanceof PdfDict) || isInvisible(document, annotation)) continue
      const box = rectangleOf(document, annotation)
      if (box === undefined) continue
      const glyphs = () => this.#glyphsOf(document, annotation, box)
      const areas = () => this.#areasOf(document, annotation, box)
      const ofField = (key: string) => resolveOrNull(document, inherited(document, annotation, key))
      const isWidget = nameOf(resolveOrNull(document, annotation.get('Subtype'))) === 'Widget'
      const isSignature = isWidget && nameOf(ofField('FT')) === 'Sig'
      const isField = isWidget && !isSignature
      const isSigned = isSignature && ofField('V') !== null
      yield { num: item instanceof PdfRef ? item.num : 0, box, isField, isSigned, glyphs, areas }
    }
  }

  #areasOf(document: PdfDocument, annotation: PdfDict, box: Box): readonly PaintedArea[] {
    const stream = shownAppearance(document, annotation)
    return stream === undefined ? [] : this.reader(document).appearance(stream, box).areas
  }

  #glyphsOf(document: PdfDocument, annotation: PdfDict, box: Box): readonly VisibleGlyph[] {
    const stream = shownAppearance(document, annotation)
    if (stream === undefined) return []
    // Streams that were decrypted have no place in the file.
    const isInFile = stream.data.buffer === document.bytes.buffer
    const key = isInFile ? `${stream.data.byteOffset} ${stream.data.length} ${box.join(' ')}` : ''
    let glyphs = isInFile ? this.#appearances.get(key) : undefined
    if (glyphs === undefined) {
      const reader = this.reader(document)
      const drawing = reader.appearance(stream, box)
      glyphs = reader.visible(drawing)
      const memory = reader.memoryOf(drawing)
      if (isInFile && memory + RESERVED_MEMORY < this.budget.memory && spend(this.budget, 'memory', memory))
        this.#appearances.set(key, glyphs)
    }
    return glyphs
  }
}

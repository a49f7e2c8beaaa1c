/**
 * What the pages and annotations of a file draw, through all of its revisions.
 *
 * @module
 */

import { shownAppearance } from '../../pdf/annotations/appearance.js'
import { isInvisible, rectangleOf } from '../../pdf/annotations/visibility.js'
import type { PdfDocument } from '../../pdf/document.js'
import { readOrNull, resolveOrNull } from '../../pdf/lenient-lookup.js'
import type { Box } from '../../pdf/matrix.js'
import { nameOf, PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import { type ContentBudget, createContentBudget, spend } from '../content/content-budget.js'
import { CONTENT_LIMITS } from '../content/content-limits.js'
import { ContentReader } from '../content/content-reader.js'
import type { PaintedArea } from '../content/device.js'
import type { Drawing } from '../content/drawing.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { DrawingLog } from '../judge/drawing-log.js'
import { PageLosses, PictureRoom } from '../judge/losses.js'
import type { PlacedDrawing, VisibleGlyph } from '../text/visible-text.js'

/** A page with what its own content draws. */
export interface PageDrawing {
  readonly drawing: Drawing
  readonly placed: PlacedDrawing
  /** What viewers show of the page. */
  readonly box: Box
}

/** An annotation that a page had, and where. */
export interface PlacedAnnotation {
  readonly num: number
  readonly box: Box
  /** A field, but for one that is signed. */
  readonly isField: boolean
  /** A signature. */
  readonly isSigned: boolean
  /** Its appearance, drawn when it is asked for. */
  readonly glyphs: () => readonly VisibleGlyph[]
  /** The same for shapes and pictures. */
  readonly areas: () => readonly PaintedArea[]
}

/** Where less is left of what may be kept, in bytes, pages that were drawn are forgotten: annotations draw far less than this. */
const RESERVED_MEMORY = 2 * 1024 * 1024

/** Fields whose look before they were filled in is read: nobody reads more of them in a report. */
const MAX_FORMER_LOOKS = 200

/** Draws each page once for a file, and annotations once for each state; all within one budget. */
export class FileDrawings {
  readonly budget: ContentBudget
  readonly #readers = new WeakMap<PdfDocument, ContentReader>()
  readonly #pages = new Map<number, PageDrawing | undefined>()
  /** The state in which a page was drawn first. */
  readonly #firstStates = new Map<number, PdfDocument>()
  readonly #annotations = new WeakMap<PdfDocument, Map<number, SpatialIndex<PlacedAnnotation>>>()
  readonly #added = new Map<number, DrawingLog>()
  readonly #losses = new Map<number, PageLosses>()
  readonly #room = new PictureRoom()
  /** By where the appearance stands in the file, and its rectangle: the same in all states that have it. */
  readonly #appearances = new Map<string, readonly VisibleGlyph[]>()
  #inspections = 0
  #formerLooks = 0

  /** Counts a field that was filled in and whose former look is to be named; false for one too many. */
  countFormerLook(): boolean {
    this.#formerLooks++
    return this.#formerLooks <= MAX_FORMER_LOOKS
  }

  constructor(fileBytes: number) {
    this.budget = createContentBudget(fileBytes)
  }

  /** Counts a drawing that is to be held against its page; false for one too many. */
  countInspection(): boolean {
    this.#inspections++
    return this.#inspections <= CONTENT_LIMITS.maxInspectedDrawings
  }

  /** Whether so many more drawings may be held against their pages. */
  canInspect(count: number): boolean {
    return this.#inspections + count <= CONTENT_LIMITS.maxInspectedDrawings
  }

  /** The reader for a state of the file, with some memory for what is to be drawn. */
  reader(document: PdfDocument): ContentReader {
    if (this.budget.memory < RESERVED_MEMORY && this.#pages.size > 0) this.#forgetPages()
    let reader = this.#readers.get(document)
    if (reader === undefined) {
      reader = new ContentReader(document, this.budget)
      this.#readers.set(document, reader)
    }
    return reader
  }

  /**
   * What a page draws by its own content. Drawn in the first state that is asked for: a later state with other content
   * is refused for that. Pages that were drawn are forgotten when there is no memory for another, and drawn anew.
   */
  page(document: PdfDocument, num: number): PageDrawing | undefined {
    if (!this.#pages.has(num)) {
      const state = this.#firstStates.get(num) ?? document
      this.#firstStates.set(num, state)
      this.#pages.set(num, this.#drawPage(state, num))
    }
    return this.#pages.get(num)
  }

  /** What the content of a page draws in a state, for one comparison: it is kept no longer than that. */
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
    let pages = this.#annotations.get(document)
    if (pages === undefined) {
      pages = new Map()
      this.#annotations.set(document, pages)
    }
    let index = pages.get(page)
    if (index === undefined) {
      index = new SpatialIndex(this.#placeAnnotations(document, page), ({ box }) => box)
      pages.set(page, index)
    }
    return index
  }

  /** What later revisions have drawn on a page so far. */
  added(page: number): DrawingLog {
    let log = this.#added.get(page)
    if (log === undefined) {
      log = new DrawingLog()
      this.#added.set(page, log)
    }
    return log
  }

  /** What later revisions hide of a page. */
  losses(page: number): PageLosses {
    let losses = this.#losses.get(page)
    if (losses === undefined) {
      losses = new PageLosses(this.#room)
      this.#losses.set(page, losses)
    }
    return losses
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
    // Nothing can be compared with a page that was read in part, so its letters are not kept.
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
      const isSignature = isWidget(document, annotation) && typeOf(document, annotation) === 'Sig'
      const isField = isWidget(document, annotation) && !isSignature
      const isSigned = isSignature && resolveOrNull(document, ownOrInherited(document, annotation, 'V')) !== null
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

function isWidget(document: PdfDocument, annotation: PdfDict): boolean {
  return nameOf(resolveOrNull(document, annotation.get('Subtype'))) === 'Widget'
}

/** The type of the field that a widget is, or is a kid of. */
function typeOf(document: PdfDocument, widget: PdfDict): string | undefined {
  return nameOf(resolveOrNull(document, ownOrInherited(document, widget, 'FT')))
}

function ownOrInherited(document: PdfDocument, widget: PdfDict, key: string): PdfObject | undefined {
  const parent = resolveOrNull(document, widget.get('Parent'))
  return widget.get(key) ?? (parent instanceof PdfDict ? parent.get(key) : undefined)
}

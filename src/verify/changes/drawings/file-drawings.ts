/**
 * What the pages and annotations of a file draw, through all of its revisions.
 *
 * @module
 */

import { createContentBudget } from '../../../pdf/content/content-budget.js'
import { CONTENT_LIMITS } from '../../../pdf/content/content-limits.js'
import { ContentReader } from '../../../pdf/content/content-reader.js'
import type { Drawing } from '../../../pdf/content/drawing.js'
import { areaOf, type Box } from '../../../pdf/content/matrix.js'
import { SpatialIndex } from '../../../pdf/content/spatial-index.js'
import type { PlacedDrawing, VisibleGlyph } from '../../../pdf/content/visible-text.js'
import type { PdfDocument } from '../../../pdf/document.js'
import { nameOf, PdfDict, PdfRef } from '../../../pdf/objects.js'
import { resolveNumbers, resolveOrNull } from '../equality.js'
import { readOrNull } from '../reference-graph.js'
import { shownAppearance } from './appearance.js'
import { DrawingLog } from './drawing-log.js'
import { PageLosses, PictureRoom } from './page-losses.js'
import { isInvisible } from './visibility.js'

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
  /** Its appearance, drawn when it is asked for. */
  readonly glyphs: () => readonly VisibleGlyph[]
}

/** Draws each page once for a file, and annotations once for each state; all within one budget. */
export class FileDrawings {
  readonly budget = createContentBudget()
  readonly #readers = new WeakMap<PdfDocument, ContentReader>()
  readonly #pages = new Map<number, PageDrawing | undefined>()
  readonly #annotations = new WeakMap<PdfDocument, Map<number, SpatialIndex<PlacedAnnotation>>>()
  readonly #added = new Map<number, DrawingLog>()
  readonly #losses = new Map<number, PageLosses>()
  readonly #room = new PictureRoom()
  /** By where the appearance stands in the file, and its rectangle: the same in all states that have it. */
  readonly #appearances = new Map<string, readonly VisibleGlyph[]>()
  #inspections = 0

  /** Counts a drawing that is to be held against its page; false for one too many. */
  countInspection(): boolean {
    this.#inspections++
    return this.#inspections <= CONTENT_LIMITS.maxInspectedDrawings
  }

  /** Whether so many more drawings may be held against their pages. */
  canInspect(count: number): boolean {
    return this.#inspections + count <= CONTENT_LIMITS.maxInspectedDrawings
  }

  /** The reader for a state of the file. */
  reader(document: PdfDocument): ContentReader {
    let reader = this.#readers.get(document)
    if (reader === undefined) {
      reader = new ContentReader(document, this.budget)
      this.#readers.set(document, reader)
    }
    return reader
  }

  /**
   * What a page draws by its own content. Drawn in the first state that is asked for: a later state with other content
   * is refused for that.
   */
  page(document: PdfDocument, num: number): PageDrawing | undefined {
    if (!this.#pages.has(num)) this.#pages.set(num, this.#drawPage(document, num))
    return this.#pages.get(num)
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
    const whole = reader.page(page)
    // Nothing can be held against a part of a page, so that its letters need no memory.
    const isLost = whole.unknown.some(({ code }) => code === 'limit')
    const drawing = isLost ? { ...whole, glyphs: [], areas: [] } : whole
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
      const isField = isWidget(document, annotation) && typeOf(document, annotation) !== 'Sig'
      yield { num: item instanceof PdfRef ? item.num : 0, box, isField, glyphs }
    }
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
      glyphs = reader.visible(reader.appearance(stream, box))
      if (isInFile) this.#appearances.set(key, glyphs)
    }
    return glyphs
  }
}

function isWidget(document: PdfDocument, annotation: PdfDict): boolean {
  return nameOf(resolveOrNull(document, annotation.get('Subtype'))) === 'Widget'
}

/** The type of the field that a widget is, or is a kid of. */
function typeOf(document: PdfDocument, widget: PdfDict): string | undefined {
  const parent = resolveOrNull(document, widget.get('Parent'))
  const inherited = parent instanceof PdfDict ? parent.get('FT') : undefined
  return nameOf(resolveOrNull(document, widget.get('FT') ?? inherited))
}

/** The rectangle of an annotation with its corners in order; `undefined` without one of some area. */
export function rectangleOf(document: PdfDocument, annotation: PdfDict): Box | undefined {
  const numbers = resolveNumbers(document, annotation.get('Rect'), 4)
  if (numbers === undefined) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  return areaOf(box) > 0 ? box : undefined
}

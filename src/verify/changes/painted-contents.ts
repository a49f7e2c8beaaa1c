/**
 * What the pages and appearances of a file paint.
 *
 * @module
 */
import { VERIFY_LIMITS } from '../../limits.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, PdfRef, PdfStream } from '../../pdf/objects.js'
import { isInvisible, shownAppearance } from './appearance.js'
import { type ContentScan, scanContent, scanForm } from './content-scan.js'
import { resolveOrNull } from './equality.js'
import { type Box, IDENTITY, type Matrix, readMatrix, readRectangle, transformBox } from './matrix.js'
import { readOrNull } from './reference-graph.js'

const UNREAD: ContentScan = { items: [], outlines: 0, forms: 0, complete: false }
const NEW_LINE = Uint8Array.of(0x0a)

/** Annotations of one page that are looked at. */
const MAX_ANNOTATIONS = 500
/** What pages and appearances of one file paint; kept, and within a budget for the whole file. */
export class PaintedContents {
  readonly #pages = new Map<number, ContentScan>()
  readonly #annotations = new Map<number, { num: number; scan: ContentScan }[]>()
  readonly #forms = new WeakMap<PdfStream, ContentScan>()
  readonly #budget = { operators: VERIFY_LIMITS.maxContentOperators, bytes: VERIFY_LIMITS.maxContentBytes }

  #comparisons: number = VERIFY_LIMITS.maxContentComparisons

  /** False once all comparisons of the file are used up. */
  mayCompare(count: number): boolean {
    this.#comparisons -= count
    return this.#comparisons >= 0
  }

  /**
   * What a page shows beneath an annotation: its content, and other annotations that say something.
   *
   * @param except Number of the annotation that is not to be counted.
   */
  beneath(document: PdfDocument, page: number, except: number | undefined): ContentScan {
    const own = this.page(document, page)
    let annotations = this.#annotations.get(page)
    if (annotations === undefined) {
      annotations = this.#scanAnnotations(document, page)
      this.#annotations.set(page, annotations)
    }
    if (annotations.length === 0) return own
    const items = annotations.flatMap(({ num, scan }) => (num === except ? [] : scan.items))
    return { ...own, complete: own.complete, items: [...own.items, ...items] }
  }

  #scanAnnotations(document: PdfDocument, page: number): { num: number; scan: ContentScan }[] {
    const dict = readOrNull(document, page)
    const list = dict instanceof PdfDict ? resolveOrNull(document, dict.get('Annots')) : null
    return (Array.isArray(list) ? list.slice(0, MAX_ANNOTATIONS) : []).flatMap((item) => {
      const annotation = resolveOrNull(document, item)
      if (!(annotation instanceof PdfDict) || isInvisible(document, annotation)) return []
      const rectangle = readRectangle(document, annotation.get('Rect'))
      const form = shownAppearance(document, annotation)
      if (rectangle === undefined || form === undefined) return []
      return [{ num: item instanceof PdfRef ? item.num : 0, scan: this.placed(document, form, rectangle) }]
    })
  }

  /** What a page shows without its annotations, in a state of the document. */
  page(document: PdfDocument, page: number): ContentScan {
    let scan = this.#pages.get(page)
    if (scan === undefined) {
      scan = this.#scanPage(document, page)
      this.#pages.set(page, scan)
    }
    return scan
  }

  /** What a form XObject paints, in its own coordinates. */
  form(document: PdfDocument, form: PdfStream): ContentScan {
    let scan = this.#forms.get(form)
    if (scan === undefined) {
      scan = scanForm(document, form, IDENTITY, this.#budget)
      this.#forms.set(form, scan)
    }
    return scan
  }

  /** What the appearance of an annotation paints on its page. */
  placed(document: PdfDocument, form: PdfStream, rectangle: Box): ContentScan {
    return scanForm(document, form, appearanceMatrix(document, form, rectangle), this.#budget)
  }

  #scanPage(document: PdfDocument, page: number): ContentScan {
    const dict = readOrNull(document, page)
    if (!(dict instanceof PdfDict)) return UNREAD
    const contents = resolveOrNull(document, dict.get('Contents'))
    const parts: Uint8Array[] = []
    let length = 0
    try {
      for (const item of Array.isArray(contents) ? contents : [contents]) {
        const stream = resolveOrNull(document, item)
        if (!(stream instanceof PdfStream)) continue
        const part = document.decode(stream, { maxBytes: VERIFY_LIMITS.maxContentBytes })
        length += part.length
        if (length > this.#budget.bytes) return UNREAD
        parts.push(part, NEW_LINE)
      }
    } catch {
      return UNREAD
    }
    return scanContent(document, concat(parts), inheritedResources(document, dict), this.#budget)
  }
}

/** From the appearance's own coordinates to the page's (12.5.5, algorithm 8.1). */
function appearanceMatrix(document: PdfDocument, form: PdfStream, rectangle: Box): Matrix {
  const box = readRectangle(document, form.dict.get('BBox'))
  if (box === undefined) return IDENTITY
  const moved = transformBox(box, readMatrix(document, form.dict.get('Matrix')))
  const width = moved[2] - moved[0]
  const height = moved[3] - moved[1]
  if (width <= 0 || height <= 0) return IDENTITY
  const sx = (rectangle[2] - rectangle[0]) / width
  const sy = (rectangle[3] - rectangle[1]) / height
  return [sx, 0, 0, sy, rectangle[0] - moved[0] * sx, rectangle[1] - moved[1] * sy]
}

function inheritedResources(document: PdfDocument, page: PdfDict): PdfDict | undefined {
  let node: PdfDict = page
  for (let depth = 0; depth < 32; depth++) {
    const resources = resolveOrNull(document, node.get('Resources'))
    if (resources instanceof PdfDict) return resources
    const parent = resolveOrNull(document, node.get('Parent') instanceof PdfRef ? node.get('Parent') : null)
    if (!(parent instanceof PdfDict)) return undefined
    node = parent
  }
  return undefined
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

/**
 * Whether an annotation hides or imitates what its page shows.
 *
 * @module
 */

import { VERIFY_LIMITS } from '../../limits.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, PdfRef, PdfStream } from '../../pdf/objects.js'
import { isInvisible, shownAppearance } from './appearance-check.js'
import { type ContentScan, type PaintedItem, scanContent, scanForm } from './content-scan.js'
import { resolveOrNull } from './equality.js'
import {
  areaOf,
  type Box,
  IDENTITY,
  intersectBoxes,
  type Matrix,
  readMatrix,
  readRectangle,
  transformBox,
} from './matrix.js'
import { readOrNull } from './reference-graph.js'

/** What an annotation does to the page beneath it. */
export interface CoverReport {
  /** Characters of the page that cannot be read any more. */
  readonly hiddenCharacters: number
  /** Largest part of an image of the page that is hidden, 0 to 1. */
  readonly hiddenImage: number
  /** Text of the page lies within the annotation's rectangle. */
  readonly overText: boolean
  /** Text of the annotation stands on, or close to, text of the page. */
  readonly touchesText: boolean
  /** False when the page or the appearance could not be read to its end. */
  readonly complete: boolean
}

const NOTHING: CoverReport = {
  hiddenCharacters: 0,
  hiddenImage: 0,
  overText: false,
  touchesText: false,
  complete: true,
}

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

/** Too much to compare: hostile, and treated as such. */
const UNKNOWN: CoverReport = {
  hiddenCharacters: Number.MAX_SAFE_INTEGER,
  hiddenImage: 1,
  overText: true,
  touchesText: true,
  complete: false,
}
const UNREAD: ContentScan = { items: [], outlines: 0, forms: 0, complete: false }
const NEW_LINE = Uint8Array.of(0x0a)

/** Annotations of one page that are looked at. */
const MAX_ANNOTATIONS = 500
/** Height from which letters hide what is beneath them, in points. */
const LARGE_LETTERS = 24

/** How near text of an annotation may come to text of the page, in points. */
const TOUCHING_DISTANCE = 3

/**
 * What a new annotation does to a page.
 *
 * @param document The state that has the annotation.
 * @param page The page's own content; asked for only when the annotation paints something.
 */
export function inspectCover(
  contents: PaintedContents,
  document: PdfDocument,
  annotation: PdfDict,
  page: () => ContentScan,
): CoverReport {
  const rectangle = readRectangle(document, annotation.get('Rect'))
  if (rectangle === undefined || areaOf(rectangle) === 0) return NOTHING
  const form = shownAppearance(document, annotation)
  const own = form === undefined ? undefined : contents.placed(document, form, rectangle)
  const covers = (own?.items ?? []).filter(isCover)
  const words = (own?.items ?? []).filter(({ kind, visible }) => kind === 'text' && visible)
  if (own?.complete === true && covers.length === 0 && words.length === 0) return NOTHING
  const beneath = page()
  if (!contents.mayCompare(beneath.items.length + covers.length)) return UNKNOWN
  const complete = beneath.complete && (own?.complete ?? true)

  let hiddenCharacters = 0
  let hiddenImage = 0
  let overText = false
  let touchesText = false
  for (const item of beneath.items) {
    const near = widen(item.box, TOUCHING_DISTANCE)
    if (intersectBoxes(near, rectangle) === undefined) continue
    if (!contents.mayCompare(covers.length + words.length)) return UNKNOWN
    if (item.kind === 'text' && item.visible) {
      overText ||= intersectBoxes(item.box, rectangle) !== undefined
      hiddenCharacters += Math.round(item.length * hiddenShare(item, covers))
      touchesText ||= words.some(({ box }) => intersectBoxes(near, box) !== undefined)
    } else if (item.kind === 'image') {
      hiddenImage = Math.max(hiddenImage, hiddenShare(item, covers))
    }
  }
  return { hiddenCharacters, hiddenImage, overText, touchesText, complete }
}

function isCover({ kind, opaque, box, visible }: PaintedItem): boolean {
  if (kind === 'text') return visible && box[3] - box[1] > LARGE_LETTERS
  return opaque && kind !== 'line'
}

/** The part of an item that covers hide, 0 to 1. Where they overlap it is counted twice: many small ones add up. */
function hiddenShare({ box }: PaintedItem, covers: readonly PaintedItem[]): number {
  const area = Math.max(areaOf(box), 1e-6)
  let share = 0
  for (const cover of covers) share += areaOf(intersectBoxes(box, cover.box)) / area
  return Math.min(1, share)
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

function widen([left, bottom, right, top]: Box, by: number): Box {
  return [left - by, bottom - by, right + by, top + by]
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

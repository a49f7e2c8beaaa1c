/**
 * Whether an annotation hides or imitates what its page shows.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import type { PdfDict } from '../../pdf/objects.js'
import { shownAppearance } from './appearance.js'
import type { ContentScan, PaintedItem } from './content-scan.js'
import { areaOf, type Box, intersectBoxes, readRectangle } from './matrix.js'
import type { PaintedContents } from './painted-contents.js'

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

/** Too much to compare: hostile, and treated as such. */
const UNKNOWN: CoverReport = {
  hiddenCharacters: Number.MAX_SAFE_INTEGER,
  hiddenImage: 1,
  overText: true,
  touchesText: true,
  complete: false,
}
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
      hiddenCharacters += Math.round(readableLength(item) * hiddenShare(item, covers))
      touchesText ||= words.some(({ box }) => intersectBoxes(near, box) !== undefined)
    } else if (item.kind === 'image') {
      hiddenImage = Math.max(hiddenImage, hiddenShare(item, covers))
    }
  }
  return { hiddenCharacters, hiddenImage, overText, touchesText, complete }
}

/** Lines to write on are often made of dots and underscores: they may be covered. */
function readableLength({ text, length }: PaintedItem): number {
  return text === undefined ? length : text.replace(/[\s._\-\u2026]/g, '').length
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

function widen([left, bottom, right, top]: Box, by: number): Box {
  return [left - by, bottom - by, right + by, top + by]
}

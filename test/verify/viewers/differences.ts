/**
 * Where two revisions of a document look different, in any viewer.
 *
 * @module
 */

import { comparePictures, type PixelArea } from './picture.js'
import { VIEWERS, type ViewerName, type Views } from './viewers.js'

/** A page that looks different in a viewer. */
export interface PageDifference {
  readonly viewer: ViewerName
  /** Counted from 0. */
  readonly page: number
  readonly pixels: number
  readonly area: PixelArea
}

/** An area of a page, counted from 0. */
export interface PageArea extends PixelArea {
  readonly page: number
}

/** Steps of 255 that nobody sees. MuPDF rounds otherwise as soon as a page has a transparency group. */
const ROUNDING = 8
const ROUNDING_OF_MUPDF = 24

/** All pages that look different outside of some areas. A page that is missing or new counts as different. */
export function differencesOf(before: Views, after: Views, except: readonly PageArea[] = []): PageDifference[] {
  return VIEWERS.flatMap((viewer) => {
    const [old, now] = [before.pages[viewer], after.pages[viewer]]
    return Array.from({ length: Math.max(old.length, now.length) }, (_, page) => {
      const [a, b] = [old[page], now[page]]
      const shown = b ?? a
      if (shown === undefined) return []
      const all: PixelArea = { left: 0, top: 0, right: shown.width, bottom: shown.height }
      if (a === undefined || b === undefined) return [{ viewer, page, pixels: shown.width * shown.height, area: all }]
      const areas = except.filter((area) => area.page === page)
      const difference = comparePictures(a, b, areas, viewer === 'MuPDF' ? ROUNDING_OF_MUPDF : ROUNDING)
      return difference === undefined ? [] : [{ viewer, page, ...difference }]
    }).flat()
  })
}

/**
 * Draws pages as outlines with the places of changes, for hosts without a renderer.
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'
import type { PageTexts } from '../../texts/en.js'
import { fill } from '../../texts/texts.js'
import type { ChangePlace } from '../../verify/report.js'

/** The visible part of a page. */
export interface PageOutline {
  /** Left, bottom, right and top, in points. */
  readonly box: readonly [left: number, bottom: number, right: number, top: number]
  /** Clockwise rotation in degrees: 0, 90, 180 or 270. */
  readonly rotation: number
}

/** A change, with its place. */
interface PlacedChange {
  readonly permitted: boolean
  readonly text: string
  readonly places: readonly ChangePlace[]
}

/** Most pages that are drawn. Changes on further pages are only listed. */
const MAX_OUTLINES = 12

/** The pages with changes in their order, each with its changes. Empty when no place is known. */
export function pageOutlines(
  changes: readonly PlacedChange[],
  outlines: ReadonlyMap<number, PageOutline>,
  { count, texts }: { readonly count: number; readonly texts: PageTexts },
): string {
  const numbers = new Set(changes.flatMap(({ places }) => places.map(({ page }) => page)))
  return [...numbers]
    .sort((a, b) => a - b)
    .slice(0, MAX_OUTLINES)
    .map((page) => {
      const outline = outlines.get(page)
      return outline === undefined ? '' : sheetHtml(page, outline, changes, { count, texts })
    })
    .join('\n')
}

function sheetHtml(
  page: number,
  outline: PageOutline,
  changes: readonly PlacedChange[],
  { count, texts }: { readonly count: number; readonly texts: PageTexts },
): string {
  const here = changes.filter(({ places }) => places.some((place) => place.page === page))
  const [width, height] = sizeOf(outline)
  const marks = here.flatMap(({ permitted, places }, index) =>
    places.filter((place) => place.page === page).map((place) => markSvg(place, outline, permitted, index + 1)),
  )
  const title = escapeHtml(fill(texts.pageOf, { page, count }))
  const legend = here.map(({ permitted, text }) => `<li class="${kindOf(permitted)}">${escapeHtml(text)}</li>`)
  return `<figure class="outline"><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}"><rect class="paper" width="${width}" height="${height}"/>${marks.join('')}</svg>
<ol class="legend">${legend.join('')}</ol></figure>`
}

/** The frame around a place, with its number in the legend. */
function markSvg({ rectangle }: ChangePlace, outline: PageOutline, permitted: boolean, number: number): string {
  const [x, y, width, height] = placeOnSheet(rectangle ?? outline.box, outline)
  const size = Math.max(10, sizeOf(outline)[0] / 25)
  const frame = `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`
  return `<g class="${kindOf(permitted)}">${frame}<text x="${x + size / 4}" y="${y + size}" font-size="${size}">${number}</text></g>`
}

function kindOf(permitted: boolean): 'permitted' | 'refused' {
  return permitted ? 'permitted' : 'refused'
}

function sizeOf({ box: [left, bottom, right, top], rotation }: PageOutline): readonly [width: number, height: number] {
  const [width, height] = [right - left, top - bottom]
  return rotation % 180 === 0 ? [width, height] : [height, width]
}

/** A rectangle on the rotated page, as left side, upper side, width and height. */
function placeOnSheet(
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  { box: [left, bottom, right, top], rotation }: PageOutline,
): readonly [x: number, y: number, width: number, height: number] {
  const [width, height] = [x2 - x1, y2 - y1]
  if (rotation === 90) return [y1 - bottom, x1 - left, height, width]
  if (rotation === 180) return [right - x2, y1 - bottom, width, height]
  if (rotation === 270) return [top - y2, right - x2, height, width]
  return [x1 - left, top - y2, width, height]
}

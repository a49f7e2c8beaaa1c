/**
 * Computes positions of floating objects.
 *
 * @module
 */

import type { Point } from '../display/matrix.js'
import type { DrawingAnchor } from '../model/drawing-model.js'

/** The page in the coordinates of the flow, for positioning floats. */
export interface PageDecoration {
  /** Position of the page's corner: (0, 0) for the text of the page itself. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly marginLeft: number
  readonly marginRight: number
  readonly marginTop: number
  readonly marginBottom: number
  /**
   * Distances of the text from the upper and lower edge, where a header or footer pushes it; left out: the margins. Objects
   * positioned by the margin move with the text. This is so on the cover of a specification whose PDF is by Word, with one
   * object in its header and one in its footer, 111 points below the set margin.
   */
  readonly textTop?: number
  readonly textBottom?: number
  /** Whether the page is a left-hand page, whose inner side is on its right. */
  readonly isEven: boolean
  /** For vertical text: the page as it lies, on which drawings are placed. The lines see the page on its side. */
  readonly sheet?: PageDecoration
}

/** Reference areas for positions of floats. */
export interface Surroundings {
  readonly columnLeft: number
  readonly columnWidth: number
  /** Left out in cells and text boxes, which take the place of the page. */
  readonly page?: PageDecoration
}

/** The text that an object is anchored to. */
export interface AnchorPoint {
  /** Left edge of the anchoring character. */
  readonly x: number
  readonly lineTop: number
  readonly paragraphTop: number
}

interface Extent {
  readonly start: number
  readonly size: number
}

/** Corner of an anchored drawing's box (ECMA-376-1, 20.4.2.10 and 20.4.2.11). */
export function positionAnchor(
  anchor: Pick<DrawingAnchor, 'horizontal' | 'vertical'> & Partial<Pick<DrawingAnchor, 'wrap'>>,
  size: { readonly width: number; readonly height: number },
  point: AnchorPoint,
  surroundings: Surroundings,
): Point {
  const { horizontal, vertical } = anchor
  const isEven = surroundings.page?.isEven ?? false
  const across = horizontalExtent(horizontal.relativeTo, point, surroundings)
  const down = verticalExtent(vertical.relativeTo, point, surroundings)
  const x = alongExtent(across, size.width, sideOf(horizontal.align, isEven), horizontal)
  const y = alongExtent(down, size.height, sideOf(vertical.align, isEven), vertical)
  const isFree = anchor.wrap === 'none'
  return { x: Math.round(x), y: Math.round(isFree ? y : keepOnPage(y, size.height, surroundings.page)) }
}

function alongExtent(
  extent: Extent,
  size: number,
  side: 'start' | 'center' | 'end' | undefined,
  given: { readonly offset: number; readonly share?: number },
): number {
  switch (side) {
    case 'start':
      return extent.start
    case 'center':
      return extent.start + (extent.size - size) / 2
    case 'end':
      return extent.start + extent.size - size
    default:
      return extent.start + (given.share === undefined ? given.offset : given.share * extent.size)
  }
}

/** Alignment within an extent. The inner side of a page is the binding side, which is on the right of even pages. */
function sideOf(
  align: DrawingAnchor['horizontal' | 'vertical']['align'],
  isEven: boolean,
): 'start' | 'center' | 'end' | undefined {
  switch (align) {
    case 'left':
    case 'top':
      return 'start'
    case 'right':
    case 'bottom':
      return 'end'
    case 'inside':
      return isEven ? 'end' : 'start'
    case 'outside':
      return isEven ? 'start' : 'end'
    default:
      return align
  }
}

function horizontalExtent(
  relativeTo: DrawingAnchor['horizontal']['relativeTo'],
  point: AnchorPoint,
  { columnLeft, columnWidth, page }: Surroundings,
): Extent {
  const column = { start: columnLeft, size: columnWidth }
  if (relativeTo === 'character') return { start: point.x, size: 0 }
  if (page === undefined) return column
  switch (relativeTo) {
    case 'page':
      return { start: page.left, size: page.width }
    case 'margin':
      return { start: page.left + page.marginLeft, size: page.width - page.marginLeft - page.marginRight }
    case 'leftMargin':
      return leftMargin(page)
    case 'rightMargin':
      return rightMargin(page)
    case 'insideMargin':
      return page.isEven ? rightMargin(page) : leftMargin(page)
    case 'outsideMargin':
      return page.isEven ? leftMargin(page) : rightMargin(page)
    default:
      return column
  }
}

function leftMargin(page: PageDecoration): Extent {
  return { start: page.left, size: page.marginLeft }
}

function rightMargin(page: PageDecoration): Extent {
  return { start: page.left + page.width - page.marginRight, size: page.marginRight }
}

function verticalExtent(
  relativeTo: DrawingAnchor['vertical']['relativeTo'],
  point: AnchorPoint,
  { page }: Surroundings,
): Extent {
  switch (relativeTo) {
    case 'paragraph':
      return { start: point.paragraphTop, size: 0 }
    case 'line':
      return { start: point.lineTop, size: 0 }
    default:
      break
  }
  if (page === undefined) return { start: 0, size: 0 }
  switch (relativeTo) {
    case 'page':
      return { start: page.top, size: page.height }
    case 'margin': {
      const { textTop = page.marginTop, textBottom = page.marginBottom } = page
      return { start: page.top + textTop, size: page.height - textTop - textBottom }
    }
    case 'bottomMargin':
      return { start: page.top + page.height - page.marginBottom, size: page.marginBottom }
    default:
      return { start: page.top, size: page.marginTop }
  }
}

/**
 * Keeps an object on the page. Word moves objects up that would extend below the lower edge, but not down from the upper edge.
 * In cells and text boxes, it moves them down from the upper edge: pictures above their own paragraph are stored with the
 * distance that they push it down. Objects that text does not flow around stay in place and are cut off.
 */
function keepOnPage(y: number, height: number, page: PageDecoration | undefined): number {
  if (page === undefined) return Math.max(0, y)
  const lowest = page.top + page.height - height
  return y > lowest ? Math.max(lowest, Math.min(y, page.top)) : y
}

/**
 * Positioned boxes on the page (CSS Positioned Layout Module Level 3), as floating tables.
 *
 * @module
 */

import type { FlowTable } from '../../docx-writer/flow-document.js'
import type { BlockBox } from '../boxes/box-tree.js'
import type { BoxStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import { estimateHeight, measureBox } from '../measure/measure-boxes.js'
import { type BlockFrame, drawsLines, lengthOf, outerWidth, type PositionOrigin, rowHeight } from './block-frame.js'

/** Position and width of a box on the paper. */
export interface AbsolutePlace {
  readonly position: NonNullable<FlowTable['position']>
  readonly width: number
  /** Left out where it depends on the content. */
  readonly height?: number | undefined
}

/** Twips by which a floating table is narrower than the page's text. LibreOffice does not float a table of the full width. */
const LESS_THAN_TEXT = 40

/** The place of a positioned box. `undefined` where a coordinate is missing, or the place of its page is unknown. */
export function absolutePlace(block: BlockBox, frame: BlockFrame): AbsolutePlace | undefined {
  const { box } = block.place.style
  const { origin } = frame
  if (box.inset === undefined || origin === undefined || frame.tables > 0 || frame.item !== undefined) return undefined
  const { left, right } = box.inset
  // A box without left and right stands where it would in the flow (CSS 2.2, 10.3.7): at the start of a line without indent.
  if (left === undefined && right === undefined && (frame.indentStart !== 0 || frame.text.direction === 'rtl'))
    return undefined
  const fromLeft = left === undefined ? 0 : resolveLength(left, origin.width)
  const fromRight = right === undefined ? 0 : resolveLength(right, origin.width)
  const room = Math.max(0, origin.width - fromLeft - fromRight)
  const isStretched = left !== undefined && right !== undefined && box.width === undefined
  const [marginLeft, marginRight] = [lengthOf(box.margin.left, origin.width), lengthOf(box.margin.right, origin.width)]
  const outer = isStretched ? room : Math.min(origin.width, unbrokenWidth(block, room))
  const width = Math.max(0, Math.min(outer - marginLeft - marginRight, origin.width - LESS_THAN_TEXT))
  const y = verticalPlace(block, width, origin)
  if (y === undefined) return undefined
  if (box.turn !== undefined && box.pivot !== undefined) return pivotedPlace(block, box.pivot, origin)
  const height = rowHeight(box, origin.height) ?? stretchedHeight(box, origin)
  const isAtEnd = left === undefined && right !== undefined
  const x = isAtEnd ? origin.width - fromRight - width - marginRight : fromLeft + marginLeft
  const marginTop = lengthOf(box.margin.top, origin.width)
  const { x: shiftX, y: shiftY } = box.shift ?? {}
  const ownHeight = height ?? (shiftY === undefined ? 0 : estimateHeight([block], width))
  const position = {
    x: Math.round(origin.x + x + lengthOf(shiftX, width)),
    y: Math.round(origin.y + y + marginTop + lengthOf(shiftY, ownHeight)),
  }
  const lowest = Math.max(0, origin.paperHeight - Math.round(height ?? estimateHeight([block], width)))
  return { position: { x: position.x, y: Math.min(position.y, lowest) }, width, height }
}

/** The place of a rotated box: that of the unrotated box, rotated about a point of it (CSS Transforms Level 1, 8). */
function pivotedPlace(
  block: BlockBox,
  pivot: NonNullable<BoxStyle['pivot']>,
  origin: PositionOrigin,
): AbsolutePlace | undefined {
  const { inset = {}, turn, margin } = block.place.style.box
  const [width, height] = [shrunkWidth(block, origin.width), estimateHeight([block], origin.width)]
  // Width and height are exchanged by the rotation.
  const [flatWidth, flatHeight] = [height, width]
  const start = (near: CssLength | undefined, far: CssLength | undefined, size: number, room: number | undefined) => {
    if (near !== undefined) return resolveLength(near, room ?? 0)
    return far === undefined || room === undefined ? undefined : room - resolveLength(far, room) - size
  }
  const x = start(inset.left, inset.right, flatWidth, origin.width) ?? 0
  const y = start(inset.top, inset.bottom, flatHeight, origin.height)
  if (y === undefined) return undefined
  const [pivotX, pivotY] = [resolveLength(pivot.x, flatWidth), resolveLength(pivot.y, flatHeight)]
  const left = pivotX - (turn === 'up' ? pivotY : flatHeight - pivotY)
  const top = pivotY - (turn === 'up' ? flatWidth - pivotX : pivotX)
  const position = {
    x: Math.round(origin.x + Math.max(-origin.x, x + lengthOf(margin.left, origin.width) + left)),
    y: Math.round(origin.y + Math.max(-origin.y, y + lengthOf(margin.top, origin.width) + top)),
  }
  return { position, width, height }
}

/** The width of a box whose lines must not be broken: that of its longest line. */
function unbrokenWidth(block: BlockBox, room: number): number {
  const shrunk = shrunkWidth(block, room)
  return block.place.style.text.whiteSpace === 'nowrap' ? Math.max(shrunk, measureBox(block).least) : shrunk
}

/** The height of a box with both an upper and a lower edge (CSS 2.2, 10.6.4). */
function stretchedHeight({ inset, height }: BoxStyle, origin: PositionOrigin): number | undefined {
  const { top, bottom } = inset ?? {}
  if (top === undefined || bottom === undefined || height !== undefined || origin.height === undefined) return undefined
  return Math.max(0, origin.height - resolveLength(top, origin.height) - resolveLength(bottom, origin.height))
}

/** Share of a page's width and height from which on a box is taken for the page. */
const PAGE_SHARE = 0.75

/** Whether a box is about as large as the page, or as the positioned box around it. */
export function coversPage({ width, height }: { width: number; height: number }, { origin }: BlockFrame): boolean {
  return origin?.height !== undefined && width >= origin.width * PAGE_SHARE && height >= origin.height * PAGE_SHARE
}

/** Whether a box is nothing but lines around a whole page. */
export function isPageFrame(block: BlockBox, { width, height = 0 }: AbsolutePlace, frame: BlockFrame): boolean {
  const { border } = block.place.style.box
  return block.children.length === 0 && drawsLines(border) && coversPage({ width, height }, frame)
}

/** Whether all content of a box is positioned in it, so that no content is left to draw the box around. */
export function isStage({ children, place }: BlockBox): boolean {
  return (
    place.style.box.isRelative === true &&
    children.length > 0 &&
    children.every((child) => child.kind === 'block' && child.place.style.box.inset !== undefined)
  )
}

function verticalPlace(block: BlockBox, width: number, origin: PositionOrigin): number | undefined {
  const { top, bottom } = block.place.style.box.inset ?? {}
  const { height } = origin
  if (top !== undefined && ('twips' in top || height !== undefined)) return resolveLength(top, height ?? 0)
  if (bottom === undefined || height === undefined) return undefined
  const own = Math.max(rowHeight(block.place.style.box, height) ?? 0, estimateHeight([block], width))
  return Math.max(0, height - resolveLength(bottom, height) - own)
}

/** The width of a box that is as wide as its content (CSS 2.2, 10.3.7). */
export function shrunkWidth(block: BlockBox, room: number): number {
  return Math.min(room, outerWidth(block.place.style.box, room) ?? measureBox(block).most)
}

/**
 * The box that positions inside of a box refer to: the box itself if it is positioned. For a box that does not begin the page,
 * the place is unknown.
 */
export function originInside(block: BlockBox, frame: BlockFrame, isAtStart: boolean): PositionOrigin | undefined {
  const { origin } = frame
  const { box } = block.place.style
  if (origin === undefined || box.isRelative !== true) return origin
  if (!isAtStart) return undefined
  const width = Math.min(origin.width, outerWidth(box, origin.width) ?? origin.width)
  const free = origin.width - width
  const { left, right } = box.margin
  const shift = left !== 'auto' ? lengthOf(left, origin.width) : right === 'auto' ? free / 2 : free
  return {
    x: origin.x + shift,
    y: origin.y + lengthOf(box.margin.top, origin.width),
    width: width - lengthOf(left, origin.width) - lengthOf(right, origin.width),
    height: rowHeight(box, frame.height),
    paperHeight: origin.paperHeight,
  }
}

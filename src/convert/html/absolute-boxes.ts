/**
 * Boxes at places of their own on the page (CSS Positioned Layout Module Level 3), as tables that float.
 *
 * @module
 */

import type { FlowTable } from '../docx-writer/flow-document.js'
import { type BlockFrame, lengthOf, outerWidth, type PositionOrigin, rowHeight } from './block-frame.js'
import type { BlockBox } from './box-tree.js'
import { resolveLength } from './css/css-length.js'
import { estimateHeight, measureBox } from './measure-boxes.js'

/** Where a box stands on the paper, and how wide it is. */
export interface AbsolutePlace {
  readonly position: NonNullable<FlowTable['position']>
  readonly width: number
}

/** The place that a box asks for; `undefined` where it does not say both coordinates, or nothing is known of its page. */
export function absolutePlace(block: BlockBox, frame: BlockFrame): AbsolutePlace | undefined {
  const { box } = block.place.style
  const { origin } = frame
  if (box.inset === undefined || origin === undefined || frame.tables > 0 || frame.item !== undefined) return undefined
  const { left, right } = box.inset
  if (left === undefined && right === undefined) return undefined
  const fromLeft = left === undefined ? 0 : resolveLength(left, origin.width)
  const fromRight = right === undefined ? 0 : resolveLength(right, origin.width)
  const room = Math.max(0, origin.width - fromLeft - fromRight)
  const isStretched = left !== undefined && right !== undefined && box.width === undefined
  const width = isStretched ? room : shrunkWidth(block, room)
  const y = verticalPlace(block, width, origin)
  if (y === undefined) return undefined
  const x = left === undefined ? origin.width - fromRight - width : fromLeft
  const [marginLeft, marginTop] = [lengthOf(box.margin.left, origin.width), lengthOf(box.margin.top, origin.width)]
  return { position: { x: Math.round(origin.x + x + marginLeft), y: Math.round(origin.y + y + marginTop) }, width }
}

function verticalPlace(block: BlockBox, width: number, origin: PositionOrigin): number | undefined {
  const { top, bottom } = block.place.style.box.inset ?? {}
  const { height } = origin
  if (top !== undefined && ('twips' in top || height !== undefined)) return resolveLength(top, height ?? 0)
  if (bottom === undefined || height === undefined) return undefined
  const own = Math.max(rowHeight(block.place.style.box, height) ?? 0, estimateHeight([block], width))
  return Math.max(0, height - resolveLength(bottom, height) - own)
}

/** The width of a box that is no wider than what is in it (CSS 2.2, 10.3.7). */
export function shrunkWidth(block: BlockBox, room: number): number {
  return Math.min(room, outerWidth(block.place.style.box, room) ?? measureBox(block).most)
}

/**
 * What positions inside of a box refer to: the box itself where it says so. Of a box that does not begin the page,
 * nothing is known.
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
  }
}

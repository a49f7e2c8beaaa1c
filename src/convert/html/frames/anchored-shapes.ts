/**
 * Positioned boxes in a cell (CSS Positioned Layout Module Level 3), as shapes over its text.
 *
 * @module
 */

import type { FlowShape } from '../../docx-writer/flow-document.js'
import type { BlockBox, Box } from '../boxes/box-tree.js'
import { resolveLength } from '../css/css-length.js'
import { draftAnchor } from '../layout/draft-paragraph.js'
import type { Layout } from '../layout/layout.js'
import type { DraftBlock } from '../layout/settle-spacing.js'
import { type BlockFrame, lengthOf } from './block-frame.js'
import { placedShapeOf } from './box-shape.js'

interface CellRoom {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
  readonly isInside: boolean
}

/**
 * Removes positioned boxes from the content of a cell, if they can be drawn as one shape and have a position.
 *
 * @param frame of the content of the cell
 * @param padding of the box; `isInside` where it is not that of the cell, but above and below what is in it
 */
export function takeAnchored(
  block: BlockBox,
  frame: BlockFrame,
  padding: CellRoom,
  layout: Layout,
): { readonly rest: BlockBox; readonly anchored: readonly DraftBlock[] } {
  if (block.place.style.box.isRelative !== true) return { rest: block, anchored: [] }
  const shapes: FlowShape[] = []
  const children: Box[] = []
  for (const child of block.children) {
    const shape = child.kind === 'block' ? anchoredShape(child, frame, padding) : undefined
    if (shape === undefined) children.push(child)
    else {
      shapes.push(shape)
      layout.warnings.countMet('border-radius', child.place.style.unmet)
    }
  }
  if (shapes.length === 0) return { rest: block, anchored: [] }
  return { rest: { ...block, children }, anchored: [draftAnchor(shapes, frame, layout)] }
}

function anchoredShape(block: BlockBox, frame: BlockFrame, padding: CellRoom): FlowShape | undefined {
  const { inset, shift, margin } = block.place.style.box
  if (inset === undefined || frame.text.direction === 'rtl') return undefined
  const { top, right, bottom, left } = inset
  const width = frame.width + padding.left + padding.right
  const height = frame.height === undefined ? undefined : frame.height + padding.top + padding.bottom
  const shape = stretchedShape(block, width) ?? placedShapeOf(block, width)
  if (shape === undefined || (top === undefined && (bottom === undefined || height === undefined))) return undefined
  const fromRight = right === undefined ? padding.right : resolveLength(right, width)
  const x =
    left !== undefined || right === undefined
      ? (left === undefined ? padding.left : resolveLength(left, width)) + lengthOf(margin.left, width)
      : width - fromRight - shape.width - lengthOf(margin.right, width)
  const y =
    top !== undefined
      ? resolveLength(top, height ?? 0) + lengthOf(margin.top, width)
      : (height ?? 0) - resolveLength(bottom ?? { twips: 0 }, height ?? 0) - shape.height
  const offset = {
    x: Math.round(x + lengthOf(shift?.x, shape.width) - padding.left),
    y: Math.round(y + lengthOf(shift?.y, shape.height) - (padding.isInside ? 0 : padding.top)),
  }
  return { ...shape, offset, margin: { top: 0, right: 0, bottom: 0 } }
}

/** The shape of a box that reaches from one edge to another (CSS 2.2, 10.3.7), if its text fits in. */
function stretchedShape(block: BlockBox, room: number): FlowShape | undefined {
  const { id, style } = block.place
  const { inset, width: own } = style.box
  if (inset?.left === undefined || inset.right === undefined || own !== undefined) return undefined
  const width = { twips: Math.max(0, room - resolveLength(inset.left, room) - resolveLength(inset.right, room)) }
  const place = { id, style: { ...style, box: { ...style.box, width, isBorderBox: true } } }
  return placedShapeOf({ ...block, place }, room)
}

/**
 * How boxes are drawn: by their paragraphs, by lines above and below them, or as a table of one cell.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { EdgeLine } from '../../docx-writer/flow-format.js'
import type { BlockBox, Box } from '../boxes/box-tree.js'
import type { BoxStyle } from '../css/computed-style.js'
import { resolveLength } from '../css/css-length.js'
import { type DraftBlock, type DraftParagraph, naturalSpace } from '../layout/settle-spacing.js'
import {
  type BlockFrame,
  clampSpace,
  drawsLines,
  lengthOf,
  MAX_BORDER_SPACE,
  MAX_INDENT_SHARE,
  outerWidth,
  type Paint,
} from './block-frame.js'
import { isTallLine } from './centre-line.js'

/** How a box is drawn. `plain` means that it draws nothing. */
export type Manner = 'plain' | 'paragraph' | 'lines' | 'cell'

/** The background and borders of a box that are not drawn already; `undefined` for none. */
export function paintOf({ place, tag }: Pick<BlockBox, 'place' | 'tag'>, { painted }: BlockFrame): Paint | undefined {
  if (tag === 'html' || tag === 'body') return undefined
  const { backgroundColor, border } = place.style.box
  const isShaded = backgroundColor !== undefined && backgroundColor !== 'transparent' && backgroundColor !== painted
  const isLined = drawsLines(border)
  if (!isShaded && !isLined) return undefined
  return { ...(isShaded ? { shading: backgroundColor } : {}), ...(isLined ? { borders: border } : {}) }
}

/** Number of paragraphs from which on a box is not written as a table, in which headings would be missing from the outline. */
const MAX_BOXED_PARAGRAPHS = 120

/** How a box is drawn: by its paragraphs, as lines above and below its content, or as a table of one cell. */
export function mannerOf(block: BlockBox, { shading, borders = {} }: Paint, frame: BlockFrame): Manner {
  const isLine = (line: EdgeLine | undefined) => line !== undefined && line.style !== 'none'
  const [hasLeft, hasRight] = [isLine(borders.left), isLine(borders.right)]
  const { box } = block.place.style
  const isNarrow = box.isPositioned === true && box.width === undefined && frame.item === undefined
  const isSole = isSoleText(block) && fitsBorders(block) && box.height === undefined
  const isButton = frame.item === undefined && isTallLine(block, frame.width)
  if (!isNarrow && isSole && !isButton && !isSlim(box, frame)) return 'paragraph'
  if (shading === undefined && !hasLeft && !hasRight) return 'lines'
  const isTooDeep = frame.tables >= CONVERT_LIMITS.maxTableNesting
  if (isTooDeep || countTexts(block.children, MAX_BOXED_PARAGRAPHS) >= MAX_BOXED_PARAGRAPHS) return 'paragraph'
  if (block.style === 'quote' || block.style?.startsWith('alert') === true) return 'paragraph'
  return frame.item !== undefined && !frame.item.isLabelled ? 'paragraph' : 'cell'
}

/** Whether a box is too narrow for a paragraph, whose indents must leave room for text. */
function isSlim(box: BoxStyle, { width, indentStart, indentEnd }: BlockFrame): boolean {
  const outer = outerWidth(box, width - indentStart - indentEnd)
  return outer !== undefined && outer < width * (1 - MAX_INDENT_SHARE)
}

/** Whether nothing but one paragraph is in the box. */
function isSoleText({ children }: BlockBox): boolean {
  const [child] = children
  if (children.length !== 1 || child === undefined) return false
  if (child.kind === 'text') return true
  if (child.kind !== 'block' || child.style !== undefined) return false
  const { padding, margin, border, backgroundColor, width, maxWidth } = child.place.style.box
  const lengths = [...Object.values(padding), ...Object.values(margin)]
  const isBare =
    lengths.every((length) => length !== 'auto' && resolveLength(length, 1000) === 0) && !drawsLines(border)
  const hasGround = backgroundColor !== undefined && backgroundColor !== 'transparent'
  return isBare && !hasGround && width === undefined && maxWidth === undefined && isSoleText(child)
}

function fitsBorders({ place }: BlockBox): boolean {
  return Object.values(place.style.box.padding).every((length) => lengthOf(length, 0) <= MAX_BORDER_SPACE)
}

function countTexts(boxes: readonly Box[], limit: number): number {
  let count = 0
  for (const box of boxes) {
    if (count >= limit) break
    if (box.kind === 'text') count++
    else if (box.kind === 'row') count += countTexts(box.items, limit - count)
    else if (box.kind === 'table') {
      for (const { cells } of box.rows) {
        for (const { content } of cells)
          count += content === undefined ? 0 : countTexts(content.children, limit - count)
      }
    } else if (box.kind !== 'rule') count += countTexts(box.children, limit - count)
  }
  return count
}

/**
 * Draws lines above the first and below the last paragraph of a box. If it does not begin or end with a paragraph, the lines are
 * on spaces of their own.
 */
export function drawLines(
  { borders = {} }: Paint,
  { place }: BlockBox,
  frame: BlockFrame,
  out: DraftBlock[],
  start: number,
): void {
  const { padding } = place.style.box
  const isLine = (line: EdgeLine | undefined): line is EdgeLine => line !== undefined && line.style !== 'none'
  const space = (side: 'top' | 'bottom') => clampSpace(lengthOf(padding[side], frame.width))
  if (isLine(borders.top)) {
    const first = out[start]
    if (canDrawLine(first, frame, 'top')) addLine(first, 'top', borders.top, space('top'), place)
    else out.splice(start, 0, lineSpace('top', borders.top, space('top'), frame))
  }
  if (isLine(borders.bottom)) {
    const last = out.at(-1)
    if (out.length > start && canDrawLine(last, frame, 'bottom'))
      addLine(last, 'bottom', borders.bottom, space('bottom'), place)
    else out.push(lineSpace('bottom', borders.bottom, space('bottom'), frame))
  }
}

function canDrawLine(
  draft: DraftBlock | undefined,
  frame: BlockFrame,
  side: 'top' | 'bottom',
): draft is DraftParagraph {
  if (draft?.kind !== 'paragraph' || draft.list !== undefined || draft.format.shading !== undefined) return false
  const { indentStart = 0, indentEnd = 0, borders } = draft.format
  if (indentStart !== frame.indentStart || indentEnd !== frame.indentEnd) return false
  return draft.painter === undefined || borders === undefined ? draft.style !== 'code' : borders[side] === undefined
}

function addLine(draft: DraftParagraph, side: 'top' | 'bottom', line: EdgeLine, space: number, painter: object): void {
  const { format } = draft
  // Distance beyond Word's limit becomes space inside of the box.
  const distance = Math.min(MAX_BORDER_SPACE, space)
  format.borders = { ...format.borders, [side]: { ...line, space: distance } }
  Object.assign(draft, { painter: draft.painter ?? painter })
  if (draft.bottom === undefined && side === 'bottom') draft.bottom = naturalSpace(draft.style, 'spaceAfter')
}

function lineSpace(side: 'top' | 'bottom', line: EdgeLine, height: number, frame: BlockFrame): DraftBlock {
  const { indentStart, indentEnd } = frame
  const space = { kind: 'space' as const, height: Math.max(20, height), line: { side, line }, indentStart, indentEnd }
  return { kind: 'space', space, top: 0, bottom: 0, insetTop: 0, insetBottom: 0 }
}

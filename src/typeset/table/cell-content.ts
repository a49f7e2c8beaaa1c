/**
 * The content of a cell, and how page breaks divide it.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { LayoutContext, Slice, Stack, StylesAround } from '../flow/layout-context.js'
import type { Block } from '../model/document-model.js'
import type { TableCell } from '../model/table-model.js'

/** The content of a cell, or the part of it on one page. */
export interface CellContent {
  readonly slices: readonly Slice[]
  readonly height: number
  /** Space below the last slice. */
  readonly spaceBelow: number
  /** Space above the first slice that is left out at the top of a page. */
  readonly dropped: number
  /** The undivided content. It also paints what belongs to the cell as a whole. */
  readonly stack?: Stack
}

/** Content of an empty cell. */
export const NO_CONTENT: CellContent = { slices: [], height: 0, spaceBelow: 0, dropped: 0 }

const CELL = { isCell: true, isTableCell: true, leavesAnchors: true }
/** Drawings in rotated cells rotate with the text that they are anchored in. */
const TURNED_CELL = { ...CELL, leavesAnchors: false }

/**
 * Lays out the blocks of a cell.
 *
 * @param stylesAround see {@link stylesAround}
 */
export function layOutCell(
  cell: TableCell,
  width: number,
  context: LayoutContext,
  stylesAround?: StylesAround,
): CellContent {
  const blocks = shownBlocks(cell)
  if (blocks.length === 0) return NO_CONTENT
  const kind = cell.textDirection === 'horizontal' ? CELL : TURNED_CELL
  const shaded = cell.shading === undefined ? kind : { background: cell.shading, ...kind }
  const options = stylesAround === undefined ? shaded : { stylesAround, ...shaded }
  const stack = context.layOutBlocks(blocks, Math.max(width, 1), options)
  const filled = stack.slices.reduce((sum, slice) => sum + slice.spaceAbove + slice.height, 0)
  const spaceBelow = Math.max(0, stack.height - filled)
  return { slices: stack.slices, height: stack.height, spaceBelow, dropped: 0, stack }
}

/** Divides content into the largest part that fits in `room` and the rest. The first part is empty when not even a line fits. */
export function cutContent(
  content: CellContent,
  room: number,
  force: boolean,
): readonly [head: CellContent, rest: CellContent] {
  if (content.height - content.spaceBelow <= room) return [content, NO_CONTENT]
  const { slices } = content
  let used = -content.dropped
  let count = 0
  for (const slice of slices) {
    const next = used + slice.spaceAbove + slice.height
    if (next > room) break
    used = next
    count++
  }
  const overflowing = slices[count]
  const parts = overflowing?.split?.(room - used - overflowing.spaceAbove, force && count === 0)
  if (parts) return divide(content, [...slices.slice(0, count), parts[0]], [parts[1], ...slices.slice(count + 1)])
  let cut = count
  while (cut > 0 && slices[cut]?.breakBefore === 'avoided') cut--
  if (cut === 0 && force) cut = count
  return cut === 0 ? [NO_CONTENT, content] : divide(content, slices.slice(0, cut), slices.slice(cut))
}

function divide(
  whole: CellContent,
  head: readonly Slice[],
  rest: readonly Slice[],
): readonly [CellContent, CellContent] {
  return [gather(head, 0, whole.dropped), gatherRest(rest, whole)]
}

/** Paints content with its corner at x, y. */
export function paintContent(content: CellContent, list: DisplayList, x: number, y: number): void {
  if (content.stack) {
    content.stack.paint(list, x, y)
    return
  }
  let top = y - content.dropped
  for (const slice of content.slices) {
    top += slice.spaceAbove
    slice.paint(list, x, top)
    top += slice.height
  }
}

/** The rest of the content after a page break, without the space above its first slice. */
function gatherRest(slices: readonly Slice[], whole: CellContent): CellContent {
  return gather(slices, whole.spaceBelow, slices[0]?.spaceAbove ?? 0)
}

function gather(slices: readonly Slice[], spaceBelow: number, dropped: number): CellContent {
  const height = slices.reduce((sum, slice) => sum + slice.spaceAbove + slice.height, spaceBelow - dropped)
  return { slices, height, spaceBelow, dropped }
}

/**
 * The blocks that take up space. In Word, neither the empty paragraph required after a nested table nor that of a cell with
 * `w:hideMark` does.
 */
function shownBlocks(cell: TableCell): readonly Block[] {
  const { blocks } = cell
  const last = blocks[blocks.length - 1]
  if (last === undefined || last.kind === 'table' || last.inlines.length > 0 || last.label) return blocks
  if (blocks.length === 1) return cell.hideMark ? [] : blocks
  return blocks[blocks.length - 2]?.kind === 'table' ? blocks.slice(0, -1) : blocks
}

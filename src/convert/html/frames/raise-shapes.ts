/**
 * Cells with shapes. LibreOffice places the text of a shape as if it were at the top of its cell. Such cells are therefore
 * aligned at the top, with the space above that another alignment would give.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import type { FlowBlock, FlowCell } from '../../docx-writer/flow-document.js'
import { naturalSpace } from '../layout/settle-spacing.js'
import { hasShapedText } from './shaped-lines.js'

/**
 * The cells of a row, with cells that contain shapes aligned at the top.
 *
 * @param heightOf estimates the height of a cell's content with its padding, by its index
 * @param least minimum height of the row
 */
export function raiseShapes(
  cells: readonly FlowCell[],
  heightOf: (index: number) => number,
  least = 0,
): readonly FlowCell[] {
  if (!cells.some((cell) => isMoved(cell) && holdsShape(cell.blocks))) return cells
  const heights = cells.map((_, index) => heightOf(index))
  const height = largest([least, ...heights])
  return cells.map((cell, index) => {
    if (!isMoved(cell) || !holdsShape(cell.blocks)) return cell
    const free = Math.max(0, height - (heights[index] ?? height))
    const above = Math.round(cell.verticalAlign === 'center' ? free / 2 : free)
    const { verticalAlign: _, padding, ...rest } = cell
    if (above === 0) return { ...rest, ...(padding === undefined ? {} : { padding }) }
    // Word adds the margins of cells to the least height of a row.
    if (least > 0)
      return { ...rest, ...(padding === undefined ? {} : { padding }), blocks: pushDown(cell.blocks, above) }
    return { ...rest, padding: { ...padding, top: (padding?.top ?? 0) + above } }
  })
}

/** Blocks below some space, in twips. */
function pushDown(blocks: readonly FlowBlock[], above: number): readonly FlowBlock[] {
  const [first, ...others] = blocks
  if (first?.kind !== 'paragraph') return [{ kind: 'space', height: above }, ...blocks]
  const spaceBefore = (first.format?.spaceBefore ?? naturalSpace(first.style, 'spaceBefore')) + above
  return [{ ...first, format: { ...first.format, spaceBefore } }, ...others]
}

function isMoved({ verticalAlign }: FlowCell): boolean {
  return verticalAlign === 'center' || verticalAlign === 'bottom'
}

function holdsShape(blocks: readonly FlowBlock[]): boolean {
  return blocks.some((block) => {
    if (block.kind === 'paragraph') return block.inlines.some(hasShapedText)
    return block.kind === 'table' && block.rows.some(({ cells }) => cells.some((cell) => holdsShape(cell.blocks)))
  })
}

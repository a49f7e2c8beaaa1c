/**
 * Cells with shapes. LibreOffice places the text of a shape as if it were at the top of its cell. Such cells are therefore
 * aligned at the top, with the space above that another alignment would give.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import type { FlowBlock, FlowCell } from '../../docx-writer/flow-document.js'
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
    return { ...rest, padding: { ...padding, top: (padding?.top ?? 0) + above } }
  })
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

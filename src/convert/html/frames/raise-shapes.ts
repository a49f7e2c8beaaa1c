/**
 * Cells with shapes in them. LibreOffice leaves the text of a shape where it would be at the top of its cell: such cells are
 * never aligned in the middle or at the end, but have the room above their content that they would have.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import type { FlowBlock, FlowCell } from '../../docx-writer/flow-document.js'
import { hasShapedText } from './shaped-lines.js'

/**
 * The cells of a row, those with shapes at its top.
 *
 * @param heightOf about how high the content of a cell is with its padding, by its index
 * @param least what the row is high at least
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

/**
 * Measures the least and the greatest width of content without laying it out.
 *
 * @module
 */

import { finishSteps } from '../../pace/turns.js'
import type { LayoutContext } from '../flow/layout-context.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type { Block } from '../model/document-model.js'
import type { Table } from '../model/table-model.js'
import { prepareParagraph } from '../text/prepare-paragraph.js'
import { type ContentExtent, columnExtents } from './column-extents.js'
import { frameThickness, spacedFrame } from './spaced-cells.js'
import { buildTableGrid, type GridCell } from './table-grid.js'
import { textMargins } from './text-margins.js'

const NOTHING: ContentExtent = { minWidth: 0, maxWidth: 0, rigidWidth: 0 }

/** Extents of measured tables, so that nested tables are not measured again for each table around them. */
const measuredTables = new WeakMap<FontLibrary, WeakMap<Table, ContentExtent>>()

/** The extent of consecutive blocks, without laying them out. */
export function measureBlocks(blocks: readonly Block[], context: LayoutContext): ContentExtent {
  let minWidth = 0
  let maxWidth = 0
  let rigidWidth = 0
  for (const block of blocks) {
    const extent = block.kind === 'table' ? measureTable(block, context) : prepareParagraph(block, context)
    minWidth = Math.max(minWidth, extent.minWidth)
    maxWidth = Math.max(maxWidth, extent.maxWidth)
    rigidWidth = Math.max(rigidWidth, extent.rigidWidth)
  }
  return { minWidth, maxWidth: Math.max(minWidth, maxWidth), rigidWidth }
}

/** The extent of a cell with its margins. */
export function measureCell(table: Table, placed: GridCell, context: LayoutContext): ContentExtent {
  const { cell } = placed
  const { left, right } = textMargins(table, buildTableGrid(table), placed)
  const margins = left + right + frameWidth(table, placed)
  // Rotated text takes the height of its lines, of which at least one is assumed.
  const content = cell.textDirection === 'horizontal' ? measureBlocks(cell.blocks, context) : NOTHING
  const maxWidth = content.maxWidth + margins
  const minWidth = cell.noWrap && cell.width.type === 'auto' ? maxWidth : content.minWidth + margins
  return { minWidth, maxWidth, rigidWidth: content.rigidWidth + margins }
}

/** Width that the space around a cell and its own borders take. */
function frameWidth(table: Table, placed: GridCell): number {
  const frame = spacedFrame(table, buildTableGrid(table), placed)
  if (frame === undefined) return 0
  const { left, right } = frameThickness(frame)
  return frame.gap.left + left + right + frame.gap.right
}

/** The extent of a nested table, for the columns of the outer table. */
export function measureTable(table: Table, context: LayoutContext): ContentExtent {
  const known = measuredTables.get(context.fonts)?.get(table)
  if (known) return known
  const extent = measure(table, context)
  const tables = measuredTables.get(context.fonts) ?? new WeakMap<Table, ContentExtent>()
  tables.set(table, extent)
  measuredTables.set(context.fonts, tables)
  return extent
}

function measure(table: Table, context: LayoutContext): ContentExtent {
  context.checkpoint()
  const stored = table.grid.reduce((sum, width) => sum + width, 0)
  if (table.layout === 'fixed') {
    const width = table.width.type === 'twips' ? table.width.value : stored
    if (width > 0) return { minWidth: width, maxWidth: width, rigidWidth: width }
  }
  const grid = buildTableGrid(table)
  const columns = finishSteps(columnExtents(table, grid, (placed) => measureCell(table, placed, context)))
  let minWidth = 0
  let maxWidth = 0
  let rigidWidth = 0
  for (const { least, preferred, most, rigid } of columns) {
    minWidth += least
    rigidWidth += rigid
    maxWidth += Math.max(least, preferred ?? most)
  }
  if (table.width.type === 'twips') maxWidth = Math.max(minWidth, table.width.value)
  return { minWidth, maxWidth: Math.max(minWidth, maxWidth), rigidWidth }
}

/**
 * Widths of table columns that the source leaves open.
 *
 * @module
 */

import type { FlowTable } from './flow-document.js'
import { twips } from './property-values.js'

const MIN_COLUMN = 300

/** Widths of the grid in whole twips. Open columns share the remaining width; Word computes them from the content. */
export function gridWidths({ columns, width }: FlowTable, count: number, available: number): number[] {
  const fixed = Array.from({ length: count }, (_, index) => twips(columns[index] ?? 0, 0))
  const open = fixed.filter((own) => own <= 0).length
  const taken = fixed.reduce((sum, own) => sum + own, 0)
  const asked =
    width.type === 'twips'
      ? twips(width.value, 0)
      : (available * (width.type === 'percent' ? twips(width.value, 0, 100) : 100)) / 100
  const share = open === 0 ? 0 : Math.max(MIN_COLUMN, (asked - taken) / open)
  return fixed.map((own) => (own > 0 ? own : twips(share, 1)))
}

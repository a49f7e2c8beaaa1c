/**
 * Widths of a table's columns.
 *
 * @module
 */

import type { FlowTable } from '../docx-writer/flow-document.js'
import { type CssLength, resolveLength } from './css/css-length.js'

/** A width that a cell or column asks for, and the columns it is about. */
export interface WidthWish {
  readonly column: number
  readonly span: number
  readonly width: CssLength
}

/** The width of a table for what its style says. */
export function tableWidth(width: CssLength | undefined, available: number): FlowTable['width'] {
  if (width === undefined) return { type: 'auto' }
  if ('fraction' in width)
    return { type: 'percent', value: Math.round(Math.min(1, Math.max(0, width.fraction)) * 10_000) / 100 }
  return width.twips <= 0 ? { type: 'auto' } : { type: 'twips', value: Math.min(available, width.twips) }
}

/** Widths by column; 0 for those that nobody has a wish for. Earlier wishes go before later ones. */
export function columnWidths(count: number, wishes: readonly WidthWish[], total: number): number[] {
  const widths = new Array<number>(count).fill(0)
  for (const { column, span, width } of wishes) {
    const wanted = Math.min(total, resolveLength(width, total))
    if (wanted <= 0) continue
    const open: number[] = []
    let taken = 0
    for (let index = column; index < Math.min(count, column + span); index++) {
      const known = widths[index] ?? 0
      taken += known
      if (known === 0) open.push(index)
    }
    // Cells over several columns only help where nothing else does.
    for (const index of open) widths[index] = Math.max(0, Math.floor((wanted - taken) / open.length))
  }
  return shareRest(widths, total)
}

/** Where all columns together are wider than the table, all become narrower. */
function shareRest(widths: number[], total: number): number[] {
  const sum = widths.reduce((all, width) => all + width, 0)
  return sum > total ? widths.map((width) => Math.floor((width * total) / sum)) : widths
}

/**
 * Widths of table columns where the source leaves them open. Word works them out anew from the content; readers that
 * take the grid as it stands get what comes close to it (CSS 2.2, 17.5.2.2).
 *
 * @module
 */

import type { FlowBlock, FlowCell, FlowInline, FlowRow, FlowTable } from './flow-document.js'
import { twips } from './property-values.js'

/** Rows, and characters of a cell, that are measured: the rest is assumed to be similar. */
const MAX_ROWS = 200
/** Of one cell: more decide nothing about the width of its column. */
const MAX_CHARACTERS = 2000
/** As wide as an em of an equation. */
const EM = 'mm'
/** The widest equation that is looked at, in ems: more than fits into a line. */
const MAX_EMS = 40
/** Inlines within inlines that are looked at. */
const MAX_DEPTH = 8

/** Mean width of a character of table text, in twips, and what a cell has besides its text. */
const CHARACTER_WIDTH = 105
const CELL_PADDING = 240
const MIN_COLUMN = 300

interface Demand {
  /** Width of the longest word. */
  least: number
  /** Width of the longest paragraph. */
  most: number
}

/** Widths of the grid in whole twips, one for each column of `rows`. */
export function gridWidths(table: FlowTable, rows: readonly FlowRow[], columns: number, available: number): number[] {
  const demands = measureColumns(rows, columns)
  const fixed = Array.from({ length: columns }, (_, index) => twips(table.columns[index] ?? 0, 0))
  const open = fixed.flatMap((width, index) => (width > 0 ? [] : [index]))
  const taken = fixed.reduce((sum, width) => sum + width, 0)
  const wanted = open.reduce((sum, index) => sum + (demands[index]?.most ?? 0), taken)
  const rest = Math.max(open.length * MIN_COLUMN, tableWidth(table, wanted, available) - taken)
  const shares = shareOut(rest, open, demands)
  return fixed.map((width, index) => twips(width > 0 ? width : (shares.get(index) ?? MIN_COLUMN), 1))
}

function tableWidth({ width }: FlowTable, wanted: number, available: number): number {
  if (width.type === 'twips') return twips(width.value, 0)
  if (width.type === 'percent') return (available * twips(width.value, 0, 100)) / 100
  return Math.min(wanted, available)
}

/** Every column gets what it needs at least, then a share of the rest in proportion to what it would like. */
function shareOut(width: number, open: readonly number[], demands: readonly Demand[]): Map<number, number> {
  const of = (index: number): Demand => demands[index] ?? { least: MIN_COLUMN, most: MIN_COLUMN }
  const least = open.reduce((sum, index) => sum + of(index).least, 0)
  const most = open.reduce((sum, index) => sum + of(index).most, 0)
  const shares = new Map<number, number>()
  for (const index of open) {
    const demand = of(index)
    if (least >= width) shares.set(index, (width * demand.least) / least)
    else if (most <= width) shares.set(index, (width * demand.most) / most)
    else shares.set(index, demand.least + ((width - least) * (demand.most - demand.least)) / (most - least))
  }
  return shares
}

function measureColumns(rows: readonly FlowRow[], columns: number): Demand[] {
  const demands = Array.from({ length: columns }, () => ({ least: MIN_COLUMN, most: MIN_COLUMN }))
  for (const { cells } of rows.slice(0, MAX_ROWS)) {
    let column = 0
    for (const cell of cells) {
      const demand = demands[column]
      if (cell.columnSpan === 1 && demand !== undefined) measureCell(cell, demand)
      column += cell.columnSpan
    }
  }
  return demands
}

function measureCell(cell: FlowCell, demand: Demand): void {
  for (const block of cell.blocks) {
    const { least, most } = measureBlock(block)
    demand.least = Math.max(demand.least, least + CELL_PADDING)
    demand.most = Math.max(demand.most, most + CELL_PADDING)
  }
}

function measureBlock(block: FlowBlock): Demand {
  if (block.kind !== 'table' && block.kind !== 'paragraph') return { least: 0, most: 0 }
  if (block.kind === 'table') {
    const columns = block.columns.length
    return { least: columns * MIN_COLUMN * 2, most: columns * MIN_COLUMN * 5 }
  }
  const indent = twips((block.format.indentStart ?? 0) + (block.list?.list.levels[block.list.level]?.indent ?? 0), 0)
  const { text, image } = gather(block.inlines, { text: '', image: 0 }, 0)
  let word = 0
  let line = 0
  for (const part of text.split('\n')) {
    line = Math.max(line, part.length)
    for (const piece of part.split(/[\s\u00ad/-]/)) word = Math.max(word, piece.length)
  }
  return {
    least: indent + Math.max(image / 2, word * CHARACTER_WIDTH),
    most: indent + Math.max(image, line * CHARACTER_WIDTH),
  }
}

interface Gathered {
  readonly text: string
  /** Width of the widest image. */
  readonly image: number
}

function gather(inlines: readonly FlowInline[], start: Gathered, depth: number): Gathered {
  let { text, image } = start
  for (const inline of inlines) {
    if (text.length > MAX_CHARACTERS) break
    if (inline.kind === 'text') text += inline.text.slice(0, MAX_CHARACTERS)
    else if (inline.kind === 'break') text += '\n'
    else if (inline.kind === 'image') image = Math.max(image, twips(inline.width, 0))
    else if (inline.kind === 'checkbox') text += '[]'
    else if (inline.kind === 'math') text += EM.repeat(Math.min(MAX_EMS, Math.ceil(inline.ems ?? 0)))
    else if (inline.kind === 'link' && depth < MAX_DEPTH) {
      const inner = gather(inline.inlines, { text, image }, depth + 1)
      text = inner.text
      image = inner.image
    }
  }
  return { text, image }
}

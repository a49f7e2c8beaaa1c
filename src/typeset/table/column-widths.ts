/**
 * The widths of columns, taken from the file or computed.
 *
 * @module
 */

import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { Table, TableCell } from '../model/table-model.js'
import { type ColumnExtent, type ContentExtent, columnExtents } from './column-extents.js'
import { giveWay } from './give-way.js'
import type { GridCell, TableGrid } from './table-grid.js'

/** Sources for the column widths when a table is laid out. */
interface WidthSources {
  /** Width that percentages refer to, and the most that a table without its own width may take. */
  readonly available: number
  measureCell(placed: GridCell): ContentExtent
  /** Upper bound of the width of the longest word of a cell, cheap to compute. */
  longestWord(cell: TableCell): number
}

/** Difference up to which two widths count as equal, in twips: programs round widths, and some leave out borders. */
const TOLERANCE = 30

/**
 * Widths of the grid columns (ECMA-376-1, 17.18.87).
 *
 * A stored grid is Word's own result for these cells, computed with the real fonts. It is used where nothing contradicts it.
 * Otherwise, the widths are computed from preferred widths and contents.
 */
export function* resolveColumnWidths(table: Table, grid: TableGrid, sources: WidthSources): Steps<number[]> {
  const target = desiredTableWidth(table, sources.available)
  if (table.layout === 'fixed') return fixedWidths(table, grid, target, sources.available)
  const stored = storedWidths(table, grid, target)
  if (stored && target === undefined && compareWithCells(table, grid, stored) === 'unknown') {
    const extents = yield* columnExtents(table, grid, sources.measureCell)
    if (!isFittedTo(extents, stored, sources.available)) return autofitWidths(extents, target, sources.available)
  }
  if (stored) return yield* widenForWords(table, grid, stored, target ?? sources.available, sources)
  return autofitWidths(yield* columnExtents(table, grid, sources.measureCell), target, sources.available)
}

/**
 * Whether a stored grid can be the autofit result for these contents, where neither the table nor a cell specifies a width.
 * Autofit breaks no line while the page has room: each column is exactly as wide as its content without line breaks, as dozens
 * of such tables by Word show. Other grids are left over from earlier contents or were measured for another device; in documents
 * of Word 2007 they are one percent too narrow for words that Word then sets on one line.
 */
function isFittedTo(extents: readonly ColumnExtent[], stored: readonly number[], available: number): boolean {
  if (extents.every(({ most }, index) => most <= (stored[index] ?? 0))) return true
  const natural = total(extents.map(({ most }) => most))
  return natural > available && total(stored) >= available - TOLERANCE
}

/** The width that the table itself specifies. */
function desiredTableWidth(table: Table, available: number): number | undefined {
  const { width } = table
  if (width.type === 'twips' && width.value > 0) return width.value
  if (width.type === 'percent' && width.value > 0) return (available * width.value) / 100
  return undefined
}

/** Column widths of the fixed layout: those of the cells, then the grid, then equal shares, regardless of the contents. */
function fixedWidths(table: Table, grid: TableGrid, target: number | undefined, available: number): number[] {
  const columns = finishSteps(columnExtents(table, grid, () => ({ minWidth: 0, maxWidth: 0, rigidWidth: 0 })))
  const percentOf = target ?? available
  const known = columns.map((column, index) => {
    if (column.percent !== undefined) return (column.percent * percentOf) / 100
    const stored = table.grid[index]
    return column.preferred ?? (stored !== undefined && stored > 0 ? stored : undefined)
  })
  const sum = total(known.map((width) => width ?? 0))
  const open = known.filter((width) => width === undefined).length
  const share = open === 0 ? 0 : Math.max(0, (target ?? available) - sum) / open
  // The width of the table takes precedence. Cells and grid then give the proportions only.
  const factor = open === 0 && target !== undefined && sum > 0 ? target / sum : 1
  return known.map((width) => (width === undefined ? share : width * factor))
}

/** The stored grid where it can be Word's result for these cells, scaled where only the width of the container changed. */
function storedWidths(table: Table, grid: TableGrid, target: number | undefined): number[] | undefined {
  const widths = table.grid.slice(0, grid.columnCount)
  if (widths.length === 0 || widths.length < grid.columnCount || widths.some((width) => !(width >= 0))) return undefined
  const sum = total(widths)
  if (sum <= 0) return undefined
  const agreement = compareWithCells(table, grid, widths)
  if (agreement === 'contradicts' || isUnevenlyShort(table, grid, widths)) return undefined
  // Equal columns that no cell specifies are written by programs that leave the computation to Word.
  if (agreement === 'unknown' && widths.every((width) => Math.abs(width - (widths[0] ?? 0)) <= 1)) return undefined
  if (target === undefined || Math.abs(sum - target) <= Math.max(TOLERANCE, target / 50)) return widths
  if (agreement === 'agrees' && table.width.type === 'twips' && sum > target) return widths
  return widths.map((width) => (width * target) / sum)
}

/** Whether the preferred widths of the cells agree with the grid. A few may be smaller, since Word had to widen those columns. */
function compareWithCells(
  table: Table,
  grid: TableGrid,
  widths: readonly number[],
): 'agrees' | 'contradicts' | 'unknown' {
  const edges = cumulate(widths)
  const sum = total(widths)
  let asked = 0
  let met = 0
  for (const row of grid.rows) {
    for (const { cell, column, span } of row) {
      const preferred =
        cell.width.type === 'twips'
          ? cell.width.value
          : cell.width.type === 'percent'
            ? (cell.width.value * sum) / 100
            : 0
      if (!(preferred > 0)) continue
      asked++
      const width = (edges[column + span] ?? sum) - (edges[column] ?? sum)
      if (Math.abs(width - preferred) <= Math.max(TOLERANCE, preferred / 50)) met++
    }
  }
  if (asked === 0) return 'unknown'
  if (met === asked) return 'agrees'
  // Unequal columns were computed by a program. Equal columns that differ from the cells' widths were not.
  const isUniform = widths.every((width) => Math.abs(width - (widths[0] ?? 0)) <= 1)
  return isUniform && table.grid.length > 1 ? 'contradicts' : 'agrees'
}

/** Least share of its preferred width that Word gives a column where room is short. A grid with less was not written by Word. */
const LEAST_SHARE = 0.9

/**
 * Whether one column has far less than the largest preferred width of its cells while another has all of it. Where room is
 * short, Word narrows all columns alike; a program that only counted the cells of another row writes such a grid.
 */
function isUnevenlyShort(table: Table, grid: TableGrid, widths: readonly number[]): boolean {
  const wishes = finishSteps(columnExtents(table, grid, () => ({ minWidth: 0, maxWidth: 0, rigidWidth: 0 })))
  const asked = wishes.map(({ preferred }, index) => ({ preferred: preferred ?? 0, width: widths[index] ?? 0 }))
  const isShort = asked.some(({ preferred, width }) => preferred > 0 && width < preferred * LEAST_SHARE - TOLERANCE)
  return isShort && asked.some(({ preferred, width }) => preferred > 0 && Math.abs(width - preferred) <= TOLERANCE)
}

/**
 * Widens columns whose longest word does not fit. Where that makes the table wider than `most`, columns with room to spare
 * become narrower. A word that still does not fit on the page is cut.
 */
function* widenForWords(
  table: Table,
  grid: TableGrid,
  widths: readonly number[],
  most: number,
  sources: WidthSources,
): Steps<number[]> {
  const result = [...widths]
  const floors = [...widths]
  const least = new Map<number, number>()
  for (const row of grid.rows) {
    if (isTurnOver()) yield
    for (const placed of row) {
      const { cell, column, span, origin } = placed
      const width = widths[column]
      if (origin || span > 1 || width === undefined || sources.longestWord(cell) <= width) continue
      const { minWidth, rigidWidth } = sources.measureCell(placed)
      if (minWidth > Math.max(width, least.get(column) ?? 0)) least.set(column, minWidth)
      floors[column] = Math.max(floors[column] ?? 0, rigidWidth)
    }
  }
  if (least.size === 0) return result
  let missing = 0
  for (const [column, width] of least) {
    missing += width - (result[column] ?? 0)
    result[column] = width
  }
  const room = Math.max(0, most - total(widths))
  yield* shrinkOthers(table, grid, result, least, missing - room, sources)
  return giveWay(result, floors, Math.max(most, sources.available, total(widths)))
}

function* shrinkOthers(
  table: Table,
  grid: TableGrid,
  widths: number[],
  kept: ReadonlyMap<number, number>,
  excess: number,
  sources: WidthSources,
): Steps<void> {
  if (excess <= 0) return
  const extents = yield* columnExtents(table, grid, sources.measureCell)
  const spare = widths.map((width, index) => (kept.has(index) ? 0 : Math.max(0, width - (extents[index]?.least ?? 0))))
  const sum = total(spare)
  if (sum <= 0) return
  const share = Math.min(1, excess / sum)
  spare.forEach((amount, index) => {
    widths[index] = (widths[index] ?? 0) - amount * share
  })
}

/** Autofit layout from the widths of the cells only. */
function autofitWidths(extents: readonly ColumnExtent[], target: number | undefined, available: number): number[] {
  const percentOf = target ?? available
  // Preferred widths may exceed the page; the widths of words may not.
  const most = Math.max(percentOf, available, total(extents.map(({ preferred }) => preferred ?? 0)))
  const columns = cutWords(extents, most)
  const wanted = columns.map(({ least, preferred, percent, most }) => {
    const asked = percent === undefined ? preferred : (percent * percentOf) / 100
    return Math.max(least, asked ?? most)
  })
  const natural = total(wanted)
  const leastSum = total(columns.map((column) => column.least))
  const hasWishes = columns.every((column) => column.preferred !== undefined)
  const width = Math.max(leastSum, target ?? Math.min(natural, hasWishes ? most : available))
  if (natural > width) {
    const factor = natural === leastSum ? 0 : (width - leastSum) / (natural - leastSum)
    return columns.map(({ least }, index) => least + ((wanted[index] ?? 0) - least) * factor)
  }
  return growTo(columns, wanted, width)
}

/** The same columns with words that may be cut, where uncut words would make the table wider than `most`. */
function cutWords(columns: readonly ColumnExtent[], most: number): readonly ColumnExtent[] {
  const least = columns.map((column) => column.least)
  if (total(least) <= most) return columns
  const floors = columns.map(({ rigid }) => rigid)
  const widths = giveWay(least, floors, most)
  return columns.map((column, index) => ({ ...column, least: widths[index] ?? 0 }))
}

/** Distributes remaining room in proportion to the contents, over columns without a preferred width where there are any. */
function growTo(columns: readonly ColumnExtent[], wanted: readonly number[], width: number): number[] {
  const rest = width - total(wanted)
  if (rest <= 0) return [...wanted]
  const isFree = columns.map((column) => column.preferred === undefined && column.percent === undefined)
  const anyFree = isFree.includes(true)
  const weights = wanted.map((value, index) => (anyFree && !isFree[index] ? 0 : value))
  const sum = total(weights)
  return wanted.map((value, index) => {
    const share = sum > 0 ? (weights[index] ?? 0) / sum : 1 / wanted.length
    return value + rest * share
  })
}

/** Cumulative sums: entry `i` is the start of column `i`. */
export function cumulate(widths: readonly number[]): number[] {
  const edges = [0]
  let sum = 0
  for (const width of widths) {
    sum += width
    edges.push(sum)
  }
  return edges
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

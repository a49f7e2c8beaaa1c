/**
 * The widths of columns, stored or worked out.
 *
 * @module
 */

import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { Table, TableCell } from '../model/table-model.js'
import { type ColumnExtent, type ContentExtent, columnExtents } from './column-extents.js'
import { giveWay } from './give-way.js'
import type { GridCell, TableGrid } from './table-grid.js'

/** Where widths come from when a table is laid out. */
interface WidthSources {
  /** What percentages are of, and what a table without a width of its own may fill. */
  readonly available: number
  measureCell(placed: GridCell): ContentExtent
  /** Cheap and generous: what the longest word of a cell takes at most. */
  longestWord(cell: TableCell): number
}

/** Deviation up to which two widths mean the same: programs round, and some leave borders out. */
const TOLERANCE = 30

/**
 * Widths of the grid columns (ECMA-376-1, 17.18.87).
 *
 * A stored grid is Word's own result for these very cells, made with the real fonts; it is taken where nothing
 * contradicts it. Otherwise columns are made from preferred widths and contents.
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
 * Whether a stored grid can be the result for these contents where neither the table nor a cell asks for a width. Autofit
 * breaks no line while the page has room: each column is as wide as its content would like to be, to the twip, as in the
 * grids of dozens of such tables by Word. Other grids are left from earlier contents, or measured for another device (in
 * documents of Word 2007 they are one percent too narrow for words that Word then has on one line).
 */
function isFittedTo(extents: readonly ColumnExtent[], stored: readonly number[], available: number): boolean {
  if (extents.every(({ most }, index) => most <= (stored[index] ?? 0))) return true
  const natural = total(extents.map(({ most }) => most))
  return natural > available && total(stored) >= available - TOLERANCE
}

/** The width that the table itself asks for. */
function desiredTableWidth(table: Table, available: number): number | undefined {
  const { width } = table
  if (width.type === 'twips' && width.value > 0) return width.value
  if (width.type === 'percent' && width.value > 0) return (available * width.value) / 100
  return undefined
}

/** Fixed layout: what cells prefer, then the grid, then equal shares; contents do not matter. */
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
  // The table's own width rules: cells and grid only give the proportions.
  const factor = open === 0 && target !== undefined && sum > 0 ? target / sum : 1
  return known.map((width) => (width === undefined ? share : width * factor))
}

/** The stored grid where it can be Word's result for these cells; scaled where only the container's width changed. */
function storedWidths(table: Table, grid: TableGrid, target: number | undefined): number[] | undefined {
  const widths = table.grid.slice(0, grid.columnCount)
  if (widths.length === 0 || widths.length < grid.columnCount || widths.some((width) => !(width >= 0))) return undefined
  const sum = total(widths)
  if (sum <= 0) return undefined
  const agreement = compareWithCells(table, grid, widths)
  if (agreement === 'contradicts' || isUnevenlyShort(table, grid, widths)) return undefined
  // Equal columns that no cell asks for are what programs write that leave the work to Word.
  if (agreement === 'unknown' && widths.every((width) => Math.abs(width - (widths[0] ?? 0)) <= 1)) return undefined
  if (target === undefined || Math.abs(sum - target) <= Math.max(TOLERANCE, target / 50)) return widths
  if (agreement === 'agrees' && table.width.type === 'twips' && sum > target) return widths
  return widths.map((width) => (width * target) / sum)
}

/** Whether cells ask for what the grid has. A few that do not are cells that Word had to make wider. */
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
  // Unequal columns have been computed by somebody; equal ones against the wishes of cells have not.
  const isUniform = widths.every((width) => Math.abs(width - (widths[0] ?? 0)) <= 1)
  return isUniform && table.grid.length > 1 ? 'contradicts' : 'agrees'
}

/** Share of its wish that a column gets at least where Word had too little room for all: below it, the grid is another's. */
const LEAST_SHARE = 0.9

/**
 * Whether a column has far less than the most that its cells ask for while another one has all of it. Where room is short,
 * Word takes it from all columns alike: such a grid was written by a program that counted the cells of another row.
 */
function isUnevenlyShort(table: Table, grid: TableGrid, widths: readonly number[]): boolean {
  const wishes = finishSteps(columnExtents(table, grid, () => ({ minWidth: 0, maxWidth: 0, rigidWidth: 0 })))
  const asked = wishes.map(({ preferred }, index) => ({ preferred: preferred ?? 0, width: widths[index] ?? 0 }))
  const isShort = asked.some(({ preferred, width }) => preferred > 0 && width < preferred * LEAST_SHARE - TOLERANCE)
  return isShort && asked.some(({ preferred, width }) => preferred > 0 && Math.abs(width - preferred) <= TOLERANCE)
}

/**
 * Autofit goes on where a word does not fit its column: the column grows, and where that makes the table wider than `most`,
 * those with room to spare shrink. What still does not fit on the page is cut.
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

/** Autofit layout from nothing but what cells ask for. */
function autofitWidths(extents: readonly ColumnExtent[], target: number | undefined, available: number): number[] {
  const percentOf = target ?? available
  // Cells may ask for more than the page has; words may not.
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

/** The same columns with words that may be cut, where whole ones would make the table wider than `most`. */
function cutWords(columns: readonly ColumnExtent[], most: number): readonly ColumnExtent[] {
  const least = columns.map((column) => column.least)
  if (total(least) <= most) return columns
  const floors = columns.map(({ rigid }) => rigid)
  const widths = giveWay(least, floors, most)
  return columns.map((column, index) => ({ ...column, least: widths[index] ?? 0 }))
}

/** Spreads room that is left over: over columns without a wish where there are any, in proportion to their contents. */
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

/** Sums from the first column: entry `i` is where column `i` starts. */
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

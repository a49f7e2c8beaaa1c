/**
 * How columns share the width of a table (CSS Table Module Level 3, 3.9 and 3.10), from what their cells measure.
 *
 * @module
 */

import { largest } from '../../../lists.js'

/** Minimum and preferred widths of a column, in twips. */
export interface ColumnMeasure {
  /** Minimum width: no word is broken. */
  readonly least: number
  /** Preferred width: no line is broken; or the width that the page sets. */
  readonly most: number
  /** Share of the table, from 0 to 1; left out: none. */
  readonly percent?: number | undefined
  /** Whether the page sets the width as a length. */
  readonly isFixed: boolean
}

/** Widths of a cell that spans several columns. */
export interface SpanningMeasure extends ColumnMeasure {
  readonly column: number
  readonly span: number
}

/**
 * Preferred width in twips of a table that no width is enough for, since its shares take all of it: wider than any
 * page, and still a number that the shares of a table around it can be computed with.
 */
const WIDEST = 1_000_000

/** A column without cells. */
export const EMPTY_COLUMN: ColumnMeasure = { least: 0, most: 0, isFixed: false }

/** A column with one more cell. If a cell has a fixed width, the preferred widths of others do not matter. */
export function withCell(column: ColumnMeasure, cell: ColumnMeasure): ColumnMeasure {
  const least = Math.max(column.least, cell.least)
  const isFixed = column.isFixed || cell.isFixed
  const wishes = [column, cell].filter((one) => one.isFixed === isFixed).map(({ most }) => most)
  const percent = Math.max(column.percent ?? 0, cell.percent ?? 0)
  return { least, most: largest([least, ...wishes]), isFixed, ...(percent > 0 ? { percent } : {}) }
}

/** Widens columns for cells that span several of them; cells with smaller spans come first. */
export function coverSpans(columns: readonly ColumnMeasure[], spanning: readonly SpanningMeasure[]): ColumnMeasure[] {
  const result = [...columns]
  for (const cell of [...spanning].sort((a, b) => a.span - b.span)) {
    const covered = sharePercent(result.slice(cell.column, cell.column + cell.span), cell.percent)
    const least = distributeWidth(covered, cell.least)
    const most = distributeWidth(covered, cell.most)
    for (const [index, own] of covered.entries()) {
      const floor = Math.max(own.least, least[index] ?? 0)
      result[cell.column + index] = { ...own, least: floor, most: Math.max(floor, own.most, most[index] ?? 0) }
    }
  }
  return result
}

/** Gives the part of a spanning cell's percentage that its columns do not cover to columns without a percentage. */
function sharePercent(columns: readonly ColumnMeasure[], percent: number | undefined): readonly ColumnMeasure[] {
  const rest = (percent ?? 0) - totalWidth(columns.map((column) => column.percent ?? 0))
  const open = columns.filter((column) => column.percent === undefined)
  if (rest <= 0 || open.length === 0) return columns
  const weight = totalWidth(open.map(({ most }) => most))
  return columns.map((column) => {
    if (column.percent !== undefined) return column
    return { ...column, percent: weight > 0 ? (rest * column.most) / weight : rest / open.length }
  })
}

/** Minimum and preferred width of a table without a width. Percentages of columns count for the whole. */
export function tableExtent(written: readonly ColumnMeasure[]): { readonly least: number; readonly most: number } {
  const columns = withinWhole(written)
  const open = columns.filter(({ percent }) => percent === undefined)
  const left = 1 - totalWidth(columns.map(({ percent = 0 }) => percent))
  const openMost = totalWidth(open.map(({ most }) => most))
  const wholes = columns.map(({ percent = 0, most }) => (percent > 0 ? most / percent : 0))
  const rest = openMost === 0 ? 0 : left > 0 ? Math.min(WIDEST, openMost / left) : WIDEST
  const least = totalWidth(columns.map((column) => column.least))
  return { least, most: largest([least, totalWidth(columns.map(({ most }) => most)), rest, ...wholes]) }
}

/** Drops percentages beyond 100% of the table. */
function withinWhole(columns: readonly ColumnMeasure[]): ColumnMeasure[] {
  let left = 1
  return columns.map((column) => {
    if (column.percent === undefined) return column
    const percent = Math.min(column.percent, left)
    left -= percent
    return { ...column, percent }
  })
}

/**
 * Widths of columns that fill a total width, or exceed it where words need more. Columns grow in steps: first percentages, then
 * fixed lengths, then preferred widths. The rest goes to columns without a width.
 */
export function distributeWidth(written: readonly ColumnMeasure[], total: number): number[] {
  const columns = withinWhole(written)
  const least = columns.map((column) => column.least)
  const shares = columns.map(({ percent, least }) => (percent === undefined ? least : Math.max(least, percent * total)))
  const lengths = columns.map(({ percent, isFixed, most }, index) =>
    percent === undefined && isFixed ? most : (shares[index] ?? 0),
  )
  const all = columns.map(({ percent, most }, index) => (percent === undefined ? most : (lengths[index] ?? 0)))
  let before = least
  for (const step of [shares, lengths, all]) {
    if (totalWidth(step) >= total) return between(before, step, total)
    before = step
  }
  return grow(columns, all, total)
}

/** Interpolates widths between two steps. */
function between(from: readonly number[], to: readonly number[], total: number): number[] {
  const rise = totalWidth(to) - totalWidth(from)
  const part = rise > 0 ? Math.max(0, total - totalWidth(from)) / rise : 0
  return from.map((width, index) => width + ((to[index] ?? 0) - width) * part)
}

/**
 * Distributes remaining width: to columns without a width if there are any, otherwise to fixed ones, otherwise to percentages.
 */
function grow(columns: readonly ColumnMeasure[], widths: readonly number[], total: number): number[] {
  const kinds = [
    columns.map(({ percent, isFixed }) => percent === undefined && !isFixed),
    columns.map(({ percent }) => percent === undefined),
    columns.map(() => true),
  ]
  const grows = kinds.find((kind) => kind.includes(true)) ?? []
  const weights = columns.map(({ percent, most }, index) => (grows[index] ? (percent ?? most) : 0))
  const weight = totalWidth(weights)
  const count = grows.filter(Boolean).length
  const rest = total - totalWidth(widths)
  return widths.map((width, index) => {
    if (!grows[index]) return width
    return width + (weight > 0 ? (rest * (weights[index] ?? 0)) / weight : rest / count)
  })
}

/** The sum of some widths. */
export function totalWidth(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

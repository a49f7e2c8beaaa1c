/**
 * Widths of a table's columns (CSS 2.2, 17.5.2; CSS Table Module Level 3, 3.9).
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../../pace/turns.js'
import { giveWay } from '../../../typeset/layout.js'
import { TABLE_STYLE } from '../../docx-writer/default-styles.js'
import type { FlowTable } from '../../docx-writer/flow-document.js'
import type { TableBox } from '../boxes/box-tree.js'
import type { BoxStyle } from '../css/computed-style.js'
import { resolveLength } from '../css/css-length.js'
import { cellEdges, measureColumns, tableSpacing } from '../measure/measure-boxes.js'
import {
  type ColumnMeasure,
  distributeWidth,
  EMPTY_COLUMN,
  tableExtent,
  totalWidth,
  withCell,
} from './distribute-columns.js'

/** Horizontal cell padding of data tables that have too little room, in twips. */
export const TIGHT_PADDING = 40
/** Width that each cell saves by the reduced padding, in twips. */
const SPARED_PADDING = 2 * (TABLE_STYLE.cellPadding.left - TIGHT_PADDING)

/** The least width of a column, in twips. */
const MIN_COLUMN = 60

/**
 * The width of a table, by its style.
 *
 * @param isColumn whether the available width is the whole text column, to which Word's percentages refer whatever the indent
 */
export function tableWidth(
  { width: own, minWidth, maxWidth }: Pick<BoxStyle, 'width' | 'minWidth' | 'maxWidth'>,
  available: number,
  isColumn: boolean,
): FlowTable['width'] {
  const isWhole = own === undefined && minWidth !== undefined && resolveLength(minWidth, available) >= available
  const width = isWhole ? minWidth : own
  const limit = maxWidth === undefined ? available : Math.min(available, resolveLength(maxWidth, available))
  if (width === undefined) return { type: 'auto' }
  const asked = Math.min(limit, resolveLength(width, available))
  if (asked <= 0) return { type: 'auto' }
  if ('fraction' in width && limit === available && isColumn) {
    return { type: 'percent', value: Math.round(Math.min(1, Math.max(0, asked / available)) * 10_000) / 100 }
  }
  return { type: 'twips', value: asked }
}

/** The columns of a table. */
export interface BalancedColumns {
  /** In twips. */
  readonly widths: readonly number[]
  /** Whether the page sets a width of a column. */
  readonly isAsked: boolean
  /** Whether cells have reduced padding, so that more of their text fits. */
  readonly isSpared: boolean
  /** Whether the widths are kept whatever the cells contain. */
  readonly isFixed: boolean
}

/**
 * Widths by column. No column is narrower than its longest word as long as another column can give way.
 *
 * @param isPlain whether the page has no look of its own, so that columns need not be those of browsers
 */
export function* balanceColumns(
  table: TableBox,
  available: number,
  width: FlowTable['width'],
  isPlain = false,
): Steps<BalancedColumns> {
  const room = available - tableSpacing(table)
  const asked =
    width.type === 'percent' ? (available * width.value) / 100 : width.type === 'twips' ? width.value : undefined
  const target = asked === undefined ? undefined : Math.min(available, asked) - tableSpacing(table)
  if (table.place.style.box.hasFixedColumns === true && target !== undefined)
    return { widths: fixedWidths(table, target).map(Math.floor), isAsked: true, isSpared: false, isFixed: true }
  const measured = (yield* measureColumns(table)).map(withLeastWidth)
  if (isTurnOver()) yield
  const isAsked = measured.some(({ percent, isFixed }) => percent !== undefined || isFixed)
  const isSpared = canSpare(table) && gainsBySparing(measured, isAsked, Math.min(room, target ?? room))
  const columns = isSpared ? measured.map(withLessPadding) : measured
  const { least, most } = tableExtent(columns)
  const total = Math.min(room, Math.max(least, target ?? most))
  const narrowed = isPlain && !isAsked && most > total ? narrow(columns, total) : distributeWidth(columns, total)
  const widths = least > total ? breakLongest(columns, total) : narrowed
  return { widths: widths.map(Math.floor), isAsked, isSpared, isFixed: false }
}

function withLeastWidth(column: ColumnMeasure): ColumnMeasure {
  return withCell(column, { ...EMPTY_COLUMN, least: MIN_COLUMN, isFixed: column.isFixed })
}

function withLessPadding(column: ColumnMeasure): ColumnMeasure {
  const spared = (width: number) => Math.max(MIN_COLUMN, width - SPARED_PADDING)
  return { ...column, least: spared(column.least), most: spared(column.most) }
}

/**
 * Narrows columns of a table that is too wide for its words. Browsers let such a table exceed the page. Here the longest words
 * break first, in columns that become equally narrow, so that words in all others stay whole.
 */
function breakLongest(columns: readonly ColumnMeasure[], total: number): number[] {
  const widths = narrow(
    columns.map(({ least }) => ({ least: MIN_COLUMN, most: least })),
    total,
  )
  const scale = Math.min(1, total / Math.max(1, totalWidth(widths)))
  return widths.map((width) => width * scale)
}

/** Narrows the widest columns alone, so that those of dates and amounts need no second line. */
function narrow(columns: readonly Pick<ColumnMeasure, 'least' | 'most'>[], total: number): number[] {
  return giveWay(
    columns.map(({ most }) => most),
    columns.map(({ least }) => least),
    total,
  )
}

/** Whether the cell padding is this package's default, so that reducing it contradicts no style of the page. */
function canSpare({ isLayout, cellPadding, rows }: TableBox): boolean {
  const isSaid = ({ padding }: BoxStyle) => padding.left !== undefined || padding.right !== undefined
  return (
    !isLayout &&
    cellPadding === undefined &&
    !rows.some(({ cells }) => cells.some(({ content }) => content !== undefined && isSaid(content.place.style.box)))
  )
}

/** Whether reduced padding avoids breaking words, or lines. */
function gainsBySparing(columns: readonly ColumnMeasure[], isAsked: boolean, total: number): boolean {
  const { least, most } = tableExtent(columns)
  if (least > total) return true
  return !isAsked && most > total && most - columns.length * SPARED_PADDING <= total
}

/** A width that a column of a fixed layout asks for, in twips, and whether it is a share of the table. */
interface AskedWidth {
  readonly width: number
  readonly isShare: boolean
}

/**
 * Fixed layout (CSS 2.2, 17.5.2.1): `col` elements and the first row decide, also for a width of nothing, and open columns share
 * the rest evenly.
 */
function fixedWidths(table: TableBox, total: number): number[] {
  const asked = new Array<AskedWidth | undefined>(table.columnCount).fill(undefined)
  const ask = (column: number, span: number, { width, isBorderBox }: BoxStyle, edges: number) => {
    if (width === undefined) return
    const isShare = 'fraction' in width
    const inner = Math.max(0, resolveLength(width, total))
    const outer = isShare || isBorderBox === true ? Math.max(inner, isShare ? 0 : edges) : inner + edges
    for (let index = column; index < Math.min(column + span, asked.length); index++)
      asked[index] ??= { width: Math.max(MIN_COLUMN, outer / span), isShare }
  }
  for (const { place, column, span } of table.columns)
    for (let index = column; index < column + span; index++) ask(index, 1, place.style.box, 0)
  for (const { content, column, columnSpan } of table.rows[0]?.cells ?? [])
    if (content !== undefined) ask(column, columnSpan, content.place.style.box, cellEdges(content, table))
  return fitFixed(asked, total)
}

/** Fills the table. What is too wide is taken from shares of the table, as browsers do, and only then from lengths. */
function fitFixed(asked: readonly (AskedWidth | undefined)[], total: number): number[] {
  const open = asked.filter((own) => own === undefined).length
  const lengths = totalWidth(asked.map((own) => (own === undefined ? MIN_COLUMN : own.isShare ? 0 : own.width)))
  const shares = totalWidth(asked.map((own) => (own?.isShare === true ? own.width : 0)))
  const isNarrowed = lengths + shares > total && lengths < total
  const scale = isNarrowed ? (total - lengths) / Math.max(1, shares) : 1
  const taken = totalWidth(asked.map((own) => (own === undefined ? 0 : own.width * (own.isShare ? scale : 1))))
  const rest = open === 0 ? 0 : Math.max(MIN_COLUMN, (total - taken) / open)
  const widths = asked.map((own) => (own === undefined ? rest : own.width * (own.isShare ? scale : 1)))
  // Without open columns, the columns are scaled to fill the table, and a table that is too wide is limited to its page.
  const all = totalWidth(widths)
  return open === 0 || all > total ? widths.map((width) => (width * total) / Math.max(1, all)) : widths
}

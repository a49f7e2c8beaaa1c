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

/** Padding of tables of data that have too little room, in twips; and how much less that is for a cell. */
export const TIGHT_PADDING = 40
const SPARED_PADDING = 2 * (TABLE_STYLE.cellPadding.left - TIGHT_PADDING)

/** The least width of a column, in twips. */
const MIN_COLUMN = 60

/**
 * The width of a table for what its style says.
 *
 * @param isColumn whether what is available is the whole column of text: Word's shares are those of a column, whatever is
 *   indented in it
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
  /** Whether the page asks for a width of one of them. */
  readonly isAsked: boolean
  /** Whether the cells have less padding than they would, so that more of their text fits. */
  readonly isSpared: boolean
  /** Whether the widths hold whatever the cells have in them. */
  readonly isFixed: boolean
}

/** Widths by column. No column is narrower than its longest word as long as another one can give. */
export function* balanceColumns(table: TableBox, available: number, width: FlowTable['width']): Steps<BalancedColumns> {
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
  const widths = least > total ? breakLongest(columns, total) : distributeWidth(columns, total)
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
 * Browsers let a table run off the page that is too wide for its words. Here, words break: the longest ones first, in columns
 * that become as narrow as each other, so that those of all others stay whole.
 */
function breakLongest(columns: readonly ColumnMeasure[], total: number): number[] {
  const floors = columns.map(() => MIN_COLUMN)
  const widths = giveWay(
    columns.map(({ least }) => least),
    floors,
    total,
  )
  const scale = Math.min(1, total / Math.max(1, totalWidth(widths)))
  return widths.map((width) => width * scale)
}

/** Whether the padding of cells is that of our own style, so that less of it contradicts nobody. */
function canSpare({ isLayout, cellPadding, rows }: TableBox): boolean {
  const isSaid = ({ padding }: BoxStyle) => padding.left !== undefined || padding.right !== undefined
  return (
    !isLayout &&
    cellPadding === undefined &&
    !rows.some(({ cells }) => cells.some(({ content }) => content !== undefined && isSaid(content.place.style.box)))
  )
}

/** Whether words would break with all of the padding, or lines that do not with less of it. */
function gainsBySparing(columns: readonly ColumnMeasure[], isAsked: boolean, total: number): boolean {
  const { least, most } = tableExtent(columns)
  if (least > total) return true
  return !isAsked && most > total && most - columns.length * SPARED_PADDING <= total
}

/** Fixed layout (CSS 2.2, 17.5.2.1): `col` elements and the first row decide, and what they leave open is shared evenly. */
function fixedWidths(table: TableBox, total: number): number[] {
  const asked = new Array<number | undefined>(table.columnCount).fill(undefined)
  const ask = (column: number, span: number, { width, isBorderBox }: BoxStyle, edges: number) => {
    if (width === undefined) return
    const outer = resolveLength(width, total) + ('fraction' in width || isBorderBox === true ? 0 : edges)
    for (let index = column; outer > edges && index < Math.min(column + span, asked.length); index++)
      asked[index] ??= outer / span
  }
  for (const { place, column, span } of table.columns)
    for (let index = column; index < column + span; index++) ask(index, 1, place.style.box, 0)
  for (const { content, column, columnSpan } of table.rows[0]?.cells ?? [])
    if (content !== undefined) ask(column, columnSpan, content.place.style.box, cellEdges(content, table))
  const open = asked.filter((width) => width === undefined).length
  const taken = totalWidth(asked.map((width) => width ?? 0))
  const share = open === 0 ? 0 : Math.max(MIN_COLUMN, (total - taken) / open)
  const widths = asked.map((width) => width ?? share)
  // Without open columns, those that there are fill the table; too wide a table is cut to its page.
  const all = totalWidth(widths)
  return open === 0 || all > total ? widths.map((width) => (width * total) / Math.max(1, all)) : widths
}

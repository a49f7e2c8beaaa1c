/**
 * Widths of a table's columns (CSS 2.2, 17.5.2.2).
 *
 * @module
 */

import { TABLE_STYLE } from '../docx-writer/default-styles.js'
import type { FlowTable } from '../docx-writer/flow-document.js'
import type { TableBox } from './box-tree.js'
import type { BoxStyle } from './css/computed-style.js'
import { type CssLength, resolveLength } from './css/css-length.js'
import { columnExtents, type Extent, tableSpacing } from './measure-boxes.js'

/** How much too narrow a table has to be for its words to be broken: widths of words are guesses. */
const TIGHT = 1.15

/** Padding of tables of data that have too little room, in twips; and how much less that is for a cell. */
export const TIGHT_PADDING = 40
const SPARED_PADDING = 2 * (TABLE_STYLE.cellPadding.left - TIGHT_PADDING)

/** The least width of a column, in twips. */
const MIN_COLUMN = 60

/** The width of a table for what its style says. */
export function tableWidth(
  width: CssLength | undefined,
  maxWidth: CssLength | undefined,
  available: number,
): FlowTable['width'] {
  const limit = maxWidth === undefined ? available : Math.min(available, resolveLength(maxWidth, available))
  if (width === undefined) return { type: 'auto' }
  const asked = Math.min(limit, resolveLength(width, available))
  if (asked <= 0) return { type: 'auto' }
  if ('fraction' in width && limit === available) {
    return { type: 'percent', value: Math.round(Math.min(1, Math.max(0, asked / available)) * 10_000) / 100 }
  }
  return { type: 'twips', value: asked }
}

/** Widths by column, in twips, and whether somebody asked for them. */
export function balanceColumns(
  table: TableBox,
  available: number,
  width: FlowTable['width'],
): { readonly widths: number[]; readonly isAsked: boolean; readonly isTight: boolean } {
  const extents = columnExtents(table)
  const target =
    width.type === 'percent' ? (available * width.value) / 100 : width.type === 'twips' ? width.value : undefined
  const wishes = collectWishes(table, target ?? available)
  const asked = extents.map(({ least, most }, index) => Math.max(least, wishes[index] ?? most, MIN_COLUMN))
  const words = extents.map(({ least }) => Math.max(least, MIN_COLUMN))
  const room = available - tableSpacing(table)
  const canSpare = !table.isLayout && table.cellPadding === undefined && !saysPadding(table)
  const isSpared = canSpare && fitsTightly(asked, wishes, Math.min(room, target ?? room))
  const wanted = isSpared ? asked.map((width) => Math.max(MIN_COLUMN, width - SPARED_PADDING)) : asked
  const natural = sum(wanted)
  const total = Math.min(room, target ?? natural)
  const isTight = isSpared || sum(words) > total * TIGHT
  const spared = isTight && canSpare ? SPARED_PADDING : 0
  const floor = words.map((width) => Math.max(MIN_COLUMN, width - spared))
  const widths = natural > total ? shrink(wanted, floor, total) : stretch(wanted, wishes, extents, target ?? natural)
  const isAsked = wishes.some((wish) => wish !== undefined)
  const settled = isAsked && !hasFixedColumn(table) ? giveWay(widths, extents) : widths
  return { widths: settled.map(Math.floor), isAsked, isTight }
}

/** Whether cells say themselves how far their text is from their sides: then there is nothing to spare. */
function saysPadding({ rows }: TableBox): boolean {
  const isSaid = ({ padding }: BoxStyle) => padding.left !== undefined || padding.right !== undefined
  return rows.some(({ cells }) => cells.some(({ content }) => content !== undefined && isSaid(content.place.style.box)))
}

/** Whether a column has a width of its own, and not only a share. */
function hasFixedColumn({ columns, rows }: TableBox): boolean {
  const isFixed = (width: CssLength | undefined) => width !== undefined && !('fraction' in width)
  return (
    columns.some(({ place }) => isFixed(place.style.box.width)) ||
    rows.some(({ cells }) => cells.some(({ content }) => isFixed(content?.place.style.box.width)))
  )
}

/**
 * Shares of a page that is a little narrower than the one they were made for: columns with room to spare give it to those
 * whose lines would break without it, where there is enough for all of them.
 */
function giveWay(widths: number[], extents: readonly Extent[]): number[] {
  const lacks = widths.map((width, index) => Math.max(0, (extents[index]?.most ?? 0) - width))
  const spare = widths.map((width, index) => Math.max(0, width - (extents[index]?.most ?? 0)))
  const [lack, room] = [sum(lacks), sum(spare)]
  if (lack === 0 || lack > room) return widths
  return widths.map((width, index) => width + (lacks[index] ?? 0) - ((spare[index] ?? 0) * lack) / room)
}

/** Whether the lines of all cells fit with less padding, and break with more. */
function fitsTightly(wanted: readonly number[], wishes: readonly (number | undefined)[], total: number): boolean {
  const natural = sum(wanted)
  return (
    natural > total && natural - wanted.length * SPARED_PADDING <= total && wishes.every((wish) => wish === undefined)
  )
}

/** What columns ask for: those that say it of themselves before cells over several. */
function collectWishes(table: TableBox, total: number): (number | undefined)[] {
  const wishes = new Array<number | undefined>(table.columnCount).fill(undefined)
  const wish = (column: number, width: CssLength | undefined) => {
    const wanted = width === undefined ? 0 : Math.min(total, resolveLength(width, total))
    if (wanted > 0 && column < wishes.length) wishes[column] = Math.max(wishes[column] ?? 0, wanted)
  }
  for (const { place, column, span } of table.columns) {
    for (let index = 0; index < span; index++) wish(column + index, place.style.box.width)
  }
  for (const { cells } of table.rows) {
    for (const { content, column, columnSpan } of cells) {
      if (columnSpan === 1) wish(column, content?.place.style.box.width)
    }
  }
  for (const { cells } of table.rows) {
    for (const { content, column, columnSpan } of cells) {
      const width = content?.place.style.box.width
      if (columnSpan > 1 && width !== undefined)
        wishTogether(wishes, column, columnSpan, Math.min(total, resolveLength(width, total)))
    }
  }
  return wishes
}

/** Cells over several columns only help where nothing else does. */
function wishTogether(wishes: (number | undefined)[], column: number, span: number, wanted: number): void {
  const covered = wishes.slice(column, column + span)
  const open = covered.filter((wish) => wish === undefined).length
  const rest = wanted - sum(covered.map((wish) => wish ?? 0))
  if (open === 0 || rest <= 0 || open === covered.length) return
  for (let index = column; index < column + span; index++) wishes[index] ??= rest / open
}

/** Columns give of what they have beyond their longest word; where that is not enough, all become narrower. */
function shrink(wanted: readonly number[], floor: readonly number[], total: number): number[] {
  const least = sum(floor)
  if (least >= total) return capWidest(floor, total)
  const share = (total - least) / Math.max(1, sum(wanted) - least)
  return wanted.map((width, index) => (floor[index] ?? 0) + (width - (floor[index] ?? 0)) * share)
}

/** The widest columns give way first: what they hold breaks better than a number does. */
function capWidest(widths: readonly number[], total: number): number[] {
  const sorted = [...widths].sort((a, b) => a - b)
  let rest = total
  for (const [index, width] of sorted.entries()) {
    const share = rest / (sorted.length - index)
    if (width >= share) return widths.map((own) => Math.min(own, share))
    rest -= width
  }
  return [...widths]
}

/** Room that is left over goes to columns without a wish where there are any, in proportion to their content. */
function stretch(
  wanted: readonly number[],
  wishes: readonly (number | undefined)[],
  extents: readonly Extent[],
  total: number,
): number[] {
  const rest = total - sum(wanted)
  const isFree = wanted.map((_, index) => wishes[index] === undefined && (extents[index]?.most ?? 0) > 0)
  const hasFree = isFree.includes(true)
  const weights = wanted.map((width, index) => (hasFree && !isFree[index] ? 0 : width))
  const weight = sum(weights)
  return wanted.map(
    (width, index) => width + (weight > 0 ? (rest * (weights[index] ?? 0)) / weight : rest / wanted.length),
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

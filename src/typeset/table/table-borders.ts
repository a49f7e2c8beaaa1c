/**
 * The borders between cells, joined into segments.
 *
 * @module
 */

import type { Border } from '../model/properties.js'
import type { Table } from '../model/table-model.js'
import { edgeClaim, resolveConflict } from './border-conflict.js'
import { borderThickness } from './border-strokes.js'
import type { GridCell, TableGrid } from './table-grid.js'

/** A segment of a horizontal border, in twips from the table's left edge. */
export interface BorderSegment {
  readonly left: number
  readonly right: number
  readonly border: Border
}

/** A vertical border of one row. */
export interface BorderPost {
  readonly x: number
  readonly border: Border
}

/** Positions where grid columns start, in twips from the table's left edge; descending in right-to-left tables. */
type ColumnEdges = readonly number[]

/** The joined border between row `index - 1` and row `index`, omitted within merged cells. */
export function horizontalBorders(table: Table, grid: TableGrid, edges: ColumnEdges, index: number): BorderSegment[] {
  const above = grid.rows[index - 1] ?? []
  const below = grid.rows[index] ?? []
  const segments: BorderSegment[] = []
  let column = 0
  let a = 0
  let b = 0
  while (a < above.length || b < below.length) {
    const upper = above[a]
    const lower = below[b]
    const upperHere = upper !== undefined && upper.column <= column ? upper : undefined
    const lowerHere = lower !== undefined && lower.column <= column ? lower : undefined
    const end = Math.min(nextEdge(upper, column), nextEdge(lower, column))
    if ((upperHere || lowerHere) && !isMerged(upperHere, lowerHere)) {
      const border = resolveConflict(
        edgeClaim(table, upperHere?.cell, 'bottom', index === grid.rows.length),
        edgeClaim(table, lowerHere?.cell, 'top', index === 0),
      )
      if (border) addSegment(segments, edges, column, end, border)
    }
    column = end
    if (upper && upper.column + upper.span <= column) a++
    if (lower && lower.column + lower.span <= column) b++
  }
  return segments
}

/** The borders at one side of each cell of a row, where a page break cuts the row. */
export function cutBorders(
  table: Table,
  row: readonly GridCell[],
  edges: ColumnEdges,
  side: 'top' | 'bottom',
): BorderSegment[] {
  const segments: BorderSegment[] = []
  for (const placed of row) {
    const border = resolveConflict(edgeClaim(table, placed.cell, side, false), edgeClaim(table, undefined, side, false))
    if (border) addSegment(segments, edges, placed.column, placed.column + placed.span, border)
  }
  return segments
}

/** The joined vertical borders of a row. */
export function verticalBorders(table: Table, row: readonly GridCell[], edges: ColumnEdges): BorderPost[] {
  const posts: BorderPost[] = []
  const [start, end] = table.rightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const)
  for (let index = 0; index <= row.length; index++) {
    const before = row[index - 1]
    const after = row[index]
    const isOuter = before === undefined || after === undefined
    const border = resolveConflict(
      edgeClaim(table, before?.cell, end, isOuter),
      edgeClaim(table, after?.cell, start, isOuter),
    )
    const x = edges[after ? after.column : before ? before.column + before.span : 0]
    if (border && x !== undefined) posts.push({ x, border })
  }
  return posts
}

/** Left and right borders of a table whose cells have space around them. */
export function tableFrame(table: Table, edges: ColumnEdges): BorderPost[] {
  const first = edges[0] ?? 0
  const last = edges[edges.length - 1] ?? 0
  const { left, right } = table.borders
  return [
    ...(left ? [{ x: Math.min(first, last), border: left }] : []),
    ...(right ? [{ x: Math.max(first, last), border: right }] : []),
  ]
}

/** Thickness of the thickest border. */
export function thickestBorder(borders: readonly { readonly border: Border }[]): number {
  let most = 0
  for (const { border } of borders) most = Math.max(most, borderThickness(border))
  return most
}

function isMerged(upper: GridCell | undefined, lower: GridCell | undefined): boolean {
  return lower?.origin !== undefined && upper !== undefined && (upper === lower.origin || upper.origin === lower.origin)
}

/** Start or end of the cell that is at or after `column`. */
function nextEdge(placed: GridCell | undefined, column: number): number {
  if (placed === undefined) return Number.POSITIVE_INFINITY
  return placed.column > column ? placed.column : placed.column + placed.span
}

function addSegment(segments: BorderSegment[], edges: ColumnEdges, from: number, to: number, border: Border): void {
  const a = edges[from]
  const b = edges[to]
  if (a === undefined || b === undefined || a === b) return
  const left = Math.min(a, b)
  const right = Math.max(a, b)
  const last = segments[segments.length - 1]
  if (last && sameBorder(last.border, border) && (last.right === left || last.left === right)) {
    segments[segments.length - 1] = {
      left: Math.min(last.left, left),
      right: Math.max(last.right, right),
      border,
    }
  } else segments.push({ left, right, border })
}

function sameBorder(a: Border, b: Border): boolean {
  return a === b || (a.style === b.style && a.width === b.width && a.color === b.color)
}

/**
 * Decides which border is shown where two cells meet.
 *
 * @module
 */

import type { Border } from '../model/properties.js'
import type { Table, TableCell } from '../model/table-model.js'
import { borderThickness } from './border-strokes.js'

/** What one cell specifies about an edge that it shares with another cell. */
interface EdgeClaim {
  /** `null` where the cell specifies no border or the border "none". */
  readonly border: Border | null
  /** Whether the border is set on the cell itself. Such a border wins over that of the table (ECMA-376-1, 17.4.66). */
  readonly isOwn: boolean
}

const NO_CLAIM: EdgeClaim = { border: null, isOwn: false }

type Side = 'top' | 'right' | 'bottom' | 'left'

/** The border that a cell specifies for one of its sides. `isOuter`: the side lies on the table's edge. */
export function edgeClaim(table: Table, cell: TableCell | undefined, side: Side, isOuter: boolean): EdgeClaim {
  if (cell === undefined) return NO_CLAIM
  const own = cell.borders[side]
  if (own !== undefined) return { border: own, isOwn: true }
  const inside = side === 'top' || side === 'bottom' ? table.borders.insideHorizontal : table.borders.insideVertical
  const border = isOuter ? table.borders[side] : inside
  return border === undefined ? NO_CLAIM : { border, isOwn: false }
}

/**
 * The border that is shown where two cells meet (ECMA-376-1, 17.4.66). A border of the cell itself wins over the table's, then
 * the heavier wins, then the wider, then the style that comes first in the standard's list, then the darker. In a draw, the
 * border of `first` wins.
 */
export function resolveConflict(first: EdgeClaim, second: EdgeClaim): Border | undefined {
  const a = visible(first.border)
  const b = visible(second.border)
  if (a === undefined && b === undefined) return undefined
  // An explicit "none" of a cell hides the table's border, but not a border that is set on the neighbouring cell itself.
  if (a === undefined) return first.isOwn && !second.isOwn ? undefined : b
  if (b === undefined) return second.isOwn && !first.isOwn ? undefined : a
  if (first.isOwn !== second.isOwn) return first.isOwn ? a : b
  if (a === b) return a
  const order =
    weight(a) - weight(b) ||
    borderThickness(a) - borderThickness(b) ||
    rank(b) - rank(a) ||
    brightness(b.color) - brightness(a.color)
  return order >= 0 ? a : b
}

function visible(border: Border | null): Border | undefined {
  return border !== null && borderThickness(border) > 0 ? border : undefined
}

/** Number of lines and list number of each style, in the order of the standard's table. */
const STYLES = new Map<string, { readonly lines: number; readonly number: number }>([
  ['single', { lines: 1, number: 1 }],
  ['thick', { lines: 1, number: 2 }],
  ['double', { lines: 2, number: 3 }],
  ['dotted', { lines: 1, number: 4 }],
  ['dashed', { lines: 1, number: 5 }],
  ['dotDash', { lines: 1, number: 6 }],
  ['dotDotDash', { lines: 1, number: 7 }],
  ['triple', { lines: 3, number: 8 }],
  ['thinThickSmallGap', { lines: 2, number: 9 }],
  ['thickThinSmallGap', { lines: 2, number: 10 }],
  ['thinThickThinSmallGap', { lines: 3, number: 11 }],
  ['thinThickMediumGap', { lines: 2, number: 12 }],
  ['thickThinMediumGap', { lines: 2, number: 13 }],
  ['thinThickThinMediumGap', { lines: 3, number: 14 }],
  ['thinThickLargeGap', { lines: 2, number: 15 }],
  ['thickThinLargeGap', { lines: 2, number: 16 }],
  ['thinThickThinLargeGap', { lines: 3, number: 17 }],
  ['wave', { lines: 1, number: 18 }],
  ['doubleWave', { lines: 2, number: 19 }],
  ['dashSmallGap', { lines: 1, number: 20 }],
  ['dashDotStroked', { lines: 1, number: 21 }],
  ['threeDEmboss', { lines: 1, number: 22 }],
  ['threeDEngrave', { lines: 1, number: 23 }],
  ['outset', { lines: 1, number: 24 }],
  ['inset', { lines: 1, number: 25 }],
])

/** Picture borders and unknown styles are drawn and weighed as single lines. */
const SINGLE = { lines: 1, number: 1 }

function weight(border: Border): number {
  const { lines, number } = STYLES.get(border.style) ?? SINGLE
  return lines * number
}

function rank(border: Border): number {
  return (STYLES.get(border.style) ?? SINGLE).number
}

/** Brightness of a colour as one number that orders by R + B + 2 G, then B + 2 G, then G. */
function brightness(color: string): number {
  if (color === 'auto') return 0
  const value = Number.parseInt(color, 16)
  if (!Number.isFinite(value)) return 0
  const red = (value >> 16) & 255
  const green = (value >> 8) & 255
  const blue = value & 255
  return (red + blue + 2 * green) * 1_048_576 + (blue + 2 * green) * 1024 + green
}

/**
 * Border lines of rows and row groups in a table with collapsed borders (CSS 2.2, 17.6.2).
 *
 * @module
 */

import type { EdgeLine } from '../../docx-writer/flow-format.js'
import type { BoxStyle, Side } from '../css/computed-style.js'

/** Lines by sides; sides without any are left out. */
export type Lines = Readonly<Partial<Record<Side, EdgeLine>>>

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/**
 * The lines around a row: its own, and at the edges of its group those of the group.
 *
 * @param at where the row stands in the group
 */
export function rowLines(
  { border }: BoxStyle,
  group: BoxStyle | undefined,
  at: { readonly isFirst: boolean; readonly isLast: boolean },
): Lines {
  const { top, bottom, ...sides } = group?.border ?? {}
  const around: Lines = {
    ...sides,
    ...(at.isFirst && top !== undefined ? { top } : {}),
    ...(at.isLast && bottom !== undefined ? { bottom } : {}),
  }
  return joinLines(border, around)
}

/** The lines that a cell shows: its own, and those around its row. */
export function cellLines(
  own: Lines,
  row: Lines,
  at: { readonly isFirst: boolean; readonly isLast: boolean; readonly reachesDown: boolean },
): Lines {
  const { top, bottom, left, right } = row
  const around: Partial<Record<Side, EdgeLine>> = {}
  if (top !== undefined) around.top = top
  if (bottom !== undefined && !at.reachesDown) around.bottom = bottom
  if (left !== undefined && at.isFirst) around.left = left
  if (right !== undefined && at.isLast) around.right = right
  return joinLines(own, around)
}

/** Joins two sets of lines. The wider of two lines in the same place wins; of equal ones, the inner one (17.6.2.1). */
function joinLines(inner: Lines, outer: Lines): Lines {
  const joined: Partial<Record<Side, EdgeLine>> = {}
  for (const side of SIDES) {
    const line = widthOf(outer[side]) > widthOf(inner[side]) ? outer[side] : (inner[side] ?? outer[side])
    if (line !== undefined) joined[side] = line
  }
  return joined
}

function widthOf(line: EdgeLine | undefined): number {
  return line === undefined || line.style === 'none' ? 0 : line.width
}

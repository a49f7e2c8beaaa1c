/**
 * Paints the rows of a table.
 *
 * @module
 */

import { DECORATION, type DisplayList } from '../display/display-list.js'
import { borderThickness } from './border-strokes.js'
import { paintBox, paintCell } from './cell-box.js'
import type { ClosingBorder } from './closing-border.js'
import { paintHorizontalBorder, paintVerticalBorder } from './paint-border.js'
import { insideHeight, type RowBox } from './row-box.js'
import { type BorderPost, type BorderSegment, thickestBorder } from './table-borders.js'

/** Paints rows with their upper left corner at x, y: backgrounds, contents, borders. */
export function paintRows(
  rows: readonly RowBox[],
  heights: readonly number[],
  closing: ClosingBorder,
  list: DisplayList,
  x: number,
  y: number,
): void {
  closing.takeBack(list, y)
  list.push(DECORATION)
  const tops = rows.map(() => 0)
  let top = y
  rows.forEach((row, index) => {
    tops[index] = top
    top += heights[index] ?? 0
    const inset = thickestBorder(row.top)
    for (const cell of row.cells) {
      // Backgrounds end in the middle of the border above. At its edge, they would show in pixels that both cover.
      const height = insideHeight(rows, heights, index, cell) + inset / 2
      paintBox(cell, list, x, (tops[index] ?? y) + inset / 2, height)
    }
  })
  rows.forEach((row, index) => {
    const inset = thickestBorder(row.top)
    for (const cell of row.cells) {
      const height = insideHeight(rows, heights, index, cell)
      paintCell(cell, list, x, (tops[index] ?? y) + inset, height, row.rule === 'exact')
    }
  })
  list.push(DECORATION)
  rows.forEach((row, index) => {
    const from = tops[index] ?? y
    for (const post of row.posts) paintVerticalBorder(list, post.border, x + post.x, from, from + (heights[index] ?? 0))
    paintSegments(list, row.top, row.posts, x, from)
  })
  const last = rows[rows.length - 1]
  if (last === undefined) return
  const bottom = last.isLast ? top - thickestBorder(last.bottom) : top
  closing.paint(list, top, () => paintSegments(list, last.bottom, last.posts, x, bottom))
}

/** Paints a horizontal border, extended through the corners with vertical borders. */
function paintSegments(
  list: DisplayList,
  segments: readonly BorderSegment[],
  posts: readonly BorderPost[],
  x: number,
  y: number,
): void {
  for (const { left, right, border } of segments) {
    paintHorizontalBorder(list, border, x + left - postAt(posts, left) / 2, x + right + postAt(posts, right) / 2, y)
  }
}

function postAt(posts: readonly BorderPost[], x: number): number {
  const post = posts.find((candidate) => Math.abs(candidate.x - x) < 1)
  return post ? borderThickness(post.border) : 0
}

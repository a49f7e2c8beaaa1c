/**
 * Rows that merged cells connect, as one slice.
 *
 * @module
 */

import { append } from '../../lists.js'
import type { AnchoredDrawing, Slice } from '../flow/layout-context.js'
import type { NoteReference } from '../model/document-model.js'
import { cellAnchors } from './cell-box.js'
import type { ClosingBorder } from './closing-border.js'
import { paintRows } from './paint-rows.js'
import { insideHeight, type RowBox, rowHeights, sum } from './row-box.js'
import { splitRows } from './split-rows.js'
import { thickestBorder } from './table-borders.js'

/** What all groups of one table share. */
export interface GroupSetting {
  /** Left edge of the table from the edge of the column. */
  readonly x: number
  readonly repeat?: readonly Slice[]
  readonly foot?: readonly Slice[]
  readonly closing: ClosingBorder
}

/** Rows connected by merged cells, usually one row. Both the merged cells and the rows can be split between pages. */
export function createRowGroup(rows: readonly RowBox[], setting: GroupSetting): Slice {
  const heights = rowHeights(rows)
  const last = rows[rows.length - 1]
  // The last row of the table includes this border in its height.
  const closing = last === undefined || last.isLast ? 0 : thickestBorder(last.bottom)
  return {
    height: sum(heights),
    closing: closing > 0 ? closing : undefined,
    spaceAbove: 0,
    breakBefore: rows[0]?.breakBefore ?? 'allowed',
    notes: groupNotes(rows),
    anchors: groupAnchors(rows, heights, setting.x),
    repeat: setting.repeat,
    foot: setting.foot,
    // Word moves a row as a whole if its paragraphs have "keep with next", such as one that begins with a heading.
    isKept: rows.length === 1 && rows[0]?.keepWithNext === true,
    split(room, force) {
      const cut = splitRows(rows, heights, room, force)
      return cut && [createRowGroup(cut.head, setting), createRowGroup(cut.rest, setting)]
    },
    paint: (list, x, y) => paintRows(rows, heights, setting.closing, list, x + setting.x, y),
  }
}

function groupNotes(rows: readonly RowBox[]): readonly NoteReference[] {
  const notes: NoteReference[] = []
  for (const row of rows) {
    for (const { content } of row.cells) for (const slice of content.slices) append(notes, slice.notes)
  }
  return notes
}

function groupAnchors(rows: readonly RowBox[], heights: readonly number[], x: number): readonly AnchoredDrawing[] {
  const anchors: AnchoredDrawing[] = []
  let y = 0
  rows.forEach((row, index) => {
    const inside = y + thickestBorder(row.top)
    for (const cell of row.cells) {
      for (const anchored of cellAnchors(cell, inside, insideHeight(rows, heights, index, cell))) {
        const column = anchored.column ? { column: { ...anchored.column, left: anchored.column.left + x } } : {}
        anchors.push({ ...anchored, x: anchored.x + x, ...column })
      }
    }
    y += heights[index] ?? 0
  })
  return anchors
}

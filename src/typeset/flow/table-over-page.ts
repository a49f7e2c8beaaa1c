/**
 * Floating tables that do not fit on the page of their anchor.
 *
 * @module
 */

import type { TablePosition } from '../model/table-model.js'
import type { FlowArea } from './compose-paragraph.js'
import type { SlicedTable } from './flow-context.js'
import type { FlowItem } from './flow-items.js'
import type { PlacedFloat } from './flow-slice.js'
import type { Slice } from './layout-context.js'

/** Width in twips below which there is no text beside a table. */
const LEAST_BESIDE = 1440
/** Height in twips that is less than a line of text above a table. */
const LEAST_LINE = 120

/**
 * Whether a floating table continues on the next page. Word splits a table that does not fit between its rows, as if it were in
 * the text, and does not move it. Here this applies to tables without text beside them, and without text of their anchor above.
 *
 * @param compatibility w:doNotBreakWrappedTables (ECMA-376-1, 17.15.3.16): only tables that no page can hold are split
 */
export function runsOverPage(
  { position, below }: FlowItem & { readonly kind: 'floatingTable' },
  float: PlacedFloat,
  { top, pageBottom, surroundings }: FlowArea,
  compatibility: ReadonlySet<string>,
): boolean {
  if (pageBottom === undefined) return false
  const { width, height } = float
  // A table that no page can hold is always split: rows must not be lost below the edge of the page.
  if (height > pageBottom - (surroundings.page?.marginTop ?? 0)) return true
  if (position.vertical.relativeTo !== 'text' || compatibility.has('doNotBreakWrappedTables')) return false
  if (surroundings.columnWidth - width >= LEAST_BESIDE) return false
  const offset = offsetOf(position, float, top)
  const hasTextAbove = below?.kind === 'paragraph' && below.inlines.length > 0 && offset > LEAST_LINE
  return !hasTextAbove && top + offset + height > pageBottom
}

/** Distance below its anchor at which a table starts that is placed in the text instead. */
export function offsetOf({ vertical }: TablePosition, float: PlacedFloat, top: number): number {
  return Math.max(0, vertical.relativeTo === 'text' ? vertical.offset : float.top - top)
}

/** The rows of a floating table for the flow, at the horizontal position of the float. */
export function rowsInFlow(table: SlicedTable, { left }: PlacedFloat, columnLeft: number): readonly Slice[] {
  const shift = left - columnLeft - table.x
  return Math.abs(shift) < 1 ? table.slices : table.slices.map((slice) => shifted(slice, shift))
}

function shifted(slice: Slice, shift: number): Slice {
  return {
    ...slice,
    anchors: slice.anchors.map(({ x, column, ...rest }) => ({
      ...rest,
      x: x + shift,
      ...(column && { column: { ...column, left: column.left + shift } }),
    })),
    ...(slice.repeat && { repeat: slice.repeat.map((each) => shifted(each, shift)) }),
    ...(slice.split && {
      split(room: number, force: boolean) {
        const parts = slice.split?.(room, force)
        return parts && ([shifted(parts[0], shift), shifted(parts[1], shift)] as const)
      },
    }),
    paint: (list, x, y) => slice.paint(list, x + shift, y),
  }
}

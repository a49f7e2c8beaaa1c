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

/** Text beside a table would be narrower than this: there is none. */
const LEAST_BESIDE = 1440
/** Lower than a line of text that an offset makes room for. */
const LEAST_LINE = 120

/**
 * Whether a floating table goes on on the next page. Word parts one that does not fit between its rows, as if it stood in
 * the text, and does not move it. Here that holds for tables that have no text beside them, and none of their anchor's above.
 *
 * @param compatibility w:doNotBreakWrappedTables (ECMA-376-1, 17.15.3.16): only what no page holds is parted
 */
export function runsOverPage(
  { position, below }: FlowItem & { readonly kind: 'floatingTable' },
  float: PlacedFloat,
  { top, pageBottom, surroundings }: FlowArea,
  compatibility: ReadonlySet<string>,
): boolean {
  if (pageBottom === undefined) return false
  const { width, height } = float
  // What no page holds is parted wherever it stands: rows must not be lost below the edge of the page.
  if (height > pageBottom - (surroundings.page?.marginTop ?? 0)) return true
  if (position.vertical.relativeTo !== 'text' || compatibility.has('doNotBreakWrappedTables')) return false
  if (surroundings.columnWidth - width >= LEAST_BESIDE) return false
  const offset = offsetOf(position, float, top)
  const hasTextAbove = below?.kind === 'paragraph' && below.inlines.length > 0 && offset > LEAST_LINE
  return !hasTextAbove && top + offset + height > pageBottom
}

/** How far below its anchor a table starts that stands in the text instead. */
export function offsetOf({ vertical }: TablePosition, float: PlacedFloat, top: number): number {
  return Math.max(0, vertical.relativeTo === 'text' ? vertical.offset : float.top - top)
}

/** The rows of a floating table for the flow: they stand across where the float would. */
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

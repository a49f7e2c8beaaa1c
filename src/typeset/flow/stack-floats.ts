/**
 * Drawings that are anchored in headers and footers.
 *
 * @module
 */

import type { FlowContext } from './flow-context.js'
import type { PlacedFloat } from './flow-slice.js'
import type { Stack } from './layout-context.js'
import type { PageGeometry } from './page-geometry.js'
import { placeDrawing } from './place-drawing.js'

/** The drawings anchored in a header or footer at `top`, placed on the page. */
export function stackFloats(
  stack: Stack,
  { textLeft, textWidth, frame }: PageGeometry,
  top: number,
  context: FlowContext,
): PlacedFloat[] {
  const floats: PlacedFloat[] = []
  let y = top
  for (const slice of stack.slices) {
    y += slice.spaceAbove
    for (const anchored of slice.anchors) {
      const { column } = anchored
      const columnLeft = textLeft + (column?.left ?? 0)
      const surroundings = { columnLeft, columnWidth: column?.width ?? textWidth, page: frame }
      floats.push(placeDrawing(anchored, textLeft, y, surroundings, context))
    }
    y += slice.height
  }
  return floats
}

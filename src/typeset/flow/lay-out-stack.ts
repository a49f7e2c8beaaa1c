/**
 * Lays out blocks in a column without limit: cells, text boxes, headers, notes.
 *
 * @module
 */

import { append } from '../../lists.js'
import type { DisplayList } from '../display/display-list.js'
import type { Block } from '../model/document-model.js'
import type { Exclusion } from './exclusions.js'
import type { PageDecoration, Surroundings } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import { flowItems } from './flow-items.js'
import type { FlowSlice, PlacedFloat } from './flow-slice.js'
import type { AnchoredDrawing, Stack } from './layout-context.js'
import { emptySlice, type FlowOptions, itemSpacing, openItem, ownSpaceAbove } from './open-item.js'
import { paintFloats } from './paint-floats.js'
import { placeAnchors } from './place-drawing.js'

/** Options for blocks in a separate column. */
interface StackLayoutOptions extends FlowOptions {
  /** The page in the coordinates of the stack, where it is known: in headers and footers. */
  readonly page?: PageDecoration
}

/** Lays out blocks one below another without page limits. */
export function layOutStack(
  blocks: readonly Block[],
  width: number,
  options: StackLayoutOptions,
  context: FlowContext,
): Stack {
  const surroundings = surroundingsOf(width, options)
  const slices: FlowSlice[] = []
  const exclusions: Exclusion[] = []
  let y = 0
  let contentWidth = 0
  let lowest = 0
  let keepWithNext = false
  for (const item of flowItems(blocks)) {
    context.checkpoint()
    const { above } = itemSpacing(item, options, context)
    const ownSpace = ownSpaceAbove(item, options, context)
    const area = { top: y + above, ownSpace, bottom: Number.POSITIVE_INFINITY, surroundings, exclusions }
    const open = openItem(item, { breakBefore: keepWithNext ? 'avoided' : 'allowed' }, area, options, context)
    keepWithNext = open.keepWithNext
    for (const slice of open.slices) {
      y += slice.spaceAbove
      const floats = floatsOf(slice, y, surroundings, context)
      slices.push(leavesAnchors(options) ? inStack(slice, y) : withFloats(slice, floats, y))
      y += slice.height + slice.spaceBelow
      contentWidth = Math.max(contentWidth, slice.contentWidth)
      for (const float of floats) {
        if (float.exclusion !== undefined) exclusions.push(float.exclusion)
        if (holdsFlow(float, options)) lowest = Math.max(lowest, float.top + float.height)
      }
    }
  }
  if (lowest > y) {
    slices.push({ ...emptySlice({ spaceAbove: 0, spaceAtTop: 0, breakBefore: 'avoided' }), height: lowest - y })
    y = lowest
  }
  return stackOf(slices, y, contentWidth)
}

function surroundingsOf(width: number, { page }: StackLayoutOptions): Surroundings {
  return { columnLeft: 0, columnWidth: width, ...(page !== undefined && { page }) }
}

/** Whether a stack grows with a float: cells contain their floats, headers do not. */
function holdsFlow(float: PlacedFloat, options: StackLayoutOptions): boolean {
  return float.exclusion !== undefined && options.page === undefined
}

/** Whether anchored drawings are placed by the page, as in headers, footers and cells. Other stacks place them themselves. */
function leavesAnchors(options: StackLayoutOptions): boolean {
  return options.page !== undefined || options.leavesAnchors === true
}

/** The floats of a slice. Lines have placed theirs already, table rows have not. */
function floatsOf(
  slice: FlowSlice,
  top: number,
  surroundings: Surroundings,
  context: FlowContext,
): readonly PlacedFloat[] {
  return slice.floats.length > 0 ? slice.floats : placeAnchors(slice, top, surroundings, context)
}

/** A slice that paints its floats behind and in front of its text. */
function withFloats(slice: FlowSlice, floats: readonly PlacedFloat[], top: number): FlowSlice {
  const plain = withoutHardBreak(slice)
  if (floats.length === 0) return plain
  return {
    ...plain,
    anchors: [],
    paint(list, x, y) {
      const inFront: DisplayList = []
      paintFloats(
        floats.map((float) => ({ float, shiftX: x, shiftY: y - top })),
        list,
        inFront,
      )
      slice.paint(list, x, y)
      append(list, inFront)
    },
  }
}

/**
 * A slice with floats that leave the stack together with it. Drawings become anchors at their final positions, which keeps the
 * text beside them. Frames and tables are part of its painting.
 */
function inStack(slice: FlowSlice, top: number): FlowSlice {
  if (slice.floats.length === 0) return withoutHardBreak(slice)
  if (slice.anchors.length === 0) {
    return {
      ...withoutHardBreak(slice),
      paint(list, x, y) {
        for (const float of slice.floats) float.paint(list, x, y - top)
        slice.paint(list, x, y)
      },
    }
  }
  return {
    ...withoutHardBreak(slice),
    anchors: slice.anchors.map((each, index) => fixed(each, slice.floats[index], top)),
  }
}

function fixed(anchored: AnchoredDrawing, float: PlacedFloat | undefined, top: number): AnchoredDrawing {
  const { anchor } = anchored
  if (float === undefined || !anchor.layoutInCell) return anchored
  return {
    ...anchored,
    x: float.left,
    paragraphTop: float.top - top,
    anchor: {
      ...anchor,
      horizontal: { relativeTo: 'character', offset: 0 },
      vertical: { relativeTo: 'paragraph', offset: 0 },
    },
  }
}

/** Removes page breaks, since pages do not end within cells and boxes. */
function withoutHardBreak(slice: FlowSlice): FlowSlice {
  return slice.breakBefore === 'page' || slice.breakBefore === 'column' ? { ...slice, breakBefore: 'allowed' } : slice
}

function stackOf(slices: readonly FlowSlice[], height: number, contentWidth: number): Stack {
  return {
    slices,
    height,
    contentWidth,
    paint(list: DisplayList, x: number, y: number, from = 0, to = slices.length) {
      let top = y
      for (let index = from; index < to; index++) {
        const slice = slices[index]
        if (slice === undefined) break
        // The space above the first slice of a part belongs to the part before it.
        if (index > from || from === 0) top += slice.spaceAbove
        slice.paint(list, x, top)
        top += slice.height + slice.spaceBelow
      }
    },
    paintWithin({ above, below }, list, x, y) {
      let top = y
      for (const slice of slices) {
        if (top > below) break
        top += slice.spaceAbove
        const bottom = top + slice.height
        if (bottom > above) slice.paint(list, x, top)
        top = bottom + slice.spaceBelow
      }
    },
  }
}

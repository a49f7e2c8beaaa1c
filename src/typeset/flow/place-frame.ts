/**
 * Places frames and floating tables.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { Block } from '../model/document-model.js'
import type { DrawingAnchor } from '../model/drawing-model.js'
import type { FrameProperties } from '../model/properties.js'
import type { TablePosition } from '../model/table-model.js'
import type { Exclusion } from './exclusions.js'
import { positionAnchor, type Surroundings } from './float-position.js'
import type { FlowContext, SlicedTable } from './flow-context.js'
import type { PlacedFloat } from './flow-slice.js'
import { withoutFrame } from './frames.js'
import { keepApart } from './keep-apart.js'
import type { Stack } from './layout-context.js'

/** Twips that a frame is wider than its text, so that rounding does not break a line. */
const SHRINK_ALLOWANCE = 2
/** Frames and floating tables are above the text that they are anchored in, but below drawings. */
const FRAME_Z_ORDER = -1

/** The anchor of a frame or a floating table, and the objects around. */
interface FrameArea {
  readonly top: number
  readonly surroundings: Surroundings
  readonly exclusions: readonly Exclusion[]
}

/** Lays out the paragraphs and tables of a frame and places them (ECMA-376-1, 17.3.1.11). */
export function placeFrame(
  blocks: readonly Block[],
  frame: FrameProperties,
  { top, surroundings, exclusions }: FrameArea,
  context: FlowContext,
): PlacedFloat {
  const content = blocks.map(withoutFrame)
  const stack = frameStack(content, frame, surroundings.columnWidth, context)
  const width = frame.width ?? Math.ceil(stack.contentWidth) + SHRINK_ALLOWANCE
  const height = frameHeight(frame, stack.height)
  const asked = framePosition(frame, { width, height }, top, surroundings)
  const hangs = frame.vertical.relativeTo === 'text' && frame.dropCap === undefined
  const corner = hangs ? keepApart(asked, { width, height }, exclusions, surroundings.page) : asked
  return {
    left: corner.x,
    top: corner.y,
    width,
    height,
    behindText: false,
    zOrder: FRAME_Z_ORDER,
    // Text ignores such a frame: page numbers by Word for Mac are placed so on the first line of a header or footer, and pages
    // with them hold the same lines as without.
    ...(frame.wrap !== 'none' && { exclusion: exclusionOf(frame, corner, width, height) }),
    notes: stack.slices.flatMap(({ notes }) => notes),
    paint: (list, shiftX, shiftY) => stack.paint(list, corner.x + shiftX, corner.y + shiftY),
  }
}

function exclusionOf(
  frame: FrameProperties,
  { x, y }: { readonly x: number; readonly y: number },
  width: number,
  height: number,
): Exclusion {
  return {
    left: x - frame.horizontalSpace,
    right: x + width + frame.horizontalSpace,
    top: y - frame.verticalSpace,
    bottom: y + frame.verticalSpace + (frame.dropCap ? dropCapHeight(frame.dropCap.lines, height) : height),
    side: frame.wrap === 'notBeside' ? 'none' : 'both',
    frame: { left: x, right: x + width, top: y, bottom: y + height },
  }
}

/** Puts a floating table at its place (ECMA-376-1, 17.4.57). */
export function placeTable(
  table: SlicedTable,
  position: TablePosition,
  { top, surroundings, exclusions }: FrameArea,
): PlacedFloat {
  const height = table.slices.reduce((sum, slice) => sum + slice.spaceAbove + slice.height, 0)
  const size = { width: table.width, height }
  const edge = positionAnchor(anchorOf(position), size, textPoint(top, surroundings), surroundings)
  const asked = position.horizontal.align === undefined ? { x: edge.x - table.outdent, y: edge.y } : edge
  const mayLieOnOthers = position.allowOverlap && position.vertical.relativeTo !== 'text'
  const corner = mayLieOnOthers ? asked : keepApart(asked, size, exclusions, surroundings.page)
  const { distances } = position
  const exclusion: Exclusion = {
    left: corner.x - distances.left,
    right: corner.x + table.width + distances.right,
    top: corner.y - distances.top,
    bottom: corner.y + height + distances.bottom,
    side: 'both',
    frame: { left: corner.x, right: corner.x + table.width, top: corner.y, bottom: corner.y + height },
  }
  const paint = (list: DisplayList, shiftX: number, shiftY: number) => {
    let y = corner.y + shiftY
    for (const slice of table.slices) {
      y += slice.spaceAbove
      // Slices have a position in the column, which is replaced by that of the table.
      slice.paint(list, corner.x + shiftX - table.x, y)
      y += slice.height
    }
  }
  const notes = table.slices.flatMap((slice) => slice.notes)
  return { left: corner.x, top: corner.y, ...size, behindText: false, zOrder: FRAME_Z_ORDER, exclusion, notes, paint }
}

function frameStack(
  content: readonly Block[],
  frame: FrameProperties,
  columnWidth: number,
  context: FlowContext,
): Stack {
  const stack = context.layOutBlocks(content, frame.width ?? columnWidth)
  const isShrunk = frame.width === undefined && stack.contentWidth < columnWidth
  return isShrunk ? context.layOutBlocks(content, Math.ceil(stack.contentWidth) + SHRINK_ALLOWANCE) : stack
}

function frameHeight({ height }: FrameProperties, natural: number): number {
  if (height === undefined) return natural
  return height.rule === 'exact' ? height.value : Math.max(height.value, natural)
}

/**
 * Height of a drop cap. The line after the last one beside it starts at its foot; an excess of less than half a line must not
 * push that line aside.
 */
function dropCapHeight(lines: number, height: number): number {
  return height * (1 - 0.5 / Math.max(lines, 1))
}

function framePosition(
  frame: FrameProperties,
  size: { readonly width: number; readonly height: number },
  top: number,
  surroundings: Surroundings,
): { readonly x: number; readonly y: number } {
  const corner = positionAnchor(anchorOf(frame), size, textPoint(top, surroundings), surroundings)
  if (frame.dropCap?.inMargin) {
    return { x: surroundings.columnLeft - size.width - frame.horizontalSpace, y: corner.y }
  }
  return frame.dropCap ? { x: surroundings.columnLeft, y: corner.y } : corner
}

function anchorOf({
  horizontal,
  vertical,
}: Pick<FrameProperties, 'horizontal' | 'vertical'>): Pick<DrawingAnchor, 'horizontal' | 'vertical'> {
  const { align, ...rest } = vertical
  return {
    horizontal: { ...horizontal, relativeTo: horizontal.relativeTo === 'text' ? 'column' : horizontal.relativeTo },
    vertical: {
      ...rest,
      relativeTo: rest.relativeTo === 'text' ? 'paragraph' : rest.relativeTo,
      // Alignment has no meaning relative to text (ECMA-376-1, 17.18.120).
      ...(align !== undefined && align !== 'inline' && rest.relativeTo !== 'text' && { align }),
    },
  }
}

function textPoint(top: number, surroundings: Surroundings) {
  return { x: surroundings.columnLeft, lineTop: top, paragraphTop: top }
}

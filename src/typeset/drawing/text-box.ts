/**
 * Text in shapes: its size, its place, and text that is stretched to a shape.
 *
 * @module
 */

import { smallest } from '../../lists.js'
import type { DisplayItem, DisplayList } from '../display/display-list.js'
import { turnText } from '../display/stand-upright.js'
import type { LayoutContext, Stack } from '../flow/layout-context.js'
import type { Block } from '../model/document-model.js'
import type { PathCommand, ShapeElement, TextBox } from '../model/drawing-model.js'
import type { LinkedBoxes } from '../model/linked-text.js'
import type { HexColor } from '../model/properties.js'

/** Width in twips for text that is never wrapped: that of Word's widest page. */
const NO_WRAP_WIDTH = 31_680
/** Overflow in twips that is still shown, since line heights are rounded. */
const TOLERANCE = 5

export interface DrawingSize {
  readonly width: number
  readonly height: number
}

interface Box extends DrawingSize {
  readonly x: number
  readonly y: number
}

/** Size that a shape needs for its text, including insets: lines that run down the page make it wider, others taller. */
export function fittedSize(shape: ShapeElement, text: TextBox, context: LayoutContext): DrawingSize {
  const { insets, textDirection } = text
  const [beside, above] = [insets.left + insets.right, insets.top + insets.bottom]
  const { width, height } = shape
  if (textDirection === 'horizontal')
    return { width, height: whole(lengthOfText(text, width - beside, context) + above) }
  return { width: whole(lengthOfText(text, height - above, context) + beside), height }
}

function whole(twips: number): number {
  return Math.max(1, Math.round(twips))
}

/** Length of a text across its lines. */
function lengthOfText(text: TextBox, across: number, context: LayoutContext): number {
  const { count, gap } = text.columns ?? { count: 1, gap: 0 }
  const stack = layOut(text, Math.max(1, (across - gap * (count - 1)) / count), context)
  return stack.height / count
}

/** Paints the text of a shape in its box, and clips it where it is taller. */
export function paintTextBox(text: TextBox, box: Box, context: LayoutContext, list: DisplayList): void {
  const { insets } = text
  const inner: Box = {
    x: box.x + insets.left,
    y: box.y + insets.top,
    width: Math.max(1, box.width - insets.left - insets.right),
    height: Math.max(1, box.height - insets.top - insets.bottom),
  }
  const items: DisplayList = []
  if (text.textDirection === 'horizontal') {
    paintColumn(text, inner, context, list)
    return
  }
  paintColumn(text, { x: 0, y: 0, width: inner.height, height: inner.width }, context, items)
  const { x: left, y: top } = inner
  list.push(turnText(items, text.textDirection, { left, top, right: left + inner.width, bottom: top + inner.height }))
}

function paintColumn(text: TextBox, box: Box, context: LayoutContext, list: DisplayList): void {
  const linked = linkedBoxes(text)
  if (linked !== undefined) {
    paintLinked(text, linked, box, context, list)
    return
  }
  if (text.columns !== undefined) {
    paintColumns(text, text.columns, box, context, list)
    return
  }
  const column = text.isCentered === true ? centered(text, box, context) : box
  const stack = layOut(text, column.width, context)
  const spare = column.height - stack.height
  if (spare >= -TOLERANCE || text.fitShape) {
    const share = text.verticalAlign === 'top' ? 0 : text.verticalAlign === 'center' ? 0.5 : 1
    stack.paint(list, column.x, column.y + Math.max(0, spare) * share)
    return
  }
  // Text that does not fit starts at the top, whatever its alignment, and ends at the bottom of the box.
  const items: DisplayList = []
  stack.paint(items, column.x, column.y, 0, slicesWithin(stack, column.height))
  const clip = boxPath({ x: column.x - column.width, y: column.y, width: 3 * column.width, height: column.height })
  list.push({ kind: 'group', matrix: [1, 0, 0, 1, 0, 0], clip, items })
}

/** The boxes that show one text with this one; undefined where it is alone. */
export function linkedBoxes({ link }: TextBox): LinkedBoxes | undefined {
  const linked = link?.links.around(link.id)
  return linked === undefined || linked.boxes.length < 2 ? undefined : linked
}

/** Paints the part of a text that the boxes before have no room for. All lines are as long as those of the narrowest box. */
function paintLinked(
  text: TextBox,
  { boxes, index }: LinkedBoxes,
  box: Box,
  context: LayoutContext,
  list: DisplayList,
): void {
  const [first] = boxes
  if (first === undefined || index >= boxes.length) return
  const width = Math.max(1, smallest(boxes.map((each) => each.width)))
  const stack = linkedStack(text, first.blocks, width, context)
  const items: DisplayList = []
  let [from, to] = [0, 0]
  for (const { height } of boxes.slice(0, index + 1)) [from, to] = [to, sliceBelow(stack, to, height)]
  stack.paint(items, box.x, box.y, from, index === boxes.length - 1 ? stack.slices.length : to)
  list.push({ kind: 'group', matrix: [1, 0, 0, 1, 0, 0], clip: aroundBox(box), items })
}

/** Texts of linked boxes, which are laid out once for all of their boxes. */
const linkedStacks = new WeakMap<LayoutContext, Map<readonly Block[], Stack>>()

function linkedStack(text: TextBox, blocks: readonly Block[], width: number, context: LayoutContext): Stack {
  let known = linkedStacks.get(context)
  if (known === undefined) {
    known = new Map()
    linkedStacks.set(context, known)
  }
  let stack = known.get(blocks)
  if (stack === undefined) {
    stack = layOut({ ...text, blocks }, width, context)
    known.set(blocks, stack)
  }
  return stack
}

/** A clipping path that lets text run out at the sides, not below. */
function aroundBox(box: Box): PathCommand[] {
  return boxPath({
    x: box.x - box.width,
    y: box.y - TOLERANCE,
    width: 3 * box.width,
    height: box.height + 2 * TOLERANCE,
  })
}

/** A box as wide as the text, in the middle of the original one (a:bodyPr anchorCtr, ECMA-376-1, 21.1.2.1.1). */
function centered(text: TextBox, box: Box, context: LayoutContext): Box {
  const { contentWidth } = layOut(text, box.width, context)
  const width = Math.min(box.width, Math.ceil(contentWidth) + 1)
  return { ...box, x: box.x + (box.width - width) / 2, width }
}

/** Paints columns that are filled one after the other (a:bodyPr numCol). Text that does not fit in the last one is cut off. */
function paintColumns(
  text: TextBox,
  { count, gap, fromRight }: NonNullable<TextBox['columns']>,
  box: Box,
  context: LayoutContext,
  list: DisplayList,
): void {
  const width = Math.max(1, (box.width - gap * (count - 1)) / count)
  const stack = layOut(text, width, context)
  const items: DisplayList = []
  let from = 0
  for (let index = 0; index < count && from < stack.slices.length; index++) {
    const isLast = index === count - 1
    const to = isLast && text.fitShape ? stack.slices.length : sliceBelow(stack, from, box.height)
    const place = fromRight ? count - 1 - index : index
    stack.paint(items, box.x + place * (width + gap), box.y, from, to)
    from = to
  }
  list.push({ kind: 'group', matrix: [1, 0, 0, 1, 0, 0], clip: aroundBox(box), items })
}

/** The first slice from an index on that exceeds a height. */
function sliceBelow({ slices }: Stack, from: number, height: number): number {
  let y = 0
  for (let index = from; index < slices.length; index++) {
    const slice = slices[index]
    if (slice === undefined) break
    y += (index === from ? 0 : slice.spaceAbove) + slice.height
    if (index > from && y > height + TOLERANCE) return index
  }
  return slices.length
}

/** Number of slices that start above `height`. */
function slicesWithin(stack: Stack, height: number): number {
  let y = 0
  let count = 0
  for (const slice of stack.slices) {
    y += slice.spaceAbove
    if (count > 0 && y >= height) break
    y += slice.height
    count++
  }
  return count
}

function layOut(text: TextBox, width: number, context: LayoutContext): Stack {
  const options = { isCell: true, ...(text.fontScale === undefined ? {} : { fontScale: text.fontScale }) }
  if (text.wrap) return context.layOutBlocks(text.blocks, width, options)
  const wide = context.layOutBlocks(text.blocks, NO_WRAP_WIDTH, options)
  // The text is laid out again at its own width, so that centred and right-aligned lines are aligned.
  return context.layOutBlocks(text.blocks, Math.max(width, Math.ceil(wide.contentWidth) + 1), options)
}

/** Paints text stretched over a box, such as a watermark (ECMA-376-4, 19.1.2.23), in the colour of the shape. */
export function paintStretchedText(
  shape: ShapeElement,
  text: TextBox,
  context: LayoutContext,
  list: DisplayList,
): void {
  const stack = context.layOutBlocks(text.blocks, NO_WRAP_WIDTH, { isCell: true })
  if (!(stack.contentWidth > 0 && stack.height > 0)) return
  const tight = context.layOutBlocks(text.blocks, Math.ceil(stack.contentWidth) + 1, { isCell: true })
  const items: DisplayList = []
  tight.paint(items, 0, 0)
  const [scaleX, scaleY] = [shape.width / tight.contentWidth, shape.height / tight.height]
  list.push({
    kind: 'group',
    matrix: [scaleX, 0, 0, scaleY, shape.x, shape.y],
    items: recolor(items, shapePaint(shape)),
  })
}

interface GlyphPaint {
  readonly color: HexColor
  readonly opacity: number
  readonly outline?: boolean
}

/**
 * Paint of stretched text, which looks like a shape: the shape's fill colours the glyphs; without one, or with that of the
 * paper, its line draws their outlines.
 */
function shapePaint({ fill, line }: ShapeElement): GlyphPaint | undefined {
  const isPaper = fill?.type === 'solid' && fill.color === 'FFFFFF'
  if (isPaper && line !== undefined) return { color: line.color, opacity: line.opacity, outline: true }
  if (fill?.type === 'solid') return { color: fill.color, opacity: fill.opacity }
  const stop = fill?.type === 'gradient' ? fill.stops[0] : undefined
  if (stop !== undefined) return { color: stop.color, opacity: stop.opacity }
  return line === undefined ? undefined : { color: line.color, opacity: line.opacity, outline: true }
}

function recolor(items: DisplayList, paint: GlyphPaint | undefined): DisplayList {
  if (paint === undefined) return items
  return items.map((item): DisplayItem => {
    if (item.kind === 'glyphs') return { ...item, ...paint }
    return item.kind === 'group' ? { ...item, items: recolor(item.items, paint) } : item
  })
}

/** The outline of a box. */
export function boxPath({ x, y, width, height }: Box): PathCommand[] {
  return [
    { op: 'M', x, y },
    { op: 'L', x: x + width, y },
    { op: 'L', x: x + width, y: y + height },
    { op: 'L', x, y: y + height },
    { op: 'Z' },
  ]
}

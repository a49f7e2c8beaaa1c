/**
 * Boxes that are drawn as one shape, such as badges, buttons and numbered discs. They have a background or a border, rounded
 * corners or a size, and at most one line of text.
 *
 * @module
 */

import { PARAGRAPH_STYLES } from '../../docx-writer/default-styles.js'
import type { FlowInline, FlowShape } from '../../docx-writer/flow-document.js'
import type { EdgeLine } from '../../docx-writer/flow-format.js'
import type { BlockBox, Box, TextBox } from '../boxes/box-tree.js'
import type { BoxStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import { lineOf } from '../measure/formats.js'
import { measureBox, textSize } from '../measure/measure-boxes.js'
import { drawsLines, knownHeight, lengthOf } from './block-frame.js'

/** Minimum vertical padding, in twips, from which a box is more than a piece of text. */
export const LEAST_PADDING = 45
/** Widest inline shape, in twips. Wider boxes must be broken into lines. */
const MAX_WIDTH = 7200
/** Largest width of a text as a share of its box. Text in a shape is never broken. */
const MOST_OF_WIDTH = 1.12
/** Largest share of its width that the text of a full-width box may take. */
const MOST_OF_ROOM = 0.75

/** Share by which a box may be wider than its text and still be fitted to it. */
const NEARLY = 0.12

/** Factor by which a positioned shape is made wider than its text. */
export const PLACED_SLACK = 1.1

/** Whether a box draws a background or borders. */
export function isPainted({ backgroundColor, border }: BoxStyle): boolean {
  return (backgroundColor !== undefined && backgroundColor !== 'transparent') || drawsLines(border)
}

/** The only text in boxes that draw nothing; `none` where they are empty. */
export function soleText(children: readonly Box[]): TextBox | 'none' | undefined {
  if (children.length === 0) return 'none'
  const [child] = children
  if (child === undefined || children.length > 1) return undefined
  if (child.kind === 'text') return child
  if (child.kind === 'row') return child.items.length === 1 ? soleText(child.items) : undefined
  if (child.kind !== 'block' || isPainted(child.place.style.box)) return undefined
  return soleText(child.children)
}

/** The shape that draws an inline box. `undefined` where it can be drawn as text, or is too much for a shape. */
export function shapeOf(block: BlockBox): FlowShape | undefined {
  return isSized(block.place.style.box) ? drawnShape(block, undefined) : undefined
}

/**
 * The shape that draws a block with rounded corners. Text that may need more than one line stays in a cell, which grows with it.
 *
 * @param room largest width of the box, in twips
 */
export function blockShapeOf(block: BlockBox, room: number): FlowShape | undefined {
  const { radius, isPositioned } = block.place.style.box
  if (radius === undefined || isPositioned === true || block.style !== undefined) return undefined
  const shape = resolveLength(radius, 1000) > 0 ? drawnShape(block, room) : undefined
  // A line in Word is at least as high as its text.
  return shape !== undefined && shape.height >= block.place.style.text.em ? shape : undefined
}

/**
 * The shape that draws a positioned box, even one that is only text.
 *
 * @param room width that percentages refer to, in twips
 * @param most the widest shape, in twips
 */
export function placedShapeOf(block: BlockBox, room: number, most = MAX_WIDTH): FlowShape | undefined {
  const { width } = block.place.style.box
  const known =
    width === undefined ? undefined : { ...block, place: withTwips(block.place, resolveLength(width, room)) }
  const shape = soleText(block.children) === undefined ? undefined : drawnShape(known ?? block, undefined, { most })
  // Nothing stands beside a positioned shape, so there is room for a wider font.
  return width === undefined && shape !== undefined
    ? { ...shape, width: Math.round(shape.width * PLACED_SLACK) }
    : shape
}

function withTwips({ id, style }: BlockBox['place'], twips: number): BlockBox['place'] {
  return { id, style: { ...style, box: { ...style.box, width: { twips } } } }
}

function drawnShape(
  { children, place, style: own }: BlockBox,
  room: number | undefined,
  placed?: { readonly most: number },
): FlowShape | undefined {
  const { box } = place.style
  // LibreOffice places the text of shapes differently in right-to-left lines.
  if (place.style.text.direction === 'rtl') return undefined
  const bar = children.length === 0 ? barOf(box) : undefined
  if (bar !== undefined) return bar
  const line = evenLine(box)
  const text = soleText(children)
  if (!(placed !== undefined || isPainted(box)) || line === null || text === undefined) return undefined
  const mayBreak = box.width !== undefined && (box.height !== undefined || box.aspectRatio !== undefined)
  if (text !== 'none' && !text.inlines.every((inline) => isPlain(inline) || (mayBreak && inline.kind === 'break')))
    return undefined
  const content = text === 'none' ? undefined : { text, space: spaceInside(children) }
  const size = sizeOf(box, content, room, room ?? placed?.most)
  if (size === undefined) return undefined
  const { width, height } = size
  const fill = box.backgroundColor === 'transparent' ? undefined : box.backgroundColor
  const { top, right, bottom } = box.margin
  const shape = {
    kind: 'shape' as const,
    width,
    height,
    ...cornersOf(box, width, height),
    ...(fill === undefined ? {} : { fill }),
    ...(line === undefined ? {} : { line }),
    margin:
      room === undefined
        ? { top: spaceOf(top), right: spaceOf(right), bottom: spaceOf(bottom) }
        : { top: 0, right: 0, bottom: 0 },
  }
  if (text === 'none') return { ...shape, inlines: [] }
  return { ...shape, ...standing(box, text, size), inlines: styled(text.inlines, own ?? text.style) }
}

/** Number of lines of a text that is broken nowhere else. */
function linesOf({ inlines }: TextBox): number {
  return 1 + inlines.filter(({ kind }) => kind === 'break').length
}

/** The bar that one border of an empty box draws, such as a mark before a heading. */
function barOf({ border, width, height, margin, backgroundColor }: BoxStyle): FlowShape | undefined {
  const drawn = (['top', 'right', 'bottom', 'left'] as const).filter((side) => lineWidth(border[side]) > 0)
  const [side, ...others] = drawn
  const line = side === undefined ? undefined : border[side]
  const hasGround = backgroundColor !== undefined && backgroundColor !== 'transparent'
  if (side === undefined || line === undefined || line.style !== 'single' || others.length > 0 || hasGround)
    return undefined
  const isUpright = side === 'left' || side === 'right'
  const length = isUpright ? knownHeight(height, undefined) : knownWidth(width, undefined)
  const across = isUpright ? knownWidth(width, undefined) : knownHeight(height, undefined)
  if (length === undefined || length < 1 || (across ?? 0) > 1 || length > MAX_WIDTH) return undefined
  const size = {
    width: Math.round(isUpright ? line.width : length),
    height: Math.round(isUpright ? length : line.width),
  }
  const space = { top: spaceOf(margin.top), right: spaceOf(margin.right), bottom: spaceOf(margin.bottom) }
  return { kind: 'shape', ...size, fill: line.color, margin: space, inlines: [] }
}

/** Whether a box has rounded corners or a size, which a piece of text cannot have. */
function isSized({ radius, width, height, minWidth, minHeight, padding }: BoxStyle): boolean {
  if (radius !== undefined && resolveLength(radius, 1000) > 0) return true
  if ([width, height, minWidth, minHeight].some((length) => length !== undefined)) return true
  return lengthOf(padding.top, 0) >= LEAST_PADDING || lengthOf(padding.bottom, 0) >= LEAST_PADDING
}

/** The border around the whole box; `undefined` without one, `null` where its sides differ. */
function evenLine({ border }: BoxStyle): EdgeLine | undefined | null {
  if (!drawsLines(border)) return undefined
  const { top, right, bottom, left } = border
  const isSame = (line: EdgeLine | undefined) =>
    line?.style === top?.style && line?.width === top?.width && line?.color === top?.color
  return [right, bottom, left].every(isSame) ? top : null
}

/** Whether an inline may be in a text box of Word, which cannot contain notes or pictures that must be fitted. */
function isPlain(inline: FlowInline): boolean {
  if (inline.kind === 'link') return inline.inlines.every(isPlain)
  return inline.kind === 'text' || inline.kind === 'bookmark'
}

interface Size {
  readonly width: number
  readonly height: number
  /** Whether the width is about that of the text. */
  readonly isFitted: boolean
}

/** Height in twips that the boxes around the only text take above and below it. */
function spaceInside([child]: readonly Box[]): number {
  if (child?.kind === 'row') return spaceInside(child.items)
  if (child?.kind !== 'block') return 0
  const { margin } = child.place.style.box
  const own = spaceOf(margin.top) + spaceOf(margin.bottom) + edgesOf(child.place.style.box).down
  return own + spaceInside(child.children)
}

/** The size of the border box. `undefined` where it is unknown, or the text takes more than one line. */
function sizeOf(
  box: BoxStyle,
  content: { readonly text: TextBox; readonly space: number } | undefined,
  room: number | undefined,
  most = MAX_WIDTH,
): Size | undefined {
  const { text, space = 0 } = content ?? {}
  const { across, down } = edgesOf(box)
  const outer = (length: number | undefined, edges: number) =>
    length === undefined ? undefined : box.isBorderBox === true ? Math.max(length, edges) : length + edges
  if (isShare(box.width) && room === undefined) return undefined
  const least = outer(knownWidth(box.minWidth, room), across) ?? 0
  const asked = outer(knownWidth(box.width, room), across)
  const filled =
    room === undefined ? undefined : room - lengthOf(box.margin.left, room) - lengthOf(box.margin.right, room)
  const wanted = text === undefined ? 0 : measureBox(text).most
  const width = Math.max(least, asked ?? filled ?? (text === undefined ? 0 : wanted + across))
  if (width <= 0 || width > most + 1) return undefined
  if (wanted > width * (asked === undefined && filled !== undefined ? MOST_OF_ROOM : MOST_OF_WIDTH)) return undefined
  const natural =
    text === undefined ? undefined : linesOf(text) * lineOf(text.place.style.text, textSize(text)) + down + space
  const height = Math.max(
    outer(knownHeight(box.minHeight, undefined), down) ?? 0,
    outer(knownHeight(box.height, undefined), down) ?? heightByRatio(box, width) ?? natural ?? 0,
  )
  if (height <= 0) return undefined
  const isFitted = least < width && Math.abs(width - wanted - across) <= wanted * NEARLY
  return { width: Math.round(width), height: Math.round(height), isFitted }
}

/** Width and height that padding and border take from a box, in twips. */
export function edgesOf({ padding, border }: BoxStyle): { readonly across: number; readonly down: number } {
  return {
    across: lengthOf(padding.left, 0) + lengthOf(padding.right, 0) + lineWidth(border.left) + lineWidth(border.right),
    down: lengthOf(padding.top, 0) + lengthOf(padding.bottom, 0) + lineWidth(border.top) + lineWidth(border.bottom),
  }
}

/** The height that a box has by its width and their ratio (CSS Box Sizing Module Level 4, 5.1). */
export function heightByRatio({ aspectRatio }: BoxStyle, width: number): number | undefined {
  return aspectRatio === undefined ? undefined : width / aspectRatio
}

function isShare(length: CssLength | undefined): boolean {
  return length !== undefined && 'fraction' in length
}

function knownWidth(length: CssLength | undefined, room: number | undefined): number | undefined {
  if (length === undefined || (isShare(length) && room === undefined)) return undefined
  return resolveLength(length, room ?? 0)
}

function lineWidth(line: EdgeLine | undefined): number {
  return line === undefined || line.style === 'none' ? 0 : line.width
}

/** Rounded corners (CSS Backgrounds and Borders Module Level 3, 5). A shape that consists of corners only is an ellipse. */
function cornersOf({ radius }: BoxStyle, width: number, height: number): Pick<FlowShape, 'isEllipse' | 'radius'> {
  if (radius === undefined) return {}
  const shorter = Math.min(width, height)
  const length = resolveLength(radius, shorter)
  if (length <= 0) return {}
  const isRound = 'fraction' in radius ? radius.fraction >= 0.5 : length >= Math.max(width, height) / 2
  return isRound && (isShare(radius) || width === height) ? { isEllipse: true } : { radius: Math.round(length) }
}

/**
 * Alignment of the text in a shape. It is centred in a box of the text's width, since the final font may be wider or narrower.
 */
function standing(box: BoxStyle, text: TextBox, { isFitted }: Size): Pick<FlowShape, 'alignment' | 'padding'> {
  const { textAlign } = text.place.style.text
  const [left, right] = [spaceOf(box.padding.left), spaceOf(box.padding.right)]
  const isCentred = isFitted || textAlign === 'center' || box.flex?.justify === 'center'
  if (isCentred) {
    const padding = { left: Math.max(0, left - right), right: Math.max(0, right - left) }
    return { alignment: 'center', padding }
  }
  const alignment = textAlign === undefined || textAlign === 'justify' ? 'start' : textAlign
  const isAtEnd = alignment === 'end' || alignment === 'right'
  return { alignment, padding: isAtEnd ? { left: 0, right } : { left, right: 0 } }
}

/** Adds the properties of its style to the text, since a text box does not belong to the paragraph around it. */
function styled(inlines: readonly FlowInline[], style: TextBox['style']): FlowInline[] {
  const { run } = PARAGRAPH_STYLES[style]
  return inlines.map((inline): FlowInline => {
    if (inline.kind === 'link') return { ...inline, inlines: styled(inline.inlines, style) }
    if (inline.kind !== 'text') return inline
    const { background: _, ...format } = inline.format
    return { ...inline, format: { ...run, ...format } }
  })
}

function spaceOf(length: CssLength | 'auto' | undefined): number {
  return Math.max(0, Math.round(lengthOf(length, 0)))
}

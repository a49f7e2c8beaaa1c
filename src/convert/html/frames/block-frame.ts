/**
 * How the boxes around content affect its paragraphs.
 *
 * @module
 */

import type { FlowList } from '../../docx-writer/flow-document.js'
import type { EdgeLine, ParagraphFormat, ParagraphStyleName, RunFormat } from '../../docx-writer/flow-format.js'
import type { BoxStyle, ComputedStyle, Side, TextStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import { drawnSide } from '../css/logical-sides.js'
import type { StyledPlace } from '../css/style-resolver.js'

/** An item of a list. */
interface ListItem {
  /** The list; left out for an item that begins with a check box in place of a label. */
  readonly list?: FlowList | undefined
  readonly level: number
  /** How far the label stands out of the text, in twips. */
  readonly hanging: number
  /** Indent of its text. */
  readonly indent: number
  /** Whether the label has been written. */
  isLabelled: boolean
  /** Format of its label, where the page sets one. */
  readonly mark?: RunFormat | undefined
}

/** The box that positions refer to, from the corner of the paper, in twips. */
export interface PositionOrigin {
  readonly x: number
  readonly y: number
  readonly width: number
  /** Left out where it depends on the content. */
  readonly height?: number | undefined
  /** Height of the paper. Nothing is drawn below it. */
  readonly paperHeight: number
}

/** The format of paragraphs that begin here. */
export interface BlockFrame {
  readonly style: ParagraphStyleName
  readonly place: StyledPlace
  readonly text: TextStyle
  readonly indentStart: number
  readonly indentEnd: number
  /** Whether the indents are those of the paragraph's style or its list, so that they are not written. */
  readonly isNaturalIndent: boolean
  /** Background colour, drawn by a table around, by the paragraph or by the page. */
  readonly painted: string
  /** Background that each paragraph draws itself. */
  readonly shading?: string
  readonly borders?: ParagraphFormat['borders']
  /** The box that the borders belong to. Borders of different boxes are not merged. */
  readonly painter?: object
  readonly item?: ListItem
  /** Number of enclosing quotes. Each of them is indented. */
  readonly quotes: number
  /** Number of enclosing tables. */
  readonly tables: number
  /** Whether the text stands on pages and not in their margins, notes or columns. */
  readonly isOnPage?: boolean
  /** The box whose columns on the page the text stands in. */
  readonly columned?: object
  /** Name of the pages that it is on (CSS `page`); undefined without one. */
  readonly page?: string | undefined
  /** Width of the page or cell. */
  readonly width: number
  /** Origin of positions; left out where its place is unknown. */
  readonly origin?: PositionOrigin | undefined
  /** Height of the box around, where it is known: what percentages of heights refer to. */
  readonly height?: number | undefined
  /** Space above and below that the page sets; left out: that of the style. */
  readonly top?: number | undefined
  readonly bottom?: number | undefined
  /** Whether text stands directly in a box that has no default margins. */
  readonly isTight: boolean
  /** Alignment of text that sets none. */
  readonly alignment?: 'center' | 'end'
  /** Whether the lines are vertical, so that nothing inside is rotated again. */
  readonly isTurned?: boolean
  readonly keepWithNext?: boolean
  readonly keepLines?: boolean
}

/** Elements with default margins. Their size is up to the style. */
const SPACED = new Set('p h1 h2 h3 h4 h5 h6 pre blockquote dl dt dd ul ol li figure figcaption caption hr'.split(' '))

/** Largest distance of a border from its text in Word, 31 points. */
export const MAX_BORDER_SPACE = 620

/** Largest share of the width that indents may take, so that room for text is left. */
export const MAX_INDENT_SHARE = 0.75

/** What a box draws. */
export interface Paint {
  readonly shading?: string
  readonly borders?: Partial<Record<Side, EdgeLine>>
}

export type FrameChanges = Partial<
  Pick<BlockFrame, 'style' | 'item' | 'quotes' | 'indentStart' | 'isNaturalIndent' | 'isTight'>
> & {
  /** Whether nothing is in the box, so that its indents need to leave no room for text. */
  readonly isEmpty?: boolean
}

/** Frames of simple blocks within one frame: the first one, and a map of all once there are several. */
interface SimpleFrames {
  readonly place: StyledPlace
  readonly frame: BlockFrame
  others?: Map<StyledPlace, BlockFrame>
}

/** Frames of simple blocks by the frame around, since the paragraphs of a page are mostly alike. */
const SIMPLE_FRAMES = new WeakMap<BlockFrame, SimpleFrames>()

/** The frame inside of a block element that draws nothing. */
export function enterBlock(frame: BlockFrame, place: StyledPlace, tag: string, changes?: FrameChanges): BlockFrame {
  if (changes !== undefined) return makeFrame(frame, place, tag, changes)
  const known = SIMPLE_FRAMES.get(frame)
  if (known?.place === place) return known.frame
  const other = known?.others?.get(place)
  if (other !== undefined) return other
  const entered = makeFrame(frame, place, tag, {})
  if (known === undefined) SIMPLE_FRAMES.set(frame, { place, frame: entered })
  else {
    known.others ??= new Map()
    known.others.set(place, entered)
  }
  return entered
}

/** The frame inside of a block whose paragraphs draw its background and borders. */
export function enterPainted(frame: BlockFrame, paint: Paint, box: BoxStyle, painter: object): BlockFrame {
  const { shading, borders } = paint
  const edges: Partial<Record<Side, EdgeLine>> = { ...frame.borders }
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const line = borders?.[side]
    const padding = box.padding[drawnSide(side, frame.text.direction)]
    const space = Math.min(MAX_BORDER_SPACE, Math.max(0, lengthOf(padding, frame.width)))
    if (line !== undefined && line.style !== 'none') edges[side] = { ...line, space }
    // Padding is drawn as a line in the background colour at this distance.
    else if (shading !== undefined && space > 0) edges[side] = { style: 'single', width: 5, color: shading, space }
    else if (line !== undefined && frame.borders?.[side] !== undefined) edges[side] = line
  }
  return {
    ...frame,
    painter,
    painted: shading ?? frame.painted,
    ...(shading === undefined ? {} : { shading }),
    ...(Object.keys(edges).length === 0 ? {} : { borders: edges }),
  }
}

function makeFrame(frame: BlockFrame, place: StyledPlace, tag: string, changes: FrameChanges): BlockFrame {
  const { box, text } = place.style
  // The frame is one object that is filled in: frames are made for every item and cell, and spreading several objects is slow.
  const made: { -readonly [Key in keyof BlockFrame]: BlockFrame[Key] } = { ...frame }
  made.height = innerHeight(box, frame.height)
  made.place = place
  made.text = text
  made.top = undefined
  made.bottom = undefined
  made.style = changes.style ?? frame.style
  made.quotes = changes.quotes ?? frame.quotes
  if (changes.item !== undefined) made.item = changes.item
  // The margins of the page replace those around the whole HTML page.
  if (tag === 'html' || tag === 'body') {
    made.indentStart = changes.indentStart ?? frame.indentStart
    made.isNaturalIndent = changes.isNaturalIndent ?? frame.isNaturalIndent
    made.isTight = changes.isTight ?? frame.isTight
    return made
  }
  const share = changes.isEmpty === true ? 1 : MAX_INDENT_SHARE
  const sides = horizontalSides(place.style, frame, changes.indentStart ?? frame.indentStart, share)
  made.isTight = changes.isTight ?? (isTightIn(tag, made.style) && frame.style === 'body')
  made.indentStart = sides.start
  made.indentEnd = sides.end
  made.isNaturalIndent = (changes.isNaturalIndent ?? frame.isNaturalIndent) && sides.isNatural
  made.top = marginOf(box, 'top', frame.width)
  made.bottom = marginOf(box, 'bottom', frame.width)
  if (box.avoidBreakInside) made.keepLines = true
  if (box.avoidBreakAfter) made.keepWithNext = true
  return made
}

/** Height of a box without padding and border, if it has one. A percentage needs the height of the box around. */
export function innerHeight(box: BoxStyle, around: number | undefined): number | undefined {
  const height = knownHeight(box.height, around)
  if (height === undefined) return undefined
  const lines = (box.border.top?.width ?? 0) + (box.border.bottom?.width ?? 0)
  const edges = lengthOf(box.padding.top, 0) + lengthOf(box.padding.bottom, 0) + lines
  return box.isBorderBox === true ? Math.max(0, height - edges) : height
}

/** A height in twips, where it is known (CSS 2.2, 10.5). */
export function knownHeight(height: CssLength | undefined, around: number | undefined): number | undefined {
  if (height === undefined || ('fraction' in height && around === undefined)) return undefined
  return resolveLength(height, around ?? 0)
}

/** The minimum height of the row for a box with a height. */
export function rowHeight(box: BoxStyle, around?: number): number | undefined {
  const size = (length: BoxStyle['height']) => knownHeight(length, around) ?? 0
  const own = Math.max(size(box.height), size(box.minHeight))
  if (own <= 0) return undefined
  const edges = box.isBorderBox === true ? 0 : lengthOf(box.padding.top, 0) + lengthOf(box.padding.bottom, 0)
  return clampSpace(own + edges)
}

/** Whether a box draws any of its lines. */
export function drawsLines(lines: Readonly<Partial<Record<Side, EdgeLine>>>): boolean {
  const { top, right, bottom, left } = lines
  return isDrawn(top) || isDrawn(right) || isDrawn(bottom) || isDrawn(left)
}

function isDrawn(line: EdgeLine | undefined): boolean {
  return line !== undefined && line.style !== 'none'
}

/** Whether text directly in a box has no space around it. */
export function isTightIn(tag: string, style: ParagraphStyleName): boolean {
  return !SPACED.has(tag) && style === 'body'
}

function horizontalSides({ box, text: { direction } }: ComputedStyle, frame: BlockFrame, start: number, share: number) {
  const left = sideIndent(box, 'left', frame.width, direction)
  const right = sideIndent(box, 'right', frame.width, direction)
  const limit = Math.round(frame.width * share)
  const available = frame.width - start - frame.indentEnd
  const room = roomBeside(box, available)
  const indentStart = Math.min(limit, start + left + room.left)
  const indentEnd = Math.min(Math.max(0, limit - indentStart), frame.indentEnd + right + room.right)
  const isNatural = left === 0 && right === 0 && room.left === 0 && room.right === 0 && !saysMargin(box)
  return { start: indentStart, end: indentEnd, isNatural }
}

/** The free space beside a box with a width, by side. */
function roomBeside(box: BoxStyle, available: number): { left: number; right: number } {
  const width = outerWidth(box, available)
  const free = width === undefined ? 0 : available - width
  if (free <= 0) return { left: 0, right: 0 }
  const { left, right } = box.margin
  if (left !== 'auto') return { left: 0, right: free }
  return right === 'auto' ? { left: Math.floor(free / 2), right: Math.ceil(free / 2) } : { left: free, right: 0 }
}

/** Width of a box with its margins, where it asks for one. */
export function outerWidth(box: BoxStyle, available: number): number | undefined {
  const around = sideIndent(box, 'left', available) + sideIndent(box, 'right', available)
  const margin = lengthOf(box.margin.left, available) + lengthOf(box.margin.right, available)
  const added = box.isBorderBox === true ? margin : around
  const own = box.width === undefined ? undefined : resolveLength(box.width, available) + added
  const most = box.maxWidth === undefined ? undefined : resolveLength(box.maxWidth, available) + added
  const least = box.minWidth === undefined ? 0 : resolveLength(box.minWidth, available) + added
  if (own === undefined && most === undefined) return undefined
  return Math.max(least, Math.min(own ?? available, most ?? Number.POSITIVE_INFINITY, Math.max(available, least)))
}

function saysMargin(box: BoxStyle): boolean {
  const { left } = box.margin
  return left !== undefined && left !== 'auto'
}

/** The vertical margins that a box asks for. */
export function margins(
  box: BoxStyle,
  width: number,
): { readonly top: number | undefined; readonly bottom: number | undefined } {
  return { top: marginOf(box, 'top', width), bottom: marginOf(box, 'bottom', width) }
}

function marginOf({ margin }: BoxStyle, side: 'top' | 'bottom', width: number): number | undefined {
  const length = margin[side]
  return length === undefined || length === 'auto' ? undefined : clampSpace(resolveLength(length, width))
}

/** A space within the limits of Word. */
export function clampSpace(value: number): number {
  return Math.min(31_680, Math.max(0, value))
}

/** Distance of content from the outer edge of its box: margin, border and padding. */
function sideIndent(box: BoxStyle, side: 'left' | 'right', width: number, direction?: TextStyle['direction']): number {
  const border = box.border[drawnSide(side, direction)]
  return lengthOf(box.margin[side], width) + lengthOf(box.padding[side], width) + (border?.width ?? 0)
}

/** A length in twips; nothing for `auto`. */
export function lengthOf(length: CssLength | 'auto' | undefined, width: number): number {
  return length === undefined || length === 'auto' ? 0 : resolveLength(length, width)
}

/** Indents of styles in twips. Content of another style in such a block is indented likewise. */
export const STYLE_INDENTS: ReadonlyMap<string, number> = new Map<string, number>([
  ['quote', 320],
  ['definition', 425],
  ...['alert', 'alertTip', 'alertImportant', 'alertWarning', 'alertCaution'].map((name) => [name, 260] as const),
])

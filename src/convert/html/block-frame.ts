/**
 * What the blocks around a piece of content make of its paragraphs.
 *
 * @module
 */

import type { EdgeLine, FlowList, ParagraphFormat, ParagraphStyleName } from '../docx-writer/flow-document.js'
import type { BoxStyle, TextStyle } from './css/computed-style.js'
import { type CssLength, resolveLength } from './css/css-length.js'
import type { StyledPlace } from './style-resolver.js'

/** An item of a list. */
export interface ListItem {
  /** Left out for one that begins with a box to be ticked, which stands where labels do. */
  readonly list?: FlowList | undefined
  readonly level: number
  /** How far the label stands out of the text. */
  readonly hanging: number
  /** Indent of its text. */
  readonly indent: number
  /** Whether a paragraph has its label already. */
  isLabelled: boolean
}

/** What paragraphs are that begin here. */
export interface BlockFrame {
  readonly style: ParagraphStyleName
  readonly place: StyledPlace
  readonly text: TextStyle
  readonly indentStart: number
  readonly indentEnd: number
  /** Whether the indents are those of the paragraph's style, or of its list, and need not be said. */
  readonly isNaturalIndent: boolean
  readonly shading?: string
  readonly borders?: ParagraphFormat['borders']
  readonly item?: ListItem
  /** Quotes around, each of them indented. */
  readonly quotes: number
  /** Tables around. */
  readonly tables: number
  /** Width of the page or cell. */
  readonly width: number
  /** Space above and below that the page asks for; left out: that of the style. */
  readonly top?: number
  readonly bottom?: number
  /** Whether text stands directly in a box that has no space around it by itself. */
  readonly isTight: boolean
  readonly keepWithNext?: boolean
  readonly keepLines?: boolean
}

/** Elements that bring space around them by themselves: how much is for their style to say. */
const SPACED = new Set('p h1 h2 h3 h4 h5 h6 pre blockquote dl dt dd ul ol li figure figcaption caption hr'.split(' '))

/** Largest distance of a border from its text in Word, 31 points. */
const MAX_BORDER_SPACE = 620

/** Widest indents that leave room for text. */
const MAX_INDENT_SHARE = 0.75

type FrameChanges = Partial<Pick<BlockFrame, 'style' | 'item' | 'quotes' | 'indentStart' | 'isNaturalIndent'>>

/** Frames of simple blocks by the frame around: the paragraphs of a page are mostly alike. */
const SIMPLE_FRAMES = new WeakMap<BlockFrame, Map<string, BlockFrame>>()

/** The frame inside of a block element. */
export function enterBlock(frame: BlockFrame, place: StyledPlace, tag: string, changes?: FrameChanges): BlockFrame {
  if (changes !== undefined) return makeFrame(frame, place, tag, changes)
  let known = SIMPLE_FRAMES.get(frame)
  if (known === undefined) {
    known = new Map()
    SIMPLE_FRAMES.set(frame, known)
  }
  const key = `${place.id} ${tag}`
  let entered = known.get(key)
  if (entered === undefined) {
    entered = makeFrame(frame, place, tag, {})
    known.set(key, entered)
  }
  return entered
}

function makeFrame(frame: BlockFrame, place: StyledPlace, tag: string, changes: FrameChanges): BlockFrame {
  const { box, text } = place.style
  const { shading: _, borders: __, top: ___, bottom: ____, ...inherited } = frame
  // The margins of the page take the place of those around the whole of an HTML page.
  if (tag === 'html' || tag === 'body') return { ...inherited, ...changes, place, text }
  const shading = box.backgroundColor === undefined ? frame.shading : visible(box.backgroundColor)
  const borders = collectBorders(box, frame)
  const left = sideIndent(box, 'left', frame.width)
  const right = sideIndent(box, 'right', frame.width)
  const limit = Math.round(frame.width * MAX_INDENT_SHARE)
  const indentStart = Math.min(limit, (changes.indentStart ?? frame.indentStart) + left)
  const indentEnd = Math.min(Math.max(0, limit - indentStart), frame.indentEnd + right)
  return {
    ...inherited,
    ...changes,
    place,
    text,
    ...(shading === undefined ? {} : { shading }),
    ...(borders === undefined ? {} : { borders }),
    indentStart,
    indentEnd,
    isNaturalIndent:
      (changes.isNaturalIndent ?? frame.isNaturalIndent) && left === 0 && right === 0 && !saysMargin(box),
    ...margins(box, frame.width),
    isTight: !SPACED.has(tag) && frame.style === 'body' && (changes.style ?? 'body') === 'body',
    ...(box.avoidBreakInside ? { keepLines: true } : {}),
    ...(box.avoidBreakAfter ? { keepWithNext: true } : {}),
  }
}

function visible(color: string): string | undefined {
  return color === 'transparent' ? undefined : color
}

function saysMargin(box: BoxStyle): boolean {
  const { left } = box.margin
  return left !== undefined && left !== 'auto'
}

function margins(box: BoxStyle, width: number): { top?: number; bottom?: number } {
  const result: { top?: number; bottom?: number } = {}
  for (const side of ['top', 'bottom'] as const) {
    const margin = box.margin[side]
    // Word's largest space is 1584 points.
    if (margin !== undefined && margin !== 'auto') result[side] = clampSpace(resolveLength(margin, width))
  }
  return result
}

function clampSpace(value: number): number {
  return Math.min(31_680, Math.max(0, value))
}

function sideIndent(box: BoxStyle, side: 'left' | 'right', width: number): number {
  const border = box.border[side]
  return lengthOf(box.margin[side], width) + lengthOf(box.padding[side], width) + (border?.width ?? 0)
}

function lengthOf(length: CssLength | 'auto' | undefined, width: number): number {
  return length === undefined || length === 'auto' ? 0 : resolveLength(length, width)
}

/** Lines around a box are lines around each of its paragraphs: Word joins those of neighbours that are alike. */
function collectBorders(box: BoxStyle, frame: BlockFrame): BlockFrame['borders'] {
  const borders: Partial<Record<'top' | 'right' | 'bottom' | 'left', EdgeLine>> = { ...frame.borders }
  let isSaid = frame.borders !== undefined
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const line = box.border[side]
    if (line === undefined) continue
    isSaid = true
    const space = Math.min(MAX_BORDER_SPACE, Math.max(0, lengthOf(box.padding[side], frame.width)))
    borders[side] = line.style === 'none' ? line : { ...line, space }
  }
  return isSaid ? borders : undefined
}

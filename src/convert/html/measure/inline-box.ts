/**
 * Inline boxes (`display: inline-block` and similar).
 *
 * @module
 */

import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { RunFormat } from '../../docx-writer/flow-format.js'
import type { BlockBox, TextBox } from '../boxes/box-tree.js'
import type { BoxStyle, TextStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import { lengthOf } from '../frames/block-frame.js'
import { isPainted, LEAST_PADDING, shapeOf, soleText } from '../frames/box-shape.js'
import { toRunFormat } from './formats.js'
import { measureBox } from './measure-boxes.js'

/** Minimum width in twips at which a box is more than a mark in the text. */
const LEAST_WIDTH = 600
/** Maximum number of spaces that stand for the padding of a piece of text. */
const MAX_PADDING_SPACES = 4

/** Whether an inline box must be drawn as a box, unless there is text beside it. */
export function wantsBox({ place }: BlockBox): boolean {
  const { box } = place.style
  if (box.turn !== undefined) return true
  if (width(box.width) >= LEAST_WIDTH || width(box.minWidth) >= LEAST_WIDTH) return true
  return isPainted(box) && (width(box.padding.top) >= LEAST_PADDING || width(box.padding.bottom) >= LEAST_PADDING)
}

/** An inline box that is alone in its line, such as a heading, as a block. A drawn one is as wide as its content. */
export function shrunkBlock(block: BlockBox): BlockBox {
  const { place } = block
  const { box } = place.style
  const { left, right } = box.margin
  const most = measureBox(block).most - lengthOf(left, 0) - lengthOf(right, 0)
  const fitted = isPainted(box) && box.width === undefined ? { width: { twips: most }, isBorderBox: true } : {}
  const style = { ...place.style, box: { ...box, display: 'block' as const, ...fitted } }
  return { ...block, place: { id: place.id, style } }
}

/** Whether a box draws nothing and has vertical padding, like the content of a coloured button cell. */
export function isPadded({ place, children }: BlockBox): boolean {
  const { padding } = place.style.box
  return children.length > 0 && width(padding.top) >= LEAST_PADDING && width(padding.bottom) >= LEAST_PADDING
}

/** An inline box as text in its line; `undefined` when it has more than one line of text. */
export function chipOf(block: BlockBox): readonly FlowInline[] | undefined {
  const { children, place } = block
  if (place.style.box.turn !== undefined && children.length > 0) return undefined
  const text = soleText(children)
  const { box } = place.style
  const blank = text === undefined ? undefined : blankOf(box, text, place.style.text)
  if (blank !== undefined) return blank
  const shape = shapeOf(block)
  if (text === 'none') return markOf(box, place.style.text) ?? (shape === undefined ? [] : [shape])
  if (shape !== undefined) return [shape]
  if (text === undefined || 'fraction' in (box.width ?? {})) return undefined
  if (text.inlines.some(({ kind }) => kind === 'break') && !place.style.text.whiteSpace.startsWith('pre'))
    return undefined
  if (!isPainted(box)) return filled(box, text)
  const background = box.backgroundColor === 'transparent' ? undefined : box.backgroundColor
  const border = box.border.top?.style === 'none' ? undefined : (box.border.top ?? box.border.bottom)
  const change = (format: RunFormat): RunFormat => ({
    ...format,
    ...(background === undefined ? {} : { background }),
    ...(border === undefined ? {} : { border }),
  })
  const first = firstFormat(text.inlines)
  const spaces = Math.round((4 * width(box.padding.left)) / Math.max(1, place.style.text.em))
  const space = '\u00a0'.repeat(Math.min(MAX_PADDING_SPACES, Math.max(0, spaces)))
  const padding: FlowInline[] = space === '' ? [] : [{ kind: 'text', text: space, format: change(first) }]
  return [...padding, ...text.inlines.map((inline) => recolor(inline, change)), ...padding]
}

/**
 * Distance of a box from the text beside it, in twips. A box that draws nothing adds its padding, less a negative indent of its
 * first line.
 */
export function roomBeside({ place }: BlockBox, side: 'left' | 'right'): number {
  const { box, text } = place.style
  const margin = box.margin[side]
  const indent = side === 'left' ? width(text.textIndent) : 0
  const padding = isPainted(box) ? 0 : width(box.padding[side]) + indent
  return padding + (margin === 'auto' ? 0 : width(margin))
}

/** Range of the sides of boxes that stand for a check box, in twips. */
const MARK_SIDE = { least: 90, most: 540 }
/** Share by which the sides of such a box may differ. */
const MARK_SKEW = 0.25

/** A check box for an empty frame about as large as a letter, which looks like one. */
function markOf(box: BoxStyle, style: TextStyle): readonly FlowInline[] | undefined {
  const [across, down] = [width(box.width ?? box.minWidth), width(box.height ?? box.minHeight)]
  const isSmall = [across, down].every((side) => side >= MARK_SIDE.least && side <= MARK_SIDE.most)
  if (!isSmall || Math.abs(across - down) > MARK_SKEW * Math.max(across, down)) return undefined
  const { backgroundColor: ground } = box
  if (ground !== undefined && ground !== 'transparent' && ground !== 'FFFFFF') return undefined
  const lines = (['top', 'right', 'bottom', 'left'] as const).map((side) => box.border[side])
  if (!lines.every((line) => line !== undefined && line.style !== 'none')) return undefined
  const color = lines[0]?.color
  return [
    { kind: 'text', text: '\u2610', format: { ...toRunFormat(style), ...(color === undefined ? {} : { color }) } },
  ]
}

/** Maximum number of spaces of a blank line to be filled in. */
const MAX_BLANK_SPACES = 90
/** Width in twips that percentages of a blank line refer to. */
const BLANK_LINE = 8000

const UNDERLINES: ReadonlyMap<string, RunFormat['underline']> = new Map([
  ['double', 'double'],
  ['dotted', 'dotted'],
  ['dashed', 'dashed'],
])

/** A blank line to be filled in, as in forms: a box that draws only one edge. */
function blankOf(box: BoxStyle, text: TextBox | 'none', style: TextStyle): readonly FlowInline[] | undefined {
  const { top, right, bottom, left } = box.border
  const isDrawn = (line: typeof top) => line !== undefined && line.style !== 'none'
  const hasGround = box.backgroundColor !== undefined && box.backgroundColor !== 'transparent'
  if (bottom === undefined || !isDrawn(bottom) || hasGround || [top, right, left].some(isDrawn)) return undefined
  const underline = UNDERLINES.get(bottom.style) ?? 'single'
  const change = (format: RunFormat): RunFormat => ({ ...format, underline, underlineColor: bottom.color })
  const inlines = text === 'none' ? [] : text.inlines
  const wanted = resolveLength(box.width ?? box.minWidth ?? { twips: 0 }, BLANK_LINE)
  const taken = text === 'none' ? 0 : measureBox(text).most
  const format = change(text === 'none' ? toRunFormat(style) : firstFormat(inlines))
  const spaces = (room: number): FlowInline[] => {
    const count = Math.min(MAX_BLANK_SPACES, Math.max(0, Math.round(room / (SPACE * style.em))))
    return count === 0 ? [] : [{ kind: 'text', text: '\u00a0'.repeat(count), format }]
  }
  const [before, after] = [width(box.padding.left), width(box.padding.right)]
  const free = Math.max(0, wanted - taken - (box.isBorderBox === true ? before + after : 0))
  const filled = inlines.map((inline) => recolor(inline, change))
  return [...spaces(before), ...filled, ...spaces(free + after)]
}

/** Maximum number of spaces that fill a piece of text to the width of its box. */
const MAX_FILL_SPACES = 60
const SPACE = 0.28

/** A text, filled with spaces to the width of its box, such as a label before its field. */
function filled(box: BoxStyle, text: TextBox): FlowInline[] {
  const { em, textAlign } = text.place.style.text
  const missing = Math.round((width(box.width ?? box.minWidth) - measureBox(text).most) / (SPACE * em))
  if (missing < 1) return text.inlines
  const count = Math.min(MAX_FILL_SPACES, missing)
  const before = textAlign === 'right' || textAlign === 'end' ? count : textAlign === 'center' ? count >> 1 : 0
  const format: RunFormat = { ...firstFormat(text.inlines), underline: 'none' }
  const spaces = (many: number): FlowInline[] =>
    many < 1 ? [] : [{ kind: 'text', text: '\u00a0'.repeat(many), format }]
  return [...spaces(before), ...text.inlines, ...spaces(count - before)]
}

function firstFormat(inlines: readonly FlowInline[]): RunFormat {
  for (const inline of inlines) {
    if (inline.kind === 'text') return inline.format
    if (inline.kind === 'link') return firstFormat(inline.inlines)
  }
  return {}
}

function recolor(inline: FlowInline, change: (format: RunFormat) => RunFormat): FlowInline {
  if (inline.kind === 'link') return { ...inline, inlines: inline.inlines.map((inner) => recolor(inner, change)) }
  return 'format' in inline ? { ...inline, format: change(inline.format) } : inline
}

function width(length: CssLength | undefined): number {
  return length === undefined ? 0 : resolveLength(length, 0)
}

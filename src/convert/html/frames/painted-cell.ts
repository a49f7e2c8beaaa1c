/**
 * Boxes as table cells, the only construct of a document with a background, borders and padding.
 *
 * @module
 */

import type { FlowBlock, FlowCell, FlowTable } from '../../docx-writer/flow-document.js'
import type { BlockBox } from '../boxes/box-tree.js'
import type { BoxStyle, Side } from '../css/computed-style.js'
import { resolveLength } from '../css/css-length.js'
import { drawnSide } from '../css/logical-sides.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { isOwnText } from '../layout/draft-paragraph.js'
import { CELL_END } from '../layout/free-height.js'
import type { Layout } from '../layout/layout.js'
import { type DraftBlock, type DraftTable, isSpaced, naturalSpace, settleSpacing } from '../layout/settle-spacing.js'
import { estimateHeight } from '../measure/measure-boxes.js'
import { type AbsolutePlace, shrunkWidth } from './absolute-boxes.js'
import { takeAnchored } from './anchored-shapes.js'
import {
  type BlockFrame,
  drawsLines,
  innerHeight,
  isTightIn,
  lengthOf,
  margins,
  outerWidth,
  type Paint,
  rowHeight,
  STYLE_INDENTS,
} from './block-frame.js'
import { paintOf } from './block-paint.js'
import { edgesOf, isPainted } from './box-shape.js'
import { centreLine } from './centre-line.js'
import { type TurnedCell, turnedCell, turnedFrame, turnedHeight } from './turned-boxes.js'

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** Minimum width of text, in twips. */
export const LEAST_WIDTH = 200
/** Widest padding of a cell, in twips. */
const MAX_PADDING = 9000
/** Largest share of a page's height at which a box is kept on one page. */
const KEPT_SHARE = 0.4

/** A box as a table of one cell. */
export function boxedTable(block: BlockBox, paint: Paint | undefined, frame: BlockFrame, layout: Layout): DraftTable {
  const { box } = block.place.style
  const available = Math.max(LEAST_WIDTH, frame.width - frame.indentStart - frame.indentEnd)
  const [left, right] = [lengthOf(box.margin.left, available), lengthOf(box.margin.right, available)]
  const natural = box.isPositioned === true || box.turn !== undefined ? shrunkWidth(block, available) : available
  const outer = Math.min(outerWidth(box, available) ?? natural, available)
  // A box without a width exceeds the available width by its negative margins (CSS 2.2, 10.3.3).
  const bleed = box.width === undefined && box.maxWidth === undefined ? -Math.min(0, left) - Math.min(0, right) : 0
  const width = Math.max(LEAST_WIDTH, outer - Math.max(0, left) - Math.max(0, right) + bleed)
  const free = Math.max(0, available - width - left - right)
  const isAtEnd = box.inset?.right !== undefined && box.inset.left === undefined
  const shift = isAtEnd ? free : box.margin.left !== 'auto' ? 0 : box.margin.right === 'auto' ? free / 2 : free
  const asked = turnedHeight(block) || rowHeight(box, frame.height)
  const height = pageHigh(asked, box, layout)
  const most = height === asked ? undefined : height
  const cell = cellOf(block, width, frame, layout, { paint, isHigh: height !== undefined, most })
  const keepsTogether = box.avoidBreakInside === true || isShort(block, width, layout)
  const { top, bottom } = outerMargins(block, frame.width)
  return draftTable(
    {
      ...plainTable([width], Math.round(frame.indentStart + left + shift), frame),
      rows: [{ isHeader: false, ...(height === undefined ? {} : { height }), keepsTogether, cells: [cell] }],
    },
    top,
    bottom,
  )
}

/** A positioned box as a floating table of one cell. */
export function floatingTable(
  block: BlockBox,
  { position, width, height: own }: AbsolutePlace,
  frame: BlockFrame,
  layout: Layout,
): FlowTable {
  const { box } = block.place.style
  // Text gives way to a floating table. Below what is in a box that draws nothing, it need not.
  const asked = box.display === 'block' && !isPainted(box) ? undefined : own
  const height = pageHigh(turnedHeight(block) || asked, box, layout)
  const cell = cellOf(block, Math.max(LEAST_WIDTH, width), frame, layout, { isHigh: height !== undefined })
  return {
    ...plainTable([Math.max(LEAST_WIDTH, width)], 0, frame),
    position,
    rows: [{ isHeader: false, ...(height === undefined ? {} : { height }), keepsTogether: true, cells: [cell] }],
  }
}

/** Whether a box is so short that a page break in it would look like a mistake. */
export function isShort(block: BlockBox, width: number, { pageHeight }: Layout): boolean {
  return estimateHeight(block.children, width) < pageHeight * KEPT_SHARE
}

/** A cell with nothing in it, as low as one can be. */
export function emptyCell(columnSpan: number, width?: number): FlowCell {
  return {
    columnSpan,
    ...(width === undefined ? {} : { width: { type: 'twips', value: Math.round(width) } }),
    blocks: [{ kind: 'space', height: 20 }],
  }
}

/** A table that draws nothing by itself. */
export function plainTable(columns: readonly number[], indent: number, { text }: BlockFrame): Omit<FlowTable, 'rows'> {
  const whole = columns.map(Math.round)
  return {
    kind: 'table',
    columns: whole,
    width: { type: 'twips', value: whole.reduce((sum, width) => sum + width, 0) },
    ...(indent === 0 ? {} : { indent }),
    ...(text.direction === 'rtl' ? { rightToLeft: true } : {}),
    look: 'plain',
    borders: {},
    cellPadding: { top: 0, right: 0, bottom: 0, left: 0 },
    isFixed: true,
  }
}

/** A table and the space that it keeps. */
export function draftTable(table: FlowTable, top: number | undefined, bottom: number | undefined): DraftTable {
  return { kind: 'table', table, top, bottom, insetTop: 0, insetBottom: 0 }
}

/**
 * The height of a box. A box of about the height of a page is made a little lower, so that it fits on the page with its margins.
 */
function pageHigh(height: number | undefined, { border }: BoxStyle, { pageHeight }: Layout): number | undefined {
  if (height === undefined || height <= pageHeight * PAGE_SHARE) return height
  return Math.min(height, pageHeight) - PAGE_END - (border.top?.width ?? 0) - (border.bottom?.width ?? 0)
}

/** Share of a page's height from which on a box is meant to be as high as the page. */
const PAGE_SHARE = 0.8

/** Height that a row of page height leaves for the paragraph that must follow its table, in twips. */
export const PAGE_END = 60

/**
 * The minimum height of the only row of a container with a height, such as a CV with a coloured side of page height. Elsewhere
 * than at the start of the document, such a row would leave a page half empty, so it is as high as its content.
 */
export function containerHeight(
  place: StyledPlace,
  isAtStart: boolean,
  { pageHeight }: Layout,
  frame: BlockFrame,
): number {
  const { backgroundColor = 'transparent', border } = place.style.box
  const isDrawn = (backgroundColor !== 'transparent' && backgroundColor !== frame.painted) || drawsLines(border)
  // A percentage is known for the box whose content this is.
  const own = frame.place === place ? frame.height : undefined
  return isAtStart && !isDrawn
    ? Math.min(Math.max(rowHeight(place.style.box) ?? 0, own ?? 0), pageHeight - PAGE_END)
    : 0
}

/** Properties of a cell beyond those of its box. */
interface CellOptions {
  readonly paint?: Paint | undefined
  readonly columnSpan?: number
  /** Further padding, such as the distance to the next cell. */
  readonly extra?: Partial<Record<Side, number>>
  readonly verticalAlign?: FlowCell['verticalAlign']
  readonly alignment?: BlockFrame['alignment'] | undefined
  /** Whether the row has a minimum height. */
  readonly isHigh?: boolean
  /** Height of the row, for content that is stretched to it. */
  readonly height?: number | undefined
  /** Height of the row of a box of page height, which has less room on its page than it asks for. */
  readonly most?: number | undefined
}

/** The cell that draws a box and holds what is in it. */
export function cellOf(
  block: BlockBox,
  width: number,
  frame: BlockFrame,
  layout: Layout,
  options: CellOptions = {},
): FlowCell {
  const { box } = block.place.style
  const { paint = paintOf(block, frame) } = options
  const shading = paint?.shading ?? frame.shading
  const turned = frame.isTurned === true ? undefined : turnedCell(block, options.verticalAlign)
  const whole = cellPadding(block.place, width, options.extra ?? {})
  // Word adds the margins of cells to the height of a row, but LibreOffice does not. The vertical margins are therefore written
  // as space inside.
  const padding = options.isHigh === true && turned === undefined ? { ...whole, top: 0, bottom: 0 } : whole
  const lines = (box.border.left?.width ?? 0) + (box.border.right?.width ?? 0)
  const inner = cellFrame(block, Math.max(LEAST_WIDTH, width - padding.left - padding.right - lines), frame, paint)
  const out =
    turned === undefined ? cellContent(block, inner, whole, layout, options) : turnedContent(turned, inner, layout)
  const blocks = out.length === 0 ? emptyCell(1).blocks : freeHeading(settleSpacing(out))
  return {
    columnSpan: options.columnSpan ?? 1,
    width: { type: 'twips', value: Math.round(width) },
    // A background that only the paragraphs around draw ends at the table.
    ...(shading === undefined ? {} : { shading }),
    ...(paint?.borders === undefined ? {} : { borders: paint.borders }),
    padding,
    ...(turned === undefined
      ? alignOf(options.verticalAlign ?? contentAlign(box))
      : { textDirection: turned.direction, verticalAlign: 'center' }),
    blocks,
  }
}

/** The content of a cell with rotated text. Its lines are as long as the cell is high. */
export function turnedContent(turned: TurnedCell, around: BlockFrame, layout: Layout): DraftBlock[] {
  const inside = cellFrame(turned.box, turned.length, { ...around, tables: around.tables - 1 }, undefined)
  const out: DraftBlock[] = []
  const frame = turnedFrame(inside, turned, layout)
  layout.layOutContent(turned.box, frame, out)
  dropOwnMargins(out, frame)
  return out
}

/**
 * Removes keep-with-next from a heading at the start of a cell. Word and LibreOffice would otherwise move the whole row to the
 * next page, however high it is.
 */
export function freeHeading(blocks: readonly FlowBlock[]): readonly FlowBlock[] {
  const [first, ...others] = blocks
  if (first?.kind !== 'paragraph' || !first.style.startsWith('heading')) return blocks
  return [{ ...first, format: { ...first.format, keepWithNext: false } }, ...others]
}

function cellContent(
  block: BlockBox,
  inner: BlockFrame,
  padding: Record<Side, number>,
  layout: Layout,
  { alignment, height, most, isHigh = false }: CellOptions,
): DraftBlock[] {
  const { down } = edgesOf(block.place.style.box)
  const inside = most === undefined ? inner.height : Math.max(0, most - down - CELL_END)
  const stretched = height === undefined || inside !== undefined ? inside : height - down
  const frame = { ...inner, height: stretched, ...(alignment === undefined ? {} : { alignment }) }
  const { rest, anchored } = takeAnchored(block, frame, { ...padding, isInside: isHigh }, layout)
  const out: DraftBlock[] = []
  layout.layOutContent(rest, frame, out)
  dropOwnMargins(out, inner)
  centreLine(out, block, inner.width)
  if (isHigh) padInside(out, padding)
  return [...anchored, ...out]
}

function padInside(drafts: readonly DraftBlock[], { top, bottom }: Record<Side, number>): void {
  const [first, last] = [drafts.find(isSpaced), drafts.findLast(isSpaced)]
  if (first !== undefined) first.insetTop += top
  if (last !== undefined) last.insetBottom += bottom
}

/** Removes margins that lie outside of the cell from the text of the box. */
function dropOwnMargins(drafts: readonly DraftBlock[], frame: BlockFrame): void {
  const first = drafts[0]
  const last = drafts.at(-1)
  if (first !== undefined && isOwnText(first, frame)) first.top = 0
  if (last !== undefined && isOwnText(last, frame)) {
    last.bottom = 0
    last.isTight = false
  }
}

/** The margins of a box: its own, or the defaults of its style. */
export function outerMargins({ place, style, tag }: BlockBox, width: number): { top: number; bottom: number } {
  const { top, bottom } = margins(place.style.box, width)
  const own = style ?? (tag === 'p' ? 'body' : undefined)
  return {
    top: top ?? (own === undefined ? 0 : naturalSpace(own, 'spaceBefore')),
    bottom: bottom ?? (own === undefined ? 0 : naturalSpace(own, 'spaceAfter')),
  }
}

function alignOf(verticalAlign: FlowCell['verticalAlign']): Pick<FlowCell, 'verticalAlign'> {
  return verticalAlign === undefined ? {} : { verticalAlign }
}

/** Vertical alignment of items in a flex container that is higher than they are. */
function contentAlign({ display, flex }: BoxStyle): FlowCell['verticalAlign'] {
  if (display === 'grid')
    return flex?.alignItems === 'center' ? 'center' : flex?.alignItems === 'end' ? 'bottom' : undefined
  if (display !== 'flex' && display !== 'inline-flex') return undefined
  const along = flex?.isColumn === true ? flex.justify : flex?.alignItems
  return along === 'center' ? 'center' : along === 'end' ? 'bottom' : undefined
}

function cellPadding(
  { style: { box, text } }: StyledPlace,
  width: number,
  extra: Partial<Record<Side, number>>,
): Record<Side, number> {
  const padding = { top: 0, right: 0, bottom: 0, left: 0 }
  for (const side of SIDES) {
    const own = box.padding[drawnSide(side, text.direction)]
    const asked = (own === undefined ? 0 : resolveLength(own, width)) + (extra[side] ?? 0)
    padding[side] = Math.round(Math.min(MAX_PADDING, Math.max(0, asked)))
  }
  const sides = padding.left + padding.right
  const most = Math.max(0, width - LEAST_WIDTH)
  if (sides > most) {
    padding.left = Math.floor((padding.left * most) / sides)
    padding.right = Math.floor((padding.right * most) / sides)
  }
  return padding
}

/** The frame of the content of a cell. */
export function cellFrame(
  { place, tag, style: own }: BlockBox,
  width: number,
  frame: BlockFrame,
  paint: Paint | undefined,
): BlockFrame {
  const style = own ?? (frame.style === 'listParagraph' ? 'body' : frame.style)
  return {
    style,
    place,
    text: place.style.text,
    indentStart: 0,
    indentEnd: 0,
    // An explicit margin belongs to the cell, and replaces that of the style; so does the indent of the block around it.
    isNaturalIndent: place.style.box.margin.left === undefined && (own !== undefined || !STYLE_INDENTS.has(style)),
    painted: paint?.shading ?? frame.painted,
    quotes: 0,
    tables: frame.tables + 1,
    width: Math.round(width),
    height: innerHeight(place.style.box, frame.height),
    isTight: isTightIn(tag, style),
    ...(frame.alignment === undefined ? {} : { alignment: frame.alignment }),
    ...(frame.isTurned === true ? { isTurned: true } : {}),
  }
}

/**
 * Boxes side by side, as tables without lines.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { FlowCell, FlowRow, FlowShape } from '../../docx-writer/flow-document.js'
import type { BlockBox, Box, RowBox } from '../boxes/box-tree.js'
import { derivePlace } from '../boxes/derived-place.js'
import type { Distribution, ItemAlign } from '../css/computed-style.js'
import { type BlockFrame, clampSpace, drawsLines, lengthOf, rowHeight } from '../frames/block-frame.js'
import { paintOf } from '../frames/block-paint.js'
import { blockShapeOf, shapeOf } from '../frames/box-shape.js'
import {
  cellOf,
  containerHeight,
  draftTable,
  emptyCell,
  isShort,
  LEAST_WIDTH,
  outerMargins,
  PAGE_END,
  plainTable,
} from '../frames/painted-cell.js'
import { raiseShapes } from '../frames/raise-shapes.js'
import { turnedHeight } from '../frames/turned-boxes.js'
import { draftShapes } from './draft-paragraph.js'
import { CELL_END, MOST_STRETCHED, type SharedHeight, shareHeight } from './free-height.js'
import { sharesHeight } from './lay-out-column.js'
import { layOutGrid } from './lay-out-grid.js'
import type { Layout } from './layout.js'
import { boxAround, HIGHER, withWidth } from './line-boxes.js'
import { naturalHeight } from './natural-height.js'
import { type SizedItem, type SizedLine, sizeLines } from './row-widths.js'
import { type DraftBlock, isAtPageStart } from './settle-spacing.js'
import { type Anchor, edgeOf, textAnchor, widenItems } from './widen-items.js'

const ALIGNMENTS: ReadonlyMap<ItemAlign, FlowCell['verticalAlign']> = new Map<ItemAlign, FlowCell['verticalAlign']>([
  ['center', 'center'],
  ['end', 'bottom'],
])

/**
 * A grid of one item without columns of its own as a line, which aligns the item in the same way (CSS Box Alignment Module Level
 * 3, 4); other rows unchanged.
 */
function soleAsLine(row: RowBox): RowBox {
  const { flex = {} } = row.place.style.box
  const { templateColumns, templateAreas, justifyItems, justify = toDistribution(justifyItems), alignContent } = flex
  if (row.source !== 'grid' || row.items.length !== 1 || templateColumns !== undefined || templateAreas !== undefined)
    return row
  const alignItems = flex.alignItems ?? (alignContent === 'center' || alignContent === 'end' ? alignContent : undefined)
  if (justify === undefined && alignItems === undefined) return row
  const aligned = {
    ...flex,
    ...(justify === undefined ? {} : { justify }),
    ...(alignItems === undefined ? {} : { alignItems }),
  }
  const { text, box } = row.place.style
  return {
    ...row,
    source: 'flex',
    place: derivePlace(row.place, 'sole', { text, box: { ...box, flex: aligned } }),
  }
}

function toDistribution(align: ItemAlign | undefined): Distribution | undefined {
  return align === 'center' || align === 'end' ? align : undefined
}

/** Lays out boxes side by side, or one below another where tables would be nested too deeply. */
export function layOutRow(written: RowBox, frame: BlockFrame, out: DraftBlock[], layout: Layout): void {
  const row = soleAsLine(written)
  const available = frame.width - frame.indentStart - frame.indentEnd
  if (frame.tables >= CONVERT_LIMITS.maxTableNesting || available < LEAST_WIDTH * 2) {
    layout.layOutChildren(row.items, frame, out)
    return
  }
  if (row.source === 'grid') {
    layOutGrid(row, frame, out, layout)
    return
  }
  const lines = sizeLines(row, available)
  const dots = lines.length === 1 ? shapesOf(row, available) : undefined
  if (dots !== undefined) {
    out.push(draftShapes(dots, row, frame, layout))
    return
  }
  const rowGap = lengthOf(row.place.style.box.flex?.rowGap, available)
  const isAtStart = frame.tables === 0 && isAtPageStart(out)
  const stage = lines.length === 1 ? containerHeight(written.place, isAtStart, layout, frame) : 0
  const shared = shareLines(row, lines, available, frame, layout)
  for (const [index, line] of lines.entries()) {
    const [only] = line.items
    const isLone = only !== undefined && line.items.length === 1 && isPlain(only, frame)
    const gap = index === 0 ? shared.before : rowGap + shared.between
    breakLine(line, 'breakBefore', out)
    if (isLone && (stage === 0 || alignOf(row, only.block) === undefined)) {
      const alignment = alignmentOf(row, only.block)
      layout.layOutChildren([only.block], alignment === undefined ? frame : { ...frame, alignment }, out)
    } else {
      const whole = lines.length === 1 ? heightInside(row, line, frame, layout) : 0
      pushLine(row, line, { top: gap, least: Math.max(stage, whole), frame, layout }, out)
    }
    breakLine(line, 'breakAfter', out)
  }
}

/** The items of a line that all are round shapes of one height without text, such as dots that rate a skill, with their gaps. */
function shapesOf({ items, place, source }: RowBox, available: number): readonly FlowShape[] | undefined {
  const gap = Math.round(lengthOf(place.style.box.flex?.columnGap, available))
  const shapes = items.flatMap((block, index) => {
    const { radius } = block.place.style.box
    const isDot = source === 'flex' && block.children.length === 0 && lengthOf(radius, 1000) > 0
    const shape = isDot ? shapeOf(block) : undefined
    const right = index < items.length - 1 ? gap : 0
    return shape === undefined ? [] : [{ ...shape, margin: { top: 0, bottom: 0, right } }]
  })
  const isEven = shapes.every(({ height }) => height === shapes[0]?.height)
  return isEven && shapes.length === items.length ? shapes : undefined
}

/** Adds a page break before or after a line of which one item asks for it (CSS Flexible Box Layout, 10). */
function breakLine({ items }: SizedLine, which: 'breakBefore' | 'breakAfter', out: DraftBlock[]): void {
  const breaks = items.flatMap(({ block }) => block.place.style.box[which] ?? [])
  const [first] = breaks
  if (first !== undefined) out.push({ kind: 'pageBreak', to: first })
}

/** Distributes the free height of a container among its lines (CSS Flexible Box Layout, 8.4). */
function shareLines(
  { place, source }: RowBox,
  lines: readonly SizedLine[],
  available: number,
  frame: BlockFrame,
  layout: Layout,
): SharedHeight {
  const { flex, height } = place.style.box
  if (source !== 'flex' || lines.length < 2 || height === undefined || flex?.alignContent === undefined)
    return shareHeight(undefined, 0, 1)
  const whole = Math.min(rowHeight(place.style.box, frame.height) ?? 0, layout.pageHeight - PAGE_END)
  const heights = lines.map(({ items }) => {
    return largest(items.map(({ block, width }) => heightAround(block, Math.min(width, available))))
  })
  return shareHeight(flex.alignContent, whole - heights.reduce((sum, own) => sum + own, 0), lines.length)
}

/** The height of a block with its margins. */
function heightAround(block: BlockBox, width: number): number {
  const { top, bottom } = outerMargins(block, width)
  return naturalHeight([block], width) + Math.max(0, top) + Math.max(0, bottom)
}

/** The known height of a container, for a line with an item that is drawn at full height. */
function heightInside({ place, source }: RowBox, { items }: SizedLine, frame: BlockFrame, layout: Layout): number {
  const { height, place: around } = frame
  const isOwn = source === 'flex' && around.style.box.flex === place.style.box.flex
  if (!isOwn || height === undefined || height > layout.pageHeight * MOST_STRETCHED) return 0
  return items.some(({ block }) => isDrawn(block) || sharesHeight(block))
    ? Math.max(0, Math.round(height) - CELL_END)
    : 0
}

/** Alignment of an item that is alone in its line. */
function alignmentOf({ place, source }: RowBox, { place: own }: BlockBox): BlockFrame['alignment'] {
  const { left, right } = own.style.box.margin
  if (left === 'auto') return right === 'auto' ? 'center' : 'end'
  const { textAlign } = place.style.text
  const justify = source === 'inline' ? (textAlign === 'right' ? 'end' : textAlign) : place.style.box.flex?.justify
  return justify === 'center' || justify === 'end' ? justify : undefined
}

/** Whether an item is alone and draws nothing, so that it is an ordinary block. */
function isPlain({ block }: SizedItem, frame: BlockFrame): boolean {
  const { width, maxWidth } = block.place.style.box
  return width === undefined && maxWidth === undefined && paintOf(block, frame) === undefined
}

/** Minimum width of a column in twips. A width of 0 would leave it to its content, at the expense of its neighbours. */
const LEAST_COLUMN = 20

interface LineContext {
  readonly top: number
  /** The least height of the line. */
  readonly least: number
  readonly frame: BlockFrame
  readonly layout: Layout
}

/** Writes a line as a table of one row: cells for the items, with empty ones for the space between drawn items. */
function pushLine(row: RowBox, line: SizedLine, { top, least, frame, layout }: LineContext, out: DraftBlock[]): void {
  const { items, after } = row.source === 'inline' ? line : widenItems(line, (_, index) => anchorOf(row, line, index))
  const columns: number[] = []
  const cells: FlowCell[] = []
  const heights: number[] = []
  const [first] = items
  const painted = items.map(({ block }) => paintOf(block, frame) !== undefined)
  const outer = items.map(({ block }) => outerMargins(block, frame.width))
  const spaceAbove = largest([top, ...outer.map((margin) => margin.top)])
  const spaceBelow = largest([0, ...outer.map((margin) => margin.bottom)])
  const sized = heightOf(items, Math.max(0, least - spaceAbove - spaceBelow))
  const height = largest([least, ...items.map((item) => naturalHeight([item.block], item.width))])
  for (const [index, { block, width, before }] of items.entries()) {
    const isFirst = index === 0
    if (!isFirst && before >= 1) {
      columns.push(before)
      cells.push(emptyCell(1, before))
      heights.push(0)
    }
    const isLast = index === items.length - 1
    // An item that is not drawn may extend into the space after it, since its width is an estimate.
    const isOpen = isLast && row.source !== 'inline' && !painted[index] && !block.children.some(isDrawn)
    const own = Math.max(LEAST_COLUMN, width + (isOpen ? Math.max(0, after) : 0))
    columns.push(own)
    heights.push(naturalHeight([block], own, least))
    const verticalAlign = alignOf(row, block)
    const alignment = endsLine(row, line, index) ? 'end' : undefined
    cells.push(
      cellOf(standsApart(block, own, items, row, least) ? boxAround(block, own) : block, own, frame, layout, {
        ...(verticalAlign === undefined ? {} : { verticalAlign }),
        alignment,
        isHigh: sized.height !== undefined,
        height: sharesHeight(block) && !isAligned(block, row) ? height : undefined,
      }),
    )
  }
  const indent = Math.round(frame.indentStart + (first?.before ?? 0))
  const flowRow: FlowRow = {
    isHeader: false,
    ...sized,
    keepsTogether: items.every(({ block, width }) => isShort(block, width, layout)),
    cells: raiseShapes(cells, (index) => heights[index] ?? 0, sized.height),
  }
  const table = { ...plainTable(columns, indent, frame), rows: [flowRow] }
  out.push(draftTable(table, clampSpace(spaceAbove), clampSpace(spaceBelow)))
}

/** Whether a box draws something that makes its width visible. */
function isDrawn({ kind, place }: Box): boolean {
  const { backgroundColor, border } = place.style.box
  const hasGround = backgroundColor !== undefined && backgroundColor !== 'transparent'
  return kind === 'table' || kind === 'rule' || hasGround || drawsLines(border)
}

/** Whether a drawn box is smaller than its cell, or is a shape in it. */
function standsApart(block: BlockBox, width: number, items: readonly SizedItem[], row: RowBox, least: number): boolean {
  if (isShare(block, least) || isLower(block, items, row, least)) return true
  const isStretched = row.source !== 'inline' && isHigher(items, block) && !isAligned(block, row)
  return !isStretched && blockShapeOf(withWidth(block, width), width) !== undefined
}

/** Whether an item has a height, or an alignment within that of its line. */
function isAligned({ place }: BlockBox, row: RowBox): boolean {
  const { height, flex } = place.style.box
  const align = flex?.alignSelf ?? row.place.style.box.flex?.alignItems ?? 'stretch'
  return align !== 'stretch' || height !== undefined
}

/** Whether other items make a line higher than an item. */
function isHigher(items: readonly SizedItem[], block: BlockBox): boolean {
  const heights = items.map((item) => naturalHeight([item.block], item.width))
  const ownHeight = heights[items.findIndex((item) => item.block === block)] ?? 0
  return largest(heights) > ownHeight * HIGHER
}

/** Least free height in twips for which a drawn item keeps its own height in a container. */
const LEAST_FREE = 400

/** Whether an item is not stretched to the height of its line, which others or its container make higher than it is. */
function isLower(block: BlockBox, items: readonly SizedItem[], row: RowBox, least: number): boolean {
  if (!isDrawn(block) || row.source === 'inline' || !isAligned(block, row)) return false
  const { height } = block.place.style.box
  const own = height !== undefined && 'fraction' in height ? undefined : items.find((item) => item.block === block)
  return isHigher(items, block) || (own !== undefined && least - naturalHeight([block], own.width) >= LEAST_FREE)
}

/** Whether a drawn item has a share of the known height of its line, like the bars of a chart. */
function isShare(block: BlockBox, lineHeight: number): boolean {
  const { height } = block.place.style.box
  return lineHeight > 0 && height !== undefined && 'fraction' in height && height.fraction < 1 && isDrawn(block)
}

function heightOf(items: readonly SizedItem[], least: number): { height?: number } {
  const height = largest([
    least,
    ...items.map(({ block }) => turnedHeight(block) || (rowHeight(block.place.style.box) ?? 0)),
  ])
  return height > 0 ? { height } : {}
}

/** Whether an item is a text that is meant to end where the line ends. */
function endsLine({ place }: RowBox, { items, after }: SizedLine, index: number): boolean {
  const block = items[index]?.block
  if (block === undefined || index === 0 || index < items.length - 1 || after >= 1) return false
  const justify = place.style.box.flex?.justify
  const isPushed = justify === 'space-between' || justify === 'end' || block.place.style.box.margin.left === 'auto'
  return isPushed && isOneGuess(block)
}

/** The edge at which the text of an item is anchored; undefined for an item that is drawn or has a width. */
function anchorOf(row: RowBox, line: SizedLine, index: number): Anchor {
  const block = line.items[index]?.block
  if (block === undefined || isDrawn(block) || block.place.style.box.flex?.basis !== undefined) return undefined
  const { direction = 'ltr' } = row.place.style.text
  if (!endsLine(row, line, index)) return textAnchor(block, direction)
  const { textAlign = 'start' } = block.place.style.text
  return textAlign === 'start' || edgeOf(textAlign, direction) === 'end' ? 'end' : undefined
}

/** Whether a box is as wide as its single line of text or of dots. Then the line ends where the box does. */
function isOneGuess({ place, children }: BlockBox): boolean {
  const { width, flex } = place.style.box
  const [only] = children
  if (width !== undefined || flex?.basis !== undefined || only === undefined || children.length > 1) return false
  if (only.kind === 'block') return isOneGuess(only)
  if (only.kind === 'row') return only.items.every((item) => item.children.length === 0)
  return only.kind === 'text' && !only.inlines.some(({ kind }) => kind === 'break')
}

function alignOf({ place, source }: RowBox, block: BlockBox): FlowCell['verticalAlign'] {
  if (source === 'inline') return block.place.style.box.verticalAlign ?? undefined
  const align = block.place.style.box.flex?.alignSelf ?? place.style.box.flex?.alignItems
  if (align === 'baseline') return 'bottom'
  // A box as high as its line aligns its own content.
  const { height } = block.place.style.box
  if (height !== undefined && 'fraction' in height && height.fraction >= 1) return undefined
  return align === undefined ? undefined : ALIGNMENTS.get(align)
}

/**
 * Lays boxes out as blocks of the written document.
 *
 * @module
 */

import { append } from '../../../lists.js'
import { finishSteps, isTurnOver, type Steps } from '../../../pace/turns.js'
import type { FlowBlock } from '../../docx-writer/flow-document.js'
import type { BlockBox, Box, RuleBox, TableBox } from '../boxes/box-tree.js'
import { absolutePlace, coversPage, isPageFrame, isStage, originInside } from '../frames/absolute-boxes.js'
import {
  type BlockFrame,
  enterBlock,
  enterPainted,
  type FrameChanges,
  type PositionOrigin,
  STYLE_INDENTS,
} from '../frames/block-frame.js'
import { drawLines, mannerOf, paintOf } from '../frames/block-paint.js'
import { blockShapeOf } from '../frames/box-shape.js'
import { overlayShape } from '../frames/overlay-shapes.js'
import { boxedTable, floatingTable } from '../frames/painted-cell.js'
import { sliceBox } from '../frames/slice-boxes.js'
import { isTurnedIn } from '../frames/turned-boxes.js'
import { breakAround, joinBreaks, openBreaks } from '../pages/page-breaks.js'
import { closeBlock, fillHeight, missingHeight } from './close-block.js'
import { draftAnchor, draftParagraph, draftShape, draftText } from './draft-paragraph.js'
import { layOutFloats } from './lay-out-beside.js'
import { isColumn, layOutColumn } from './lay-out-column.js'
import { layOutItem, layOutList } from './lay-out-list.js'
import { layOutRow } from './lay-out-row.js'
import { layOutTable } from './lay-out-table.js'
import type { Layout } from './layout.js'
import { besideLabel, floatPlaced } from './place-beside.js'
import { type DraftBlock, isAtPageStart, settleSpacing } from './settle-spacing.js'
import { asksForColumns, columnBoxes, columnedList, openColumns, splitColumns } from './text-columns.js'

/** Makes the context for laying out one document. */
export function createLayout(parts: Omit<Layout, 'layOutChildren' | 'layOutContent'>): Layout {
  const layout: Layout = {
    ...parts,
    layOutChildren: (boxes, frame, out) => layOutChildren(boxes, frame, out, layout),
    layOutContent: (block, frame, out) => layOutContent(block, frame, out, layout),
  }
  return layout
}

/** The blocks of boxes that stand one below another. */
export function layOutBoxes(boxes: readonly Box[], frame: BlockFrame, layout: Layout): FlowBlock[] {
  const out: DraftBlock[] = []
  layOutChildren(boxes, frame, out, layout)
  return settleSpacing(joinBreaks(out, () => layout.warnings.add(LOST_NUMBER)))
}

/** {@link layOutBoxes}, with stops. */
export function* layOutBoxesInSteps(boxes: readonly Box[], frame: BlockFrame, layout: Layout): Steps<FlowBlock[]> {
  const out: DraftBlock[] = []
  yield* layOutChildrenInSteps(boxes, frame, out, layout)
  if (isTurnOver()) yield
  return settleSpacing(joinBreaks(out, () => layout.warnings.add(LOST_NUMBER)))
}

const LOST_NUMBER = 'A page number that is reset in the middle of a page (counter-reset: page) is not reset.'

/** Lays boxes out one below another, those that float beside those that follow them. */
function layOutChildren(boxes: readonly Box[], frame: BlockFrame, out: DraftBlock[], layout: Layout): void {
  for (const box of withFloats(boxes, frame)) layOutBox(box, frame, out, layout)
}

function withFloats(written: readonly Box[], frame: BlockFrame): readonly Box[] {
  const boxes = floatPlaced(written, frame)
  const hasFloats = boxes.some((box) => box.place.style.box.float !== undefined && box.kind !== 'text')
  return hasFloats ? layOutFloats(boxes, frame) : boxes
}

/** {@link layOutChildren}, with a stop between two boxes. */
function* layOutChildrenInSteps(
  boxes: readonly Box[],
  frame: BlockFrame,
  out: DraftBlock[],
  layout: Layout,
): Steps<void> {
  for (const box of withFloats(boxes, frame)) {
    if (isTurnOver()) yield
    const isLong = (box.kind === 'block' || box.kind === 'list' || box.kind === 'table') && holdsMany(box)
    if (!isLong) {
      layOutBox(box, frame, out, layout)
      continue
    }
    const { inside, close } = openBreaks(box, frame, out, layout)
    if (box.kind === 'block') yield* layOutLongBlock(box, inside, out, layout)
    else if (box.kind === 'list' && asksForColumns(box.place.style.box))
      yield* layOutLongBlock(columnedList(box), inside, out, layout)
    else if (box.kind === 'list') yield* layOutList(box, inside, out, layout)
    else yield* layOutTables(box, inside, out, layout)
    close()
  }
}

/** Number of children from which a box is laid out with stops. */
const MANY = 30

function holdsMany(box: Box): boolean {
  let count = 0
  const counts = (each: Box): boolean => {
    count += each.kind === 'table' ? each.rows.length * each.columnCount : 1
    return count > MANY || childrenOf(each).some((child) => counts(child))
  }
  return counts(box)
}

function childrenOf(box: Box): readonly Box[] {
  if (box.kind === 'row') return box.items
  return 'children' in box ? box.children : []
}

function layOutBox(box: Box, frame: BlockFrame, out: DraftBlock[], layout: Layout): void {
  // Texts and rows use the place of the box around them.
  if (box.kind === 'text') append(out, draftText(box, frame, layout))
  else if (box.kind === 'row') layOutPieces(box, frame, out, (piece) => layOutRow(piece, frame, out, layout))
  else breakAround(box, frame, out, layout, (inside) => layOutWhole(box, inside, out, layout))
}

/** Lays out a box that is written as a table, split at page breaks inside. Within tables nothing is split. */
function layOutPieces<B extends Box>(box: B, frame: BlockFrame, out: DraftBlock[], layOut: (piece: B) => void): void {
  for (const [index, piece] of piecesOf(box, frame).entries()) {
    if (index > 0) out.push({ kind: 'pageBreak' })
    layOut(piece)
  }
}

function piecesOf<B extends Box>(box: B, frame: BlockFrame): readonly B[] {
  return frame.tables === 0 ? (sliceBox(box) as readonly B[]) : [box]
}

function layOutWhole(
  box: Exclude<Box, { kind: 'text' | 'row' }>,
  frame: BlockFrame,
  out: DraftBlock[],
  layout: Layout,
): void {
  switch (box.kind) {
    case 'block':
      layOutBlock(box, frame, out, layout)
      break
    case 'list':
      if (asksForColumns(box.place.style.box)) layOutBlock(columnedList(box), frame, out, layout)
      else finishSteps(layOutList(box, frame, out, layout))
      break
    case 'item':
      layOutItem(box, frame, out, layout)
      break
    case 'table':
      finishSteps(layOutTables(box, frame, out, layout))
      break
    case 'rule':
      out.push(draftRule(box, frame, layout))
      break
  }
}

function* layOutTables(box: TableBox, frame: BlockFrame, out: DraftBlock[], layout: Layout): Steps<void> {
  for (const [index, piece] of piecesOf(box, frame).entries()) {
    if (index > 0) out.push({ kind: 'pageBreak' })
    yield* layOutTable(piece, frame, out, layout)
  }
}

function layOutBlock(written: BlockBox, around: BlockFrame, out: DraftBlock[], layout: Layout): void {
  const block = besideLabel(written, around)
  const opened = openBlock(block, around, out, layout)
  if (opened === undefined) return
  layOutContent(block, opened.inside, out, layout)
  opened.close()
}

/** {@link layOutBlock}, with a stop between two of its children. */
function* layOutLongBlock(written: BlockBox, around: BlockFrame, out: DraftBlock[], layout: Layout): Steps<void> {
  const block = besideLabel(written, around)
  const opened = openBlock(block, around, out, layout)
  if (opened === undefined) return
  if (isColumn(block.place.style.box)) layOutContent(block, opened.inside, out, layout)
  else yield* layOutChildrenInSteps(contentOf(block, opened.inside, layout), opened.inside, out, layout)
  opened.close()
}

/** The frame inside of a block, and the blocks after its content. `undefined` for a block that was laid out as a whole. */
function openBlock(
  block: BlockBox,
  around: BlockFrame,
  out: DraftBlock[],
  layout: Layout,
): { readonly inside: BlockFrame; close(): void } | undefined {
  const { box } = block.place.style
  const columns = block.isColumned === true ? openColumns(block, around, out) : undefined
  if (columns !== undefined) return columns
  if (layOutApart(block, around, out, layout)) return undefined
  const isAtStart = isAtPageStart(out)
  const stage = isAtStart && isStage(block) ? originInside(block, around, isAtStart) : undefined
  const paint = stage === undefined ? paintOf(block, around) : undefined
  const isBar = block.children.length === 0 && paint?.borders === undefined
  const manner = paint === undefined || isBar ? 'plain' : mannerOf(block, paint, around)
  if (paint !== undefined && manner === 'cell') {
    layOutPieces(block, around, out, (piece) => out.push(boxedTable(piece, paint, around, layout)))
    return undefined
  }
  const isEmpty = isBar || (block.children.length === 0 && manner === 'lines')
  const own = isEmpty ? enterBlock(around, block.place, block.tag, { isEmpty }) : frameOf(block, around)
  const entered = withOrigin(own, originInside(block, around, isAtStart))
  const frame = stage === undefined ? entered : { ...entered, painted: drawStage(block, around, stage, layout) }
  const inside = paint !== undefined && manner === 'paragraph' ? enterPainted(frame, paint, box, block) : frame
  const start = out.length
  const close = () => {
    if (paint !== undefined && manner === 'lines') {
      append(out, missingHeight(block, inside, out, start, layout.pageHeight))
      drawLines(paint, block, inside, out, start)
    }
    if (manner === 'plain' && block.children.length > 0) fillHeight(block, frame, out, start, layout.pageHeight)
    if (stage === undefined || !coversPage(areaOf(stage), around)) closeBlock(block, frame, out, start, manner)
    else out.push({ kind: 'pageBreak' })
  }
  return { inside, close }
}

/** Lays out a block that is not a flow of paragraphs: a positioned one, one with rotated text, or a shape. */
function layOutApart(block: BlockBox, around: BlockFrame, out: DraftBlock[], layout: Layout): boolean {
  if (block.place.style.box.inset !== undefined && layOutAbsolute(block, around, out, layout)) return true
  if (isTurnedIn(block, around)) {
    out.push(boxedTable(block, paintOf(block, around), around, layout))
    return true
  }
  const shape = blockShapeOf(block, around.width - around.indentStart - around.indentEnd)
  if (shape !== undefined) out.push(draftShape(shape, block, around, layout))
  return shape !== undefined
}

function areaOf({ width, height = 0 }: PositionOrigin): { width: number; height: number } {
  return { width, height }
}

/** Draws a box whose content is all positioned, where it covers a whole page. Returns the background colour. */
function drawStage(block: BlockBox, around: BlockFrame, stage: PositionOrigin, layout: Layout): string {
  const { shading, borders } = paintOf(block, around) ?? {}
  const { x, y } = stage
  if (coversPage(areaOf(stage), around)) {
    layout.pageSurrounds.push({ ground: shading, lines: borders ?? {}, position: { x, y } })
    return shading ?? around.painted
  }
  if (shading !== undefined) layout.warnings.countUnmet(['background-color'])
  if (borders !== undefined) layout.warnings.countUnmet(['border'])
  return around.painted
}

/** Returns the same frame object if nothing changes, since results derived from it are cached. */
function withOrigin(frame: BlockFrame, origin: BlockFrame['origin']): BlockFrame {
  return frame.origin === origin ? frame : { ...frame, origin }
}

/** Lays out a positioned box at its place. A box whose place is unknown stays in the flow, with a warning. */
function layOutAbsolute(block: BlockBox, around: BlockFrame, out: DraftBlock[], layout: Layout): boolean {
  const overlay = overlayShape(block, around)
  if (overlay !== undefined) {
    for (const property of ['transform', 'rotate', 'border-radius'])
      layout.warnings.countMet(property, block.place.style.unmet)
    out.push(draftAnchor([overlay], around, layout))
    return true
  }
  const { tilt, shift } = block.place.style.box
  if (tilt !== undefined && shift !== undefined) layout.warnings.countUnmet(['transform'])
  const place = absolutePlace(block, around)
  if (place === undefined) {
    layout.warnings.countUnmet(block.place.style.box.shift === undefined ? ['position'] : ['position', 'transform'])
    return false
  }
  if (isPageFrame(block, place, around)) {
    layout.pageSurrounds.push({ lines: block.place.style.box.border, position: place.position })
    return true
  }
  out.push({ kind: 'floating', table: floatingTable(block, place, around, layout) })
  return true
}

/** Lays out what is in a block, in columns where it asks for them. */
function layOutContent(block: BlockBox, frame: BlockFrame, out: DraftBlock[], layout: Layout): void {
  if (isColumn(block.place.style.box)) layOutColumn(block, frame, out, layout)
  else layOutChildren(contentOf(block, frame, layout), frame, out, layout)
}

/** The boxes in a block: in columns where it asks for them. */
function contentOf(block: BlockBox, frame: BlockFrame, layout: Layout): readonly Box[] {
  if (block.isColumned !== true) return asksForColumns(block.place.style.box) ? columnBoxes(block) : block.children
  if (frame.columned === block) return block.children
  const columns = splitColumns(block, frame)
  if (columns === undefined) layout.warnings.countUnmet(['column-count'])
  return columns === undefined ? block.children : [columns]
}

function frameOf({ style, place, tag }: BlockBox, frame: BlockFrame): BlockFrame {
  if (style === undefined || (style === frame.style && style !== 'quote')) return enterBlock(frame, place, tag)
  const indent = STYLE_INDENTS.get(style)
  if (indent === undefined) return enterBlock(frame, place, tag, { style, ...nestedIndent(frame) })
  const { margin, padding, border } = place.style.box
  // A page that sets an indent for quotes means its own indent, not an additional one.
  const isOwn = margin.left !== undefined || padding.left !== undefined
  const quotes = frame.quotes + (style === 'quote' ? 1 : 0)
  const entered = enterBlock(frame, place, tag, {
    style,
    quotes,
    indentStart: frame.indentStart + (isOwn ? 0 : indent),
    isNaturalIndent: !isOwn && frame.indentStart === 0 && border.left === undefined,
  })
  if (style !== 'quote' || quotes < 2) return entered
  return { ...entered, indentEnd: entered.indentEnd === 0 ? indent : entered.indentEnd }
}

/** Indent of headings and code, which follow the text around. Their own styles would put them at the margin. */
function nestedIndent(frame: BlockFrame): Pick<FrameChanges, 'isNaturalIndent'> {
  return frame.indentStart > 0 || frame.indentEnd > 0 ? { isNaturalIndent: false } : {}
}

/** A horizontal line; a line that the page styles is drawn as styled. */
function draftRule({ place }: RuleBox, around: BlockFrame, layout: Layout): DraftBlock {
  const { border, height, backgroundColor } = place.style.box
  const line = border.top ?? border.bottom
  const isBar = line?.style === 'none' && backgroundColor !== undefined && backgroundColor !== 'transparent'
  const isDrawn = line !== undefined && line.style !== 'none'
  const thickness = height !== undefined && 'twips' in height ? Math.min(120, Math.max(5, height.twips)) : 15
  const bar = isBar ? { style: 'single' as const, width: thickness, color: backgroundColor } : undefined
  const bottom = bar ?? (isDrawn ? line : undefined)
  const { shading: _, borders: __, painter: ___, ...frame } = enterBlock(around, place, 'hr', { isEmpty: true })
  const draft = draftParagraph(
    { ...frame, style: 'rule', isTight: false, ...(bottom === undefined ? {} : { borders: { bottom } }) },
    [],
    layout,
  )
  // Where the page says the space around the line, nothing is added to it.
  if (frame.top !== undefined) draft.format.lineSpacing = { exact: LINE_OF_RULE }
  return { ...draft, top: frame.top, bottom: frame.bottom }
}

/** Height in twips of the paragraph whose border is a horizontal line: the minimum in Word. */
const LINE_OF_RULE = 20

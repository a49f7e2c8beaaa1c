/**
 * Lists and their items.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../../pace/turns.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { FlowList } from '../../docx-writer/flow-document.js'
import type { RunFormat } from '../../docx-writer/flow-format.js'
import type { Box, ItemBox, ListBox } from '../boxes/box-tree.js'
import { derivePlace } from '../boxes/derived-place.js'
import type { BoxStyle } from '../css/computed-style.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { type BlockFrame, enterBlock, lengthOf } from '../frames/block-frame.js'
import { paintOf } from '../frames/block-paint.js'
import { boxedTable } from '../frames/painted-cell.js'
import { type ListMarker, ListNumbering, listMarker } from '../generated/list-numbering.js'
import { breakAround } from '../pages/page-breaks.js'
import { closeBlock } from './close-block.js'
import { draftParagraph, isOwnText } from './draft-paragraph.js'
import type { Layout } from './layout.js'
import type { DraftBlock } from './settle-spacing.js'

/** Levels of a list in Word. */
const MAX_LEVELS = 9
/** Indent of each level, in twips. */
const LEVEL_INDENT = 480
/** How far labels stand out of the text, in twips. */
const HANGING = 360

/** Lays out a list. */
export function* layOutList(list: ListBox, around: BlockFrame, out: DraftBlock[], layout: Layout): Steps<void> {
  const { place, tag } = list
  const block = { kind: 'block' as const, tag, place, children: list.children }
  const paint = paintOf(block, around)
  if (paint !== undefined && around.item === undefined && around.tables < CONVERT_LIMITS.maxTableNesting) {
    // The box around the list is drawn, so the list itself is not drawn again.
    const inside = { ...list, place: bare(place) }
    out.push(boxedTable({ ...block, children: [inside] }, paint, around, layout))
    return
  }
  const start = out.length
  const frame = isUnmarked(list)
    ? layOutPlainly(list, around, out, layout)
    : yield* layOutItems(list, around, out, layout)
  closeBlock(block, frame, out, start, 'plain')
}

/** The same place without what a box around it has drawn. */
function bare(place: StyledPlace): StyledPlace {
  const { style } = place
  const { listStyleType: _, ...text } = style.text
  const kept = style.text.listStyleType === undefined ? text : style.text
  // Padding that the page sets belongs to the box. Without one, the list keeps its own.
  const padding = style.box.padding.left === undefined ? {} : { left: { twips: 0 } }
  return derivePlace(place, 'bare list', { text: kept, box: { ...style.box, ...NOTHING_AROUND, padding } })
}

const NOTHING_AROUND = { margin: {}, border: {}, backgroundColor: 'transparent' } as const

/** Whether no item has a label, so that items are ordinary blocks. A check box counts as a label. */
function isUnmarked({ place, children }: ListBox): boolean {
  const isPlain = (child: Box) => child.kind === 'item' && child.place.style.text.listStyleType === 'none'
  if (place.style.text.listStyleType === 'none' && !children.some(isTask))
    return children.every((child) => child.kind !== 'item' || isPlain(child))
  return children.length > 0 && children.every((child) => isPlain(child) && !isTask(child))
}

function isTask(child: Box): boolean {
  return child.kind === 'item' && child.isTask
}

function layOutPlainly(list: ListBox, around: BlockFrame, out: DraftBlock[], layout: Layout): BlockFrame {
  const { place, tag } = list
  const outer = around.item
  if (outer !== undefined && !outer.isLabelled) out.push(draftParagraph(around, [], layout))
  const indent = place.style.box.padding.left === undefined ? LEVEL_INDENT : 0
  const entered = enterBlock(around, place, tag, {
    style: 'body',
    indentStart: around.indentStart + indent,
    isNaturalIndent: indent === 0 && around.isNaturalIndent,
  })
  const { item: _, ...rest } = entered
  // Browsers leave a blank line below lists. Without labels, nothing else separates the list from the text.
  const below = layout.browserLines === undefined ? undefined : place.style.text.em
  const frame = { ...rest, bottom: rest.bottom ?? below }
  const blocks = list.children.map(
    (child): Box => (child.kind === 'item' ? { ...child, kind: 'block', tag: 'div' } : child),
  )
  layout.layOutChildren(blocks, { ...frame, isTight: true }, out)
  return frame
}

function* layOutItems(list: ListBox, around: BlockFrame, out: DraftBlock[], layout: Layout): Steps<BlockFrame> {
  const { place, tag } = list
  const outer = around.item
  // A list at the very start of an item must not take the item's own label.
  if (outer !== undefined && !outer.isLabelled) out.push(draftParagraph(around, [], layout))
  const level = Math.min(MAX_LEVELS - 1, outer === undefined ? 0 : outer.level + 1)
  // Check boxes stand in place of labels, for which a list without labels may have no room.
  const least = list.children.some(isTask) ? HANGING : 0
  const indent = around.indentStart + Math.max(least, listIndent(place.style.box, around.width))
  const hanging = Math.min(HANGING, indent)
  const numbering = new ListNumbering(outer?.list, level, {
    ...withPattern(
      listMarker({ tag, type: place.style.text.listStyleType, level }, layout.counterStyles),
      list.pattern,
    ),
    start: list.start,
    isReversed: list.isReversed,
    indent,
    hanging,
  })
  const style = listStyle(around)
  const entered = enterBlock(around, withoutLeft(place), tag, { style, indentStart: indent })
  const frame = layout.browserLines === undefined ? entered : browserMargins(entered, outer === undefined)
  for (const child of list.children) {
    if (isTurnOver()) yield
    if (child.kind === 'item')
      breakAround(child, frame, out, layout, (inside) => layOutNumbered(child, inside, numbering, out, layout))
    // Content between items belongs to no item, and looks as if it belonged to the one before.
    else layout.layOutChildren([child], itemFrame(frame, numbering, true), out)
  }
  return frame
}

/** Browsers leave a line around lists, and nothing around those in others and around items (WHATWG HTML, 15.3.7). */
function browserMargins(frame: BlockFrame, isOutermost: boolean): BlockFrame {
  const { top, bottom, text } = frame
  const space = isOutermost ? text.em : 0
  return { ...frame, top: top ?? space, bottom: bottom ?? space }
}

/** Removes the space between the text of an item and a list in it. */
function joinLines(out: readonly DraftBlock[], frame: BlockFrame, start: number): void {
  for (let index = start; index < out.length; index++) {
    const draft = out[index]
    if (draft === undefined || !isOwnText(draft, frame)) continue
    draft.top ??= 0
    draft.bottom ??= 0
  }
}

function withPattern(marker: ListMarker, pattern: string | undefined): ListMarker {
  return marker.pattern === undefined || pattern === undefined ? marker : { ...marker, pattern }
}

/** Lists in quotes are quoted too. */
function listStyle({ style }: BlockFrame): 'quote' | 'footnote' | 'listParagraph' {
  return style === 'quote' || style === 'footnote' ? style : 'listParagraph'
}

function listIndent({ padding, margin }: BoxStyle, width: number): number {
  const own = padding.left === undefined ? LEVEL_INDENT : lengthOf(padding.left, width)
  return Math.min(width / 4, Math.max(0, own + lengthOf(margin.left, width)))
}

function withoutLeft({ id, style }: StyledPlace): StyledPlace {
  const { left: _, ...margin } = style.box.margin
  const { left: __, ...padding } = style.box.padding
  return { id, style: { ...style, box: { ...style.box, margin, padding } } }
}

function itemFrame(frame: BlockFrame, numbering: ListNumbering, isLabelled: boolean, mark?: RunFormat): BlockFrame {
  const { list, level, hanging } = numbering
  return {
    ...frame,
    top: undefined,
    bottom: undefined,
    item: { list, level, hanging, indent: frame.indentStart, isLabelled, mark },
    isNaturalIndent: true,
    isTight: false,
  }
}

function layOutNumbered(
  item: ItemBox,
  around: BlockFrame,
  numbering: ListNumbering,
  out: DraftBlock[],
  layout: Layout,
): void {
  const type = item.place.style.text.listStyleType
  const { level } = numbering
  const isListed = type === around.place.style.text.listStyleType
  const { text, format } = item.marker ?? {}
  const own = isListed ? undefined : listMarker({ tag: 'li', type, level }, layout.counterStyles)
  numbering.next(
    item.value,
    text === undefined ? own : listMarker({ tag: 'li', type: JSON.stringify(text), level }, layout.counterStyles),
  )
  layOutItem(item, itemFrame(around, numbering, false, format), out, layout, numbering.list)
}

/** Lays out an item in the frame of its label; one that stands in no list has none. */
export function layOutItem(item: ItemBox, base: BlockFrame, out: DraftBlock[], layout: Layout, list?: FlowList): void {
  const label = list === undefined || base.item === undefined ? undefined : base.item
  const own = label !== undefined && item.isTask ? { ...label, list: undefined } : label
  const frame = enterBlock(base, item.place, 'li', {
    style: listStyle(base),
    isNaturalIndent: !item.isTask,
    ...(own === undefined ? {} : { item: own }),
  })
  const start = out.length
  layout.layOutChildren(item.children, frame, out)
  if (frame.item?.isLabelled === false) out.push(draftParagraph(frame, [], layout))
  const isPlain = layout.browserLines === undefined || list === undefined
  if (!isPlain) joinLines(out, frame, start)
  closeBlock({ place: item.place, tag: 'li' }, isPlain ? frame : browserMargins(frame, false), out, start, 'plain')
}

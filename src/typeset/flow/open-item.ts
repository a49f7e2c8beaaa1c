/**
 * Lays out one item of a flow: a paragraph, a table, or an object outside of the flow that is anchored in the text.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { Block, DocumentSettings, Paragraph } from '../model/document-model.js'
import type { HexColor } from '../model/properties.js'
import type { Table } from '../model/table-model.js'
import type { LinePosition } from '../text/line.js'
import { composeParagraph, type FlowArea, type ParagraphSetting } from './compose-paragraph.js'
import type { FlowContext, SlicedTable } from './flow-context.js'
import type { FlowItem } from './flow-items.js'
import { type FlowSlice, makeSlice, type PlacedFloat } from './flow-slice.js'
import { headingOf } from './heading-title.js'
import type { Slice, StylesAround } from './layout-context.js'
import { NOTE_RULE_HEIGHT, paintNoteRule } from './note-rule.js'
import { apartFrom, decorationOf, roomOf } from './paragraph-decoration.js'
import { placeAnchors } from './place-drawing.js'
import { placeFrame, placeTable } from './place-frame.js'
import { isContextual, spaceAfter, spaceBefore, spaceBetween, spaceTowards } from './spacing.js'
import { offsetOf, rowsInFlow, runsOverPage } from './table-over-page.js'

/** An item of a flow, laid out from a given place on. */
export interface OpenItem {
  /** Width of the column that the item was laid out for. */
  readonly width: number
  readonly slices: readonly FlowSlice[]
  /** Where the paragraph continues after the slices. */
  readonly rest: LinePosition | undefined
  /** Whether the slices may be placed elsewhere, in a column of the same width. */
  readonly isMovable: boolean
  /** Whether its last slice stays on the page of the next item. */
  readonly keepWithNext: boolean
  /** Page whose number the item shows; left out where it shows none. */
  readonly page?: number
}

/** Options that all items of a flow share. */
export interface FlowOptions {
  /** Whether automatic spacing is dropped at the edges (cells, text boxes). */
  readonly isCell?: boolean
  /** Whether lines leave the document grid, as in table cells, unless the document says otherwise. */
  readonly isTableCell?: boolean
  readonly fontScale?: number
  /** Colour behind the text. */
  readonly background?: HexColor
  /** Whether headings are entries of the outline. */
  readonly hasOutline?: boolean
  /** Whether drawings anchored in the flow are placed by its surroundings. */
  readonly leavesAnchors?: boolean
  /** Styles that contextual spacing at the edges is compared with. */
  readonly stylesAround?: StylesAround
  /** The item's table, if it was laid out already. */
  readonly laidOut?: SlicedTable
}

const NO_FLOATS: readonly PlacedFloat[] = []

/** Whether an item may be separated from the one above. */
export type ItemBreak = 'allowed' | 'avoided'

/** Space above an item within a flow, and at the top of a page after a forced break. */
export function itemSpacing(
  item: FlowItem,
  options: FlowOptions,
  { spacing }: FlowContext,
): { readonly above: number; readonly atTop: number } {
  if (item.kind === 'rule') return { above: 0, atTop: 0 }
  const scale = options.fontScale ?? 1
  if (item.kind === 'frame' || item.kind === 'floatingTable') {
    if (item.below === undefined) return { above: 0, atTop: 0 }
    return { above: spaceBetween(item.above, item.below, spacing) * scale, atTop: topSpace(item.below) * scale }
  }
  if (item.isSpaceTaken) return { above: 0, atTop: 0 }
  const block = item.kind === 'paragraph' ? item.paragraph : item.table
  const taken = asksForPage(block) && item.above?.kind === 'paragraph' ? spaceTowards(block, item.above, spacing) : 0
  const atTop = Math.max(0, topSpace(block) - taken) * scale
  return { above: item.above === undefined ? atTop : spaceBetween(item.above, block, spacing) * scale, atTop }

  function topSpace(first: Paragraph | Table): number {
    if (first.kind !== 'paragraph' || isContextual(first, options.stylesAround?.before)) return 0
    return spaceBefore(first, spacing, options.isCell)
  }
}

/**
 * Whether a page begins with a paragraph because it has a page break before it, or with the text after a break at its start. Its
 * space above is settled with the text of the page before, as in documents of Word 2007 and 2010 and in public test files.
 */
function asksForPage(block: Block): boolean {
  if (block.kind !== 'paragraph') return false
  const first = block.inlines.find(({ kind }) => kind !== 'bookmark')
  return block.properties.pageBreakBefore || (first?.kind === 'break' && first.type !== 'line')
}

/** The part of the space above an item that the text above requires. */
export function spaceOverColumns(item: FlowItem | undefined, options: FlowOptions, context: FlowContext): number {
  if (item === undefined || item.kind === 'rule' || item.above?.kind !== 'paragraph') return 0
  const asked = spaceAfter(item.above, context.spacing) * (options.fontScale ?? 1)
  return Math.min(asked, itemSpacing(item, options, context).above)
}

/** The part of the space above an item that the text above does not require. */
export function ownSpaceAbove(item: FlowItem, options: FlowOptions, context: FlowContext): number {
  const { above } = itemSpacing(item, options, context)
  const block = item.kind === 'paragraph' ? item.paragraph : item.kind === 'floatingTable' ? item.below : undefined
  if (block === undefined || item.kind === 'rule' || item.above?.kind !== 'paragraph') return above
  const asked = spaceTowards(block, item.above, context.spacing) * (options.fontScale ?? 1)
  return Math.max(0, above - asked)
}

/** Where an item is laid out from, and its relation to the item above. */
interface ItemPlace {
  /** Where a paragraph continues; left out for its start. Other items are laid out as a whole. */
  readonly start?: LinePosition | undefined
  readonly breakBefore: ItemBreak
}

/** What laying out an item needs. */
interface Setting {
  readonly spaces: ItemSpaces
  readonly area: FlowArea
  readonly options: FlowOptions
  readonly context: FlowContext
}

/** Space above an item, and whether the item may be separated from the one above. */
interface ItemSpaces {
  readonly spaceAbove: number
  readonly spaceAtTop: number
  readonly breakBefore: ItemBreak
}

/** Lays out an item in an area. */
export function openItem(
  item: FlowItem,
  { start, breakBefore }: ItemPlace,
  area: FlowArea,
  options: FlowOptions,
  context: FlowContext,
): OpenItem {
  const { above, atTop } = itemSpacing(item, options, context)
  const setting = { spaces: { spaceAbove: above, spaceAtTop: atTop, breakBefore }, area, options, context }
  const { slices, rest, isMovable, keepWithNext } = setItem(item, start, setting)
  return { width: area.surroundings.columnWidth, slices, rest, isMovable, keepWithNext }
}

type SetItem = Omit<OpenItem, 'width' | 'page'>

function setItem(item: FlowItem, start: LinePosition | undefined, setting: Setting): SetItem {
  switch (item.kind) {
    case 'paragraph': {
      const composed = composeFramed(settingOf(item, setting), start, setting)
      return { ...composed, keepWithNext: item.paragraph.properties.keepWithNext }
    }
    case 'table':
      return setTable(item.table, setting)
    case 'frame': {
      const { area, context, spaces } = setting
      const float = placeFrame(item.blocks, item.frame, area, context)
      return hanging(floatSlice(float, item.frame.vertical.relativeTo === 'text', spaces))
    }
    case 'floatingTable':
      return setFloatingTable(item, setting)
    case 'rule':
      return whole([{ ...emptySlice(setting.spaces), height: NOTE_RULE_HEIGHT, paint: paintNoteRule }])
  }
}

/** Composes a paragraph whose first and last lines know how they look where a frame shared with neighbours ends with the page. */
function composeFramed(paragraph: ParagraphSetting, start: LinePosition | undefined, setting: Setting) {
  const { decoration } = paragraph
  const composed = composeParagraph(paragraph, start, setting.area, setting.context)
  if (decoration === undefined || !composed.isMovable) return composed
  const slices = [...composed.slices]
  const edge = (side: 'above' | 'below') =>
    composeFramed({ ...paragraph, decoration: apartFrom(side, decoration) }, start, setting).slices
  const [first] = slices
  if (first !== undefined && start === undefined && decoration.joinsAbove)
    slices[0] = { ...first, atTop: () => edge('above')[0] ?? first }
  const last = slices.at(-1)
  if (last !== undefined && composed.rest === undefined && decoration.joinsBelow)
    slices[slices.length - 1] = {
      ...last,
      // Room for the closing border is kept: so in a Word PDF with sixteen such frames, two of which end within it.
      closing: roomOf(decoration.borders.bottom),
      trailing: decoration.borders.bottom === undefined ? last.trailing : undefined,
      atEnd: () => edge('below').at(-1) ?? last,
    }
  return { ...composed, slices }
}

function setTable(table: Table, { spaces, area, options, context }: Setting): SetItem {
  const isNested = options.isCell ?? false
  const { slices, x, width, keepWithNext } =
    options.laidOut ?? context.layOutTable(table, area.surroundings.columnWidth, { isNested })
  const rows = slices.map((slice, index) => rowSlice(slice, index === 0 ? spaces : undefined, x + width))
  const [first] = rows
  if (first !== undefined) rows[0] = { ...first, extent: { left: x, right: x + width } }
  return { ...whole(rows), keepWithNext }
}

function setFloatingTable(
  item: FlowItem & { readonly kind: 'floatingTable' },
  { spaces, area, options, context }: Setting,
): SetItem {
  const isNested = options.isCell ?? false
  const table = options.laidOut ?? context.layOutTable(item.table, area.surroundings.columnWidth, { isNested })
  const known = area.settled?.get(item.table)
  if (known !== undefined) return hanging(floatSlice(known, false, spaces))
  // Its position counts from above the space above its anchor.
  const own = ownSpaceAbove(item, options, context)
  const float = { ...placeTable(table, item.position, { ...area, top: area.top - own }), table: item.table }
  if (!runsOverPage(item, float, area, context.document.settings.compatibility)) {
    const slice = floatSlice(float, item.position.vertical.relativeTo === 'text', spaces)
    return hanging({ ...slice, floats: [float, ...rowAnchors(table, float, area, context)] })
  }
  const offset = offsetOf(item.position, float, area.top)
  const first = { ...spaces, spaceAbove: spaces.spaceAbove + offset, spaceAtTop: spaces.spaceAtTop + offset }
  const rows = rowsInFlow(table, float, area.surroundings.columnLeft)
  return whole(rows.map((slice, index) => rowSlice(slice, index === 0 ? first : undefined, table.width)))
}

/** Objects anchored in the rows of a floating table, at their positions. */
function rowAnchors(
  { slices, x }: SlicedTable,
  { left, top }: PlacedFloat,
  { surroundings }: FlowArea,
  context: FlowContext,
): PlacedFloat[] {
  let y = top
  return slices.flatMap((slice) => {
    y += slice.spaceAbove
    const floats = placeAnchors(slice, y, { ...surroundings, columnLeft: left - x }, context)
    y += slice.height
    return floats
  })
}

/** A slice without content. */
export function emptySlice(spaces: {
  readonly spaceAbove: number
  readonly spaceAtTop: number
  readonly breakBefore: FlowSlice['breakBefore']
}): FlowSlice {
  return makeSlice({
    ...spaces,
    height: 0,
    skip: 0,
    spaceBelow: 0,
    notes: [],
    anchors: [],
    floats: [],
    contentWidth: 0,
    paint() {},
  })
}

/**
 * Whether widow and orphan lines are permitted. Up to Word 2010, they are in table cells, whatever the paragraphs say. From Word
 * 2013 on, cells are treated like other text.
 */
function leavesWidows({ isTableCell }: Setting['options'], { document }: Setting['context']): boolean {
  return isTableCell === true && document.settings.compatibilityMode < 15
}

/** From Word 2013 on, the space above does not move behind a page break: a PDF by Word and a test file of LibreOffice show it. */
function postponesSpace({ compatibility, compatibilityMode }: DocumentSettings): boolean {
  return compatibilityMode < 15 && !compatibility.has('suppressSpBfAfterPgBrk')
}

function settingOf(
  item: FlowItem & { readonly kind: 'paragraph' },
  { spaces, area, options, context }: Setting,
): ParagraphSetting {
  const { paragraph, above, below } = item
  const scale = options.fontScale ?? 1
  const isLast = below === undefined && !isContextual(paragraph, options.stylesAround?.after)
  const spaceBelow = isLast ? spaceAfter(paragraph, context.spacing, options.isCell) * scale : 0
  return {
    spaceAbove: spaces.spaceAbove,
    spaceAtTop: spaces.spaceAtTop,
    breakBefore: paragraph.properties.pageBreakBefore ? 'page' : spaces.breakBefore,
    paragraph,
    prepared: context.prepareParagraph(
      paragraph,
      area.surroundings.page?.sheet ? { ...options, isVertical: true } : options,
    ),
    decoration: decorationOf(paragraph, above, below, area.surroundings.columnWidth, options.isCell),
    spaceBelow,
    spaceAboveNotes: below === undefined ? spaceBelow : spaceTowards(below, paragraph, context.spacing) * scale,
    postponesSpace: postponesSpace(context.document.settings),
    splitsMarkFromBreak: context.document.settings.compatibility.has('splitPgBreakAndParaMark'),
    controlsWidows: paragraph.properties.widowControl && !leavesWidows(options, context),
    heading: options.hasOutline ? headingOf(paragraph) : undefined,
  }
}

function whole(slices: readonly FlowSlice[]): SetItem {
  return { slices, rest: undefined, isMovable: true, keepWithNext: false }
}

/** A slice outside of the flow, which stays with the text that it is anchored in. */
function hanging(slice: FlowSlice): SetItem {
  return { slices: [slice], rest: undefined, isMovable: false, keepWithNext: true }
}

/** A table row as a slice of the flow. */
export function rowSlice(slice: Slice, spaces: ItemSpaces | undefined, contentWidth: number): FlowSlice {
  const { split } = slice
  return makeSlice({
    height: slice.height,
    spaceAbove: slice.spaceAbove + (spaces?.spaceAbove ?? 0),
    skip: 0,
    spaceAtTop: spaces?.spaceAtTop ?? 0,
    spaceBelow: 0,
    breakBefore: spaces?.breakBefore === 'avoided' ? 'avoided' : slice.breakBefore,
    notes: slice.notes,
    anchors: slice.anchors,
    floats: NO_FLOATS,
    contentWidth,
    repeat: slice.repeat,
    foot: slice.foot,
    closing: slice.closing,
    isKept: slice.isKept,
    split: split && ((room, force) => splitRow(split(room, force), spaces, contentWidth)),
    paint: (list: DisplayList, x: number, y: number) => slice.paint(list, x, y),
  })
}

function splitRow(
  parts: readonly [Slice, Slice] | undefined,
  spaces: ItemSpaces | undefined,
  contentWidth: number,
): readonly [FlowSlice, FlowSlice] | undefined {
  return parts && [rowSlice(parts[0], spaces, contentWidth), rowSlice(parts[1], undefined, contentWidth)]
}

function floatSlice(float: PlacedFloat, isInText: boolean, spaces: ItemSpaces): FlowSlice {
  return {
    ...emptySlice(spaces),
    notes: float.notes ?? [],
    floats: [float],
    ...(isInText && { leastRoom: float.height }),
  }
}

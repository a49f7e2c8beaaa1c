/**
 * Columns of text (CSS Multi-column Layout Module Level 1). On pages they are columns of a section, which text fills one after
 * the other, page by page. In tables they are cells side by side.
 *
 * @module
 */

import type { FlowColumns } from '../../docx-writer/flow-document.js'
import { columnWidth } from '../../docx-writer/section-properties.js'
import type { BlockBox, Box, ListBox, RowBox } from '../boxes/box-tree.js'
import { derivePlace } from '../boxes/derived-place.js'
import type { BoxStyle } from '../css/computed-style.js'
import { type BlockFrame, lengthOf } from '../frames/block-frame.js'
import { estimateHeight } from '../measure/measure-boxes.js'
import { barePlace } from './lay-out-beside.js'
import type { DraftBlock } from './settle-spacing.js'

/** Narrowest column in twips, half an inch. */
const LEAST_COLUMN = 720

/** Whether the content of a box is set in columns. */
export function asksForColumns({ columnCount, columnWidth, display }: BoxStyle): boolean {
  const mayBeMany = columnCount === undefined ? columnWidth !== undefined : columnCount > 1
  return mayBeMany && !/flex|grid/.test(display)
}

/** The columns of a box that is laid out in a frame; one where there is no room for more. */
function columnsIn({ columnCount, columnWidth, ...box }: BoxStyle, em: number, room: number): FlowColumns {
  const gap = Math.round(box.flex?.columnGap === undefined ? em : Math.max(0, lengthOf(box.flex.columnGap, room)))
  const fitting = (width: number) => Math.floor((room + gap) / (Math.max(LEAST_COLUMN, width) + gap))
  const most = fitting(columnWidth === undefined ? 0 : lengthOf(columnWidth, room))
  return { count: Math.max(1, Math.min(columnCount ?? most, most)), gap, hasRule: box.hasColumnRule === true }
}

/**
 * The content of a box in boxes for its columns, between which stand the boxes that go across all columns. Only children are
 * looked at, not what is in them.
 */
export function columnBoxes({ children, place }: BlockBox): readonly Box[] {
  const boxes: Box[] = []
  let run: Box[] = []
  const close = () => {
    if (run.length > 0)
      boxes.push({ kind: 'block', tag: '', place: columnPlace(place), isColumned: true, children: run })
    run = []
  }
  for (const child of children) {
    if (child.kind !== 'text' && child.place.style.box.spansColumns === true) {
      close()
      boxes.push(child)
    } else run.push(child)
  }
  close()
  return boxes
}

/** A list in a box for its columns. */
export function columnedList(list: ListBox): BlockBox {
  const { columnCount: _, columnWidth: __, ...box } = list.place.style.box
  const inner = derivePlace(list.place, 'list columns', { ...list.place.style, box })
  return {
    kind: 'block',
    tag: '',
    place: columnPlace(list.place),
    isColumned: true,
    children: [{ ...list, place: inner }],
  }
}

/** The place of an anonymous box with nothing but the columns of the box around it. */
function columnPlace(place: BlockBox['place']): BlockBox['place'] {
  const { columnCount, columnWidth, hasColumnRule, flex } = place.style.box
  const box = {
    display: 'block' as const,
    margin: {},
    padding: {},
    border: {},
    ...(columnCount === undefined ? {} : { columnCount }),
    ...(columnWidth === undefined ? {} : { columnWidth }),
    ...(hasColumnRule === undefined ? {} : { hasColumnRule }),
    ...(flex?.columnGap === undefined ? {} : { flex: { columnGap: flex.columnGap } }),
  }
  return derivePlace(place, 'columns', { text: place.style.text, box })
}

/** The frame inside of the columns of a page, and what ends them. */
interface OpenColumns {
  readonly inside: BlockFrame
  close(): void
}

/**
 * Begins columns on the page. `undefined` where the content does not stand on the page itself: in tables, items, columns,
 * headers and notes.
 */
export function openColumns(block: BlockBox, frame: BlockFrame, out: DraftBlock[]): OpenColumns | undefined {
  const { isOnPage = false, tables, item, shading, borders } = frame
  if (!isOnPage || tables > 0 || item !== undefined || shading !== undefined || borders !== undefined) return undefined
  const room = frame.width - frame.indentStart - frame.indentEnd
  const columns = columnsIn(block.place.style.box, block.place.style.text.em, room)
  if (columns.count < 2) return undefined
  out.push({ kind: 'columnChange', columns, start: frame.indentStart, end: frame.indentEnd })
  const { origin: _, ...rest } = frame
  const inside = {
    ...rest,
    isOnPage: false,
    columned: block,
    width: columnWidth(room, columns),
    indentStart: 0,
    indentEnd: 0,
    isNaturalIndent: true,
  }
  return { inside, close: () => void out.push({ kind: 'columnChange' }) }
}

/** The content of a box in cells of about equal height side by side; `undefined` for too little content. */
export function splitColumns(block: BlockBox, frame: BlockFrame): RowBox | undefined {
  const [only] = block.children
  const list = block.children.length === 1 && only?.kind === 'list' ? only : undefined
  const boxes = list?.children ?? block.children
  const { box, text } = block.place.style
  const room = frame.width - frame.indentStart - frame.indentEnd
  const columns = columnsIn(box, text.em, room)
  if (boxes.length < 2 || columns.count < 2) return undefined
  let start = list?.start ?? 1
  const items = shareBoxes(boxes, columns.count, columnWidth(room, columns)).map((children): BlockBox => {
    const content = list === undefined ? children : [{ ...list, start, children }]
    start += children.filter(({ kind }) => kind === 'item').length
    const place = barePlace(block.place, { grow: 1, shrink: 1, basis: { twips: 0 } })
    return { kind: 'block', tag: '', place, children: content }
  })
  const flex = { columnGap: { twips: columns.gap } }
  return { kind: 'row', place: barePlace(block.place, flex), source: 'flex', items }
}

/** Distributes boxes over columns of about equal height. */
function shareBoxes(boxes: readonly Box[], count: number, width: number): Box[][] {
  const target = estimateHeight(boxes, width) / count
  const columns: Box[][] = [[]]
  let height = 0
  for (const box of boxes) {
    const own = estimateHeight([box], width)
    if (height + own / 2 > target * columns.length && columns.length < count && (columns.at(-1)?.length ?? 0) > 0)
      columns.push([])
    columns.at(-1)?.push(box)
    height += own
  }
  return columns
}

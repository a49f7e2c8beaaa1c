/**
 * Content beside floats, and text in columns.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import type { BlockBox, Box, RowBox } from '../boxes/box-tree.js'
import { derivePlace } from '../boxes/derived-place.js'
import type { BoxStyle, FlexStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { type BlockFrame, lengthOf, outerWidth } from '../frames/block-frame.js'
import { estimateHeight, measureBox } from '../measure/measure-boxes.js'

/** Minimum share of a line that text needs to stand beside a float. */
const LEAST_SHARE = 0.15
/** Factor by which content may be higher than a float and still stand beside it as a whole. */
const MOST_HEIGHT = 4
/** Height in twips above which content stands below a float rather than beside it. */
const FLOWING_HEIGHT = 12_000

/** Joins floating boxes with the boxes that stand beside them. */
export function layOutFloats(boxes: readonly Box[], frame: BlockFrame): Box[] {
  const available = frame.width - frame.indentStart - frame.indentEnd
  const result: Box[] = []
  for (let at = 0; at < boxes.length; ) {
    const box = boxes[at]
    if (box === undefined) break
    if (floatOf(box) === undefined) {
      result.push(box)
      at++
      continue
    }
    const floats: Box[] = []
    for (let next = boxes[at]; next !== undefined && floatOf(next) !== undefined; next = boxes[++at]) {
      if (floats.length >= MOST_BESIDE) break
      if (floats.length > 0 && next.place.style.box.clear !== undefined) break
      floats.push(next)
    }
    const { row, used } = standBeside(floats, boxes.slice(at, at + MOST_BESIDE), available, startSide(frame))
    result.push(row)
    at += used
  }
  return result
}

/** Maximum number of boxes after a float that are considered. */
const MOST_BESIDE = 200

function floatOf(box: Box): 'left' | 'right' | undefined {
  return box.kind === 'text' ? undefined : box.place.style.box.float
}

/** The side at which lines start, from which rows are read and drawn. */
function startSide({ text }: BlockFrame): 'left' | 'right' {
  return text.direction === 'rtl' ? 'right' : 'left'
}

/** A row of floats and of the following boxes that fit beside them. */
function standBeside(
  floats: readonly Box[],
  following: readonly Box[],
  available: number,
  start: 'left' | 'right',
): { row: RowBox; used: number } {
  const widths = floats.map((float) => floatWidth(float, available))
  const taken = widths.reduce((sum, width) => sum + width, 0)
  const height = largest(floats.map((float, index) => estimateHeight([float], widths[index] ?? available)))
  const rest = available - taken
  const beside: Box[] = []
  const isApart = (box: Box) => staysClear(box, floats, widths)
  if (rest > available * LEAST_SHARE) {
    for (const box of following) {
      if (clears(box) || floatOf(box) !== undefined || isAsWide(box)) break
      if (beside.length > 0 && estimateHeight(beside, rest) >= height) break
      beside.push(box)
    }
    const besideHeight = estimateHeight(beside, rest)
    const isLong = besideHeight > FLOWING_HEIGHT && besideHeight > height * MOST_HEIGHT
    if (isLong && !beside.every(isApart)) beside.length = 0
  }
  const items = floats.map((float, index) => ({
    float: floatOf(float),
    item: asItem(float, widths[index] ?? 0, available),
  }))
  const atStart = items.filter(({ float }) => float === start).map(({ item }) => item)
  const atEnd = items
    .filter(({ float }) => float !== start)
    .map(({ item }) => item)
    .reverse()
  const startWidth = floats.reduce(
    (sum, float, index) => sum + (floatOf(float) === start ? (widths[index] ?? 0) : 0),
    0,
  )
  const middle = beside.length === 0 ? [] : [contentItem(beside, startWidth, taken - startWidth)]
  if (beside.length === 0 && atEnd.length > 0) pushToEnd(atEnd)
  const wraps = beside.length === 0 || !beside.every(isApart)
  return { row: rowOf(floats[0]?.place, [...atStart, ...middle, ...atEnd], wraps), used: beside.length }
}

/** Whether a table needs the whole line. Beside a float, browsers move it below (CSS 2.2, 9.5). */
function isAsWide({ kind, place }: Box): boolean {
  const { width } = place.style.box
  return kind === 'table' && width !== undefined && 'fraction' in width && width.fraction >= 1
}

function clears(box: Box): boolean {
  return box.kind !== 'text' && box.place.style.box.clear !== undefined
}

function floatWidth(float: Box, available: number): number {
  const { box } = float.place.style
  return Math.min(available, outerWidth(box, available) ?? measureBox(float).most)
}

function asItem(box: Box, width: number, available: number): BlockBox {
  const flex = { grow: 0, shrink: 1, alignSelf: 'start' as const }
  const { margin } = box.place.style.box
  const [left, right] = [-lengthOf(margin.left, available), -lengthOf(margin.right, available)]
  if (box.kind === 'block' && (left > 0 || right > 0))
    return {
      kind: 'block',
      tag: '',
      place: barePlace(box.place, { ...flex, basis: { twips: Math.round(width) } }),
      children: [pulledFloat(box, Math.max(0, left), Math.max(0, right))],
    }
  if (box.kind === 'block')
    return {
      ...box,
      place: withBox(box.place, { float: undefined, clear: undefined, flex: { ...box.place.style.box.flex, ...flex } }),
    }
  const own = ownLengths(box.place.style.box, available)
  const inner = { ...box, place: withBox(box.place, { ...own, float: undefined, clear: undefined }) } as Box
  return {
    kind: 'block',
    tag: '',
    place: barePlace(box.place, { ...flex, basis: { twips: Math.round(width) } }),
    children: [inner],
  }
}

/**
 * A float that makes room for what stands beside it by a negative margin, and keeps its content out of there by a margin of the
 * content. Neither is needed in a column as wide as the rest.
 */
function pulledFloat(box: BlockBox, left: number, right: number): BlockBox {
  const { margin } = box.place.style.box
  const kept = {
    ...margin,
    ...(left > 0 ? { left: { twips: 0 } } : {}),
    ...(right > 0 ? { right: { twips: 0 } } : {}),
  }
  return {
    ...box,
    place: withBox(box.place, { width: undefined, float: undefined, clear: undefined, margin: kept }),
    children: box.children.map((child) => lessMargins(child, left, right)),
  }
}

/** The widths of a float as lengths: its percentages refer to the box around, not to the column that it gets. */
function ownLengths({ width, minWidth, maxWidth }: BoxStyle, available: number): Partial<BoxStyle> {
  const inTwips = (length: CssLength) => ({ twips: Math.round(resolveLength(length, available)) })
  return {
    ...(width === undefined ? {} : { width: inTwips(width) }),
    ...(minWidth === undefined ? {} : { minWidth: inTwips(minWidth) }),
    ...(maxWidth === undefined ? {} : { maxWidth: inTwips(maxWidth) }),
  }
}

/** Whether a margin keeps content clear of floats that are as wide as this. */
function isClear(margin: CssLength | 'auto' | undefined, width: number): boolean {
  return width > 0 && lengthOf(margin, 0) >= width * 0.8
}

/** Whether a box leaves the room beside and below floats empty by its margins, as the text beside a column of links does. */
function staysClear({ kind, place }: Box, floats: readonly Box[], widths: readonly number[]): boolean {
  const { left, right } = place.style.box.margin
  const taken = { left: 0, right: 0 }
  for (const [index, float] of floats.entries()) taken[floatOf(float) ?? 'left'] += widths[index] ?? 0
  return kind !== 'text' && [isClear(left, taken.left), isClear(right, taken.right)].some(Boolean)
}

/** A box whose margins are less by the widths of columns that they keep it clear of. */
function lessMargins(box: Box, left: number, right: number): Box {
  const { margin } = box.place.style.box
  const less = (length: typeof margin.left, width: number) =>
    length === undefined || length === 'auto' ? length : { twips: Math.max(0, lengthOf(length, 0) - Math.round(width)) }
  if (box.kind === 'text' || (!isClear(margin.left, left) && !isClear(margin.right, right))) return box
  const changed = { ...margin, left: less(margin.left, left), right: less(margin.right, right) }
  return { ...box, place: withBox(box.place, { margin: changed as BoxStyle['margin'] }) }
}

/** The content between floats. Margins that keep it clear of the floats are reduced, since the columns of the floats do that. */
function contentItem(boxes: readonly Box[], left: number, right: number): BlockBox {
  const children = boxes.map((box) => lessMargins(box, left, right))
  const [first] = boxes
  const place = first === undefined ? undefined : first.place
  return {
    kind: 'block',
    tag: '',
    place: barePlace(place ?? EMPTY_PLACE, { grow: 1, shrink: 1, basis: { twips: 0 } }),
    children,
  }
}

const EMPTY_PLACE: StyledPlace = {
  id: '',
  style: {
    text: { em: 220, rem: 220, whiteSpace: 'normal' },
    box: { display: 'block', margin: {}, padding: {}, border: {} },
  },
}

/** Moves floats at the end of lines there, whatever precedes them. Margins are stored relative to the line direction. */
function pushToEnd(items: BlockBox[]): void {
  const [first] = items
  if (first === undefined) return
  const { margin } = first.place.style.box
  items[0] = { ...first, place: withBox(first.place, { margin: { ...margin, left: 'auto' } }) }
}

function withBox(place: StyledPlace, changes: { [K in keyof BoxStyle]?: BoxStyle[K] | undefined }): StyledPlace {
  const box = Object.fromEntries(
    Object.entries({ ...place.style.box, ...changes }).filter(([, value]) => value !== undefined),
  )
  return derivePlace(place, 'floated', { ...place.style, box: box as unknown as BoxStyle })
}

/** The place of an anonymous item without margins, padding and border. */
export function barePlace(place: StyledPlace, flex: FlexStyle): StyledPlace {
  const box = { display: 'block' as const, margin: {}, padding: {}, border: {}, flex }
  return derivePlace(place, 'column', { text: place.style.text, box })
}

function rowOf(place: StyledPlace | undefined, items: readonly BlockBox[], wraps: boolean): RowBox {
  return { kind: 'row', place: barePlace(place ?? EMPTY_PLACE, { wraps }), source: 'flex', items }
}

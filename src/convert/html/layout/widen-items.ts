/**
 * Gives text the free space beside it: its width is an estimate, and larger in other fonts.
 *
 * @module
 */

import type { BlockBox, Box, RowBox } from '../boxes/box-tree.js'
import type { TextStyle } from '../css/computed-style.js'
import { isPainted } from '../frames/box-shape.js'
import type { SizedItem, SizedLine } from './row-widths.js'

/** Share of the free space between two items that text takes. The rest keeps words apart. */
const TAKEN_SHARE = 0.8

type Direction = NonNullable<TextStyle['direction']>

/** The edge at which the text of an item is anchored; `undefined` where the width of the item is visible. */
export type Anchor = 'start' | 'end' | undefined

/** Widens items of plain text into the free space beside them, so that the text stays where it is. */
export function widenItems(
  { items, after }: SizedLine,
  anchorOf: (item: SizedItem, index: number) => Anchor,
): SizedLine {
  const anchors = items.map(anchorOf)
  let open = after
  const widened: SizedItem[] = items.map((item) => ({ ...item }))
  const grow = (index: number, amount: number, side: 'before' | 'after') => {
    const item = widened[index]
    if (item === undefined || amount <= 0) return
    const next = widened[index + 1]
    const width = item.width + amount
    widened[index] = { ...item, width, before: side === 'before' ? item.before - amount : item.before }
    if (side === 'before') return
    if (next === undefined) open -= amount
    else widened[index + 1] = { ...next, before: next.before - amount }
  }
  for (let index = 0; index <= items.length; index++) {
    const free = index < items.length ? (items[index]?.before ?? 0) : after
    const [left, right] = [anchors[index - 1] === 'start', anchors[index] === 'end']
    const share = (free * TAKEN_SHARE) / (left && right ? 2 : 1)
    if (left) grow(index - 1, index === items.length ? free : share, 'after')
    if (right) grow(index, index === 0 ? free : share, 'before')
  }
  return { items: widened, after: open }
}

/**
 * The edge at which all text of a box is anchored, if nothing else makes its width visible. Text that runs against its row is not
 * widened.
 */
export function textAnchor(box: Box, row: Direction): Anchor {
  if (box.kind === 'text') {
    const { textAlign, direction = 'ltr' } = box.place.style.text
    return direction !== row || box.hasImages ? undefined : edgeOf(textAlign, row)
  }
  if (box.kind === 'row') return isStartRow(box) ? 'start' : undefined
  if (box.kind !== 'block' && box.kind !== 'list' && box.kind !== 'item') return undefined
  return isOpen(box.place.style.box) ? commonAnchor(box.children, row) : undefined
}

/** The edge at which aligned text stands: left and right depend on the direction. */
export function edgeOf(align: TextStyle['textAlign'] = 'start', direction: Direction): Anchor {
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
  if (align === 'start' || align === start) return 'start'
  return align === 'end' || align === end ? 'end' : undefined
}

/** Whether the items of a line are at its start, so that a wider line moves none of them. */
function isStartRow({ source, place, items }: RowBox): boolean {
  const { justify = 'start', wraps } = place.style.box.flex ?? {}
  const isFree = ({ place: own }: BlockBox) =>
    (own.style.box.flex?.grow ?? 0) === 0 &&
    own.style.box.margin.left !== 'auto' &&
    own.style.box.margin.right !== 'auto'
  return source === 'flex' && justify === 'start' && wraps !== true && items.every(isFree)
}

function isOpen(style: BlockBox['place']['style']['box']): boolean {
  const { margin, width, maxWidth, float, inset, flex } = style
  const isCentred = margin.left === 'auto' || margin.right === 'auto'
  const alignsItems = flex?.alignItems !== undefined && flex.alignItems !== 'stretch' && flex.isColumn === true
  const isSized = width !== undefined || maxWidth !== undefined
  return !isPainted(style) && !isSized && float === undefined && inset === undefined && !isCentred && !alignsItems
}

function commonAnchor(boxes: readonly Box[], row: Direction): Anchor {
  const [first, ...others] = boxes.map((box) => textAnchor(box, row))
  return others.every((other) => other === first) ? first : undefined
}

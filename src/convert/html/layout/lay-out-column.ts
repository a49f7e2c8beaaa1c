/**
 * Items of a column flex container (CSS Flexible Box Layout Module Level 1, 9.5).
 *
 * @module
 */

import { append } from '../../../lists.js'
import type { BlockBox, Box } from '../boxes/box-tree.js'
import type { BoxStyle, FlexStyle } from '../css/computed-style.js'
import { type BlockFrame, lengthOf } from '../frames/block-frame.js'
import { isPainted } from '../frames/box-shape.js'
import { PAGE_END } from '../frames/painted-cell.js'
import { alignItem } from './column-items.js'
import { FREE_SHARE, shareHeight } from './free-height.js'
import type { Layout } from './layout.js'
import { naturalHeight } from './natural-height.js'
import { type DraftBlock, isSpaced } from './settle-spacing.js'

/** Whether a block is a flex container with its items one below another. */
export function isColumn({ display, flex }: BoxStyle): boolean {
  return flex?.isColumn === true && (display === 'flex' || display === 'inline-flex')
}

/** Whether the items of a container depend on its height. */
export function sharesHeight({ children, place }: BlockBox): boolean {
  const { box } = place.style
  if (isWholeChild(children)) return true
  if (box.flex === undefined || !isColumn(box)) return false
  return (
    box.flex.justify?.startsWith('space-') === true || children.some((child) => growOf(child) > 0 || hasAuto(child))
  )
}

/** Whether a box contains only one box that is as high as it, such as the card in a column of cards. */
function isWholeChild([only, ...others]: readonly Box[]): boolean {
  if (only?.kind !== 'block' || others.length > 0) return false
  const { height } = only.place.style.box
  return height !== undefined && 'fraction' in height && height.fraction >= 1 && isPainted(only.place.style.box)
}

/** Lays the items out with gaps, and with the free height of the container where it is distributed. */
export function layOutColumn(
  { children, place }: BlockBox,
  frame: BlockFrame,
  out: DraftBlock[],
  layout: Layout,
): void {
  const { flex = {} } = place.style.box
  const available = frame.width - frame.indentStart - frame.indentEnd
  const gap = lengthOf(flex.rowGap, frame.height ?? 0)
  const items = children.filter(({ place: own }) => own.style.box.inset === undefined)
  const needed = naturalHeight(items, available, frame.height) + gap * Math.max(0, items.length - 1)
  // A box of page height has less room on its page than it asks for.
  const height = Math.min(frame.height ?? 0, layout.pageHeight - PAGE_END)
  const shares = shareFree(items, Math.max(0, height - needed), flex)
  let placed = 0
  for (const child of children) {
    const inner: DraftBlock[] = []
    const index = items[placed] === child ? placed++ : -1
    const { box, alignment } = alignItem(child, flex, available)
    const grown = isPainted(child.place.style.box) ? heightened(box, shares.grown[index] ?? 0, available) : box
    layout.layOutChildren([grown], alignment === undefined ? frame : { ...frame, alignment }, inner)
    const [first, last] = [inner.find(isSpaced), inner.findLast(isSpaced)]
    if (first !== undefined && index >= 0)
      first.insetTop += Math.round((index > 0 ? gap : 0) + (shares.before[index] ?? 0))
    if (last !== undefined && grown === box) last.insetBottom += Math.round(shares.grown[index] ?? 0)
    append(out, inner)
  }
}

/**
 * Free height before each item, and growth of each item. Auto margins come first, then growth, then the container's alignment.
 */
function shareFree(items: readonly Box[], all: number, flex: FlexStyle): { before: number[]; grown: number[] } {
  const before = items.map(() => 0)
  const grown = items.map(() => 0)
  const count = items.length
  const free = all * FREE_SHARE
  const add = (index: number, share: number) => {
    if (index < count) before[index] = (before[index] ?? 0) + share
  }
  const autos = items.flatMap(({ kind, place }, index) => {
    const { top, bottom } = kind === 'text' ? {} : place.style.box.margin
    return [...(top === 'auto' ? [index] : []), ...(bottom === 'auto' ? [index + 1] : [])]
  })
  const growth = items.reduce((sum, item) => sum + growOf(item), 0)
  if (autos.length > 0) for (const index of autos) add(index, free / autos.length)
  else if (growth > 0)
    for (const [index, item] of items.entries()) grown[index] = (free * growOf(item)) / Math.max(1, growth)
  else {
    const shared = shareHeight(flex.justify, all, count)
    for (let index = 0; index < count; index++) add(index, index === 0 ? shared.before : shared.between)
  }
  return { before, grown }
}

function growOf(item: Box): number {
  return item.kind === 'text' ? 0 : Math.max(0, item.place.style.box.flex?.grow ?? 0)
}

function hasAuto({ kind, place }: Box): boolean {
  const { top, bottom } = place.style.box.margin
  return kind !== 'text' && (top === 'auto' || bottom === 'auto')
}

/** A drawn box, higher by its growth. */
function heightened(box: Box, share: number, available: number): Box {
  if (share <= 0 || box.kind !== 'block') return box
  const { id, style } = box.place
  const minHeight = { twips: Math.round(naturalHeight([box], available) + share) }
  return { ...box, place: { id, style: { ...style, box: { ...style.box, minHeight, isBorderBox: true } } } }
}

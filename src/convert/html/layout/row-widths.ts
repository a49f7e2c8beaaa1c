/**
 * Distributes the width of a line among its items (CSS Flexible Box Layout Module Level 1, 9.7).
 *
 * @module
 */

import type { BlockBox, RowBox } from '../boxes/box-tree.js'
import type { BoxStyle, Distribution } from '../css/computed-style.js'
import { resolveLength } from '../css/css-length.js'
import { lengthOf, outerWidth } from '../frames/block-frame.js'
import { measureItem } from '../measure/measure-boxes.js'

/** An item with its width, in twips. */
export interface SizedItem {
  readonly block: BlockBox
  /** Width without margins. */
  readonly width: number
  /** Free space before the item. */
  readonly before: number
}

/** The items of a line, and the free space after the last one. */
export interface SizedLine {
  readonly items: readonly SizedItem[]
  readonly after: number
}

interface Draft {
  readonly block: BlockBox
  readonly left: number
  readonly right: number
  readonly least: number
  readonly grow: number
  readonly shrink: number
  /** Whether the item has a fixed width. */
  readonly isRigid: boolean
  width: number
}

/** Space between boxes that are words of a line, in ems. */
const WORD_SPACE = 0.27

/** Distributes the items of a row over as many lines as they need. */
export function sizeLines(row: RowBox, available: number): SizedLine[] {
  const { flex } = row.place.style.box
  const isInline = row.source === 'inline'
  const gap = isInline ? WORD_SPACE * row.place.style.text.em : lengthOf(flex?.columnGap, available)
  const drafts = row.items.map((block) => draftItem(block, available, isInline))
  if (flex?.isReversed === true) drafts.reverse()
  const wraps = isInline || flex?.wraps === true || isOverfull(drafts, gap, available)
  const lines = breakLines(drafts, gap, wraps ? available * OVERFULL : Number.POSITIVE_INFINITY)
  const justify = isInline ? alignmentOf(row) : (flex?.justify ?? 'start')
  return lines.map((line) => sizeLine(line, gap, available, justify))
}

/** Number of items from which on a row that is too wide for its words is a menu, and not a layout of columns. */
const LEAST_MENU = 4
/** Largest share of a line that an item of a menu takes. */
const MOST_OF_MENU = 0.4

/**
 * Whether the words of a row need more than its line. Browsers let them run out of the page, where nobody could read them; here
 * the items of such a menu continue on a further line.
 */
function isOverfull(drafts: readonly Draft[], gap: number, available: number): boolean {
  const needed = drafts.reduce((sum, { least, left, right }) => sum + least + left + right, gap * (drafts.length - 1))
  const isItem = ({ grow, least }: Draft) => grow === 0 && least <= available * MOST_OF_MENU
  return drafts.length >= LEAST_MENU && needed > available * OVERFULL && drafts.every(isItem)
}

function alignmentOf({ place }: RowBox): Distribution {
  const { textAlign } = place.style.text
  if (textAlign === 'center') return 'center'
  return textAlign === 'right' || textAlign === 'end' ? 'end' : 'start'
}

function draftItem(block: BlockBox, available: number, isInline: boolean): Draft {
  const { box } = block.place.style
  const [left, right] = [lengthOf(box.margin.left, available), lengthOf(box.margin.right, available)]
  const extent = measureItem(block)
  const least = Math.max(0, extent.least - left - right)
  const { flex } = box
  const basis =
    flex?.basis === undefined
      ? undefined
      : resolveLength(flex.basis, available) + (box.isBorderBox === true ? 0 : edges(box))
  const own = outerWidth({ ...box, ...(basis === undefined ? {} : NO_WIDTH) }, available)
  const natural =
    box.width === undefined && box.maxWidth !== undefined
      ? Math.min(own ?? available, extent.most)
      : (own ?? extent.most)
  const width = basis ?? natural - left - right
  const isRigid = isInline || (box.width !== undefined && !('fraction' in box.width) && basis === undefined)
  return {
    block,
    left,
    right,
    least: Math.min(isRigid ? width : least, available),
    grow: isInline ? 0 : (flex?.grow ?? 0),
    shrink: flex?.shrink ?? 1,
    isRigid,
    width: Math.min(available, Math.max(0, width)),
  }
}

const NO_WIDTH = { width: undefined as never }

function edges({ padding, border }: BoxStyle): number {
  return lengthOf(padding.left, 0) + lengthOf(padding.right, 0) + (border.left?.width ?? 0) + (border.right?.width ?? 0)
}

/** Factor by which items may exceed a line, since their widths are estimates. */
const OVERFULL = 1.02

/** Maximum number of items of one line. With the gaps between them, they are columns of a table. */
const MAX_ITEMS = 31

function breakLines(drafts: readonly Draft[], gap: number, available: number): Draft[][] {
  const lines: Draft[][] = []
  let taken = 0
  for (const draft of drafts) {
    const size = Math.max(draft.width, draft.least) + draft.left + draft.right
    const line = lines.at(-1)
    if (line === undefined || line.length >= MAX_ITEMS || taken + gap + size > available) {
      lines.push([draft])
      taken = size
    } else {
      line.push(draft)
      taken += gap + size
    }
  }
  return lines
}

function sizeLine(line: readonly Draft[], gap: number, available: number, justify: Distribution): SizedLine {
  const fixed = line.reduce((sum, { left, right }) => sum + left + right, gap * (line.length - 1))
  const room = Math.max(0, available - fixed)
  growOrShrink(line, room)
  const free = Math.max(0, room - line.reduce((sum, { width }) => sum + width, 0))
  const shares = shareFree(line, free, justify)
  const items = line.map(({ block, width, left }, index) => ({
    block,
    width,
    before: left + (shares[index] ?? 0) + (index === 0 ? 0 : gap + (line[index - 1]?.right ?? 0)),
  }))
  return { items, after: (line.at(-1)?.right ?? 0) + (shares[line.length] ?? 0) }
}

function growOrShrink(line: readonly Draft[], room: number): void {
  const sum = line.reduce((total, { width, least }) => total + Math.max(width, least), 0)
  if (sum <= room) growTo(line, room)
  else {
    for (const draft of line) draft.width = Math.max(draft.width, draft.least)
    shrinkTo(line, sum - room, room)
  }
}

/** Grows items from their base size. Items that would be too narrow for their words get the width of their words first. */
function growTo(line: readonly Draft[], room: number): void {
  const held = new Set(line.filter(({ grow }) => grow <= 0))
  for (const draft of held) draft.width = Math.max(draft.width, draft.least)
  for (;;) {
    const open = line.filter((draft) => !held.has(draft))
    const grow = open.reduce((total, draft) => total + draft.grow, 0)
    if (grow <= 0) return
    const free = room - line.reduce((total, { width }) => total + width, 0)
    const share = (draft: Draft) => draft.width + (free * draft.grow) / Math.max(1, grow)
    const narrow = open.filter((draft) => share(draft) < draft.least)
    if (narrow.length === 0) {
      for (const [draft, width] of open.map((draft) => [draft, share(draft)] as const)) draft.width = width
      return
    }
    for (const draft of narrow) {
      draft.width = draft.least
      held.add(draft)
    }
  }
}

function shrinkTo(line: readonly Draft[], tooMuch: number, room: number): void {
  let excess = tooMuch
  // Items that reach their minimum leave the rest to the others.
  for (let round = 0; round < line.length && excess > 1; round++) {
    const open = line.filter((draft) => draft.shrink > 0 && draft.width > draft.least + 1)
    const weight = open.reduce((total, draft) => total + draft.width * draft.shrink, 0)
    if (weight <= 0) break
    const before = excess
    for (const draft of open) {
      const less = Math.min(draft.width - draft.least, (before * draft.width * draft.shrink) / weight)
      draft.width -= less
      excess -= less
    }
  }
  if (excess > 1) squeeze(line, room)
}

/** Where words must be broken, this happens in items without a width first. */
function squeeze(line: readonly Draft[], room: number): void {
  const total = (drafts: readonly Draft[]) => drafts.reduce((sum, { width }) => sum + width, 0)
  const rigid = line.filter(({ isRigid }) => isRigid)
  const soft = line.filter(({ isRigid }) => !isRigid)
  const left = room - total(rigid)
  const isEnough = soft.length > 0 && left >= total(soft) / 2
  const scale = isEnough ? left / total(soft) : room / Math.max(1, total(line))
  for (const draft of isEnough ? soft : line) draft.width *= scale
}

/** Free space before each item, and after the last one. */
function shareFree(line: readonly Draft[], free: number, justify: Distribution): number[] {
  const count = line.length
  const shares = new Array<number>(count + 1).fill(0)
  const autos = line.flatMap(({ block }, index) => {
    const { margin } = block.place.style.box
    return [...(margin.left === 'auto' ? [index] : []), ...(margin.right === 'auto' ? [index + 1] : [])]
  })
  const add = (index: number, share: number) => {
    shares[index] = (shares[index] ?? 0) + share
  }
  if (autos.length > 0) for (const index of autos) add(index, free / autos.length)
  else if (justify === 'end') add(0, free)
  else if (justify === 'center' || (count === 1 && justify.startsWith('space-') && justify !== 'space-between')) {
    add(0, free / 2)
    add(count, free / 2)
  } else if (justify === 'space-between' && count > 1) {
    for (let index = 1; index < count; index++) add(index, free / (count - 1))
  } else if (justify === 'space-around' || justify === 'space-evenly') {
    const unit = justify === 'space-around' ? free / (2 * count) : free / (count + 1)
    for (let index = 0; index <= count; index++) {
      add(index, justify === 'space-around' && index > 0 && index < count ? 2 * unit : unit)
    }
  } else add(count, free)
  return shares
}

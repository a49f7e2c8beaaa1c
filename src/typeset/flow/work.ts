/**
 * The part of a section that is left to be placed, as an immutable value: to go back, keep an older one.
 *
 * @module
 */

import type { LinePosition } from '../text/line.js'
import type { FlowSlice } from './flow-slice.js'
import type { ItemBreak, OpenItem } from './open-item.js'

/** A place in a section's flow. */
export interface Work {
  /** Index of the item. */
  readonly item: number
  /** Where its paragraph goes on; undefined for its start. */
  readonly start: LinePosition | undefined
  /** The item, already laid out. */
  readonly open: OpenItem | undefined
  /** The next of its slices. */
  readonly index: number
  /** What stands in for that slice: the rest of it, where it was split. */
  readonly rest: FlowSlice | undefined
  /** Whether the item may be parted from the one above. */
  readonly breakBefore: ItemBreak
}

/** All of a section. */
export const WHOLE_SECTION: Work = startOf(0, undefined, 'allowed')

// Every member in the same order, everywhere: there is one of these for each line, and V8 reads objects of one kind fastest.
function startOf(item: number, start: LinePosition | undefined, breakBefore: ItemBreak): Work {
  return { item, start, open: undefined, index: 0, rest: undefined, breakBefore }
}

/** The place of a slice of an item that is set. */
export function workAt(item: OpenItem, index: number, work: Work): Work {
  const isSplit = work.open === item && work.index === index
  return {
    item: work.item,
    start: item.slices[index]?.start,
    open: item,
    index,
    rest: isSplit ? work.rest : undefined,
    breakBefore: work.breakBefore,
  }
}

/** What follows the slices of an item: the rest of its paragraph, or the next item. */
export function workAfter(item: OpenItem, work: Work): Work {
  if (item.rest !== undefined) return startOf(work.item, item.rest, work.breakBefore)
  return startOf(work.item + 1, undefined, item.keepWithNext ? 'avoided' : 'allowed')
}

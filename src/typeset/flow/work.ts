/**
 * The remaining work of a section, as an immutable value. To go back, keep an older value.
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
  /** Where the item's paragraph continues; undefined for its start. */
  readonly start: LinePosition | undefined
  /** The item, if it is laid out already. */
  readonly open: OpenItem | undefined
  /** Index of the next slice. */
  readonly index: number
  /** Replacement of that slice: its rest, if it was split. */
  readonly rest: FlowSlice | undefined
  /** Whether the item may be separated from the one above. */
  readonly breakBefore: ItemBreak
}

/** All of a section. */
export const WHOLE_SECTION: Work = startOf(0, undefined, 'allowed')

// Members always have the same order. There is one such object for each line, and V8 reads objects of one hidden class fastest.
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

/** The work after the slices of an item: the rest of its paragraph, or the next item. */
export function workAfter(item: OpenItem, work: Work): Work {
  if (item.rest !== undefined) return startOf(work.item, item.rest, work.breakBefore)
  return startOf(work.item + 1, undefined, item.keepWithNext ? 'avoided' : 'allowed')
}

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
  /** Where its paragraph goes on; left out for its start. */
  readonly start?: LinePosition
  /** The item, already laid out. */
  readonly open?: OpenItem
  /** The next of its slices. */
  readonly index: number
  /** What stands in for that slice: the rest of it, where it was split. */
  readonly rest?: FlowSlice
  /** Whether the item may be parted from the one above. */
  readonly breakBefore: ItemBreak
}

/** All of a section. */
export const WHOLE_SECTION: Work = { item: 0, index: 0, breakBefore: 'allowed' }

/** The place of a slice of an item that is set. */
export function workAt(item: OpenItem, index: number, { item: number, rest, ...work }: Work): Work {
  const { start } = item.slices[index] ?? {}
  const isSplit = work.open === item && work.index === index && rest !== undefined
  return {
    item: number,
    ...(start !== undefined && { start }),
    open: item,
    index,
    ...(isSplit && { rest }),
    breakBefore: work.breakBefore,
  }
}

/** What follows the slices of an item: the rest of its paragraph, or the next item. */
export function workAfter(item: OpenItem, work: Work): Work {
  if (item.rest !== undefined) return { item: work.item, start: item.rest, index: 0, breakBefore: work.breakBefore }
  return { item: work.item + 1, index: 0, breakBefore: item.keepWithNext ? 'avoided' : 'allowed' }
}

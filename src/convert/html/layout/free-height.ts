/**
 * Distributes the free height of a container among boxes one below another (CSS Box Alignment Module Level 3, 5.1).
 *
 * @module
 */

import type { Distribution } from '../css/computed-style.js'

/** Space above the first box, and between each two. */
export interface SharedHeight {
  readonly before: number
  readonly between: number
}

/** Share of the free height that is distributed. Heights are estimates, and a box must not grow because of them. */
export const FREE_SHARE = 0.9

/** Largest height of a container whose rows are stretched to it, as a share of the page. */
export const MOST_STRETCHED = 0.5

/** Height of the paragraph after a table in a cell, in twips. */
export const CELL_END = 40

/** Distributes free height, in twips. */
export function shareHeight(distribution: Distribution | undefined, free: number, count: number): SharedHeight {
  const all = Math.max(0, free) * FREE_SHARE
  const share = (before: number, between: number) => ({ before: Math.round(before), between: Math.round(between) })
  switch (distribution) {
    case 'center':
      return share(all / 2, 0)
    case 'end':
      return share(all, 0)
    case 'space-between':
      return share(0, all / Math.max(1, count - 1))
    case 'space-around':
      return share(all / count / 2, all / count)
    case 'space-evenly':
      return share(all / (count + 1), all / (count + 1))
    default:
      return NOTHING_SHARED
  }
}

const NOTHING_SHARED: SharedHeight = { before: 0, between: 0 }

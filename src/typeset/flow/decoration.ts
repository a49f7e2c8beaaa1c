/**
 * Slices that repeat text and are not content of the document.
 *
 * @module
 */

import { DECORATION, type DisplayList } from '../display/display-list.js'
import type { FlowSlice } from './flow-slice.js'

/** A slice whose text is elsewhere already, such as header rows on the second page of a table. */
export function asDecoration(slice: FlowSlice): FlowSlice {
  return {
    ...slice,
    paint(list, x, y) {
      const from = list.length
      slice.paint(list, x, y)
      disown(list, from)
    },
  }
}

function disown(list: DisplayList, from: number): void {
  for (let index = from; index < list.length; index++) {
    const item = list[index]
    if (item?.kind === 'content') list[index] = DECORATION
    else if (item?.kind === 'group') disown(item.items, 0)
  }
}

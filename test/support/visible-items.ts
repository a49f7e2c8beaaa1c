/**
 * Filters display lists for tests.
 *
 * @module
 */

import type { DisplayItem, DisplayList } from '../../src/typeset/display/display-list.js'

/** What a display list shows, without what it says about the structure. */
export function visibleItems(list: DisplayList): DisplayList {
  return list.flatMap((item): DisplayItem[] => {
    if (item.kind === 'content') return []
    if (item.kind === 'artifact') return visibleItems(item.items)
    return item.kind === 'group' ? [{ ...item, items: visibleItems(item.items) }] : [item]
  })
}

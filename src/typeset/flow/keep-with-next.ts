import type { FlowItem } from './flow-items.js'

/** Whether the item stays on the page of the one after it. */
export function keepsWithNext(item: FlowItem | undefined): boolean {
  switch (item?.kind) {
    case 'paragraph':
      return item.paragraph.properties.keepWithNext
    case 'frame':
    case 'floatingTable':
      return true
    default:
      return false
  }
}

/**
 * The outline of a PDF, from the headings.
 *
 * @module
 */

import { type ObjectSink, PdfDict, PdfName, type PdfObject, type PdfRef } from '../../pdf/objects.js'
import { textString } from '../../pdf/text-string.js'
import { destinationOf, type PlacedPage } from './link-annotations.js'
import type { PlacedHeading } from './page-marks.js'

interface OutlineItem {
  readonly ref: PdfRef
  readonly heading: PlacedHeading | undefined
  readonly children: OutlineItem[]
}

/**
 * Adds the outline (ISO 32000-2, 12.3.3): every heading below the last one of a higher level.
 *
 * @returns undefined when there are no headings
 */
export function addOutline(
  sink: ObjectSink,
  headings: readonly PlacedHeading[],
  pages: readonly PlacedPage[],
): PdfRef | undefined {
  if (headings.length === 0) return undefined
  const root: OutlineItem = { ref: sink.allocate(), heading: undefined, children: [] }
  const open: OutlineItem[] = [root]
  for (const heading of headings) {
    while (open.length > 1 && (open.at(-1)?.heading?.level ?? -1) >= heading.level) open.pop()
    const item: OutlineItem = { ref: sink.allocate(), heading, children: [] }
    open.at(-1)?.children.push(item)
    open.push(item)
  }
  // Levels are bounded by the word processor, the depth of the tree by the number of levels.
  putItem(sink, root, {}, pages)
  return root.ref
}

/** Puts an item and all below it; every level is open, so that the count is that of all below. */
function putItem(
  sink: ObjectSink,
  item: OutlineItem,
  links: Record<string, PdfObject>,
  pages: readonly PlacedPage[],
): number {
  const { children, heading } = item
  let count = children.length
  children.forEach((child, index) => {
    const [previous, next] = [children[index - 1], children[index + 1]]
    count += putItem(
      sink,
      child,
      {
        Parent: item.ref,
        ...(previous === undefined ? {} : { Prev: previous.ref }),
        ...(next === undefined ? {} : { Next: next.ref }),
      },
      pages,
    )
  })
  const [first, last] = [children[0], children.at(-1)]
  const destination = heading === undefined ? undefined : destinationOf(heading, pages)
  sink.put(
    item.ref,
    new PdfDict({
      ...(heading === undefined ? { Type: PdfName.of('Outlines') } : { Title: textString(heading.title) }),
      ...links,
      ...(destination === undefined ? {} : { Dest: destination }),
      ...(first === undefined || last === undefined ? {} : { First: first.ref, Last: last.ref, Count: count }),
    }),
  )
  return count
}

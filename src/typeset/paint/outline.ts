/**
 * Writes the outline of a PDF from its headings.
 *
 * @module
 */

import { type ObjectSink, PdfDict, PdfName, type PdfObject, type PdfRef } from '../../pdf/objects.js'
import { textString } from '../../pdf/text.js'
import { leadTo, type Targets } from './link-annotations.js'
import type { PlacedHeading } from './page-marks.js'

interface OutlineItem {
  readonly ref: PdfRef
  readonly heading: PlacedHeading | undefined
  readonly children: OutlineItem[]
}

/**
 * Adds the outline (ISO 32000-2, 12.3.3). Each heading is placed below the last one of a higher level.
 *
 * @returns undefined when there are no headings
 */
export function addOutline(sink: ObjectSink, headings: readonly PlacedHeading[], targets: Targets): PdfRef | undefined {
  if (headings.length === 0) return undefined
  const root: OutlineItem = { ref: sink.allocate(), heading: undefined, children: [] }
  const open: OutlineItem[] = [root]
  for (const heading of headings) {
    while (open.length > 1 && (open.at(-1)?.heading?.level ?? -1) >= heading.level) open.pop()
    const item: OutlineItem = { ref: sink.allocate(), heading, children: [] }
    open.at(-1)?.children.push(item)
    open.push(item)
  }
  // The word processor limits the levels, and so the depth of this recursion.
  putItem(sink, root, {}, targets)
  return root.ref
}

/** Adds an item and its descendants. All levels are open, so the count is the number of descendants. */
function putItem(sink: ObjectSink, item: OutlineItem, links: Record<string, PdfObject>, targets: Targets): number {
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
      targets,
    )
  })
  const [first, last] = [children[0], children.at(-1)]
  const lead = heading === undefined ? undefined : leadTo(heading, targets)
  sink.put(
    item.ref,
    new PdfDict({
      ...(heading === undefined
        ? { Type: PdfName.of('Outlines') }
        : { Title: textString(publicText(heading.title, targets)) }),
      ...links,
      ...lead,
      ...(first === undefined || last === undefined ? {} : { First: first.ref, Last: last.ref, Count: count }),
    }),
  )
  return count
}

/** Text of a title for reading aloud, without private characters, which only a font defines (ISO 14289-2, 8.6). */
function publicText(title: string, { refs }: Targets): string {
  return refs === undefined ? title : title.replace(/\p{Co}+/gu, ' ').trim() || '\uFFFD'
}

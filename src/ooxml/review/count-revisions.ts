/**
 * Counts and describes tracked changes.
 *
 * @module
 */

import type { XmlElement } from '../xml/xml-element.js'

/** Numbers of tracked changes in a part, by kind (ECMA-376-1, 17.13.5). */
export interface RevisionCounts {
  insertions: number
  deletions: number
  moves: number
  /** Changes of properties of characters, paragraphs, tables and sections. */
  formatting: number
}

type RevisionKind = keyof RevisionCounts

/**
 * Elements that are a tracked change wherever they occur. Range marks do not count, since they only show where a move begins and
 * ends.
 */
const KINDS: ReadonlyMap<string, RevisionKind> = new Map<string, RevisionKind>([
  ['w:ins', 'insertions'],
  ['w:cellIns', 'insertions'],
  ['w:del', 'deletions'],
  ['w:cellDel', 'deletions'],
  ['w:cellMerge', 'formatting'],
  // w:moveFrom, the other end of a move, would count it twice.
  ['w:moveTo', 'moves'],
  ['w:rPrChange', 'formatting'],
  ['w:pPrChange', 'formatting'],
  ['w:sectPrChange', 'formatting'],
  ['w:tblPrChange', 'formatting'],
  ['w:tblPrExChange', 'formatting'],
  ['w:tblGridChange', 'formatting'],
  ['w:tcPrChange', 'formatting'],
  ['w:trPrChange', 'formatting'],
  ['w:numberingChange', 'formatting'],
])

/** Adds up the tracked changes below an element. */
export function countRevisions(element: XmlElement, counts: RevisionCounts): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const kind = KINDS.get(child.name)
    if (kind !== undefined) counts[kind]++
    countRevisions(child, counts)
  }
}

/** The total number of tracked changes. */
export function totalRevisions({ insertions, deletions, moves, formatting }: RevisionCounts): number {
  return insertions + deletions + moves + formatting
}

/** The counts in words, such as `3 insertions, 1 deletion`. */
export function describeRevisions(counts: RevisionCounts): string {
  const parts: string[] = []
  const add = (count: number, one: string, many: string) => {
    if (count > 0) parts.push(`${count} ${count === 1 ? one : many}`)
  }
  add(counts.insertions, 'insertion', 'insertions')
  add(counts.deletions, 'deletion', 'deletions')
  add(counts.moves, 'move', 'moves')
  add(counts.formatting, 'change of formatting', 'changes of formatting')
  return parts.join(', ')
}

/**
 * Which parts of a long report are open on a page, and which are folded until somebody opens them. Faults are never
 * folded away.
 *
 * @module
 */
import type { Block, ListItem, Section } from '../report-view.js'

/** How much stands open. A list is folded where that hides more than the line that opens it. */
export const OPEN = {
  /** Signatures of all that there are, and their records. */
  sections: 3,
  /** Entries of a list. */
  items: 8,
  /** Events of the audit trail. */
  events: 8,
  /** Members of data. */
  lines: 20,
} as const

/** Where signatures and records stand: below the heading of all of them. */
const FOLDED_LEVEL = 3
/** The verdict, and who signed. */
const FIRST_FACTS = 2

/** Whether a section is folded: a signature, or the record of one, after the first ones. */
export function isFoldedSection(level: number, index: number): boolean {
  return level === FOLDED_LEVEL && index >= OPEN.sections
}

/** Whether anything in a list speaks against the document. */
export function hasFault(items: readonly ListItem[]): boolean {
  return items.some(({ tone }) => tone === 'bad')
}

/** Splits a section into what is shown first, all faults included, and the rest. */
export function splitSection(section: Section): [first: readonly Block[], rest: Section] {
  const first: Block[] = []
  const rest: Block[] = []
  let areFaultsNamed = false
  for (const block of section.blocks) {
    const isFaults: boolean = block.kind === 'list' && hasFault(block.items) && !areFaultsNamed
    if (block.kind === 'text' || isFaults) first.push(block)
    else if (block.kind === 'facts' && !first.some(({ kind }) => kind === 'facts')) {
      first.push({ kind: 'facts', facts: block.facts.slice(0, FIRST_FACTS) })
      rest.push({ kind: 'facts', facts: block.facts.slice(FIRST_FACTS) })
    } else rest.push(block)
    areFaultsNamed ||= isFaults
  }
  return [first, { ...section, blocks: rest }]
}

/** Splits a list into its beginning and the rest, which is empty or has more than one entry. */
export function splitItems<T>(items: readonly T[], open: number): [first: readonly T[], rest: readonly T[]] {
  return items.length <= open + 1 ? [items, []] : [items.slice(0, open), items.slice(open)]
}

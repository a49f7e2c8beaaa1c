/**
 * Decides which parts of a long report are open on a page, and which are folded until the reader opens them. Faults are never
 * folded.
 *
 * @module
 */
import type { Block, ListItem, Section } from '../report-view.js'

/** How many parts are open. A list is folded only when more than one entry is hidden. */
export const OPEN = {
  /** Signatures, and audit records. */
  sections: 3,
  /** Entries of a list. */
  items: 8,
  /** Events of the audit trail. */
  events: 8,
  /** Members of data. */
  lines: 20,
} as const

/** Heading level of signatures and records. The heading above them names all of them. */
const FOLDED_LEVEL = 3
/** Facts of a signature that are open: the verdict, and who signed. */
const FIRST_FACTS = 2

/** True for a section that is folded: a signature or an audit record after the first ones. */
export function isFoldedSection(level: number, index: number): boolean {
  return level === FOLDED_LEVEL && index >= OPEN.sections
}

/** True when an entry of the list counts against the document. */
export function hasFault(items: readonly ListItem[]): boolean {
  return items.some(({ tone }) => tone === 'bad')
}

/** Splits a section into the part that is open, with all faults, and the rest. */
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

/** Splits a list into its beginning and its rest. The rest is empty or has more than one entry. */
export function splitItems<T>(items: readonly T[], open: number): [first: readonly T[], rest: readonly T[]] {
  return items.length <= open + 1 ? [items, []] : [items.slice(0, open), items.slice(open)]
}

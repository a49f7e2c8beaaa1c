/**
 * Groups a file into revisions: each save appends one, with one cross-reference section (ISO 32000-2, 7.5.6).
 *
 * @module
 */
import type { XrefSection } from './xref-section.js'

/** One revision, with its sections as indices into the chain (newest section first). */
export interface PdfRevision {
  /** Index of the revision; 0 for the original file. */
  readonly index: number
  readonly sections: readonly number[]
}

/**
 * Groups a chain of sections (newest first) into revisions (oldest first). The two sections of a linearized file are one
 * revision: the first of the chain is at the start of the file, and its /Prev points forward (annex F).
 */
export function groupRevisions(chain: readonly XrefSection[]): PdfRevision[] {
  const groups: number[][] = []
  for (let i = 0; i < chain.length; i++) {
    const newer = chain[i - 1]
    const section = chain[i] as XrefSection
    const group = groups.at(-1)
    if (newer !== undefined && group !== undefined && newer.offset < section.offset) group.push(i)
    else groups.push([i])
  }
  return groups.reverse().map((sections, index) => ({ index, sections }))
}

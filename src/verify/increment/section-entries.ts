/**
 * Iterates over the entries of cross-reference sections.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import type { XrefSection, XrefSubsection } from '../../pdf/reading.js'

/** One entry of a cross-reference section. */
export interface SectionEntry {
  readonly num: number
  readonly type: number
  /** Offset of the object, or number of the object stream that holds it. */
  readonly position: number
  /** Generation, or index in the object stream. */
  readonly index: number
}

/** All entries of some sections, given by their index in the chain. */
export function* entriesOf(document: PdfDocument, sections: readonly number[]): Generator<SectionEntry> {
  for (const index of sections) {
    const { subsections, hiddenSubsections } = document.sections[index] as XrefSection
    for (const subsection of subsections) yield* entriesIn(subsection)
    for (const subsection of hiddenSubsections) yield* entriesIn(subsection)
  }
}

/** The entries of one subsection. */
export function* entriesIn({ first, types, positions, indices }: XrefSubsection): Generator<SectionEntry> {
  for (let i = 0; i < types.length; i++) {
    yield {
      num: first + i,
      type: types[i] ?? 0,
      position: positions[i] ?? 0,
      index: indices[i] ?? 0,
    }
  }
}

/** Number of entries in a section. */
export function countRows({ subsections, hiddenSubsections }: XrefSection): number {
  return [...subsections, ...hiddenSubsections].reduce((sum, { types }) => sum + types.length, 0)
}

/**
 * Variants of paragraphs that still count as the original ones.
 *
 * @module
 */

import type { Paragraph } from './document-model.js'

/** A member, since a weak map of all notes of a document would slow down every garbage collection. */
const ORIGIN = Symbol('origin')

type DerivedParagraph = Paragraph & { readonly [ORIGIN]?: Paragraph }

/** A paragraph that is laid out with other properties than in the document, but still counts as that paragraph. */
export function deriveParagraph(paragraph: Paragraph, changes: Partial<Omit<Paragraph, 'kind'>>): Paragraph {
  const derived: DerivedParagraph = { ...paragraph, ...changes, [ORIGIN]: originOf(paragraph) }
  return derived
}

/** The paragraph of the document that one was derived from; itself for one that was not. */
export function originOf(paragraph: DerivedParagraph): Paragraph {
  return paragraph[ORIGIN] ?? paragraph
}

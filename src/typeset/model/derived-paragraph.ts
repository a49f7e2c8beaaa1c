/**
 * Paragraphs that differ from those of the document, and are still the same.
 *
 * @module
 */

import type { Paragraph } from './document-model.js'

/** A member, since a weak map of all notes of a document makes every collection of garbage slower. */
const ORIGIN = Symbol('origin')

type DerivedParagraph = Paragraph & { readonly [ORIGIN]?: Paragraph }

/** A paragraph that is set otherwise than it stands in the document, and still is that paragraph. */
export function deriveParagraph(paragraph: Paragraph, changes: Partial<Omit<Paragraph, 'kind'>>): Paragraph {
  const derived: DerivedParagraph = { ...paragraph, ...changes, [ORIGIN]: originOf(paragraph) }
  return derived
}

/** The paragraph of the document that one was derived from; itself for one that was not. */
export function originOf(paragraph: DerivedParagraph): Paragraph {
  return paragraph[ORIGIN] ?? paragraph
}

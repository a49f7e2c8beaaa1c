/**
 * Variants of paragraphs that still count as the original paragraphs.
 *
 * @module
 */

import type { Paragraph } from './document-model.js'

/** Member that refers to the original. A weak map of all notes of a document would slow down every garbage collection. */
const ORIGIN = Symbol('origin')

type DerivedParagraph = Paragraph & { readonly [ORIGIN]?: Paragraph }

/** A paragraph that is laid out with other properties than in the document, but counts as the original. */
export function deriveParagraph(paragraph: Paragraph, changes: Partial<Omit<Paragraph, 'kind'>>): Paragraph {
  const derived: DerivedParagraph = { ...paragraph, ...changes, [ORIGIN]: originOf(paragraph) }
  return derived
}

/** The original of a derived paragraph; the paragraph itself if it is not derived. */
export function originOf(paragraph: DerivedParagraph): Paragraph {
  return paragraph[ORIGIN] ?? paragraph
}

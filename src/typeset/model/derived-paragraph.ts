import type { Paragraph } from './document-model.js'

const origins = new WeakMap<Paragraph, Paragraph>()

/** A paragraph that is set otherwise than it stands in the document, and still is that paragraph. */
export function deriveParagraph(paragraph: Paragraph, changes: Partial<Omit<Paragraph, 'kind'>>): Paragraph {
  const derived = { ...paragraph, ...changes }
  origins.set(derived, originOf(paragraph))
  return derived
}

/** The paragraph of the document that one was derived from; itself for one that was not. */
export function originOf(paragraph: Paragraph): Paragraph {
  return origins.get(paragraph) ?? paragraph
}

/**
 * Names of the built-in looks of documents.
 *
 * @module
 */

/** Looks that Markdown and plain HTML can be given. */
export const DOCUMENT_STYLES = ['letter', 'report', 'contract'] as const

/** A letter, a report or a contract. */
export type DocumentStyleName = (typeof DOCUMENT_STYLES)[number]

/** Whether there is a look of this name. */
export function isDocumentStyle(name: unknown): name is DocumentStyleName {
  return DOCUMENT_STYLES.some((known) => known === name)
}

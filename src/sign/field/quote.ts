/**
 * Quotes text of a document in a message.
 *
 * @module
 */

/** Longest quotation, in characters, so that messages stay readable. */
const MAX_LENGTH = 80

/** A text of the document in quotation marks: shortened, and without characters that would change how a message reads. */
export function quote(text: string): string {
  const clean = text.replace(/[\p{C}\p{Zl}\p{Zp}"]/gu, '?')
  return `"${clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}...` : clean}"`
}

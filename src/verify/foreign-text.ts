/**
 * Prepares text from a file for sentences of the report. A field may have any name. It must neither reverse the sentence, nor
 * break or hide a part of it, nor close its own quotation and continue as if in our words.
 *
 * @module
 */

import { visibleParts } from '../pdf/text.js'
import { VERIFY_LIMITS } from './verify-limits.js'

const QUOTE_NOTATION = '\u2039U+0022\u203a'

/** Printable ASCII, which is safe and sufficient for nearly all sentences. */
const PLAIN = /^[\x20-\x7e]*$/

/**
 * Text with every character that hides, joins, breaks or reorders text shown by its number: `‹U+202E›`.
 *
 * @example
 * ```ts
 * showText('invoice\u202Efdp.exe') // 'invoice‹U+202E›fdp.exe'
 * ```
 */
export function showText(text: string): string {
  if (PLAIN.test(text)) return text
  return visibleParts(text, () => true)
    .map((part) => part.text)
    .join('')
}

/**
 * A name or value between quotation marks, cut where it is long. A quotation mark inside of it is shown by its number.
 *
 * @example
 * ```ts
 * quoteText('Total" is valid. "') // '"Total‹U+0022› is valid. ‹U+0022›"'
 * ```
 */
export function quoteText(text: string): string {
  const { maxQuotedCharacters } = VERIFY_LIMITS
  if (text.length <= maxQuotedCharacters && PLAIN.test(text)) return `"${text.replaceAll('"', QUOTE_NOTATION)}"`
  // Twice as many code units contain at least this many characters.
  const characters = [...text.slice(0, 2 * maxQuotedCharacters + 2)]
  const isCut = characters.length > maxQuotedCharacters || text.length > 2 * maxQuotedCharacters + 2
  const kept = isCut ? `${characters.slice(0, maxQuotedCharacters).join('')}…` : text
  return `"${showText(kept).replaceAll('"', QUOTE_NOTATION)}"`
}

/** True when text holds characters that {@link showText} shows by number. */
export function hidesText(text: string): boolean {
  return !PLAIN.test(text) && visibleParts(text, () => true).some(({ isNotation }) => isNotation)
}

/**
 * Prepares text from a file for sentences of the report. A field may have any name. It must neither reverse the sentence, nor
 * break or hide a part of it, nor close its own quotation and continue as if in our words.
 *
 * @module
 */

import { visibleParts } from '../pdf/text.js'
import { VERIFY_LIMITS } from './verify-limits.js'

/** The quotation mark of our sentences, and everything that looks like one: curved, doubled, primes, of full width. */
const QUOTES = /["\u02ba\u02dd\u02ee\u02f5\u02f6\u05f4\u201c-\u201f\u2033\u2036\u275d\u275e\u2760\u301d-\u301f\uff02]/g

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
 * A name or value between quotation marks, cut where it is long. What looks like a quotation mark inside of it is shown
 * by its number.
 *
 * @example
 * ```ts
 * quoteText('Total" is valid. "') // '"Total‹U+0022› is valid. ‹U+0022›"'
 * ```
 */
export function quoteText(text: string): string {
  const { maxQuotedCharacters } = VERIFY_LIMITS
  if (text.length <= maxQuotedCharacters && PLAIN.test(text)) return `"${withoutQuotes(text)}"`
  // Twice as many code units contain at least this many characters.
  const characters = [...text.slice(0, 2 * maxQuotedCharacters + 2)]
  const isCut = characters.length > maxQuotedCharacters || text.length > 2 * maxQuotedCharacters + 2
  const kept = isCut ? `${characters.slice(0, maxQuotedCharacters).join('')}…` : text
  return `"${withoutQuotes(showText(kept))}"`
}

function withoutQuotes(text: string): string {
  return text.replace(
    QUOTES,
    (quote) => `\u2039U+${quote.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u203a`,
  )
}

/** True when text holds characters that {@link showText} shows by number. */
export function hidesText(text: string): boolean {
  return !PLAIN.test(text) && visibleParts(text, () => true).some(({ isNotation }) => isNotation)
}

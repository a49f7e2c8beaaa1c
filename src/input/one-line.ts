/**
 * What may stand on one line: of a certificate page, a terminal, a log, the header of a mail.
 *
 * @module
 */

/** Control characters, the two Unicode line breaks, and halves of surrogate pairs. */
const NOT_ONE_LINE = /[\p{Cc}\u2028\u2029\p{Cs}]/u

/** Whether the text fits on one line: no control character, no line break, no half of a surrogate pair. */
export function isOneLine(text: string): boolean {
  return !NOT_ONE_LINE.test(text)
}

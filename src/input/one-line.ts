/**
 * Checks texts that are shown on one line: of a certificate page, a terminal, a log or the header of a mail.
 *
 * @module
 */

/** Control characters, the two Unicode line breaks, and unpaired surrogates. */
const NOT_ONE_LINE = /[\p{Cc}\u2028\u2029\p{Cs}]/u

/** Controls that change the direction of the following text, so that a name reads as another one. */
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/

/**
 * True for a text that can be a name: one line that reads in the order in which it is written. Marks of direction (U+200E,
 * U+200F, U+061C) are permitted, since names in some scripts need them.
 */
export function isPlainName(text: string): boolean {
  return isOneLine(text) && !DIRECTION_CONTROL.test(text)
}

/** True for a text that fits on one line: without control characters, line breaks and unpaired surrogates. */
export function isOneLine(text: string): boolean {
  return !NOT_ONE_LINE.test(text)
}

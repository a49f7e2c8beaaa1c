/**
 * What may stand on one line: of a certificate page, a terminal, a log, the header of a mail.
 *
 * @module
 */

/** Control characters, the two Unicode line breaks, and halves of surrogate pairs. */
const NOT_ONE_LINE = /[\p{Cc}\u2028\u2029\p{Cs}]/u

/** Controls that turn the direction of what follows: with one, a name reads as another one. */
const DIRECTION_CONTROL = /[\u202a-\u202e\u2066-\u2069]/

/**
 * Whether the text can be a name: one line that reads in the order in which it is written. Marks of direction (U+200E, U+200F,
 * U+061C), which names of some scripts need, are no controls.
 */
export function isPlainName(text: string): boolean {
  return isOneLine(text) && !DIRECTION_CONTROL.test(text)
}

/** Whether the text fits on one line: no control character, no line break, no half of a surrogate pair. */
export function isOneLine(text: string): boolean {
  return !NOT_ONE_LINE.test(text)
}

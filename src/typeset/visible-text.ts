/**
 * Which characters may stand in a line as they are, and how the others are shown.
 *
 * A value comes from a stranger. Characters that reorder, join, break or hide text would let it look like another
 * value, so they are shown by number.
 *
 * @module
 */

/** Controls, formatting and bidi controls, surrogates, private use, unassigned, separators, and all that is ignorable. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

const MARK = /\p{M}/u

/** Printable ASCII: nothing to normalise and nothing to hide. */
const PLAIN = /^[\x20-\x7e]*$/

/** Blocks written from right to left (Unicode, DerivedBidiClass: R and AL, with the reserved ranges). */
const RIGHT_TO_LEFT: readonly (readonly [first: number, last: number])[] = [
  [0x0590, 0x08ff],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfeff],
  [0x10800, 0x10fff],
  [0x1e800, 0x1efff],
]

/** Normalisation form C; the text itself when it is plain ASCII. Lone surrogates stay as they are. */
export function normalizeText(text: string): string {
  return PLAIN.test(text) ? text : text.normalize('NFC')
}

/** Whether a glyph may be drawn for this code point in a line that runs from left to right without shaping. */
export function isShowable(codePoint: number): boolean {
  if (codePoint >= 0x20 && codePoint < 0x7f) return true
  for (const [first, last] of RIGHT_TO_LEFT) if (codePoint >= first && codePoint <= last) return false
  return !UNSHOWABLE.test(String.fromCodePoint(codePoint))
}

/** Whether the character joins the one before it: an accent and the like. */
export function isMark(codePoint: number): boolean {
  return codePoint >= 0x300 && MARK.test(String.fromCodePoint(codePoint))
}

/**
 * A code point in a form that can be read and typed: `‹U+202E›`.
 *
 * @example
 * ```ts
 * describeCodePoint(0x1f600) // '‹U+1F600›'
 * ```
 */
export function describeCodePoint(codePoint: number): string {
  return `\u2039U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}\u203a`
}

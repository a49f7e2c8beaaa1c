/**
 * Brackets and the like, mirrored in text from right to left.
 *
 * @module
 */

import { loadBidi } from './bidi.js'

/** The character that stands for this one in text from right to left, such as `)` for `(` (UAX #9, rule L4). */
export function mirrored(codePoint: number): number {
  // The first that is mirrored is a parenthesis; letters and digits are not.
  if (codePoint < 0x28 || (codePoint >= 0x30 && codePoint <= 0x39) || (codePoint >= 0x61 && codePoint <= 0x7a))
    return codePoint
  return loadBidi().getMirroredCharacter(String.fromCodePoint(codePoint))?.codePointAt(0) ?? codePoint
}

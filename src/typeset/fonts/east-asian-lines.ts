/**
 * Line heights of East Asian fonts in Word.
 *
 * @module
 */

import { decodeBytes } from '../../input/encodings.js'
import type { FontLine } from './loaded-font.js'

/**
 * Word gives fonts for East Asian scripts 30 % more than their own ascent and descent, half of it above and half below,
 * and no line gap: in pages that it set, lines of MS Mincho (1 em) are 1.3 em apart, lines of Microsoft JhengHei (1.33 em)
 * 1.73 em.
 */
const EAST_ASIAN_LEADING = 0.3

/**
 * Line metrics of an East Asian font as Word uses them, from the font's own.
 *
 * @param unitsPerEm of the font: what is added is a whole number of its units. Lines of 11 pt in MS Gothic, which has 256, are
 *   14.266 pt apart in a document that Word set (76 units more, not 76.8), and those in Gulim, which has 1024, 14.298 pt.
 */
export function eastAsianLine([ascent, descent, gap]: FontLine, unitsPerEm = 2048): FontLine {
  const leading = Math.floor(EAST_ASIAN_LEADING * (ascent + descent) * unitsPerEm + ROUNDING) / unitsPerEm
  const extra = Math.max(leading, gap)
  return [ascent + extra / 2, descent + extra / 2, 0]
}

/** Ascents and descents are rounded in the tables. */
const ROUNDING = 0.01

/** Units of the older fonts of Windows for Japanese and simplified Chinese. */
export const OLD_UNITS = 256

/** Ascent and descent of SimSun and MS Mincho, which fill one em. */
const SQUARE = eastAsianLine([0.8594, 0.1406, 0], OLD_UNITS)
const JHENG_HEI = eastAsianLine([1.0757, 0.2544, 0])
const MALGUN_GOTHIC = eastAsianLine([1.0884, 0.2417, 0])

/**
 * Line metrics of the system font that Word takes for an East Asian character where the document names a font that has
 * none. By the language of the text; without one that tells, Japanese fonts come first, then Microsoft JhengHei: seen in
 * pages that an English Word set of Chinese text.
 *
 * @param language BCP 47
 */
export function systemEastAsianLine(codePoint: number, language: string): FontLine {
  if (isHangul(codePoint)) return MALGUN_GOTHIC
  if (/^(?:ja|zh|ko)\b/i.test(language)) return SQUARE
  return isInJapaneseSet(codePoint) ? SQUARE : JHENG_HEI
}

function isHangul(codePoint: number): boolean {
  return (codePoint >= 0x1100 && codePoint <= 0x11ff) || (codePoint >= 0xac00 && codePoint <= 0xd7ff)
}

let japaneseSet: ReadonlySet<string> | undefined

function isInJapaneseSet(codePoint: number): boolean {
  japaneseSet ??= readJapaneseSet()
  return japaneseSet.has(String.fromCodePoint(codePoint))
}

/** Of JIS X 0213, which no decoder here knows: what Chinese text often has. */
const JIS_X_0213 = '关么开每步复种涉渗增德黑'

/** JIS X 0208 and JIS X 0212, which MS Mincho and MS Gothic cover: both are in EUC-JP. */
function readJapaneseSet(): ReadonlySet<string> {
  const bytes: number[] = []
  for (let row = 0xa1; row <= 0xfe; row++) {
    for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell, 0x8f, row, cell)
  }
  return new Set(decodeBytes(Uint8Array.from(bytes), 'euc-jp').text + JIS_X_0213)
}

/**
 * Chooses among a run's four typefaces for a character.
 *
 * @module
 */

import type { FontSlots, RunProperties } from '../model/properties.js'

/** One of the four typefaces of a run. */
export type FontSlot = keyof FontSlots

/** Latin-1 signs that East Asian fonts contain too. With `w:hint="eastAsia"`, they are set in the East Asian font. */
const HINTED_LATIN_1 = new Set([
  0xa1, 0xa4, 0xa7, 0xa8, 0xaa, 0xad, 0xaf, 0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xbc, 0xbd,
  0xbe, 0xbf, 0xd7, 0xf7,
])

/**
 * The typeface of its run that a character uses (ECMA-376-1, 17.3.2.26). As in Word, and unlike the table there, letters of
 * complex scripts use the complex font even where the run is not marked as such.
 */
export function fontSlotOf(codePoint: number, run: RunProperties): FontSlot {
  if (run.complexScript || run.rightToLeft) return 'complexScript'
  if (codePoint < 0x80) return 'ascii'
  if (codePoint < 0x590) return run.eastAsiaHint && isHinted(codePoint) ? 'eastAsia' : 'highAnsi'
  if (isComplexScript(codePoint)) return 'complexScript'
  if (isEastAsian(codePoint)) return 'eastAsia'
  return run.eastAsiaHint && isHinted(codePoint) ? 'eastAsia' : 'highAnsi'
}

/** Whether a character is set as Chinese, Japanese or Korean: lines may break around it and justification spreads it. */
export function isEastAsian(codePoint: number): boolean {
  if (codePoint < 0x1100) return false
  return (
    codePoint <= 0x11ff ||
    (codePoint >= 0x2e80 && codePoint <= 0xa4cf) ||
    (codePoint >= 0xa960 && codePoint <= 0xa97f) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7ff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff00 && codePoint <= 0xffef) ||
    (codePoint >= 0x1b000 && codePoint <= 0x1b16f) ||
    (codePoint >= 0x20000 && codePoint <= 0x3ffff)
  )
}

/** Hebrew to Indic, South East Asian scripts, and the presentation forms of Hebrew and Arabic. */
function isComplexScript(codePoint: number): boolean {
  return (
    (codePoint >= 0x590 && codePoint <= 0x109f) ||
    (codePoint >= 0x1780 && codePoint <= 0x18af) ||
    (codePoint >= 0x1900 && codePoint <= 0x1c7f) ||
    (codePoint >= 0xa8e0 && codePoint <= 0xa8ff) ||
    (codePoint >= 0xaa00 && codePoint <= 0xaadf) ||
    (codePoint >= 0xfb1d && codePoint <= 0xfdff) ||
    (codePoint >= 0xfe70 && codePoint <= 0xfefe)
  )
}

/** Whether a character occurs in several scripts and follows `w:hint` (ECMA-376-1, 17.3.2.26). */
function isHinted(codePoint: number): boolean {
  if (codePoint < 0x100) return HINTED_LATIN_1.has(codePoint)
  return (
    (codePoint >= 0x2b0 && codePoint <= 0x4ff) ||
    (codePoint >= 0x1e00 && codePoint <= 0x1eff) ||
    (codePoint >= 0x2000 && codePoint <= 0x2bff) ||
    (codePoint >= 0xe000 && codePoint <= 0xf8ff) ||
    (codePoint >= 0xfb00 && codePoint <= 0xfb1c)
  )
}

/**
 * Divides one line of a picture's text into runs of one font and direction, in visual order.
 *
 * @module
 */

import type { Font, FontLibrary, ShapedText } from '../../fonts/font-face.js'
import { embeddingLevels, reorderVisually } from '../../text/embedding-levels.js'

/** Part of a text. */
export interface VisualRun {
  readonly from: number
  readonly to: number
  readonly font: Font
  readonly isReversed: boolean
  /** Glyphs from left to right. Clusters count from `from`. */
  readonly shaped: ShapedText
}

const LANGUAGE = 'en'

/** The runs of a text from left to right. Characters that the font lacks get other fonts. */
export function visualRuns(text: string, font: Font, fonts: FontLibrary): VisualRun[] {
  const levels = embeddingLevels(text, false)
  const runs: (Omit<VisualRun, 'shaped'> & { readonly level: number })[] = []
  let at = 0
  for (const [letter] of text.matchAll(LETTERS)) {
    const level = levels?.[at] ?? 0
    const own = fontOf(letter, font, fonts)
    const end = at + letter.length
    const last = runs.at(-1)
    if (last !== undefined && last.level === level && last.font === own) runs[runs.length - 1] = { ...last, to: end }
    else runs.push({ from: at, to: end, font: own, level, isReversed: level % 2 === 1 })
    at = end
  }
  reorderVisually(runs, ({ level }) => level)
  return runs.map(({ level: _, ...run }) => {
    const options = { rightToLeft: run.isReversed, kerning: false, ligatures: false, language: LANGUAGE }
    return { ...run, shaped: fonts.shape(text.slice(run.from, run.to), run.font, options) }
  })
}

/** A letter with its accents. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gu

/** The font of a letter: one that has its accents too, where there is one. */
function fontOf(letter: string, font: Font, fonts: FontLibrary): Font {
  const codes = [...letter].map((character) => character.codePointAt(0) ?? 0)
  const found = codes.map((code) => fonts.findFor(font, code, LANGUAGE))
  const hasAll = (one: Font) => codes.every((code) => one.face.glyphOf(code) !== 0)
  return found.find(hasAll) ?? found[0] ?? font
}

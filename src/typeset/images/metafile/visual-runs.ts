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
  for (const character of text) {
    const level = levels?.[at] ?? 0
    const own = fonts.findFor(font, character.codePointAt(0) ?? 0, LANGUAGE)
    const end = at + character.length
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

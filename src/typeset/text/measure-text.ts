/**
 * Measures text outside paragraphs, such as labels of charts.
 *
 * @module
 */

import type { Font, FontLibrary, ShapeOptions } from '../fonts/font-face.js'
import type { MeasureText } from '../model/document-model.js'

const SHAPING: ShapeOptions = { rightToLeft: false, kerning: false, ligatures: true, language: 'en-US' }

/**
 * Creates a function that measures text in the fonts of a library.
 *
 * @example
 * ```ts
 * const measure = createMeasureText(createFontLibrary())
 * measure('North', { font: 'Calibri', size: 200 }) // 452
 * ```
 */
export function createMeasureText(fonts: FontLibrary): MeasureText {
  return (text, { font: family, size, bold = false, italic = false }) => {
    const font = fonts.find(family, bold, italic)
    return widthIn(text, font, fonts) * size
  }
}

/** Width of text in ems. Characters that the font lacks have their width in the substitute font. */
function widthIn(text: string, font: Font, fonts: FontLibrary): number {
  const shaped = fonts.shape(text, font, SHAPING)
  if (!shaped.glyphs.includes(0)) return shaped.width
  let width = 0
  for (const character of text) {
    const other = fonts.findFor(font, character.codePointAt(0) ?? 0, SHAPING.language)
    width += fonts.shape(character, other, SHAPING).width
  }
  return width
}

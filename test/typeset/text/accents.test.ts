/**
 * Accents that a font lacks.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { loadShaper } from '../../../src/typeset/fonts/shaper.js'
import { createFontLibrary } from '../../../src/typeset/fonts.js'
import { plainRun } from '../../../src/typeset/model/plain-model.js'
import type { InlineItem } from '../../../src/typeset/text/inline-item.js'
import { shapeItems } from '../../../src/typeset/text/shape-item.js'
import { TextStyles } from '../../../src/typeset/text/text-style.js'

const TRAITS = {
  level: 0,
  link: undefined,
  isSpace: false,
  isEastAsian: false,
  breakAfter: false,
  softHyphen: false,
  isLabel: false,
}

/** The items of a word, each with its text and its glyphs. */
function itemsOf(word: string, family: string) {
  const fonts = createFontLibrary()
  const styles = new TextStyles(fonts, 1)
  const items: InlineItem[] = []
  const style = styles.styleOf(plainRun({ family, size: 200, kerns: false, language: 'en' }), 'ascii')
  shapeItems(word, style, TRAITS, fonts, styles, items)
  return items.flatMap((item) => (item.kind === 'text' ? [{ text: item.text, glyphs: item.shaped.glyphs }] : []))
}

describe('a letter with an accent that its font lacks', () => {
  beforeAll(loadShaper)

  it('is set in a font that has both', () => {
    // Carlito, which stands in for Calibri, has no macron by itself.
    const items = itemsOf('ax\u0304b', 'Calibri')
    expect(items.map(({ text }) => text)).toEqual(['a', 'x\u0304', 'b'])
    expect(items.flatMap(({ glyphs }) => glyphs)).not.toContain(0)
    expect(itemsOf('x\u0304', 'Calibri').map(({ text }) => text)).toEqual(['x\u0304'])
  })

  it('stays with its word where the font has it, and so does what chooses a form of a sign', () => {
    expect(itemsOf('ax\u0304b', 'Arial').map(({ text }) => text)).toEqual(['ax\u0304b'])
    expect(itemsOf('a\ufe0fb', 'Calibri').map(({ text }) => text)).toEqual(['a\ufe0fb'])
  })
})

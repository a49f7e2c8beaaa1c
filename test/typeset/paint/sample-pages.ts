/**
 * Pages with a little text on them, for tests.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { DisplayItem, DisplayList, GlyphItem, Page } from '../../../src/typeset/display/display-list.js'
import type { FontFace } from '../../../src/typeset/fonts/font-face.js'
import { openFace } from '../../../src/typeset/fonts/open-face.js'

let face: FontFace | undefined

/** A face to set samples in. */
export function sampleFace(): FontFace {
  const path = createRequire(import.meta.url).resolve('@expo-google-fonts/carlito/400Regular/Carlito_400Regular.ttf')
  face ??= openFace(readFileSync(path))
  return face
}

/** A line of text, one glyph for each character, 12 points. */
export function sampleText(text: string, x: number, y: number, changes: Partial<GlyphItem> = {}): GlyphItem {
  const font = sampleFace()
  const size = changes.size ?? 240
  const glyphs = Array.from(text, (character) => font.glyphOf(character.codePointAt(0) ?? 0))
  return {
    kind: 'glyphs',
    face: font,
    size,
    x,
    y,
    color: '000000',
    glyphs,
    advances: glyphs.map((glyph) => (font.advanceOf(glyph) * size) / font.unitsPerEm),
    texts: Array.from(text),
    ...changes,
  }
}

/** An A4 page. */
export function samplePage(...items: DisplayItem[]): Page {
  const list: DisplayList = items
  return { width: 11_906, height: 16_838, items: list }
}

/**
 * Fonts whose characters are all of one width, so that tests can count.
 *
 * @module
 */

import type { Font, FontFace, FontLibrary, ShapedText } from '../../../../src/typeset/fonts/font-face.js'

/** Advance of every character, in ems. */
export const ADVANCE = 0.5

/** Code points that only the fallback has. */
const FALLBACK_FROM = 0x2600

/**
 * Fonts whose characters are all half an em wide, 0.8 em tall and 0.2 em deep. Glyph ids are code points; those from
 * U+2600 to U+26FF are only in the fallback.
 */
export function fixedFonts(metrics: { readonly lineGap?: number } = {}): FontLibrary {
  const fonts = new Map<string, Font>()
  let nextId = 1

  function find(family: string, bold: boolean, italic: boolean): Font {
    const key = `${family}/${bold}/${italic}`
    let font = fonts.get(key)
    if (font === undefined) {
      font = { ...makeFont(family, nextId++), ...metrics }
      fonts.set(key, font)
    }
    return font
  }

  return {
    find,
    has: () => true,
    findFor: (font, codePoint) => (lacks(font, codePoint) ? find('Fallback', false, false) : font),
    shape,
    missing: new Map(),
    substitutions: new Map(),
    replacedByDocument: new Set(),
  }
}

function lacks(font: Font, codePoint: number): boolean {
  return codePoint >= FALLBACK_FROM && codePoint <= 0x26ff && font.family !== 'Fallback'
}

function makeFont(family: string, id: number): Font {
  const face = {
    id,
    unitsPerEm: 1000,
    glyphOf: (codePoint: number) => codePoint,
    advanceOf: () => ADVANCE * 1000,
  } as Partial<FontFace> as FontFace
  return {
    family,
    face,
    syntheticBold: false,
    syntheticItalic: false,
    ascent: 0.8,
    descent: 0.2,
    lineGap: 0,
    underlinePosition: 0.1,
    underlineThickness: 0.05,
    strikePosition: 0.3,
    xHeight: 0.5,
    capHeight: 0.7,
    scriptSize: 0.65,
    outlineScale: 1,
    isSymbol: false,
  }
}

function shape(text: string, font: Font, { rightToLeft }: { readonly rightToLeft: boolean }): ShapedText {
  const glyphs: number[] = []
  const clusters: number[] = []
  let offset = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    glyphs.push(lacks(font, codePoint) ? 0 : codePoint)
    clusters.push(offset)
    offset += character.length
  }
  if (rightToLeft) {
    glyphs.reverse()
    clusters.reverse()
  }
  const advances = glyphs.map(() => ADVANCE)
  return { font, glyphs, advances, clusters, width: advances.length * ADVANCE }
}

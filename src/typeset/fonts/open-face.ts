/**
 * Opens a font file for measuring.
 *
 * @module
 */

import { TrueTypeFont } from './files/true-type-font.js'
import type { FontFace } from './font-face.js'

const PAGE = 256
/** No font has so many glyphs. */
const UNREAD = 0xffff
let faceCount = 0

/**
 * Opens a font file for measuring. Widths and characters are remembered, and damage that shows only when a character is
 * looked up counts as a character that the font lacks.
 *
 * @param bytes TrueType or OpenType, also a collection, of which the first font is taken
 * @throws SealwrightError `invalid_font` when the file as a whole cannot be used
 *
 * @example
 * ```ts
 * const face = openFace(await readFile('Inter.ttf'))
 * face.advanceOf(face.glyphOf(0x41)) / face.unitsPerEm // width of "A" in ems
 * ```
 */
export function openFace(bytes: Uint8Array): FontFace {
  const font = new TrueTypeFont(bytes)
  const pages = new Map<number, Uint16Array>()
  return {
    id: ++faceCount,
    font,
    unitsPerEm: font.metrics.unitsPerEm,
    glyphOf(codePoint) {
      const number = Math.floor(codePoint / PAGE)
      let page = pages.get(number)
      if (page === undefined) {
        page = new Uint16Array(PAGE).fill(UNREAD)
        pages.set(number, page)
      }
      const place = codePoint - number * PAGE
      if (page[place] === UNREAD) page[place] = readOr(() => font.glyphOf(codePoint), 0)
      return page[place] ?? 0
    },
    advanceOf: (glyph) => readOr(() => font.advanceOf(glyph), 0),
    kerningOf: (left, right) => readOr(() => font.kerningOf(left, right), 0),
    liningOf: (glyph) => readOr(() => font.liningOf(glyph), glyph),
  }
}

/** What a font says, or another value where the damage of its file shows only now: what came before the damage still counts. */
function readOr(read: () => number, instead: number): number {
  try {
    return read()
  } catch {
    return instead
  }
}

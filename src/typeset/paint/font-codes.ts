/**
 * The codes that text in a PDF uses for glyphs.
 *
 * @module
 */

import type { FontFace } from '../fonts/font-face.js'

/**
 * The codes that content streams use for the glyphs of one face: 1, 2, ... in the order of first use; 0 is .notdef.
 * A glyph that stands for different texts gets a code for each, so that all of them can be copied and searched.
 */
export class FontCodes {
  readonly face: FontFace
  /** Name in the resource dictionaries. */
  readonly name: string
  /** Glyph and text of code 1, 2, ... */
  readonly glyphs: number[] = []
  readonly texts: string[] = []
  /** Codes of glyphs that stand for more than one text, by glyph and text, those but the first. */
  readonly #otherCodes = new Map<number, Map<string, number>>()
  /** By glyph, the code of the text that it was used with first: nearly always the one asked for. 0 for none. */
  readonly #firstCodes: Uint16Array
  readonly #widths: Int32Array

  constructor(face: FontFace, name: string) {
    this.face = face
    this.name = name
    this.#firstCodes = new Uint16Array(face.font.glyphCount)
    this.#widths = widthsOf(face)
  }

  /** The code for a glyph that stands for `text`. */
  codeOf(glyph: number, text: string): number {
    const first = this.#firstCodes[glyph] ?? 0
    return first !== 0 && this.texts[first - 1] === text ? first : this.#lookUp(glyph, text, first)
  }

  /** Gives codes to characters that the face has, each in a glyph of its own. */
  reserve(characters: string): void {
    for (const character of characters) {
      const glyph = this.face.glyphOf(character.codePointAt(0) ?? 0)
      if (glyph !== 0) this.codeOf(glyph, character)
    }
  }

  #lookUp(glyph: number, text: string, first: number): number {
    const known = this.#otherCodes.get(glyph)?.get(text)
    if (known !== undefined) return known
    if (this.glyphs.length >= MAX_CODES) return 0
    this.glyphs.push(glyph)
    this.texts.push(text)
    const code = this.glyphs.length
    if (first === 0 && glyph < this.#firstCodes.length) {
      this.#firstCodes[glyph] = code
      return code
    }
    const others = this.#otherCodes.get(glyph) ?? new Map<string, number>()
    this.#otherCodes.set(glyph, others.set(text, code))
    return code
  }

  /** Advance of a glyph in thousandths of an em, rounded: what the /W array of the PDF font says. */
  widthOf(glyph: number): number {
    const known = this.#widths[glyph] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const width = Math.round((this.face.advanceOf(glyph) * 1000) / this.face.unitsPerEm)
    this.#widths[glyph] = width
    return width
  }
}

/** Widths by glyph that were worked out already, for as long as the face is there. */
const knownWidths = new WeakMap<FontFace, Int32Array>()
const UNKNOWN = -1

function widthsOf(face: FontFace): Int32Array {
  let widths = knownWidths.get(face)
  if (widths === undefined) {
    widths = new Int32Array(face.font.glyphCount).fill(UNKNOWN)
    knownWidths.set(face, widths)
  }
  return widths
}

/** Codes have two bytes. */
const MAX_CODES = 0xfffe

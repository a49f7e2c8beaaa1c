/**
 * Character codes of glyphs in the text of a PDF.
 *
 * @module
 */

import type { FontFace } from '../fonts/font-face.js'

/**
 * The codes of one face's glyphs in content streams: 1, 2, ... in the order of first use; 0 is .notdef.
 *
 * A glyph with several texts gets a code for each, so that all of them can be copied and searched.
 */
export class FontCodes {
  readonly face: FontFace
  /** Name of the font in resource dictionaries. */
  readonly name: string
  /** Glyphs of codes 1, 2, ..., and their texts. */
  readonly glyphs: number[] = []
  readonly texts: string[] = []
  /** Codes of a glyph's second and further texts, by glyph and text. */
  readonly #otherCodes = new Map<number, Map<string, number>>()
  /** Code of each glyph with its first text, which is nearly always the requested one; 0 for none. */
  readonly #firstCodes: Uint16Array
  readonly #widths: Int32Array

  constructor(face: FontFace, name: string) {
    this.face = face
    this.name = name
    this.#firstCodes = new Uint16Array(face.font.glyphCount)
    this.#widths = widthsOf(face)
  }

  /** The code of a glyph that represents `text`. */
  codeOf(glyph: number, text: string): number {
    const first = this.#firstCodes[glyph] ?? 0
    return first !== 0 && this.texts[first - 1] === text ? first : this.#lookUp(glyph, text, first)
  }

  /** Assigns codes to the characters that the face contains, each as a glyph of its own. */
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

  /** Advance of a glyph in thousandths of an em, rounded as in the /W array of the PDF font. */
  widthOf(glyph: number): number {
    const known = this.#widths[glyph] ?? UNKNOWN
    if (known !== UNKNOWN) return known
    const width = Math.round((this.face.advanceOf(glyph) * 1000) / this.face.unitsPerEm)
    this.#widths[glyph] = width
    return width
  }
}

/** Computed widths by glyph, kept as long as their face. */
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

/** Largest code. Codes have two bytes. */
const MAX_CODES = 0xfffe

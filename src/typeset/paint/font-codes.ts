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
  readonly #codes = new Map<number, Map<string, number>>()
  /** By glyph, the text and code that it was used with first: nearly always the ones asked for. */
  readonly #firstTexts: string[] = []
  readonly #firstCodes: number[] = []
  readonly #widths: number[] = []

  constructor(face: FontFace, name: string) {
    this.face = face
    this.name = name
  }

  /** The code for a glyph that stands for `text`. */
  codeOf(glyph: number, text: string): number {
    return this.#firstTexts[glyph] === text ? (this.#firstCodes[glyph] ?? 0) : this.#lookUp(glyph, text)
  }

  /** Gives codes to characters that the face has, each in a glyph of its own. */
  reserve(characters: string): void {
    for (const character of characters) {
      const glyph = this.face.glyphOf(character.codePointAt(0) ?? 0)
      if (glyph !== 0) this.codeOf(glyph, character)
    }
  }

  #lookUp(glyph: number, text: string): number {
    let codes = this.#codes.get(glyph)
    if (codes === undefined) {
      codes = new Map()
      this.#codes.set(glyph, codes)
    }
    let code = codes.get(text)
    if (code === undefined) {
      if (this.glyphs.length >= MAX_CODES) return 0
      this.glyphs.push(glyph)
      this.texts.push(text)
      code = this.glyphs.length
      codes.set(text, code)
      if (codes.size === 1) {
        this.#firstTexts[glyph] = text
        this.#firstCodes[glyph] = code
      }
    }
    return code
  }

  /** Advance of a glyph in thousandths of an em, rounded: what the /W array of the PDF font says. */
  widthOf(glyph: number): number {
    let width = this.#widths[glyph]
    if (width === undefined) {
      width = Math.round((this.face.advanceOf(glyph) * 1000) / this.face.unitsPerEm)
      this.#widths[glyph] = width
    }
    return width
  }
}

/** Codes have two bytes. */
const MAX_CODES = 0xfffe

import type { TrueTypeFont } from './fonts/true-type-font.js'
import { isMark, isShowable } from './visible-text.js'

/** A character set in one face. One object per face and character, so it can be compared and used as a key. */
export interface FaceGlyph {
  readonly face: FontFace
  /** Glyph number in the font. */
  readonly glyph: number
  readonly codePoint: number
  /** Advance in thousandths of an em, rounded: what the /W array of the PDF font says, so measure and page agree. */
  readonly advance: number
  /** Joins the character before it. */
  readonly isMark: boolean
}

/** A font prepared for measuring: characters to glyphs with widths in thousandths of an em, remembered per face. */
export class FontFace {
  readonly font: TrueTypeFont
  readonly #glyphs = new Map<number, FaceGlyph>()
  readonly #scale: number

  constructor(font: TrueTypeFont) {
    this.font = font
    this.#scale = 1000 / font.metrics.unitsPerEm
  }

  /** The glyph to draw, or `undefined` when the face has none or the character must not be drawn as itself. */
  glyphFor(codePoint: number): FaceGlyph | undefined {
    const known = this.#glyphs.get(codePoint)
    if (known !== undefined) return known
    const glyph = this.font.glyphOf(codePoint)
    if (glyph === 0 || !isShowable(codePoint)) return undefined
    const mark = isMark(codePoint)
    const advance = Math.round(this.font.advanceOf(glyph) * this.#scale)
    // A blank that is no space, or a letter without width, would hide itself or what stands beside it.
    const isBlank = this.font.outlineOf(glyph).length === 0
    if (!mark && (advance === 0 || (isBlank && !isSpace(codePoint)))) return undefined
    const result: FaceGlyph = { face: this, glyph, codePoint, advance, isMark: mark }
    this.#glyphs.set(codePoint, result)
    return result
  }

  /** Kerning between two glyphs of this face, in thousandths of an em. */
  kerningOf(left: FaceGlyph, right: FaceGlyph): number {
    const kerning = this.font.kerningOf(left.glyph, right.glyph)
    return kerning === 0 ? 0 : Math.round(kerning * this.#scale)
  }
}

const SPACE_SEPARATOR = /\p{Zs}/u

function isSpace(codePoint: number): boolean {
  return codePoint === 0x20 || SPACE_SEPARATOR.test(String.fromCodePoint(codePoint))
}

/**
 * Glyphs and advances of a font by character, fitted to the family that was asked for.
 *
 * @module
 */

import type { FontFace } from './font-face.js'
import { isInvisible } from './simple-text.js'

/** How a requested family differs from the face that replaces it. */
export interface Fitting {
  /** Factor on the face's widths. */
  readonly scale: number
  /** The family's own advance in ems, where it is known. */
  readonly widthOf?: (codePoint: number) => number | undefined
  /** The character to draw for a code of a symbol font. 0 for none; undefined where another face must be asked. */
  readonly characterOf?: (codePoint: number) => number | undefined
  /** Whether figures are as tall as capitals, whatever form the face has at first. */
  readonly liningFigures?: boolean
}

const PAGE = 256
const ABSENT = -1
const UNREAD = -2

interface CharacterPage {
  readonly glyphs: Int32Array
  readonly advances: Float64Array
  /** Offsets that centre glyphs in their advances; undefined without fitted widths. */
  readonly shifts: Float64Array | undefined
}

/** Glyphs and advances of a font by character, each found when it is first asked for. */
export class CharacterTable {
  readonly #face: FontFace
  readonly #fitting: Fitting
  readonly #pages = new Map<number, CharacterPage>()
  #last: CharacterPage | undefined
  #lastNumber = -1

  constructor(face: FontFace, fitting: Fitting) {
    this.#face = face
    this.#fitting = fitting
  }

  /** Whether there is a glyph for the character, or none is needed. */
  has(codePoint: number): boolean {
    return this.#pageWith(codePoint).glyphs[codePoint % PAGE] !== ABSENT
  }

  /** 0 (.notdef) for what the font lacks. */
  glyphOf(codePoint: number): number {
    return Math.max(0, this.#pageWith(codePoint).glyphs[codePoint % PAGE] ?? 0)
  }

  /** In ems. */
  advanceOf(codePoint: number): number {
    return this.#pageWith(codePoint).advances[codePoint % PAGE] ?? 0
  }

  /** Distance from the start of the advance to the glyph, in ems. A glyph of another width is centred. */
  shiftOf(codePoint: number): number {
    return this.#pageWith(codePoint).shifts?.[codePoint % PAGE] ?? 0
  }

  #pageWith(codePoint: number): CharacterPage {
    const page = this.#pageOf(codePoint)
    if (page.glyphs[codePoint % PAGE] === UNREAD) this.#read(codePoint, page)
    return page
  }

  #pageOf(codePoint: number): CharacterPage {
    const number = Math.floor(codePoint / PAGE)
    if (number === this.#lastNumber && this.#last !== undefined) return this.#last
    let page = this.#pages.get(number)
    if (page === undefined) {
      page = this.#openPage()
      this.#pages.set(number, page)
    }
    this.#lastNumber = number
    this.#last = page
    return page
  }

  #openPage(): CharacterPage {
    return {
      glyphs: new Int32Array(PAGE).fill(UNREAD),
      advances: new Float64Array(PAGE),
      shifts: this.#fitting.widthOf === undefined ? undefined : new Float64Array(PAGE),
    }
  }

  #read(codePoint: number, { glyphs, advances, shifts }: CharacterPage): void {
    const { scale, widthOf } = this.#fitting
    const place = codePoint % PAGE
    const drawn = this.#glyphFor(codePoint)
    const own = this.#face.advanceOf(Math.max(0, drawn.glyph)) * (scale / this.#face.unitsPerEm)
    const advance = drawn.advance ?? widthOf?.(codePoint) ?? own
    glyphs[place] = drawn.glyph
    advances[place] = advance
    if (shifts !== undefined && drawn.advance === undefined) shifts[place] = (advance - own) / 2
  }

  #isLining(codePoint: number): boolean {
    return this.#fitting.liningFigures === true && codePoint >= 0x30 && codePoint <= 0x39
  }

  #glyphFor(codePoint: number): { readonly glyph: number; readonly advance?: number } {
    const { characterOf } = this.#fitting
    if (characterOf !== undefined) {
      const character = characterOf(codePoint)
      if (character === undefined) return { glyph: ABSENT }
      // Without a glyph for the symbol, the code must not show the letter that it stands for in other fonts.
      if (character !== 0) return { glyph: this.#face.glyphOf(character) || ABSENT }
    }
    if (isInvisible(codePoint)) return { glyph: this.#face.glyphOf(0x20), advance: 0 }
    const glyph = this.#face.glyphOf(REPLACEMENTS.get(codePoint) ?? codePoint)
    if (glyph !== 0) return { glyph: this.#isLining(codePoint) ? this.#face.liningOf(glyph) : glyph }
    const width = SPACE_WIDTHS.get(codePoint)
    if (width !== undefined) return { glyph: this.#face.glyphOf(0x20), advance: width }
    const equivalent = canonicalEquivalent(codePoint)
    return { glyph: (equivalent === undefined ? 0 : this.#face.glyphOf(equivalent)) || ABSENT }
  }
}

/** Characters that are drawn as another one: the no-break space and the hyphens. Word draws both hyphens as a hyphen-minus. */
const REPLACEMENTS: ReadonlyMap<number, number> = new Map([
  [0xa0, 0x20],
  [0x2010, 0x2d],
  [0x2011, 0x2d],
])

/** Fixed-width spaces for fonts without them, in ems (The Unicode Standard, table 6-2). */
const SPACE_WIDTHS: ReadonlyMap<number, number> = new Map([
  [0x2000, 1 / 2],
  [0x2001, 1],
  [0x2002, 1 / 2],
  [0x2003, 1],
  [0x2004, 1 / 3],
  [0x2005, 1 / 4],
  [0x2006, 1 / 6],
  [0x2007, 1 / 2],
  [0x2008, 1 / 4],
  [0x2009, 1 / 5],
  [0x200a, 1 / 8],
  [0x202f, 1 / 5],
  [0x205f, 4 / 18],
  [0x3000, 1],
])

/** The canonical equivalent of a character, such as the Greek omega for the ohm sign. */
function canonicalEquivalent(codePoint: number): number | undefined {
  const text = String.fromCodePoint(codePoint).normalize('NFC')
  const equivalent = text.codePointAt(0)
  const isOne = equivalent !== undefined && String.fromCodePoint(equivalent) === text
  return isOne && equivalent !== codePoint ? equivalent : undefined
}

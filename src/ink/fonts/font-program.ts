/**
 * What embedded font programs say about their glyphs (ISO 32000-2, 9.9).
 *
 * @module
 */
import type { OutlinesOf } from './outlines/remember-outlines.js'

/** What a font program says about its glyphs. */
export interface FontProgram {
  readonly format: 'TrueType' | 'CFF' | 'Type1'
  readonly glyphCount: number
  /** Fonts whose glyphs are selected by number alone have none. */
  readonly hasNames: boolean
  /** The name of a glyph by its number. */
  nameOf(glyph: number): string | undefined
  /** The number of a glyph by its name; `undefined` when the font has none of this name. */
  glyphByName(name: string): number | undefined
  /** The built-in encoding: the name or the number of the glyph of a code. */
  readonly builtIn: ((code: number) => string | undefined) | undefined
  /** Code points that the font's own character map leads to a glyph; empty when it has none for Unicode. */
  codePointsOf(glyph: number): readonly number[]
  /** The glyph of a Unicode code point, by the font's own character map. */
  glyphByCodePoint(codePoint: number): number | undefined
  /** For simple TrueType fonts: the glyph that the symbol or Macintosh character map has for a code (9.6.5.4). */
  glyphByCode(code: number): number | undefined
  /** What any viewer may select for a code: by any of its maps, and by any of the names that encodings give the code. */
  glyphsOfCode(code: number, names: readonly string[]): readonly number[]
  /** What a glyph paints, in ems: one outline for each way in which readers place it; `undefined` where it cannot be read. */
  readonly outlinesOf: OutlinesOf
  /** For CID-keyed CFF: the glyph of a CID; more than one where the font gives several the same. */
  readonly glyphsByCid: ((cid: number) => readonly number[]) | undefined
}

/**
 * Fonts as the layout sees them: faces, fonts, shaped text, and the library that finds them.
 *
 * @module
 */

import type { TrueTypeFont } from './files/true-type-font.js'

/**
 * One font file, ready to measure and embed. Faces are compared by identity: one object per file and process.
 */
export interface FontFace {
  /** Unique in the process; for caches. */
  readonly id: number
  readonly font: TrueTypeFont
  readonly unitsPerEm: number
  /** Glyph id of a character; 0 where the face lacks it. */
  glyphOf(codePoint: number): number
  /** In font units. */
  advanceOf(glyph: number): number
  /** Change of the distance between two adjacent glyphs, in font units; 0 without kerning. */
  kerningOf(left: number, right: number): number
  /** The glyph of a figure as tall as capitals; `glyph` itself where the face has one form only. */
  liningOf(glyph: number): number
}

/** The result of a request for a family, weight and slope. Compared by identity: one object per request and library. */
export interface Font {
  /** The requested family. */
  readonly family: string
  readonly face: FontFace
  /** Whether the request is bold and the face is not. */
  readonly syntheticBold: boolean
  /** Whether the request is italic and the face is not. */
  readonly syntheticItalic: boolean
  /** Line metrics of the requested family as Word uses them, in ems. All are positive; their sum is the natural line height. */
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  /** In ems, for decorations; `underlinePosition` is below the baseline, `strikePosition` above it. */
  readonly underlinePosition: number
  readonly underlineThickness: number
  readonly strikePosition: number
  readonly xHeight: number
  readonly capHeight: number
  /** Size of superscripts and subscripts, in ems. */
  readonly scriptSize: number
  /**
   * Horizontal scaling of the face's outlines for glyphs that were fitted to the widths of the family asked for; 1 for none.
   * Advances from {@link FontLibrary.shape} are the family's already.
   */
  readonly outlineScale: number
  /** A symbol font (Wingdings, Symbol): its private codes U+F000 to U+F0FF are mapped to characters that the face has. */
  readonly isSymbol: boolean
  /** For a symbol font: returns the Unicode character that a code shows; 0 or undefined for none. */
  readonly characterOf?: (codePoint: number) => number | undefined
}

/** Text as glyphs, from left to right. Arrays have one entry per glyph; lengths are ems. */
export interface ShapedText {
  readonly font: Font
  readonly glyphs: readonly number[]
  readonly advances: readonly number[]
  readonly xOffsets?: readonly number[] | undefined
  /** Up positive. */
  readonly yOffsets?: readonly number[] | undefined
  /** Index in the text of the first UTF-16 unit of the glyph's cluster. */
  readonly clusters: readonly number[]
  readonly width: number
}

/** How text is shaped. Each member is a part of the key of `ShapedWords`. */
export interface ShapeOptions {
  readonly rightToLeft: boolean
  readonly kerning: boolean
  readonly ligatures: boolean
  /** Form of figures, where the font has both; left out: its usual one. */
  readonly figures?: 'lining' | 'oldStyle' | undefined
  /** Language as a BCP 47 tag. */
  readonly language: string
}

/** Finds fonts and shapes text with them. Synchronous once loaded. */
export interface FontLibrary {
  /**
   * Finds a font. In this order: the exact family, embedded and given fonts, substitutes of the same metrics, the document's
   * hints, the general fallback.
   */
  find(family: string, bold: boolean, italic: boolean): Font
  /**
   * The font for a character that `font` lacks: a fallback of the same weight and slope that has it; `font` itself where none has
   * (reported in {@link FontLibrary.missing}).
   */
  findFor(font: Font, codePoint: number, language: string): Font
  /** Whether {@link FontLibrary.findFor} finds a font that has the character. Nothing is reported. */
  has(font: Font, codePoint: number, language: string): boolean
  /** All of `text` in one font, direction and script. Words are cached. */
  shape(text: string, font: Font, options: ShapeOptions): ShapedText
  /** Characters that no font has, with the family that asked for them. */
  readonly missing: ReadonlyMap<string, string>
  /** Families that were replaced by others of different widths. */
  readonly substitutions: ReadonlyMap<string, string>
  /** Well-known families that the document brings itself. Programs that have them installed show other letters. */
  readonly replacedByDocument: ReadonlySet<string>
}

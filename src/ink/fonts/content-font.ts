/**
 * Fonts as content uses them (ISO 32000-2, 9.5 to 9.10).
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import type { PdfDict, PdfStream } from '../../pdf/objects.js'
import type { GlyphInk } from './glyph-ink.js'
import type { GlyphMeaning } from './glyph-meaning.js'

/** What kind of font it is, for deciding how far to trust it. */
export interface FontFacts {
  /** Number of the font dictionary's object; `undefined` for a direct one. */
  readonly objectNumber: number | undefined
  /** The font dictionary itself. */
  readonly dictionary: PdfDict
  /** /Type1, /TrueType, /Type0, /Type3 ... */
  readonly subtype: string
  /** /BaseFont without the prefix of a subset. */
  readonly name: string
  readonly isEmbedded: boolean
  /** Its name has the prefix of a subset (9.9.2). */
  readonly isSubset: boolean
  /** One of the standard 14 fonts (9.6.2.2), not embedded. */
  readonly isStandard: boolean
  /** The character collection of a composite font by its /Ordering (9.7.3). */
  readonly collection: string | undefined
}

/** The procedures of a Type 3 font (9.6.4). */
export interface GlyphProcedures {
  /** From glyph space to text space. */
  readonly matrix: Matrix
  readonly resources: PdfDict | undefined
  procedureOf(code: number): PdfStream | undefined
  /** Height of the tallest glyph drawn so far, in ems of the font size. */
  tallest: number
}

/** A font that is ready to show text. Measures are in ems: thousandths of glyph space, divided by 1000. */
export interface ContentFont {
  readonly facts: FontFacts
  /** For vertical writing (9.7.4.3): how far downwards a glyph advances, and where its origin is from that for horizontal writing. */
  readonly vertical:
    | { advanceOf(code: number): number; originOf(code: number): readonly [x: number, y: number] }
    | undefined
  readonly ascent: number
  /** Below the baseline: negative. */
  readonly descent: number
  /** What is wrong with the dictionary, each in a few words. */
  readonly faults: readonly string[]
  /** Calls `use` for each code of a string, with the number of bytes that it takes. */
  readCodes(bytes: Uint8Array, each: (code: number, length: number) => void): void
  /** The advance of a glyph to the right. */
  widthOf(code: number): number
  /** Of a standard font or a composite one that the file does not bring: true for a width that is far from that of the character. */
  readonly isOddlySpaced?: (code: number) => boolean
  /** Which character a code shows; worked out when it is first asked for. */
  meaningOf(code: number): GlyphMeaning
  /** Where the ink of a code is, as far as its cell does not tell; worked out when it is first asked for. */
  inkOf(code: number): GlyphInk
  readonly procedures: GlyphProcedures | undefined
}

/** Calls back for each byte. */
export function readSingleBytes(bytes: Uint8Array, each: (code: number, length: number) => void): void {
  for (const code of bytes) each(code, 1)
}

/** A function whose results are kept. */
export function remember<T>(make: (code: number) => T): (code: number) => T {
  const known = new Map<number, T>()
  return (code) => {
    let value = known.get(code)
    if (value === undefined) {
      value = make(code)
      known.set(code, value)
    }
    return value
  }
}

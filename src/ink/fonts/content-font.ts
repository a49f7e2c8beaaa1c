/**
 * Fonts as content uses them (ISO 32000-2, 9.5 to 9.10), what their programs say, and where the ink of a glyph is, held against
 * the cell that the measures of its font give it.
 *
 * Most letters stand in their cells, and are judged by these. What stands elsewhere, or is far larger or smaller, is a
 * shape like any other, in each of the places where some viewer paints it.
 *
 * @module
 */
import { areaOf, type Box, type Matrix } from '../../pdf/matrix.js'
import type { PdfDict, PdfStream } from '../../pdf/objects.js'
import type { GlyphMeaning } from './glyph-meaning.js'
import type { GlyphOutline, OutlinesOf } from './outlines/glyph-outline.js'

/** What is painted for a code, beside what its cell says. */
export interface GlyphInk {
  /** Outlines that are not in their cell, in ems. */
  readonly stray: readonly GlyphOutline[]
  /** Where some viewers paint it and others do not, in ems. */
  readonly loose: readonly Box[]
  /** Outlines in a small part of their cell: seen by themselves where they are large enough to be read. */
  readonly small: readonly GlyphOutline[]
  /** Why it is not known where viewers paint it; `undefined` when it is. */
  readonly unknown: string | undefined
  /** Its width is the viewer's, so that what follows on the line may stand elsewhere. */
  readonly isAdrift: boolean
}

/** A glyph that stands in its cell. */
export const IN_ITS_CELL: GlyphInk = { stray: [], loose: [], small: [], unknown: undefined, isAdrift: false }

/** How far a letter may hang out of its cell, in ems: tails of italics, accents that stand on the letter before. */
const OVERHANG = { across: 0.5, below: 0.35, above: 0.45 } as const
/** What is broader than so many ems, and higher than a dash, holds several letters, of which each counts. */
const BROADEST = 2.2
const HIGHEST_DASH = 0.2
/** Ink that takes a smaller share of its cell may be covered while most of the cell is not. */
const SMALL_SHARE = 0.12

/** The cell of a letter: from its origin to its advance, from descent to ascent, in ems. */
interface GlyphCell {
  readonly width: number
  readonly isBlank: boolean
  readonly ascent: number
  readonly descent: number
}

/**
 * Sorts the outlines of a glyph by how they stand to its cell. Fonts are not read by every viewer that is read here, so that
 * one of the viewer's own may stand in an odd cell instead.
 */
export function inkBesideCell(outlines: readonly GlyphOutline[] | undefined, cell: GlyphCell): GlyphInk {
  const ink = sortOutlines(outlines, cell)
  const odd = looseInOddCell(cell)
  return odd.length === 0 ? ink : { ...ink, loose: [...ink.loose, ...odd] }
}

function sortOutlines(outlines: readonly GlyphOutline[] | undefined, cell: GlyphCell): GlyphInk {
  if (outlines === undefined) return { ...IN_ITS_CELL, unknown: 'the outline of a glyph cannot be read' }
  const stray = outlines.filter(({ box }) => box !== undefined && isStray(box, cell))
  const small = outlines.filter(({ box }) => box !== undefined && !isStray(box, cell) && isSmall(box, cell))
  if (stray.length + small.length === 0) return IN_ITS_CELL
  const isSure = outlines.length === 1 && outlines[0]?.contours !== undefined
  if (isSure) return { ...IN_ITS_CELL, stray, small }
  // A viewer paints only one of several outlines. A shape that it does not paint must not count as hiding a letter.
  return { ...IN_ITS_CELL, loose: stray.flatMap(({ box }) => (box === undefined ? [] : [box])), small }
}

/**
 * What viewers paint with fonts of their own: at the beginning or in the middle of a cell that is far too wide, stretched
 * to fill it, or beyond one that is too narrow.
 *
 * @param usual The width of the letter where it is known.
 */
export function inkOfViewers(cell: GlyphCell, usual: number | undefined): GlyphInk {
  const { width, ascent, descent } = cell
  if (usual === undefined) return { ...IN_ITS_CELL, loose: looseInOddCell(cell) }
  if (Math.abs(width - usual) <= MAX_WIDTH_ERROR) return IN_ITS_CELL
  return { ...IN_ITS_CELL, loose: [[Math.min(0, width), descent, Math.max(width, usual), ascent]] }
}

/** Letters of usual fonts are at most an em wide: W, a dash, those of East Asia. The narrowest are strokes and points. */
const BROADEST_OF_VIEWERS = 1.25
const NARROWEST_OF_VIEWERS = 0.12

/** Where a letter stands that a viewer puts into a cell that is made for no letter of its own. */
function looseInOddCell({ width, ascent, descent, isBlank }: GlyphCell): readonly Box[] {
  const size = Math.abs(width)
  if (isBlank || (size <= BROADEST_OF_VIEWERS && size >= NARROWEST_OF_VIEWERS)) return []
  return [[Math.min(0, width), descent, Math.max(1, width), ascent]]
}

/** True for what no font has a letter for: blanks, and signs that join and part others. */
export function isBlankText(text: string | undefined): boolean {
  return text !== undefined && /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/u.test(text)
}

/** Ems by which the width that a file gives a letter of a standard font may be wrong: less than a blank is wide. */
export const MAX_WIDTH_ERROR = 0.15

function isStray([left, bottom, right, top]: Box, { width, ascent, descent }: GlyphCell): boolean {
  if (left < Math.min(0, width) - OVERHANG.across || right > Math.max(0, width) + OVERHANG.across) return true
  if (bottom < descent - OVERHANG.below || top > ascent + OVERHANG.above) return true
  return right - left > BROADEST && top - bottom > HIGHEST_DASH
}

function isSmall(box: Box, { width, ascent, descent }: GlyphCell): boolean {
  return areaOf(box) < SMALL_SHARE * Math.abs(width) * (ascent - descent)
}

/** How high the highest outline of a glyph is, in ems: 0 for a blank; `undefined` where that is not known. */
export function heightOf(outlines: readonly GlyphOutline[] | undefined): number | undefined {
  if (outlines === undefined) return undefined
  return outlines.reduce(
    (most, { box }) => Math.max(most, box === undefined ? 0 : Math.max(LEAST_HEIGHT, box[3] - box[1])),
    0,
  )
}

/** What has contours is no blank, however flat it is. */
const LEAST_HEIGHT = 0.01

/** What a font program says about its glyphs. */
export interface FontProgram {
  readonly format: 'TrueType' | 'CFF' | 'Type1'
  readonly glyphCount: number
  /** Fonts whose glyphs are selected by number alone have none. */
  readonly hasNames: boolean
  nameOf(glyph: number): string | undefined
  /** The number of a glyph by its name; `undefined` when the font has none of this name. */
  glyphByName(name: string): number | undefined
  /** The built-in encoding: the name or the number of the glyph of a code. */
  readonly builtIn?: ((code: number) => string | undefined) | undefined
  /** Code points that the font's own character map leads to a glyph; empty when it has none for Unicode. */
  codePointsOf?(glyph: number): readonly number[]
  /** The glyph of a Unicode code point, by the font's own character map. */
  glyphByCodePoint?(codePoint: number): number | undefined
  /** For simple TrueType fonts: the glyph that the symbol or Macintosh character map has for a code (9.6.5.4). */
  glyphByCode?(code: number): number | undefined
  /** What any viewer may select for a code: by any of its maps, and by any of the names that encodings give the code. */
  glyphsOfCode(code: number, names: readonly string[]): readonly number[]
  /** What a glyph paints, in ems: one outline for each way in which readers place it; `undefined` where it cannot be read. */
  readonly outlinesOf: OutlinesOf
  /** For CID-keyed CFF: the glyph of a CID; more than one where the font gives several the same. */
  readonly glyphsByCid?: ((cid: number) => readonly number[]) | undefined
}

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
  /** Whether the width of a code is far from that of its character; for standard and composite fonts that the file does not bring. */
  readonly isOddlySpaced?: (code: number) => boolean
  /** Which character a code shows; worked out when it is first asked for. */
  meaningOf(code: number): GlyphMeaning
  /** Where the ink of a code is, as far as its cell does not tell; worked out when it is first asked for. */
  inkOf(code: number): GlyphInk
  /** What viewers may draw for a code of an embedded composite font; undefined where that cannot be told. */
  readonly outlinesOf?: (code: number) => readonly GlyphOutline[] | undefined
  readonly procedures: GlyphProcedures | undefined
}

/** Calls back for each byte. */
export function readSingleBytes(bytes: Uint8Array, each: (code: number, length: number) => void): void {
  for (const code of bytes) each(code, 1)
}

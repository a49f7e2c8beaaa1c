/**
 * The types of fonts as content uses them (ISO 32000-2, 9.5 to 9.10), and of font programs. They also compare the ink of a glyph
 * with the cell that the font's measures give it.
 *
 * Most letters lie in their cells and are judged by them. Ink that lies elsewhere, or is far larger or smaller, is a shape like
 * any other, in each place where some viewer paints it.
 *
 * @module
 */
import { areaOf, type Box, type Matrix } from '../../pdf/matrix.js'
import type { PdfDict, PdfStream } from '../../pdf/objects.js'
import type { GlyphMeaning } from './glyph-meaning.js'
import type { GlyphOutline, OutlinesOf } from './outlines/glyph-outline.js'

/** The ink of a code that its cell does not describe. */
export interface GlyphInk {
  /** Outlines that leave their cell, in ems. */
  readonly stray: readonly GlyphOutline[]
  /** Places where some viewers paint the glyph and others do not, in ems. */
  readonly loose: readonly Box[]
  /** Outlines that fill only a small part of their cell. They count by themselves when they are large enough to be read. */
  readonly small: readonly GlyphOutline[]
  /** Outlines that leave their cell no further than those of usual letters do. In a large size, that is far. */
  readonly leaning: readonly GlyphOutline[]
  /** Why it is unknown where viewers paint the glyph; `undefined` when it is known. */
  readonly unknown: string | undefined
  /** True when viewers take its width from their own font, so that the rest of the line may be shifted. */
  readonly isAdrift: boolean
}

/** The ink of a glyph that lies in its cell. */
export const IN_ITS_CELL: GlyphInk = {
  stray: [],
  loose: [],
  small: [],
  leaning: [],
  unknown: undefined,
  isAdrift: false,
}

/** How far a letter may leave its cell, in ems: tails of italics, and accents that stand on the letter before. */
const OVERHANG = { across: 0.5, below: 0.35, above: 0.45 } as const
/** Width in ems from which a glyph that is higher than a dash holds several letters, each of which counts. */
const BROADEST = 2.2
/** Largest height of a dash, in ems. */
const HIGHEST_DASH = 0.2
/** Share of its cell below which ink counts by itself: it may be covered while most of the cell is not. */
const SMALL_SHARE = 0.12

/** The cell of a letter: from its origin to its advance, from descent to ascent, in ems. */
interface GlyphCell {
  readonly width: number
  readonly isBlank: boolean
  readonly ascent: number
  readonly descent: number
}

/**
 * Sorts the outlines of a glyph by their place in its cell. Not every viewer can read each font that is read here: in an odd
 * cell, a letter of the viewer's own font may stand instead.
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
  const leaning = outlines.filter(({ box }) => box !== undefined && !isStray(box, cell) && isLeaning(box, cell))
  if (stray.length + small.length + leaning.length === 0) return IN_ITS_CELL
  const isSure = outlines.length === 1 && outlines[0]?.contours !== undefined
  if (isSure) return { ...IN_ITS_CELL, stray, small, leaning }
  // A viewer paints only one of several outlines. A shape that it does not paint must not count as hiding a letter.
  return { ...IN_ITS_CELL, loose: stray.flatMap(({ box }) => (box === undefined ? [] : [box])), small, leaning }
}

/**
 * What viewers paint with fonts of their own. In a cell that is far too wide the letter stands at the beginning, in the middle,
 * or stretched; it leaves a cell that is too narrow.
 *
 * @param usual The width of the letter, if it is known.
 */
export function inkOfViewers(cell: GlyphCell, usual: number | undefined): GlyphInk {
  const { width, ascent, descent } = cell
  if (usual === undefined) return { ...IN_ITS_CELL, loose: looseInOddCell(cell) }
  if (Math.abs(width - usual) <= MAX_WIDTH_ERROR) return IN_ITS_CELL
  return { ...IN_ITS_CELL, loose: [[Math.min(0, width), descent, Math.max(width, usual), ascent]] }
}

/** Largest width of letters in usual fonts, with a margin: W, a dash, and letters of East Asia have one em. */
const BROADEST_OF_VIEWERS = 1.25
/** Smallest width of letters in usual fonts, in ems: strokes and points. */
const NARROWEST_OF_VIEWERS = 0.12

/** The places of a viewer's own letter in a cell whose width fits no usual letter. */
function looseInOddCell({ width, ascent, descent, isBlank }: GlyphCell): readonly Box[] {
  const size = Math.abs(width)
  if (isBlank || (size <= BROADEST_OF_VIEWERS && size >= NARROWEST_OF_VIEWERS)) return []
  return [[Math.min(0, width), descent, Math.max(1, width), ascent]]
}

/** True for characters without a visible glyph: blanks, and characters that join or separate others. */
export function isBlankText(text: string | undefined): boolean {
  return text !== undefined && /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/u.test(text)
}

/** Largest error of a width that a file gives for a standard font, in ems. It is less than the width of a blank. */
export const MAX_WIDTH_ERROR = 0.15

function isStray([left, bottom, right, top]: Box, { width, ascent, descent }: GlyphCell): boolean {
  if (left < Math.min(0, width) - OVERHANG.across || right > Math.max(0, width) + OVERHANG.across) return true
  if (bottom < descent - OVERHANG.below || top > ascent + OVERHANG.above) return true
  return right - left > BROADEST && top - bottom > HIGHEST_DASH
}

function isLeaning([left, bottom, right, top]: Box, { width, ascent, descent }: GlyphCell): boolean {
  return left < Math.min(0, width) || right > Math.max(0, width) || bottom < descent || top > ascent
}

function isSmall(box: Box, { width, ascent, descent }: GlyphCell): boolean {
  return areaOf(box) < SMALL_SHARE * Math.abs(width) * (ascent - descent)
}

/** Height of the highest outline of a glyph, in ems: 0 for a blank; `undefined` where it is unknown. */
export function heightOf(outlines: readonly GlyphOutline[] | undefined): number | undefined {
  if (outlines === undefined) return undefined
  return outlines.reduce(
    (most, { box }) => Math.max(most, box === undefined ? 0 : Math.max(LEAST_HEIGHT, box[3] - box[1])),
    0,
  )
}

/** Smallest height of a glyph with contours, in ems: however flat it is, it is not a blank. */
const LEAST_HEIGHT = 0.01

/** What a font program says about its glyphs. */
export interface FontProgram {
  readonly format: 'TrueType' | 'CFF' | 'Type1'
  readonly glyphCount: number
  /** True when the glyphs have names. Some fonts select glyphs by number alone. */
  readonly hasNames: boolean
  nameOf(glyph: number): string | undefined
  /** The number of a glyph by its name; `undefined` when the font has none of this name. */
  glyphByName(name: string): number | undefined
  /** The built-in encoding: the name or the number of the glyph of a code. */
  readonly builtIn?: ((code: number) => string | undefined) | undefined
  /** Code points that the font's own character map assigns to a glyph; empty when it has no map for Unicode. */
  codePointsOf?(glyph: number): readonly number[]
  /** The glyph of a Unicode code point, by the font's own character map. */
  glyphByCodePoint?(codePoint: number): number | undefined
  /** For simple TrueType fonts: the glyph of a code in the symbol or Macintosh map (9.6.5.4). */
  glyphByCode?(code: number): number | undefined
  /** All glyphs that viewers may select for a code: by any map, and by any name that encodings give the code. */
  glyphsOfCode(code: number, names: readonly string[]): readonly number[]
  /** The outlines of a glyph in ems, one for each way in which readers place it; `undefined` when they cannot be read. */
  readonly outlinesOf: OutlinesOf
  /** For CID-keyed CFF fonts: the glyphs of a CID, several if the font assigns it more than once. */
  readonly glyphsByCid?: ((cid: number) => readonly number[]) | undefined
}

/** Facts about a font that decide how far it is trusted. */
export interface FontFacts {
  /** Object number of the font dictionary; `undefined` for a direct object. */
  readonly objectNumber: number | undefined
  /** The font dictionary itself. */
  readonly dictionary: PdfDict
  /** /Subtype: Type1, TrueType, Type0, Type3 ... */
  readonly subtype: string
  /** /BaseFont without the prefix of a subset. */
  readonly name: string
  readonly isEmbedded: boolean
  /** True when /BaseFont has the prefix of a subset (9.9.2). */
  readonly isSubset: boolean
  /** True for one of the standard 14 fonts (9.6.2.2) that is not embedded. */
  readonly isStandard: boolean
  /** The character collection of a composite font, by its /Ordering (9.7.3). */
  readonly collection: string | undefined
}

/** The procedures of a Type 3 font (9.6.4). */
export interface GlyphProcedures {
  /** Matrix from glyph space to text space. */
  readonly matrix: Matrix
  readonly resources: PdfDict | undefined
  procedureOf(code: number): PdfStream | undefined
  /** Height of the tallest glyph drawn so far, in ems of the font size. */
  tallest: number
}

/** A font that is ready to show text. Measures are in ems: thousandths of glyph space, divided by 1000. */
export interface ContentFont {
  readonly facts: FontFacts
  /** For vertical writing (9.7.4.3): the downward advance of a glyph, and its origin relative to that for horizontal writing. */
  readonly vertical:
    | { advanceOf(code: number): number; originOf(code: number): readonly [x: number, y: number] }
    | undefined
  readonly ascent: number
  /** Lowest extent of letters; negative, since it lies below the baseline. */
  readonly descent: number
  /** Faults of the dictionary, each in a few words. */
  readonly faults: readonly string[]
  /** Calls `each` for every code of a string, with its length in bytes. */
  readCodes(bytes: Uint8Array, each: (code: number, length: number) => void): void
  /** The advance of a glyph to the right. */
  widthOf(code: number): number
  /** For fonts that are not embedded, standard or composite: true when the width of a code is far from that of its character. */
  readonly isOddlySpaced?: (code: number) => boolean
  /** The character that a code shows, determined on the first call. */
  meaningOf(code: number): GlyphMeaning
  /** The ink of a code that its cell does not describe, determined on the first call. */
  inkOf(code: number): GlyphInk
  /** The outlines that viewers may draw for a code of an embedded composite font; `undefined` when they are unknown. */
  readonly outlinesOf?: (code: number) => readonly GlyphOutline[] | undefined
  readonly procedures: GlyphProcedures | undefined
}

/** Calls `each` for every byte. */
export function readSingleBytes(bytes: Uint8Array, each: (code: number, length: number) => void): void {
  for (const code of bytes) each(code, 1)
}

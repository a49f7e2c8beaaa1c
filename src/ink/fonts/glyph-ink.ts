/**
 * Where the ink of a glyph is, held against the cell that the measures of its font give it.
 *
 * Most letters stand in their cells, and are judged by these. What stands elsewhere, or is far larger or smaller, is a
 * shape like any other, in each of the places where some viewer paints it.
 *
 * @module
 */
import { areaOf, type Box } from '../../pdf/matrix.js'
import type { GlyphOutline } from './outlines/glyph-outline.js'

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
export interface GlyphCell {
  readonly width: number
  /** It is for a blank. */
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
  // Of several outlines a viewer paints one: shapes that are not there would hide letters that are.
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

/**
 * Reads a font file: its tables, metrics, glyphs and outlines.
 *
 * @module
 */

import { type CharacterMap, readCharacterMap } from './character-map.js'
import { LINING_FIGURES, readSubstitution, type Substitution } from './feature-lookups.js'
import { FontReader, type FontTable, invalidFont } from './font-reader.js'
import { type PairKerning, readPairKerning } from './pair-kerning.js'

/** Metrics of the whole face, in font units unless stated otherwise. */
interface FontMetrics {
  readonly unitsPerEm: number
  readonly ascent: number
  /** Position below the baseline, negative. */
  readonly descent: number
  readonly capHeight: number
  readonly xHeight: number
  /** Angle in degrees, counter-clockwise from the vertical. */
  readonly italicAngle: number
  /** usWeightClass: 400 is regular, 700 is bold. */
  readonly weight: number
  readonly fixedPitch: boolean
  readonly boundingBox: readonly [number, number, number, number]
  /** Line metrics as Word computes them; all positive. */
  readonly line: { readonly ascent: number; readonly descent: number; readonly gap: number }
  /** Distance of the underline's centre below the baseline (positive), and its thickness; 0 if the font does not specify them. */
  readonly underlinePosition: number
  readonly underlineThickness: number
  /** Distance of the strike-through line's centre above the baseline; 0 if the font does not specify it. */
  readonly strikePosition: number
  /** Whether fsType (ISO/IEC 14496-22, OS/2) forbids any embedding of the font. */
  readonly embeddingRestricted: boolean
}

/**
 * A font with `glyf` or `CFF` outlines, or the first one of a collection (ISO/IEC 14496-22). Tables are read on demand and not
 * copied. Every method throws `invalid_font` if the file is damaged.
 */
export class TrueTypeFont {
  readonly reader: FontReader
  readonly metrics: FontMetrics
  readonly glyphCount: number
  readonly postScriptName: string
  readonly outlines: 'glyf' | 'CFF'
  readonly #tables: ReadonlyMap<string, FontTable>
  readonly #longOffsets: boolean
  readonly #metricCount: number
  readonly #glyf: FontTable | undefined
  readonly #loca: FontTable | undefined
  readonly #hmtx: FontTable
  readonly #characters: CharacterMap
  #kerning: PairKerning | undefined
  #lining: Substitution | undefined

  /** @throws SealwrightError `invalid_font` when a table that is needed is missing or damaged. */
  constructor(bytes: Uint8Array) {
    const reader = new FontReader(bytes)
    this.reader = reader
    this.#tables = readTableDirectory(reader)
    const head = this.tableOf('head', 54)
    const hhea = this.tableOf('hhea', 36)
    this.outlines = this.#tables.has('CFF ') ? 'CFF' : 'glyf'
    if (this.outlines === 'glyf') {
      this.#glyf = this.tableOf('glyf', 0)
      this.#loca = this.tableOf('loca', 0)
    }
    this.#hmtx = this.tableOf('hmtx', 4)
    this.glyphCount = reader.u16(this.tableOf('maxp', 6).offset + 4)
    this.#longOffsets = reader.i16(head.offset + 50) !== 0
    this.#metricCount = reader.u16(hhea.offset + 34)
    if (this.#metricCount === 0 || this.#metricCount > this.glyphCount) throw invalidFont('its glyph counts disagree')
    this.metrics = readMetrics(reader, head, hhea, this.#tables.get('OS/2'), this.#tables.get('post'))
    this.postScriptName = readPostScriptName(reader, this.#tables.get('name')) ?? 'Font'
    this.#characters = readCharacterMap(reader, this.tableOf('cmap', 4))
  }

  /** The position of a table. Throws if the font does not contain it or it is shorter than `minimum` bytes. */
  tableOf(tag: string, minimum: number): FontTable {
    const table = this.#tables.get(tag)
    if (table === undefined || table.length < minimum) throw invalidFont(`the table "${tag.trim()}" is missing`)
    return table
  }

  /** The glyph that the font's `cmap` gives for a code point; 0 when it has none. */
  glyphOf(codePoint: number): number {
    const glyph = this.#characters(codePoint)
    return glyph < this.glyphCount ? glyph : 0
  }

  /** Advance width in font units. */
  advanceOf(glyph: number): number {
    return this.reader.u16(this.#hmtx.offset + 4 * Math.min(glyph, this.#metricCount - 1))
  }

  /** Left side bearing in font units. */
  leftBearingOf(glyph: number): number {
    const { offset } = this.#hmtx
    return glyph < this.#metricCount
      ? this.reader.i16(offset + 4 * glyph + 2)
      : this.reader.i16(offset + 4 * this.#metricCount + 2 * (glyph - this.#metricCount))
  }

  /** A view of the glyph's description in `glyf`; empty for glyphs without an outline, such as the space. */
  outlineOf(glyph: number): Uint8Array {
    if (glyph >= this.glyphCount) throw invalidFont('a glyph number is out of range')
    const glyf = this.#glyf
    const loca = this.#loca
    if (glyf === undefined || loca === undefined) throw invalidFont('the table "glyf" is missing')
    const { reader } = this
    const [at, width] = this.#longOffsets ? [loca.offset + 4 * glyph, 4] : [loca.offset + 2 * glyph, 2]
    const start = width === 4 ? reader.u32(at) : 2 * reader.u16(at)
    const end = width === 4 ? reader.u32(at + 4) : 2 * reader.u16(at + 2)
    if (end < start || end > glyf.length) throw invalidFont('a glyph lies outside its table')
    return reader.slice(glyf.offset + start, end - start)
  }

  /** The change of the distance between two consecutive glyphs, in font units (GPOS pair adjustment). */
  kerningOf(left: number, right: number): number {
    this.#kerning ??= readPairKerning(this.reader, this.#tables.get('GPOS'), this.glyphCount)
    return this.#kerning(left, right)
  }

  /** The lining form of a figure (GSUB `lnum`); the glyph itself where the font has no other. */
  liningOf(glyph: number): number {
    this.#lining ??= readSubstitution(this.reader, this.#tables.get('GSUB'), LINING_FIGURES, this.glyphCount)
    return this.#lining(glyph)
  }
}

/** The tag `ttcf`. */
const COLLECTION = 0x74746366
/** The versions 1.0, `true` and `OTTO`. */
const VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x74727565, 0x4f54544f])

function readTableDirectory(reader: FontReader): Map<string, FontTable> {
  const directory = reader.u32(0) === COLLECTION ? reader.u32(12) : 0
  if (!VERSIONS.has(reader.u32(directory))) throw invalidFont('it is not a TrueType or OpenType font')
  const tables = new Map<string, FontTable>()
  const count = reader.u16(directory + 4)
  for (let i = 0; i < count; i++) {
    const at = directory + 12 + 16 * i
    const tag = String.fromCharCode(reader.u8(at), reader.u8(at + 1), reader.u8(at + 2), reader.u8(at + 3))
    const offset = reader.u32(at + 8)
    const length = reader.u32(at + 12)
    if (offset + length > reader.length) throw invalidFont(`the table "${tag.trim()}" lies outside the file`)
    tables.set(tag, { offset, length })
  }
  return tables
}

function readMetrics(
  reader: FontReader,
  head: FontTable,
  hhea: FontTable,
  os2: FontTable | undefined,
  post: FontTable | undefined,
): FontMetrics {
  const unitsPerEm = reader.u16(head.offset + 18)
  if (unitsPerEm < 16 || unitsPerEm > 16384) throw invalidFont('its units per em are out of range')
  const ascent = reader.i16(hhea.offset + 4)
  const box = head.offset + 36
  // sxHeight and sCapHeight were added in version 2 of OS/2.
  const hasHeights = os2 !== undefined && os2.length >= 90 && reader.u16(os2.offset) >= 2
  const descent = reader.i16(hhea.offset + 6)
  const hasPost = post !== undefined && post.length >= 16
  const hasStrike = os2 !== undefined && os2.length >= 30
  return {
    unitsPerEm,
    ascent,
    descent,
    capHeight: hasHeights ? reader.i16(os2.offset + 88) : Math.round(0.7 * ascent),
    xHeight: hasHeights ? reader.i16(os2.offset + 86) : Math.round(0.5 * ascent),
    italicAngle: hasPost ? reader.i32(post.offset + 4) / 65536 : 0,
    weight: os2 !== undefined && os2.length >= 6 ? reader.u16(os2.offset + 4) : 400,
    fixedPitch: hasPost && reader.u32(post.offset + 12) !== 0,
    boundingBox: [reader.i16(box), reader.i16(box + 2), reader.i16(box + 4), reader.i16(box + 6)],
    line: readLineMetrics(reader, ascent, descent, reader.i16(hhea.offset + 8), os2),
    underlinePosition: hasPost ? -reader.i16(post.offset + 8) : 0,
    underlineThickness: hasPost ? Math.max(0, reader.i16(post.offset + 10)) : 0,
    // In some fonts, yStrikeoutPosition is the top of the stroke, and in others its centre. The difference is not visible.
    strikePosition: hasStrike ? reader.i16(os2.offset + 28) : 0,
    embeddingRestricted: os2 !== undefined && os2.length >= 10 && (reader.u16(os2.offset + 8) & 0xf) === 2,
  }
}

const USE_TYPO_METRICS = 0x80

/**
 * The typographic values if fsSelection requires them. Otherwise, the Windows values and the part of the line gap of `hhea` that
 * they do not include (the external leading of Windows' text metrics).
 */
function readLineMetrics(
  reader: FontReader,
  ascent: number,
  descent: number,
  gap: number,
  os2: FontTable | undefined,
): FontMetrics['line'] {
  if (os2 === undefined || os2.length < 78)
    return { ascent: Math.max(0, ascent), descent: Math.max(0, -descent), gap: Math.max(0, gap) }
  const at = os2.offset
  if ((reader.u16(at + 62) & USE_TYPO_METRICS) !== 0) {
    const typoGap = Math.max(0, reader.i16(at + 72))
    return { ascent: Math.max(0, reader.i16(at + 68)), descent: Math.max(0, -reader.i16(at + 70)), gap: typoGap }
  }
  const winAscent = reader.u16(at + 74)
  const winDescent = reader.u16(at + 76)
  return {
    ascent: winAscent,
    descent: winDescent,
    gap: Math.max(0, gap - (winAscent + winDescent - (ascent - descent))),
  }
}

const POSTSCRIPT_NAME_ID = 6

function readPostScriptName(reader: FontReader, table: FontTable | undefined): string | undefined {
  if (table === undefined || table.length < 6) return undefined
  const count = reader.u16(table.offset + 2)
  const storage = table.offset + reader.u16(table.offset + 4)
  for (let i = 0; i < count; i++) {
    const record = table.offset + 6 + 12 * i
    if (reader.u16(record + 6) !== POSTSCRIPT_NAME_ID) continue
    const bytes = reader.slice(storage + reader.u16(record + 10), reader.u16(record + 8))
    let name = ''
    // The name is ASCII in every encoding. In UTF-16BE, its high bytes are zero and are left out here.
    for (const byte of bytes)
      if (byte > 0x20 && byte < 0x7f && !'[](){}<>/%#'.includes(String.fromCharCode(byte)))
        name += String.fromCharCode(byte)
    if (name !== '') return name.slice(0, 63)
  }
  return undefined
}

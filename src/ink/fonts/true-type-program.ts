/**
 * TrueType and OpenType fonts (ISO/IEC 14496-22): character maps, names and outlines of glyphs.
 *
 * @module
 */

import { BigEndianBytes } from '../../pdf/codecs.js'
import type { ContentBudget } from '../content/content-budget.js'
import { getOrMake } from '../remember.js'
import { readCffProgram } from './cff-program.js'
import { type CharacterMap, readCharacterMaps, SelectedGlyphs, SYMBOL_RANGES } from './character-maps.js'
import type { FontProgram } from './content-font.js'
import { macintoshGlyphs } from './encodings.js'
import { drawGlyf, type GlyphTables } from './outlines/glyf-outline.js'
import { BLANK, type OutlinesOf, rememberOutlines } from './outlines/glyph-outline.js'

interface Table {
  readonly offset: number
  readonly length: number
}

/** Tag of a font collection (`ttcf`), of which the first font counts. */
const COLLECTION = 0x74746366
/** Most tables of a font. Fonts have about twenty. */
const MAX_TABLES = 256

/** Character maps, names and outlines of a TrueType or OpenType font. */
export function readTrueTypeProgram(bytes: Uint8Array, budget: ContentBudget): FontProgram {
  const reader = new BigEndianBytes(bytes)
  const tables = readTables(reader)
  const cff = tables.get('CFF ')
  const outlines =
    cff === undefined ? undefined : readCffProgram(reader.slice(cff.offset, cff.length), budget, emOf(reader, tables))
  const maxp = tables.get('maxp')
  const glyphCount = maxp === undefined ? (outlines?.glyphCount ?? 0) : reader.u16(maxp.offset + 4)
  const cmap = tables.get('cmap')
  const maps = cmap === undefined ? [] : readCharacterMaps(reader, cmap.offset)
  const post = tables.get('post')
  const names = outlines === undefined && post !== undefined ? readNames(reader, post, glyphCount) : undefined
  const unicode = maps.find(({ kind }) => kind === 'unicode')
  const reversed = unicode === undefined ? undefined : reverse(unicode)
  const byName = new Map((names ?? []).map((name, glyph): [string, number] => [name, glyph]).reverse())
  const selected = new SelectedGlyphs(maps, names)
  return {
    format: outlines === undefined ? 'TrueType' : 'CFF',
    glyphCount,
    hasNames: names !== undefined || outlines?.hasNames === true,
    nameOf: (glyph) => names?.[glyph] ?? outlines?.nameOf(glyph),
    glyphByName: (name) => byName.get(name) ?? outlines?.glyphByName(name),
    builtIn: outlines?.builtIn,
    codePointsOf: (glyph) => reversed?.get(glyph) ?? [],
    glyphByCodePoint: (codePoint) => unicode?.codes.get(codePoint),
    glyphByCode: (code) => glyphByCode(maps, code),
    glyphsOfCode: (code, namesOfIt) => selected.of(code, namesOfIt),
    outlinesOf: outlines?.outlinesOf ?? outlinesIn(reader, tables, glyphCount, budget),
    glyphsByCid: outlines?.glyphsByCid,
  }
}

/** Smallest and largest number of units per em that every reader accepts. */
const UNITS_PER_EM = [16, 16_384] as const

/** Units per em in the table `head`; `undefined` without that table. */
function emOf(reader: BigEndianBytes, tables: ReadonlyMap<string, Table>): number | undefined {
  const head = tables.get('head')
  return head === undefined ? undefined : reader.u16(head.offset + 18)
}

function outlinesIn(
  reader: BigEndianBytes,
  tables: ReadonlyMap<string, Table>,
  glyphCount: number,
  budget: ContentBudget,
): OutlinesOf {
  const [head, loca, glyf] = ['head', 'loca', 'glyf'].map((tag) => tables.get(tag)?.offset)
  if (head === undefined || loca === undefined || glyf === undefined) return () => undefined
  return rememberOutlines((glyph) => {
    const unitsPerEm = emOf(reader, tables) ?? 0
    if (!(unitsPerEm >= UNITS_PER_EM[0] && unitsPerEm <= UNITS_PER_EM[1])) throw new RangeError('an em has no size')
    const isLong = reader.i16(head + 50) !== 0
    const parts: GlyphTables = { glyf, loca, isLong, glyphCount, bearingOf: bearingsIn(reader, tables), budget }
    const { pen, shifts } = drawGlyf(reader, parts, glyph)
    const scale = 1 / unitsPerEm
    const outlines = shifts.map((shift) => pen.take([scale, 0, 0, scale, shift * scale, 0]))
    return outlines.every(({ box }) => box === undefined) ? [BLANK] : outlines
  }, budget)
}

/** The left side bearings in the table `hmtx`. After the last advance it has bearings only. */
function bearingsIn(reader: BigEndianBytes, tables: ReadonlyMap<string, Table>): GlyphTables['bearingOf'] {
  const [hhea, hmtx] = [tables.get('hhea'), tables.get('hmtx')]
  if (hhea === undefined || hmtx === undefined) return () => undefined
  const count = reader.u16(hhea.offset + 34)
  return (glyph) => {
    const at = glyph < count ? 4 * glyph + 2 : 4 * count + 2 * (glyph - count)
    return at + 2 <= hmtx.length && hmtx.offset + at + 2 <= reader.length ? reader.i16(hmtx.offset + at) : undefined
  }
}

function readTables(reader: BigEndianBytes): Map<string, Table> {
  const directory = reader.u32(0) === COLLECTION ? reader.u32(12) : 0
  const count = reader.u16(directory + 4)
  if (count > MAX_TABLES) throw new RangeError('a font has too many tables')
  const tables = new Map<string, Table>()
  for (let i = 0; i < count; i++) {
    const at = directory + 12 + 16 * i
    const tag = String.fromCharCode(...reader.slice(at, 4))
    // For a repeated table, some readers take the first and others the last.
    if (tables.has(tag)) throw new RangeError('a table comes twice')
    tables.set(tag, { offset: reader.u32(at + 8), length: reader.u32(at + 12) })
  }
  // A font has one kind of outlines (ISO/IEC 14496-22, 5.1.1). Readers prefer different ones when there are several.
  if (OUTLINES.filter((tag) => tables.has(tag)).length > 1) throw new RangeError('outlines are of several kinds')
  return tables
}

/** Tables of outlines: TrueType, CFF, and CFF with variations. PDF does not mention the last one, which FreeType prefers. */
const OUTLINES = ['glyf', 'CFF ', 'CFF2']

/**
 * The glyph of a code (9.6.5.4): by the symbol map (3, 0), whose codes have a range of 256, and then by the Macintosh map (1, 0).
 * In a font without maps, codes are glyph numbers, as viewers read it.
 */
function glyphByCode(maps: readonly CharacterMap[], code: number): number | undefined {
  if (maps.length === 0) return code
  const symbol = maps.find(({ kind }) => kind === 'symbol')
  for (const base of [...SYMBOL_RANGES, 0]) {
    const glyph = symbol?.codes.get(base + code)
    if (glyph !== undefined) return glyph
  }
  return maps.find(({ kind }) => kind === 'macintosh')?.codes.get(code)
}

/** Most code points of one glyph that are kept. A space has its no-break form as well. */
const MAX_CODE_POINTS = 8

function reverse({ codes }: CharacterMap): Map<number, number[]> {
  const reversed = new Map<number, number[]>()
  for (const [code, glyph] of codes) {
    const known = getOrMake(reversed, glyph, () => [])
    if (known.length < MAX_CODE_POINTS) known.push(code)
  }
  return reversed
}

const POST_1 = 0x00010000
const POST_2 = 0x00020000

/** Names from the table `post`: the standard ones, or an index into these and the font's own. */
function readNames(reader: BigEndianBytes, { offset, length }: Table, glyphCount: number): string[] | undefined {
  const standard = macintoshGlyphs()
  const version = reader.u32(offset)
  if (version === POST_1) return standard.slice(0, glyphCount)
  if (version !== POST_2) return undefined
  const count = reader.u16(offset + 32)
  const own: string[] = []
  const end = Math.min(offset + length, reader.length)
  for (let at = offset + 34 + 2 * count; at < end && own.length < count; ) {
    const size = reader.u8(at)
    own.push(at + 1 + size <= end ? String.fromCharCode(...reader.slice(at + 1, size)) : '')
    at += 1 + size
  }
  return Array.from({ length: Math.min(count, glyphCount) }, (_, glyph) => {
    const index = reader.u16(offset + 34 + 2 * glyph)
    return (index < standard.length ? standard[index] : own[index - standard.length]) ?? ''
  })
}

/**
 * TrueType and OpenType fonts (ISO/IEC 14496-22): character maps and names of glyphs, not outlines.
 *
 * @module
 */
import { BinaryReader } from './binary-reader.js'
import { readCffProgram } from './cff-program.js'
import { type CharacterMap, readCharacterMaps } from './character-maps.js'
import type { FontProgram } from './font-program.js'
import { macintoshGlyphs } from './standard-strings.js'

interface Table {
  readonly offset: number
  readonly length: number
}

/** `ttcf`: a collection; its first font counts. */
const COLLECTION = 0x74746366
/** Fonts have some twenty. */
const MAX_TABLES = 256

/** Character maps and names of a TrueType or OpenType font. */
export function readTrueTypeProgram(bytes: Uint8Array): FontProgram {
  const reader = new BinaryReader(bytes)
  const tables = readTables(reader)
  const cff = tables.get('CFF ')
  const outlines = cff === undefined ? undefined : readCffProgram(reader.slice(cff.offset, cff.length))
  const maxp = tables.get('maxp')
  const glyphCount = maxp === undefined ? (outlines?.glyphCount ?? 0) : reader.u16(maxp.offset + 4)
  const cmap = tables.get('cmap')
  const maps = cmap === undefined ? [] : readCharacterMaps(reader, cmap.offset)
  const post = tables.get('post')
  const names = outlines === undefined && post !== undefined ? readNames(reader, post, glyphCount) : undefined
  const unicode = maps.find(({ kind }) => kind === 'unicode')
  const reversed = unicode === undefined ? undefined : reverse(unicode)
  const byName = new Map((names ?? []).map((name, glyph) => [name, glyph]))
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
    heightOf: outlines?.heightOf ?? heightsIn(reader, tables),
    glyphByCid: outlines?.glyphByCid,
  }
}

/** By the boxes in the table `glyf`; without contours nothing is drawn. */
function heightsIn(reader: BinaryReader, tables: ReadonlyMap<string, Table>): FontProgram['heightOf'] {
  const [head, loca, glyf] = ['head', 'loca', 'glyf'].map((tag) => tables.get(tag))
  return (glyph) => {
    if (head === undefined || loca === undefined || glyf === undefined) return undefined
    try {
      const isLong = reader.u16(head.offset + 50) !== 0
      const place = (i: number) => (isLong ? reader.u32(loca.offset + 4 * i) : 2 * reader.u16(loca.offset + 2 * i))
      const start = place(glyph)
      if (start === place(glyph + 1)) return 0
      const at = glyf.offset + start
      const height = (reader.i16(at + 8) - reader.i16(at + 4)) / reader.u16(head.offset + 18)
      return reader.i16(at) === 0 ? 0 : Math.max(height, LEAST_HEIGHT)
    } catch {
      return undefined
    }
  }
}

/** What has contours is no blank, even if its box says otherwise. */
const LEAST_HEIGHT = 0.01

function readTables(reader: BinaryReader): Map<string, Table> {
  const directory = reader.u32(0) === COLLECTION ? reader.u32(12) : 0
  const count = Math.min(reader.u16(directory + 4), MAX_TABLES)
  const tables = new Map<string, Table>()
  for (let i = 0; i < count; i++) {
    const at = directory + 12 + 16 * i
    const tag = String.fromCharCode(...reader.slice(at, 4))
    tables.set(tag, { offset: reader.u32(at + 8), length: reader.u32(at + 12) })
  }
  return tables
}

/**
 * 9.6.5.4: the symbol map (3, 0), whose codes stand in a range of 256 of their own, then the Macintosh map (1, 0). In a font
 * without any map codes are glyph numbers, as viewers have it.
 */
function glyphByCode(maps: readonly CharacterMap[], code: number): number | undefined {
  if (maps.length === 0) return code
  const symbol = maps.find(({ kind }) => kind === 'symbol')
  for (const base of [0xf000, 0xf100, 0xf200, 0]) {
    const glyph = symbol?.codes.get(base + code)
    if (glyph !== undefined) return glyph
  }
  return maps.find(({ kind }) => kind === 'macintosh')?.codes.get(code)
}

/** Code points of one glyph that are kept: the space, its no-break form and the like. */
const MAX_CODE_POINTS = 8

function reverse({ codes }: CharacterMap): Map<number, number[]> {
  const reversed = new Map<number, number[]>()
  for (const [code, glyph] of codes) {
    const known = reversed.get(glyph)
    if (known === undefined) reversed.set(glyph, [code])
    else if (known.length < MAX_CODE_POINTS) known.push(code)
  }
  return reversed
}

const POST_1 = 0x00010000
const POST_2 = 0x00020000

/** The table `post`: the standard names, or an index into these and names of its own. */
function readNames(reader: BinaryReader, { offset, length }: Table, glyphCount: number): string[] | undefined {
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

/**
 * The table `cmap` (ISO/IEC 14496-22, 5.2.1), read in full so that it can be searched in both directions.
 *
 * @module
 */

import type { BigEndianBytes } from '../../pdf/codecs.js'
import { getOrMake, once } from '../remember.js'
import { encodingByName } from './encodings.js'
import { charactersOfGlyph } from './glyph-names.js'

/** One map of a font from codes to glyphs, without glyph 0. */
export interface CharacterMap {
  /** The kind of codes. Viewers only use `other` maps when there is no map that they know. */
  readonly kind: 'unicode' | 'symbol' | 'macintosh' | 'other'
  readonly codes: ReadonlyMap<number, number>
}

/** Most entries of one map: more than Unicode has assigned characters. */
const MAX_ENTRIES = 200_000

/** The maps of a font, those for all of Unicode first. Throws a RangeError where viewers may read more than is read here. */
export function readCharacterMaps(reader: BigEndianBytes, table: number): CharacterMap[] {
  const maps: { map: CharacterMap; rank: number }[] = []
  for (let i = 0; i < reader.u16(table + 2); i++) {
    const record = table + 4 + 8 * i
    const kind = kindOf(reader.u16(record), reader.u16(record + 2))
    const codes = new Map<number, number>()
    const rank = readSubtable(reader, table + reader.u32(record + 4), codes)
    if (rank === 14 || (rank === 2 && kind === 'other')) continue
    if (rank === 2 || maps.length >= MAX_READ) throw new RangeError('a font has too many maps, or odd ones')
    maps.push({ map: { kind, codes }, rank })
  }
  return maps.sort((a, b) => b.rank - a.rank).map(({ map }) => map)
}

/** Maximum number of maps: three kinds, Unicode in two formats for two platforms, and some rare ones. */
const MAX_READ = 12

function kindOf(platform: number, encoding: number): CharacterMap['kind'] {
  if (platform === 0) return 'unicode'
  if (platform === 1) return encoding === 0 ? 'macintosh' : 'other'
  if (platform !== 3) return 'other'
  if (encoding === 0) return 'symbol'
  return encoding === 1 || encoding === 10 ? 'unicode' : 'other'
}

/** Fills the map and returns its format. A higher format covers more of Unicode. */
function readSubtable(reader: BigEndianBytes, at: number, codes: Map<number, number>): number {
  const format = reader.u16(at)
  if (format === 0) for (let code = 0; code < 256; code++) set(codes, code, reader.u8(at + 6 + code))
  else if (format === 4) readSegments(reader, at, codes)
  else if (format === 6) readTrimmed(reader, at, codes)
  else if (format === 12) readGroups(reader, at, codes)
  else if (format !== 2 && format !== 14) throw new RangeError('a map is of a format that few read')
  return format
}

function set(codes: Map<number, number>, code: number, glyph: number): void {
  if (glyph !== 0 && !codes.has(code)) codes.set(code, glyph)
}

function readTrimmed(reader: BigEndianBytes, at: number, codes: Map<number, number>): void {
  const [first, count] = [reader.u16(at + 6), reader.u16(at + 8)]
  for (let i = 0; i < count; i++) set(codes, first + i, reader.u16(at + 10 + 2 * i))
}

/** Reads format 4: arrays of endCode, a pad, startCode, idDelta, idRangeOffset. */
function readSegments(reader: BigEndianBytes, at: number, codes: Map<number, number>): void {
  const doubled = reader.u16(at + 6) & ~1
  const [ends, starts] = [at + 14, at + 16 + doubled]
  const [deltas, offsets] = [starts + doubled, starts + 2 * doubled]
  let work = 0
  for (let i = 0; i < doubled; i += 2) {
    const [first, last] = [reader.u16(starts + i), reader.u16(ends + i)]
    const [delta, range] = [reader.u16(deltas + i), reader.u16(offsets + i)]
    work += Math.max(0, last - first + 1)
    if (work > MAX_ENTRIES) throw new RangeError('a map has too many codes')
    for (let code = first; code <= last && code < 0xffff; code++) {
      const place = offsets + i + range + 2 * (code - first)
      const glyph = range === 0 ? code : place + 2 <= reader.length ? reader.u16(place) : 0
      if (range === 0 || glyph !== 0) set(codes, code, (glyph + delta) & 0xffff)
    }
  }
}

/** Reads format 12: groups of first code point, last code point, first glyph. */
function readGroups(reader: BigEndianBytes, at: number, codes: Map<number, number>): void {
  const count = reader.u32(at + 12)
  let work = 0
  for (let i = 0; i < count; i++) {
    const group = at + 16 + 12 * i
    const [first, last, glyph] = [reader.u32(group), reader.u32(group + 4), reader.u32(group + 8)]
    work += Math.max(0, last - first) + 1
    if (work > MAX_ENTRIES) throw new RangeError('a map has too many codes')
    for (let code = first; code <= last; code++) set(codes, code, glyph + code - first)
  }
}

/** Where the codes of symbol maps begin. */
export const SYMBOL_RANGES = [0xf000, 0xf100, 0xf200]

/** Characters to which glyph lists give two code points, one for the letter and one for the sign. */
const TWINS: Readonly<Record<string, readonly number[]>> = {
  Delta: [0x0394, 0x2206],
  Omega: [0x03a9, 0x2126],
  mu: [0x00b5, 0x03bc],
  fraction: [0x2044, 0x2215],
  hyphen: [0x002d, 0x00ad, 0x2010],
  macron: [0x00af, 0x02c9],
  periodcentered: [0x00b7, 0x2219],
  space: [0x0020, 0x00a0],
}

/** Finds glyphs by code and by name. */
export class SelectedGlyphs {
  readonly #maps: readonly CharacterMap[]
  readonly #byName: () => ReadonlyMap<string, readonly number[]>
  readonly #byText: () => ReadonlyMap<string, readonly number[]>

  /** @param names The glyph names of the table `post`, in which a name may occur more than once. */
  constructor(maps: readonly CharacterMap[], names: readonly string[] = []) {
    this.#maps = maps
    this.#byName = once(() => indexOf(names))
    this.#byText = once(() => indexOf(names.map((name) => charactersOfGlyph(name))))
  }

  /** The glyphs to which any map, any name and the code itself lead. `names` are the names that encodings give the code. */
  of(code: number, names: readonly string[]): number[] {
    const codes = new Set([code])
    const glyphs: number[] = this.#maps.length === 0 ? [code] : []
    for (const name of names) {
      const text = charactersOfGlyph(name)
      for (const point of [...(TWINS[name] ?? []), ...pointsOf(text), ...macintoshCodes(name)]) codes.add(point)
      for (const glyph of this.#byName().get(name) ?? []) glyphs.push(glyph)
      for (const glyph of (text === undefined ? undefined : this.#byText().get(text)) ?? []) glyphs.push(glyph)
    }
    for (const one of codes) for (const glyph of this.#mapped(one)) glyphs.push(glyph)
    return glyphs
  }

  #mapped(code: number): number[] {
    const glyphs = this.#maps.flatMap((map) => [0, ...SYMBOL_RANGES].map((base) => map.codes.get(base + code)))
    return glyphs.filter((glyph) => glyph !== undefined)
  }
}

/** Most glyphs of one name that are kept: subsets leave hundreds of glyphs without a name of their own. */
const MAX_TWINS = 8

/** The glyphs by name. Glyphs without a name are skipped, and a name may belong to several glyphs. */
function indexOf(names: readonly (string | undefined)[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  for (const [glyph, name] of names.entries()) {
    if (name === undefined || name === '' || name === '.notdef') continue
    const known = getOrMake(index, name, () => [])
    if (known.length < MAX_TWINS) known.push(glyph)
  }
  return index
}

function pointsOf(text: string | undefined): number[] {
  return text === undefined ? [] : [...text].slice(0, 1).map((sign) => sign.codePointAt(0) ?? 0)
}

/** The MacRoman codes of a name (9.6.5.4), whatever platform the map is for. */
function macintoshCodes(name: string): number[] {
  const code = encodingByName('MacRomanEncoding')?.indexOf(name) ?? -1
  return code < 0 ? [] : [code]
}

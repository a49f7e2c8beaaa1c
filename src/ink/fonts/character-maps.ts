/**
 * The table `cmap` (ISO/IEC 14496-22, 5.2.1), read as a whole so that it can be asked in both directions.
 *
 * @module
 */
import type { BinaryReader } from './binary-reader.js'

/** One map of a font: from codes to glyphs other than 0. */
export interface CharacterMap {
  /** Other ones are only taken by viewers that find none that they know. */
  readonly kind: 'unicode' | 'symbol' | 'macintosh' | 'other'
  readonly codes: ReadonlyMap<number, number>
}

/** Entries of one map: more than Unicode has assigned characters in any font. */
const MAX_ENTRIES = 200_000
/** Fonts have three or four. */
const MAX_MAPS = 32

/** The maps of a font, those for all of Unicode first; formats that no PDF needs are passed over. */
export function readCharacterMaps(reader: BinaryReader, table: number): CharacterMap[] {
  const count = Math.min(reader.u16(table + 2), MAX_MAPS)
  const maps: { map: CharacterMap; rank: number }[] = []
  for (let i = 0; i < count; i++) {
    const record = table + 4 + 8 * i
    const kind = kindOf(reader.u16(record), reader.u16(record + 2))
    if (maps.length >= MAX_READ) continue
    const at = table + reader.u32(record + 4)
    const codes = new Map<number, number>()
    const rank = readSubtable(reader, at, codes)
    if (rank >= 0) maps.push({ map: { kind, codes }, rank })
  }
  return maps.sort((a, b) => b.rank - a.rank).map(({ map }) => map)
}

/** Maps of one font that are read: three kinds, Unicode in two formats for two platforms, and some that few know. */
const MAX_READ = 12

function kindOf(platform: number, encoding: number): CharacterMap['kind'] {
  if (platform === 0) return 'unicode'
  if (platform === 1) return encoding === 0 ? 'macintosh' : 'other'
  if (platform !== 3) return 'other'
  if (encoding === 0) return 'symbol'
  return encoding === 1 || encoding === 10 ? 'unicode' : 'other'
}

/** Fills the map; gives its format, which also ranks how far it reaches; -1 for formats that are not read. */
function readSubtable(reader: BinaryReader, at: number, codes: Map<number, number>): number {
  const format = reader.u16(at)
  if (format === 0) for (let code = 0; code < 256; code++) set(codes, code, reader.u8(at + 6 + code))
  else if (format === 4) readSegments(reader, at, codes)
  else if (format === 6) readTrimmed(reader, at, codes)
  else if (format === 12) readGroups(reader, at, codes)
  else return -1
  return format
}

function set(codes: Map<number, number>, code: number, glyph: number): void {
  if (glyph !== 0 && codes.size < MAX_ENTRIES && !codes.has(code)) codes.set(code, glyph)
}

function readTrimmed(reader: BinaryReader, at: number, codes: Map<number, number>): void {
  const first = reader.u16(at + 6)
  const count = reader.u16(at + 8)
  for (let i = 0; i < count; i++) set(codes, first + i, reader.u16(at + 10 + 2 * i))
}

/** Format 4: arrays of endCode, a pad, startCode, idDelta, idRangeOffset. */
function readSegments(reader: BinaryReader, at: number, codes: Map<number, number>): void {
  const doubled = reader.u16(at + 6) & ~1
  const [ends, starts] = [at + 14, at + 16 + doubled]
  const [deltas, offsets] = [starts + doubled, starts + 2 * doubled]
  let work = 0
  for (let i = 0; i < doubled; i += 2) {
    const [first, last] = [reader.u16(starts + i), reader.u16(ends + i)]
    const [delta, range] = [reader.u16(deltas + i), reader.u16(offsets + i)]
    // Overlapping segments could ask for far more than there are codes.
    work += Math.max(0, last - first + 1)
    if (work > MAX_ENTRIES) return
    for (let code = first; code <= last && code < 0xffff; code++) {
      const place = offsets + i + range + 2 * (code - first)
      const glyph = range === 0 ? code : place + 2 <= reader.length ? reader.u16(place) : 0
      if (range === 0 || glyph !== 0) set(codes, code, (glyph + delta) & 0xffff)
    }
  }
}

/** Format 12: groups of first code point, last code point, first glyph. */
function readGroups(reader: BinaryReader, at: number, codes: Map<number, number>): void {
  const count = reader.u32(at + 12)
  let work = 0
  for (let i = 0; i < count; i++) {
    const group = at + 16 + 12 * i
    const [first, last, glyph] = [reader.u32(group), reader.u32(group + 4), reader.u32(group + 8)]
    work += Math.max(0, last - first) + 1
    if (work > MAX_ENTRIES) return
    for (let code = first; code <= last; code++) set(codes, code, glyph + code - first)
  }
}

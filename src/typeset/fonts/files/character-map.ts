/**
 * Reads the `cmap` table of a font, which maps characters to glyphs.
 *
 * @module
 */

import { type FontReader, type FontTable, invalidFont } from './font-reader.js'

/** Maps a code point to a glyph number, or to 0 if there is none. */
export type CharacterMap = (codePoint: number) => number

/**
 * The best subtable of `cmap`, in this order: Unicode in format 12 (all planes), Unicode in format 4 (the basic plane), the
 * symbol encoding with codes from U+F000 to U+F0FF, and the ASCII part of the Macintosh encoding.
 *
 * @throws SealwrightError `invalid_font` when the font has none of them.
 */
export function readCharacterMap(reader: FontReader, table: FontTable): CharacterMap {
  const count = reader.u16(table.offset + 2)
  let segments: number | undefined
  let symbols: number | undefined
  let macintosh: number | undefined
  for (let i = 0; i < count; i++) {
    const record = table.offset + 4 + 8 * i
    const platform = reader.u16(record)
    const encoding = reader.u16(record + 2)
    const at = table.offset + reader.u32(record + 4)
    const format = reader.u16(at)
    if (platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))) {
      if (format === 12) return readFormat12(reader, at)
      if (format === 4) segments ??= at
    } else if (platform === 3 && encoding === 0 && format === 4) symbols ??= at
    else if (platform === 1 && (format === 0 || format === 6)) macintosh ??= at
  }
  if (segments !== undefined) return readFormat4(reader, segments)
  if (symbols !== undefined) {
    const map = readFormat4(reader, symbols)
    return (codePoint) => map(codePoint) || (codePoint < 0x100 ? map(0xf000 + codePoint) : 0)
  }
  if (macintosh !== undefined) return readBytes(reader, macintosh)
  throw invalidFont('it has no character map')
}

/** Reads formats 0 (256 bytes) and 6 (a trimmed array). */
function readBytes(reader: FontReader, at: number): CharacterMap {
  const isTrimmed = reader.u16(at) === 6
  const first = isTrimmed ? reader.u16(at + 6) : 0
  const count = isTrimmed ? reader.u16(at + 8) : 256
  return (codePoint) => {
    const index = codePoint - first
    if (codePoint > 0x7e || index < 0 || index >= count) return 0
    return isTrimmed ? reader.u16(at + 10 + 2 * index) : reader.u8(at + 6 + index)
  }
}

/** Reads format 4, segment mapping to delta values. Its arrays are endCode, a pad, startCode, idDelta and idRangeOffset. */
function readFormat4(reader: FontReader, at: number): CharacterMap {
  const doubled = reader.u16(at + 6) & ~1
  const ends = at + 14
  const starts = ends + doubled + 2
  const deltas = starts + doubled
  const offsets = deltas + doubled
  reader.slice(ends, 4 * doubled + 2)
  return (codePoint) => {
    if (codePoint > 0xffff) return 0
    let low = 0
    let high = doubled / 2
    while (low < high) {
      const middle = (low + high) >> 1
      if (reader.u16(ends + 2 * middle) < codePoint) low = middle + 1
      else high = middle
    }
    if (2 * low >= doubled) return 0
    const start = reader.u16(starts + 2 * low)
    if (codePoint < start) return 0
    const delta = reader.u16(deltas + 2 * low)
    const rangeOffset = reader.u16(offsets + 2 * low)
    if (rangeOffset === 0) return (codePoint + delta) & 0xffff
    const glyph = reader.u16(offsets + 2 * low + rangeOffset + 2 * (codePoint - start))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
}

/** Reads format 12, segmented coverage: groups of first code point, last code point and first glyph. */
function readFormat12(reader: FontReader, at: number): CharacterMap {
  const count = reader.u32(at + 12)
  const groups = at + 16
  reader.slice(groups, 12 * count)
  return (codePoint) => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (reader.u32(groups + 12 * middle + 4) < codePoint) low = middle + 1
      else high = middle
    }
    if (low >= count) return 0
    const first = reader.u32(groups + 12 * low)
    return codePoint < first ? 0 : reader.u32(groups + 12 * low + 8) + codePoint - first
  }
}

/**
 * Subsets of fonts with CFF outlines.
 *
 * @module
 */

import { type FontReader, invalidFont } from './font-reader.js'
import type { TrueTypeFont } from './true-type-font.js'

/** A CFF table cut down to some glyphs, and the CID under which a PDF reaches each of them. */
export interface CffSubset {
  readonly bytes: Uint8Array
  cidOf(glyph: number): number
}

const ENDCHAR = 14

/** Top DICT operators (Adobe Technical Note 5176, table 9); those of two bytes have 12 in front. */
const CHARSET = 15
const CHAR_STRINGS = 17
const ROS = 0x0c1e

/**
 * Blanks every glyph of a CFF font but those asked for. Everything stays at its place, so that no offset has to be
 * written anew; the hole that is left is zeros, of which compression leaves next to nothing.
 *
 * @throws SealwrightError `invalid_font`
 */
export function subsetCff(font: TrueTypeFont, glyphs: readonly number[]): CffSubset {
  const table = font.tableOf('CFF ', 4)
  const { reader } = font
  const base = table.offset
  const names = readIndex(reader, base + reader.u8(base + 2))
  const dicts = readIndex(reader, names.end)
  const dict = readDict(reader, dicts.data + dicts.offsetOf(0), dicts.data + dicts.offsetOf(1))
  const charStrings = dict.get(CHAR_STRINGS)
  if (charStrings === undefined || charStrings <= 0) throw invalidFont('it has no outlines')
  const index = readIndex(reader, base + charStrings)
  if (index.count === 0 || index.end > base + table.length) throw invalidFont('its outlines lie outside their table')
  const bytes = reader.slice(base, table.length).slice()
  keepCharStrings(bytes, base, index, reader, new Set(glyphs))
  // Fonts that are not CID-keyed are reached by glyph number (ISO 32000-2, 9.7.4.2).
  if (!dict.has(ROS)) return { bytes, cidOf: (glyph) => glyph }
  const cids = readCharset(reader, base + (dict.get(CHARSET) ?? 0), index.count)
  return { bytes, cidOf: (glyph) => cids[glyph] ?? 0 }
}

interface CffIndex {
  readonly count: number
  readonly offsetSize: number
  /** Where the offsets start. */
  readonly offsets: number
  /** What offsets count from, so that an item's bytes start at `data + offsetOf(i)`. */
  readonly data: number
  /** Where the index ends. */
  readonly end: number
  offsetOf(item: number): number
}

/** Adobe Technical Note 5176, 5. */
function readIndex(reader: FontReader, at: number): CffIndex {
  const count = reader.u16(at)
  if (count === 0) return { count, offsetSize: 1, offsets: at, data: at, end: at + 2, offsetOf: () => 0 }
  const offsetSize = reader.u8(at + 2)
  if (offsetSize < 1 || offsetSize > 4) throw invalidFont('an index has offsets of an unknown size')
  const offsets = at + 3
  const data = offsets + (count + 1) * offsetSize - 1
  const offsetOf = (item: number) => readOffset(reader, offsets + item * offsetSize, offsetSize)
  const end = data + offsetOf(count)
  reader.slice(at, end - at)
  return { count, offsetSize, offsets, data, end, offsetOf }
}

function readOffset(reader: FontReader, at: number, size: number): number {
  let value = 0
  for (let i = 0; i < size; i++) value = value * 256 + reader.u8(at + i)
  return value
}

/** First operand of each operator; that is all that offsets need (Adobe Technical Note 5176, 4). */
function readDict(reader: FontReader, start: number, end: number): Map<number, number> {
  const entries = new Map<number, number>()
  let first: number | undefined
  let at = start
  const push = (value: number, length: number) => {
    first ??= value
    at += length
  }
  while (at < end) {
    const byte = reader.u8(at)
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 + reader.u8(at + 1) : byte
      entries.set(operator, first ?? 0)
      first = undefined
      at += byte === 12 ? 2 : 1
    } else if (byte === 28) push(reader.i16(at + 1), 3)
    else if (byte === 29) push(reader.i32(at + 1), 5)
    else if (byte === 30) {
      // A real number ends with a nibble of 15.
      let length = 1
      for (let value = 0; (value & 0xf) !== 0xf && value >> 4 !== 0xf; length++) value = reader.u8(at + length)
      push(0, length)
    } else if (byte >= 32 && byte <= 246) push(byte - 139, 1)
    else if (byte >= 247 && byte <= 250) push((byte - 247) * 256 + reader.u8(at + 1) + 108, 2)
    else if (byte >= 251 && byte <= 254) push(-(byte - 251) * 256 - reader.u8(at + 1) - 108, 2)
    else throw invalidFont('its dictionary is damaged')
  }
  return entries
}

/** Writes the index anew within its old room. */
function keepCharStrings(
  bytes: Uint8Array,
  base: number,
  index: CffIndex,
  reader: FontReader,
  keep: ReadonlySet<number>,
): void {
  const data = index.data - base
  bytes.fill(0, data + 1, index.end - base)
  let next = 1
  for (let glyph = 0; glyph <= index.count; glyph++) {
    for (let i = 0, rest = next; i < index.offsetSize; i++, rest = Math.floor(rest / 256)) {
      bytes[index.offsets - base + (glyph + 1) * index.offsetSize - 1 - i] = rest % 256
    }
    if (glyph === index.count) break
    const start = index.offsetOf(glyph)
    const length = index.offsetOf(glyph + 1) - start
    if (start < 1 || length < 0 || next + length > index.end - index.data) throw invalidFont('its outlines overlap')
    if (keep.has(glyph) || glyph === 0) {
      bytes.set(reader.slice(index.data + start, length), data + next)
      next += length
    } else if (length > 0 && next < index.end - index.data) {
      bytes[data + next] = ENDCHAR
      next++
    }
  }
}

/** CIDs by glyph (Adobe Technical Note 5176, 13). */
function readCharset(reader: FontReader, at: number, glyphCount: number): Uint16Array {
  const cids = new Uint16Array(glyphCount)
  const format = reader.u8(at)
  let glyph = 1
  if (format === 0) {
    for (; glyph < glyphCount; glyph++) cids[glyph] = reader.u16(at + 2 * glyph - 1)
    return cids
  }
  if (format > 2) throw invalidFont('its charset has an unknown format')
  for (let record = at + 1; glyph < glyphCount; record += 2 + format) {
    const first = reader.u16(record)
    const more = format === 1 ? reader.u8(record + 2) : reader.u16(record + 2)
    for (let i = 0; i <= more && glyph < glyphCount; i++) cids[glyph++] = first + i
  }
  return cids
}

/**
 * Compact fonts (Adobe Technical Note 5176): names and encodings, not outlines.
 *
 * @module
 */
import { BinaryReader } from './binary-reader.js'
import { standardEncoding } from './encodings.js'
import type { FontProgram } from './font-program.js'
import { cffStandardStrings } from './standard-strings.js'

/** Operators of the top dictionary (table 9); those of two bytes have 12 in front. */
const CHARSET = 15
const ENCODING = 16
const CHAR_STRINGS = 17
const ROS = 0x0c1e

/** Predefined charsets and encodings: offsets 0 to 2 stand for them (tables 15 and 22). */
const ISO_ADOBE = 0
const LAST_PREDEFINED_CHARSET = 2
const LAST_PREDEFINED_ENCODING = 1

/** An index (clause 5): where item `i` begins, for i from 0 to `count`. */
interface CffIndex {
  readonly count: number
  readonly end: number
  startOf(item: number): number
}

function readIndex(reader: BinaryReader, at: number): CffIndex {
  const count = reader.u16(at)
  if (count === 0) return { count, end: at + 2, startOf: () => at + 2 }
  const size = reader.u8(at + 2)
  const data = at + 3 + (count + 1) * size - 1
  const startOf = (item: number) => data + reader.unsigned(at + 3 + item * size, size)
  const end = startOf(count)
  if (size < 1 || size > 4 || end > reader.length) throw new RangeError('an index lies outside of the font')
  return { count, end, startOf }
}

/** First operand of each operator (clause 4); reals count as 0. */
function readDict(reader: BinaryReader, start: number, end: number): Map<number, number> {
  const entries = new Map<number, number>()
  let operand: number | undefined
  let at = start
  while (at < end) {
    const byte = reader.u8(at)
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 + reader.u8(at + 1) : byte
      entries.set(operator, operand ?? 0)
      operand = undefined
      at += byte === 12 ? 2 : 1
      continue
    }
    const [value, length] = readOperand(reader, at, byte)
    operand ??= value
    at += length
  }
  return entries
}

function readOperand(reader: BinaryReader, at: number, byte: number): [value: number, length: number] {
  if (byte === 28) return [reader.i16(at + 1), 3]
  if (byte === 29) return [reader.i32(at + 1), 5]
  if (byte >= 32 && byte <= 246) return [byte - 139, 1]
  if (byte >= 247 && byte <= 250) return [(byte - 247) * 256 + reader.u8(at + 1) + 108, 2]
  if (byte >= 251 && byte <= 254) return [-(byte - 251) * 256 - reader.u8(at + 1) - 108, 2]
  if (byte !== 30) throw new RangeError('a dictionary is damaged')
  // A real ends with a nibble of 15.
  let length = 2
  while ((reader.u8(at + length - 1) & 0xf) !== 0xf) length++
  return [0, length]
}

/** Names and encoding of a CFF font, bare or as the table of an OpenType font. */
export function readCffProgram(bytes: Uint8Array): FontProgram {
  const reader = new BinaryReader(bytes)
  const names = readIndex(reader, reader.u8(2))
  const dicts = readIndex(reader, names.end)
  const strings = readIndex(reader, dicts.end)
  const top = readDict(reader, dicts.startOf(0), dicts.startOf(1))
  const outlines = readIndex(reader, top.get(CHAR_STRINGS) ?? 0)
  const glyphCount = outlines.count
  const heightOf = (glyph: number) => {
    return glyph < glyphCount && isEmptyOutline(reader, outlines.startOf(glyph), outlines.startOf(glyph + 1))
      ? 0
      : INKED
  }
  const charset = readCharset(reader, top.get(CHARSET) ?? ISO_ADOBE, glyphCount)
  if (top.has(ROS)) return cidKeyed(charset, glyphCount, heightOf)
  const nameOf = (glyph: number) => (charset === undefined ? undefined : stringOf(reader, strings, charset[glyph]))
  const byName = new Map<string, number>()
  for (let glyph = glyphCount - 1; glyph >= 0; glyph--) {
    const name = nameOf(glyph)
    if (name !== undefined) byName.set(name, glyph)
  }
  return {
    format: 'CFF',
    glyphCount,
    hasNames: charset !== undefined,
    nameOf,
    glyphByName: (name) => byName.get(name),
    builtIn: readEncoding(reader, top.get(ENCODING) ?? 0, nameOf),
    codePointsOf: () => [],
    glyphByCodePoint: () => undefined,
    glyphByCode: () => undefined,
    heightOf,
    glyphByCid: undefined,
  }
}

function cidKeyed(
  charset: Uint16Array | undefined,
  glyphCount: number,
  heightOf: FontProgram['heightOf'],
): FontProgram {
  const byCid = new Map<number, number>()
  for (const [glyph, cid] of (charset ?? []).entries()) if (!byCid.has(cid)) byCid.set(cid, glyph)
  return {
    format: 'CFF',
    glyphCount,
    hasNames: false,
    nameOf: () => undefined,
    glyphByName: () => undefined,
    builtIn: undefined,
    codePointsOf: () => [],
    glyphByCodePoint: () => undefined,
    glyphByCode: () => undefined,
    heightOf,
    glyphByCid: (cid) => byCid.get(cid),
  }
}

/** Stands for the height of an outline that is not read: higher than nothing, and no higher than any sign. */
const INKED = 0.01

/** Operators of charstrings (Adobe Technical Note 5177) that draw nothing: moves, and the end. */
const MOVES: ReadonlySet<number> = new Set([4, 21, 22])
const END = 14

/** True for a charstring of numbers, moves and an end: whatever else stands there may draw. */
function isEmptyOutline(reader: BinaryReader, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const byte = reader.u8(at)
    if (byte === END) return true
    if (byte >= 32 || byte === 28) at += byte === 28 ? 3 : byte < 247 ? 1 : byte < 255 ? 2 : 5
    else if (MOVES.has(byte)) at++
    else return false
  }
  return start === end
}

/** String or CID numbers by glyph (clause 13); `undefined` for the predefined Expert charsets. */
function readCharset(reader: BinaryReader, at: number, glyphCount: number): Uint16Array | undefined {
  const numbers = new Uint16Array(glyphCount)
  if (at === ISO_ADOBE) return numbers.map((_, glyph) => glyph)
  if (at <= LAST_PREDEFINED_CHARSET) return undefined
  const format = reader.u8(at)
  if (format === 0) {
    for (let glyph = 1; glyph < glyphCount; glyph++) numbers[glyph] = reader.u16(at + 2 * glyph - 1)
    return numbers
  }
  let glyph = 1
  for (let range = at + 1; glyph < glyphCount; range += 2 + format) {
    const first = reader.u16(range)
    const more = reader.unsigned(range + 2, format === 1 ? 1 : 2)
    for (let i = 0; i <= more && glyph < glyphCount; i++) numbers[glyph++] = first + i
  }
  return numbers
}

/** Longest name of a glyph that is read. */
const MAX_NAME_LENGTH = 128

function stringOf(reader: BinaryReader, strings: CffIndex, number: number | undefined): string | undefined {
  if (number === undefined) return undefined
  const standard = cffStandardStrings()
  if (number < standard.length) return standard[number]
  const item = number - standard.length
  if (item >= strings.count) return undefined
  const [start, end] = [strings.startOf(item), strings.startOf(item + 1)]
  return String.fromCharCode(...reader.slice(start, Math.min(end - start, MAX_NAME_LENGTH)))
}

/** Clause 12: from codes to glyphs; supplements are passed over. */
function readEncoding(
  reader: BinaryReader,
  at: number,
  nameOf: (glyph: number) => string | undefined,
): ((code: number) => string | undefined) | undefined {
  if (at === 0) return (code) => standardEncoding()[code]
  if (at <= LAST_PREDEFINED_ENCODING) return undefined
  const glyphs = new Map<number, number>()
  const format = reader.u8(at) & 0x7f
  const count = reader.u8(at + 1)
  let glyph = 1
  for (let i = 0; i < count; i++) {
    const first = reader.u8(at + 2 + i * (1 + format))
    const more = format === 1 ? reader.u8(at + 3 + 2 * i) : 0
    for (let code = first; code <= first + more; code++) glyphs.set(code, glyph++)
  }
  return (code) => {
    const found = glyphs.get(code)
    return found === undefined ? undefined : nameOf(found)
  }
}

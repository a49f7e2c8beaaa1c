/**
 * Compact fonts (Adobe Technical Note 5176): names, encodings and outlines.
 *
 * @module
 */
import type { ContentBudget } from '../content/content-budget.js'
import { BinaryReader } from './binary-reader.js'
import { cffOutlines } from './cff-outlines.js'
import { type CffIndex, readDict, readIndex } from './cff-structure.js'
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

/**
 * Names, encoding and outlines of a CFF font, bare or as the table of an OpenType font.
 *
 * @param unitsPerEm What the OpenType font says of the size of an em.
 */
export function readCffProgram(bytes: Uint8Array, budget: ContentBudget, unitsPerEm?: number): FontProgram {
  const reader = new BinaryReader(bytes)
  const names = readIndex(reader, reader.u8(2))
  const dicts = readIndex(reader, names.end)
  const strings = readIndex(reader, dicts.end)
  const top = readDict(reader, dicts.startOf(0), dicts.startOf(1))
  const offsetOf = (operator: number) => top.get(operator)?.[0] ?? 0
  const charstrings = readIndex(reader, offsetOf(CHAR_STRINGS))
  const glyphCount = charstrings.count
  const charset = readCharset(reader, offsetOf(CHARSET), glyphCount)
  const nameOf = (glyph: number) => (charset === undefined ? undefined : stringOf(reader, strings, charset[glyph]))
  const byName = new Map<string, number>()
  for (let glyph = top.has(ROS) ? -1 : glyphCount - 1; glyph >= 0; glyph--) {
    const name = nameOf(glyph)
    if (name !== undefined) byName.set(name, glyph)
  }
  const glyphOfCode = (code: number) => byName.get(standardEncoding()[code] ?? '')
  const globals = readIndex(reader, strings.end)
  const outlinesOf = cffOutlines({ reader, top, charstrings, globals, budget, glyphOfCode, unitsPerEm })
  if (top.has(ROS)) return cidKeyed(charset, glyphCount, outlinesOf)
  return {
    format: 'CFF',
    glyphCount,
    hasNames: charset !== undefined,
    nameOf,
    glyphByName: (name) => byName.get(name),
    builtIn: readEncoding(reader, offsetOf(ENCODING), nameOf, (sid) => stringOf(reader, strings, sid)),
    codePointsOf: () => [],
    glyphByCodePoint: () => undefined,
    glyphByCode: () => undefined,
    glyphsOfCode: (_, named) => named.flatMap((name) => byName.get(name) ?? []),
    outlinesOf,
    glyphsByCid: undefined,
  }
}

function cidKeyed(
  charset: Uint16Array | undefined,
  glyphCount: number,
  outlinesOf: FontProgram['outlinesOf'],
): FontProgram {
  // Of several glyphs for one CID FreeType takes the first, and PDF.js the last.
  const byCid = new Map<number, number[]>()
  for (const [glyph, cid] of (charset ?? []).entries()) {
    const known = byCid.get(cid)
    if (known === undefined) byCid.set(cid, [glyph])
    else known[1] = glyph
  }
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
    glyphsOfCode: () => [],
    outlinesOf,
    glyphsByCid: (cid) => byCid.get(cid) ?? [],
  }
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

/** Clause 12: from codes to the names of glyphs; RangeError for a code that comes twice, of which readers take either. */
function readEncoding(
  reader: BinaryReader,
  at: number,
  nameOf: (glyph: number) => string | undefined,
  nameOfString: (sid: number) => string | undefined,
): ((code: number) => string | undefined) | undefined {
  if (at === 0) return (code) => standardEncoding()[code]
  if (at <= LAST_PREDEFINED_ENCODING) return undefined
  const names = new Map<number, string | undefined>()
  const add = (code: number, name: string | undefined) => {
    if (names.has(code)) throw new RangeError('a code has two glyphs')
    names.set(code, name)
  }
  const [kind, count] = [reader.u8(at), reader.u8(at + 1)]
  const isOfRanges = (kind & 0x7f) === 1
  const size = isOfRanges ? 2 : 1
  let glyph = 1
  for (let i = 0; i < count; i++) {
    const first = reader.u8(at + 2 + i * size)
    const more = isOfRanges ? reader.u8(at + 3 + 2 * i) : 0
    for (let code = first; code <= first + more; code++) add(code, nameOf(glyph++))
  }
  if ((kind & HAS_SUPPLEMENT) !== 0) {
    const from = at + 2 + count * size
    for (let i = 0; i < reader.u8(from); i++)
      add(reader.u8(from + 1 + 3 * i), nameOfString(reader.u16(from + 2 + 3 * i)))
  }
  return (code) => names.get(code)
}

/** Further codes for glyphs follow, by the numbers of their names (table 14). */
const HAS_SUPPLEMENT = 0x80

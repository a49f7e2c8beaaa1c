/**
 * Compact fonts (Adobe Technical Note 5176): their names, encodings, and the places of their outlines.
 *
 * @module
 */

import { BigEndianBytes, type CffDict, type CffIndex, readDict, readIndex } from '../../pdf/codecs.js'
import { type Matrix, multiply } from '../../pdf/matrix.js'
import type { ContentBudget } from '../content/content-budget.js'
import { remember } from '../remember.js'
import type { FontProgram } from './content-font.js'
import { cffStandardStrings, standardEncoding } from './encodings.js'
import { byMatrix, type OutlinesOf, rememberOutlines } from './outlines/glyph-outline.js'
import { drawType2, type SubroutineList } from './outlines/type2-outline.js'

/** The bytes of an item; throws RangeError when it does not exist. */
function itemOf(reader: BigEndianBytes, index: CffIndex, item: number): Uint8Array {
  if (!(item >= 0 && item < index.count)) throw new RangeError('an item is missing')
  const start = index.startOf(item)
  return reader.slice(start, index.startOf(item + 1) - start)
}

/** Operators of the top dictionary (table 9). Those of two bytes begin with 12. */
const CHARSET = 15
const ENCODING = 16
const CHAR_STRINGS = 17
const ROS = 0x0c1e

/** Offsets that stand for predefined charsets and encodings (tables 15 and 22). */
const ISO_ADOBE = 0
const LAST_PREDEFINED_CHARSET = 2
const LAST_PREDEFINED_ENCODING = 1

/**
 * Names, encoding and outlines of a CFF font, either on its own or in an OpenType font.
 *
 * @param unitsPerEm Units of an em according to the OpenType font.
 */
export function readCffProgram(bytes: Uint8Array, budget: ContentBudget, unitsPerEm?: number): FontProgram {
  const reader = new BigEndianBytes(bytes)
  const names = readIndex(reader, reader.u8(2))
  const dicts = readIndex(reader, names.end)
  const strings = readIndex(reader, dicts.end)
  const top = readDict(reader, dicts.startOf(0), dicts.startOf(1))
  const offsetOf = (operator: number) => top.get(operator)?.[0] ?? 0
  const charstrings = readIndex(reader, offsetOf(CHAR_STRINGS))
  const glyphCount = charstrings.count
  const charset = readCharset(reader, offsetOf(CHARSET), glyphCount)
  const isByCid = top.has(ROS)
  const nameOf = (glyph: number) => (isByCid || !charset ? undefined : stringOf(reader, strings, charset[glyph]))
  const byName = new Map<string, number>()
  for (let glyph = glyphCount - 1; glyph >= 0; glyph--) {
    const name = nameOf(glyph)
    if (name !== undefined) byName.set(name, glyph)
  }
  const glyphOfCode = (code: number) => byName.get(standardEncoding()[code] ?? '')
  const globals = readIndex(reader, strings.end)
  const outlinesOf = cffOutlines({ reader, top, charstrings, globals, budget, glyphOfCode, unitsPerEm })
  return {
    format: 'CFF',
    glyphCount,
    hasNames: !isByCid && charset !== undefined,
    nameOf,
    glyphByName: (name) => byName.get(name),
    ...(isByCid
      ? { glyphsByCid: glyphsByCid(charset) }
      : { builtIn: readEncoding(reader, offsetOf(ENCODING), nameOf, (sid) => stringOf(reader, strings, sid)) }),
    glyphsOfCode: (_, named) => named.flatMap((name) => byName.get(name) ?? []),
    outlinesOf,
  }
}

/** The glyphs of each CID. If there are several, the first and the last: FreeType takes the first, PDF.js the last. */
function glyphsByCid(charset: Uint16Array | undefined): (cid: number) => readonly number[] {
  const byCid = new Map<number, number[]>()
  for (const [glyph, cid] of (charset ?? []).entries()) {
    const known = byCid.get(cid)
    if (known === undefined) byCid.set(cid, [glyph])
    else known[1] = glyph
  }
  return (cid) => byCid.get(cid) ?? []
}

/** String or CID numbers by glyph (clause 13); `undefined` for the predefined Expert charsets. */
function readCharset(reader: BigEndianBytes, at: number, glyphCount: number): Uint16Array | undefined {
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

/** Longest name of a glyph that is read; names in PDF have 127 bytes at most. */
const MAX_NAME_LENGTH = 128

function stringOf(reader: BigEndianBytes, strings: CffIndex, number: number | undefined): string | undefined {
  if (number === undefined) return undefined
  const standard = cffStandardStrings()
  if (number < standard.length) return standard[number]
  const item = number - standard.length
  if (item >= strings.count) return undefined
  const [start, end] = [strings.startOf(item), strings.startOf(item + 1)]
  if (end - start > MAX_NAME_LENGTH) throw new RangeError('a glyph has a name that is too long')
  return String.fromCharCode(...reader.slice(start, end - start))
}

/** The names of the glyphs by code (clause 12). Throws RangeError for a code that occurs twice, since readers differ on it. */
function readEncoding(
  reader: BigEndianBytes,
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

/** Flag of a supplement: further codes, each with the name of its glyph by number (table 14). */
const HAS_SUPPLEMENT = 0x80

/** Operators of dictionaries (tables 9, 10 and 23). */
const PRIVATE = 18
const SUBRS = 19
const CHARSTRING_TYPE = 0x0c06
const FONT_MATRIX = 0x0c07
const FD_ARRAY = 0x0c24
const FD_SELECT = 0x0c25

/** Difference between two sizes of an em that comes from rounding. */
const SAME_EM = 0.01

/** The parts of a font that its outlines need. */
interface CffParts {
  readonly reader: BigEndianBytes
  readonly top: CffDict
  readonly charstrings: CffIndex
  readonly globals: CffIndex
  readonly budget: ContentBudget
  /** Units of an em according to the OpenType font around this one. */
  readonly unitsPerEm: number | undefined
  /** The glyph of a code in StandardEncoding. */
  glyphOfCode(code: number): number | undefined
}

/** One of the fonts in a CID-keyed font, or the font itself. */
interface SubFont {
  readonly locals: SubroutineList
  readonly matrix: Matrix | undefined
}

function cffOutlines(parts: CffParts): OutlinesOf {
  const { reader, top, charstrings, globals } = parts
  let fontOf: ((glyph: number) => SubFont) | undefined
  return rememberOutlines((glyph) => {
    if ((top.get(CHARSTRING_TYPE)?.[0] ?? 2) !== 2) throw new RangeError('charstrings of another type')
    fontOf ??= readFonts(parts)
    const { locals, matrix } = fontOf(glyph)
    // When the two entries for the size of an em disagree, so do readers.
    const ems = (parts.unitsPerEm ?? 1000) * (matrix?.[0] ?? 0.001)
    if (parts.unitsPerEm !== undefined && !(Math.abs(ems - 1) < SAME_EM)) throw new RangeError('an em has two sizes')
    const glyphOfCode = (code: number) => {
      const part = parts.glyphOfCode(code)
      return part === undefined ? undefined : itemOf(reader, charstrings, part)
    }
    const font = { globals: subroutines(reader, globals), locals, glyphOfCode, budget: parts.budget }
    return byMatrix(drawType2(itemOf(reader, charstrings, glyph), font), matrix)
  }, parts.budget)
}

function subroutines(reader: BigEndianBytes, index: CffIndex | undefined): SubroutineList {
  if (index === undefined) return { count: 0, at: () => new Uint8Array() }
  return { count: index.count, at: (item) => itemOf(reader, index, item) }
}

function readFonts({ reader, top, charstrings }: CffParts): (glyph: number) => SubFont {
  const list = top.get(FD_ARRAY)?.[0]
  if (list === undefined) {
    const font = { locals: readLocals(reader, top), matrix: matrixOf(top) }
    return () => font
  }
  const fonts = readIndex(reader, list)
  const select = readSelection(reader, top.get(FD_SELECT)?.[0], charstrings.count)
  const fontOf = remember((number): SubFont => {
    if (number >= fonts.count) throw new RangeError('a font of a font is missing')
    const dict = readDict(reader, fonts.startOf(number), fonts.startOf(number + 1))
    const [own, whole] = [matrixOf(dict), matrixOf(top)]
    const matrix = own !== undefined && whole !== undefined ? multiply(own, whole) : (own ?? whole)
    return { locals: readLocals(reader, dict), matrix }
  })
  return (glyph) => fontOf(select(glyph))
}

function matrixOf(dict: CffDict): Matrix | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = dict.get(FONT_MATRIX) ?? []
  return dict.has(FONT_MATRIX) ? [a, b, c, d, e, f] : undefined
}

/** Local subroutines; their offset counts from the beginning of the private dictionary. */
function readLocals(reader: BigEndianBytes, dict: CffDict): SubroutineList {
  const [size, start] = dict.get(PRIVATE) ?? []
  if (size === undefined || start === undefined) return subroutines(reader, undefined)
  const offset = readDict(reader, start, start + size).get(SUBRS)?.[0]
  return subroutines(reader, offset === undefined ? undefined : readIndex(reader, start + offset))
}

/** The font of each glyph, in formats 0 and 3 (clause 19). */
function readSelection(reader: BigEndianBytes, at: number | undefined, glyphCount: number): (glyph: number) => number {
  if (at === undefined) return () => 0
  const format = reader.u8(at)
  if (format === 0) return (glyph) => reader.u8(at + 1 + glyph)
  if (format !== 3) throw new RangeError('glyphs are spread over fonts in a way that is not known')
  const numbers = new Uint8Array(glyphCount)
  const count = reader.u16(at + 1)
  for (let i = 0; i < count; i++) {
    const range = at + 3 + 3 * i
    const [first, next] = [reader.u16(range), reader.u16(range + 3)]
    if (next <= first) throw new RangeError('ranges of glyphs are in no order')
    numbers.fill(reader.u8(range + 2), first, next)
  }
  return (glyph) => numbers[glyph] ?? 0
}

/**
 * Outlines of a compact font: where its charstrings, their subroutines and its matrices stand (Adobe Technical Note 5176).
 *
 * @module
 */

import { type Matrix, multiply } from '../../pdf/matrix.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { BinaryReader } from './binary-reader.js'
import { type CffDict, type CffIndex, itemOf, readDict, readIndex } from './cff-structure.js'
import { byMatrix, type OutlinesOf, rememberOutlines } from './outlines/remember-outlines.js'
import { drawType2, type SubroutineList } from './outlines/type2-outline.js'

/** Operators of dictionaries (tables 9, 10 and 23). */
const PRIVATE = 18
const SUBRS = 19
const CHARSTRING_TYPE = 0x0c06
const FONT_MATRIX = 0x0c07
const FD_ARRAY = 0x0c24
const FD_SELECT = 0x0c25

/** By how much two sizes of an em may differ: by what rounding leaves. */
const SAME_EM = 0.01

/** What of a font its outlines need. */
export interface CffParts {
  readonly reader: BinaryReader
  readonly top: CffDict
  readonly charstrings: CffIndex
  readonly globals: CffIndex
  readonly budget: ContentBudget
  /** By the OpenType font that it is a table of. */
  readonly unitsPerEm: number | undefined
  /** The glyph of a code of the standard encoding. */
  glyphOfCode(code: number): number | undefined
}

/** One of the fonts that a font by CIDs is made of, or the font itself. */
interface SubFont {
  readonly locals: SubroutineList
  readonly matrix: Matrix | undefined
}

export function cffOutlines(parts: CffParts): OutlinesOf {
  const { reader, top, charstrings, globals } = parts
  let fontOf: ((glyph: number) => SubFont) | undefined
  return rememberOutlines((glyph) => {
    if ((top.get(CHARSTRING_TYPE)?.[0] ?? 2) !== 2) throw new RangeError('charstrings of another type')
    fontOf ??= readFonts(parts)
    const { locals, matrix } = fontOf(glyph)
    // Of two sizes of an em each reader takes another one.
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

function subroutines(reader: BinaryReader, index: CffIndex | undefined): SubroutineList {
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
  const known = new Map<number, SubFont>()
  return (glyph) => {
    const number = select(glyph)
    let font = known.get(number)
    if (font === undefined) {
      if (number >= fonts.count) throw new RangeError('a font of a font is missing')
      const dict = readDict(reader, fonts.startOf(number), fonts.startOf(number + 1))
      const [own, whole] = [matrixOf(dict), matrixOf(top)]
      const matrix = own !== undefined && whole !== undefined ? multiply(own, whole) : (own ?? whole)
      font = { locals: readLocals(reader, dict), matrix }
      known.set(number, font)
    }
    return font
  }
}

function matrixOf(dict: CffDict): Matrix | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = dict.get(FONT_MATRIX) ?? []
  return dict.has(FONT_MATRIX) ? [a, b, c, d, e, f] : undefined
}

/** Subroutines stand behind the private dictionary, by an offset from its beginning. */
function readLocals(reader: BinaryReader, dict: CffDict): SubroutineList {
  const [size, start] = dict.get(PRIVATE) ?? []
  if (size === undefined || start === undefined) return subroutines(reader, undefined)
  const offset = readDict(reader, start, start + size).get(SUBRS)?.[0]
  return subroutines(reader, offset === undefined ? undefined : readIndex(reader, start + offset))
}

/** Clause 19: formats 0 and 3. */
function readSelection(reader: BinaryReader, at: number | undefined, glyphCount: number): (glyph: number) => number {
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

/**
 * Type 1 fonts (Adobe Type 1 Font Format, 1990): their encoding, and the names and outlines of their glyphs.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import { latin1Text, viewOf } from '../../pdf/syntax.js'
import type { ContentBudget } from '../content/content-budget.js'
import { remember } from './content-font.js'
import { standardEncoding } from './encodings.js'
import type { FontProgram } from './font-program.js'
import { byMatrix, type OutlinesOf, rememberOutlines } from './outlines/remember-outlines.js'
import { drawType1, type Type1Outlines } from './outlines/type1-outline.js'
import { readType1Private, requireOnce, type Type1Private } from './type1-private.js'

/** Length of a segment's header in the binary form (PFB). */
const SEGMENT_HEADER = 6

/** Encoding, names and outlines of the glyphs of a Type 1 font. */
export function readType1Program(bytes: Uint8Array, budget: ContentBudget): FontProgram {
  const plain = withoutSegments(bytes)
  const mark = viewOf(plain).indexOf('eexec', 0, 'latin1')
  if (mark < 0) throw new RangeError('the font has no private part')
  const clear = latin1Text(plain, 0, mark)
  for (const key of ['/FontMatrix', '/Encoding']) requireOnce(viewOf(plain).subarray(0, mark), key)
  if (/%.*$/.test(clear)) throw new RangeError('the private part begins in a comment')
  const secret = readType1Private(plain, mark + 'eexec'.length)
  const { glyphs } = secret
  const byName = new Map(glyphs.map(({ name }, glyph) => [name, glyph]))
  return {
    format: 'Type1',
    glyphCount: glyphs.length,
    hasNames: true,
    nameOf: (glyph) => glyphs[glyph]?.name,
    glyphByName: (name) => byName.get(name),
    builtIn: readEncoding(clear),
    codePointsOf: () => [],
    glyphByCodePoint: () => undefined,
    glyphByCode: () => undefined,
    glyphsOfCode: (_, names) => names.flatMap((name) => byName.get(name) ?? []),
    outlinesOf: outlinesBy(secret, byName, readFontMatrix(clear), budget),
    glyphsByCid: undefined,
  }
}

/** Of two glyphs with one name a reader may take either. */
function outlinesBy(
  { glyphs, subroutines, decrypt }: Type1Private,
  byName: ReadonlyMap<string, number>,
  matrix: Matrix | undefined,
  budget: ContentBudget,
): OutlinesOf {
  const plain = (code: Uint8Array | undefined) => (code === undefined ? undefined : decrypt(code))
  const font: Type1Outlines = {
    budget,
    subroutine: remember((number) => plain(subroutines.get(number))),
    glyphOfCode: (code) => plain(glyphs[byName.get(standardEncoding()[code] ?? '') ?? -1]?.code),
  }
  const twice = new Map<string, Uint8Array[]>()
  for (const [glyph, { name, code }] of glyphs.entries())
    if (byName.get(name) !== glyph) twice.set(name, [...(twice.get(name) ?? []).slice(0, MAX_TWINS), code])
  return rememberOutlines((glyph) => {
    const own = glyphs[glyph]
    if (own === undefined) throw new RangeError('a glyph is missing')
    return [own.code, ...(twice.get(own.name) ?? [])].flatMap((code) =>
      byMatrix(drawType1(decrypt(code), font), matrix),
    )
  }, budget)
}

/** Further glyphs of one name that are looked at. */
const MAX_TWINS = 4

function readFontMatrix(text: string): Matrix | undefined {
  const list = /\/FontMatrix\s*[[{]([^\]}]{1,200})[\]}]/.exec(text)?.[1]
  const numbers = list?.trim().split(/\s+/).map(Number)
  return numbers?.length === 6 ? (numbers as unknown as Matrix) : undefined
}

/** The data of the segments of a PFB file, one after another; other files as they are. */
function withoutSegments(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x80) return bytes
  const result = new Uint8Array(bytes.length)
  let length = 0
  let pos = 0
  while (bytes[pos] === 0x80 && (bytes[pos + 1] === 1 || bytes[pos + 1] === 2)) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(pos + 2, pos + SEGMENT_HEADER)
    const data = bytes.subarray(pos + SEGMENT_HEADER, pos + SEGMENT_HEADER + a + 256 * (b + 256 * (c + 256 * d)))
    result.set(data, length)
    length += data.length
    pos += SEGMENT_HEADER + data.length
    if (data.length === 0) break
  }
  return result.subarray(0, length)
}

/** `StandardEncoding def`, or `dup code /name put` for each code (2.2). */
function readEncoding(text: string): (code: number) => string | undefined {
  const start = text.indexOf('/Encoding')
  const body = start < 0 ? '' : text.slice(start)
  if (start < 0 || /^\/Encoding\s+StandardEncoding\s+def/.test(body)) return (code) => standardEncoding()[code]
  const names = new Map<number, string>()
  const end = body.search(/\breadonly\s+def\b|\]\s*(?:readonly\s+)?def\b/)
  for (const [, code, name] of body.slice(0, end < 0 ? undefined : end).matchAll(/dup\s+(\d{1,3})\s*\/(\S+)\s+put/g)) {
    names.set(Number(code), name as string)
  }
  return (code) => names.get(code)
}

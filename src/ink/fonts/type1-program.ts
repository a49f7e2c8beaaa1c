/**
 * Type 1 fonts (Adobe Type 1 Font Format, 1990): their encoding, the names of their glyphs, and their charstrings and
 * subroutines.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import { latin1Text, viewOf } from '../../pdf/reading.js'
import type { ContentBudget } from '../content/content-budget.js'
import { remember } from '../remember.js'
import type { FontProgram } from './content-font.js'
import { standardEncoding } from './encodings.js'
import { byMatrix, type OutlinesOf, rememberOutlines } from './outlines/glyph-outline.js'
import { drawType1, type Type1Outlines } from './outlines/type1-outline.js'

/** Keys and constants of encryption (7.2 and 7.3). */
const EEXEC_KEY = 55665
const CHARSTRING_KEY = 4330
const C1 = 52845
const C2 = 22719
/** Random bytes before encrypted data. Charstrings may have another number of them (/lenIV). */
const LEAD_BYTES = 4

/** The charstrings and subroutines of a font, still encrypted. */
interface Type1Private {
  /** Glyphs in the order of the file; a name may occur twice. */
  readonly glyphs: readonly { readonly name: string; readonly code: Uint8Array }[]
  readonly subroutines: ReadonlyMap<number, Uint8Array>
  /** Decrypts the charstring of a glyph or a subroutine. */
  decrypt(code: Uint8Array): Uint8Array
}

/** Reads the private part, which begins at `from` after `eexec`. */
function readType1Private(bytes: Uint8Array, from: number): Type1Private {
  const plain = decryptPrivate(bytes, from)
  const view = viewOf(plain)
  for (const key of KEYS) requireOnce(view, key)
  if (CLEAR_KEYS.some((key) => view.includes(key, 0, 'latin1'))) throw new RangeError('a part of a font comes twice')
  const charstrings = view.indexOf('/CharStrings', 0, 'latin1')
  const subrs = view.indexOf('/Subrs', 0, 'latin1')
  const head = latin1Text(plain, 0, Math.max(0, Math.min(charstrings, subrs < 0 ? charstrings : subrs)))
  const lead = Number(/\/lenIV\s+(-?\d{1,3})\b/.exec(head)?.[1] ?? LEAD_BYTES)
  return {
    glyphs: charstrings < 0 ? [] : readGlyphs(plain, charstrings),
    subroutines: subrs < 0 ? new Map() : readSubroutines(plain, subrs),
    decrypt: (code) => (lead < 0 ? code : decrypt(code, CHARSTRING_KEY).subarray(lead)),
  }
}

/** Keys that may occur only once, even counting comments: some readers use the first occurrence and others the last. */
const KEYS = ['/CharStrings', '/Subrs', '/lenIV']
const CLEAR_KEYS = ['/FontMatrix', '/Encoding']

/** Throws RangeError when a key occurs twice. */
function requireOnce(text: Pick<Buffer, 'indexOf' | 'lastIndexOf'>, key: string): void {
  if (text.indexOf(key, 0, 'latin1') !== text.lastIndexOf(key, undefined, 'latin1'))
    throw new RangeError('a part of a font comes twice')
}

function decryptPrivate(bytes: Uint8Array, from: number): Uint8Array {
  let start = from
  while (start < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[start] ?? 0)) start++
  const head = latin1Text(bytes, start, Math.min(bytes.length, start + LEAD_BYTES))
  const cipher = /^[0-9A-Fa-f]{4}$/.test(head)
    ? Buffer.from(latin1Text(bytes, start).replace(/\s+/g, ''), 'hex')
    : bytes.subarray(start)
  return decrypt(cipher, EEXEC_KEY).subarray(LEAD_BYTES)
}

function decrypt(cipher: Uint8Array, startKey: number): Uint8Array {
  const result = new Uint8Array(cipher.length)
  let key = startKey
  for (let i = 0; i < cipher.length; i++) {
    const byte = cipher[i] ?? 0
    result[i] = byte ^ (key >> 8)
    key = ((byte + key) * C1 + C2) & 0xffff
  }
  return result
}

/** Longest text before a charstring: its name, its length and the operator that reads it. */
const ENTRY_LENGTH = 170
/** The start of a glyph. By custom the operator is `RD` or `-|`, which the font defines itself. */
const GLYPH = /^\/(\S{1,128})\s+(\d{1,6})\s+\S{1,16}[ ]/
/** The end of the glyphs, behind the last of them. */
const ENDING = /^\s*(?:[^\s%/]{1,16}\s+){0,3}?end\b/
const SUBROUTINE = /^dup\s+(\d{1,6})\s+(\d{1,6})\s+\S{1,16}[ ]/

/** The dictionary of outlines: `/name length RD bytes ND`. */
function readGlyphs(bytes: Uint8Array, from: number): Type1Private['glyphs'] {
  const view = viewOf(bytes)
  const glyphs: { name: string; code: Uint8Array }[] = []
  let pos = view.indexOf('begin', from, 'latin1')
  while (pos >= 0 && pos < bytes.length) {
    const slash = view.indexOf('/', pos, 'latin1')
    const entry = slash < 0 ? null : GLYPH.exec(textAt(bytes, slash))
    if (entry === null && !ENDING.test(textAt(bytes, pos))) throw new RangeError('a glyph cannot be read')
    if (entry === null) break
    const start = slash + entry[0].length
    pos = start + Number(entry[2])
    glyphs.push({ name: entry[1] as string, code: bytes.subarray(start, pos) })
  }
  return glyphs
}

/** The array of subroutines: `dup number length RD bytes NP`. */
function readSubroutines(bytes: Uint8Array, from: number): Map<number, Uint8Array> {
  const view = viewOf(bytes)
  const subroutines = new Map<number, Uint8Array>()
  let pos = from
  for (;;) {
    const at = view.indexOf('dup', pos, 'latin1')
    const entry = at < 0 || at - pos > ENTRY_LENGTH ? null : SUBROUTINE.exec(textAt(bytes, at))
    if (entry === null) return subroutines
    const start = at + entry[0].length
    pos = start + Number(entry[2])
    subroutines.set(Number(entry[1]), bytes.subarray(start, pos))
  }
}

function textAt(bytes: Uint8Array, at: number): string {
  return latin1Text(bytes, at, Math.min(bytes.length, at + ENTRY_LENGTH))
}

/** Length of a segment's header in the binary form (PFB). */
const SEGMENT_HEADER = 6

/** Encoding, names and outlines of the glyphs of a Type 1 font. */
export function readType1Program(bytes: Uint8Array, budget: ContentBudget): FontProgram {
  const plain = withoutSegments(bytes)
  const mark = viewOf(plain).indexOf('eexec', 0, 'latin1')
  if (mark < 0) throw new RangeError('the font has no private part')
  const clear = latin1Text(plain, 0, mark)
  for (const key of CLEAR_KEYS) requireOnce(viewOf(plain).subarray(0, mark), key)
  if (/%.*$/.test(clear)) throw new RangeError('the private part begins in a comment')
  const secret = readType1Private(plain, mark + 'eexec'.length)
  const byName = new Map(secret.glyphs.map(({ name }, glyph) => [name, glyph]))
  return {
    format: 'Type1',
    glyphCount: secret.glyphs.length,
    hasNames: true,
    nameOf: (glyph) => secret.glyphs[glyph]?.name,
    glyphByName: (name) => byName.get(name),
    builtIn: readEncoding(clear),
    glyphsOfCode: (_, names) => names.flatMap((name) => byName.get(name) ?? []),
    outlinesOf: outlinesBy(secret, byName, readFontMatrix(clear), budget),
  }
}

/** Outlines by name. When two glyphs have the same name, a reader may take either. */
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

/** Most further glyphs of one name that are considered. */
const MAX_TWINS = 4

function readFontMatrix(text: string): Matrix | undefined {
  const list = /\/FontMatrix\s*[[{]([^\]}]{1,200})[\]}]/.exec(text)?.[1]
  const numbers = list?.trim().split(/\s+/).map(Number)
  return numbers?.length === 6 ? (numbers as unknown as Matrix) : undefined
}

/** The joined data of the segments of a PFB file; other files are returned unchanged. */
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

/** `StandardEncoding def`, or `dup code /name put` for each code (2.2). Viewers differ in how they read anything else. */
function readEncoding(text: string): (code: number) => string | undefined {
  const [body = ''] = /\/Encoding[\s\S]*/.exec(text) ?? []
  if (body === '' || /^\/Encoding\s+StandardEncoding\s+def/.test(body)) return (code) => standardEncoding()[code]
  const [list] = ENCODING.exec(body) ?? []
  if (list === undefined) throw new RangeError('the encoding of a font is written in an odd way')
  const entries = list.matchAll(/dup\s+(\d+)\s*\/(\S+)\s+put/g)
  const names = new Map(Array.from(entries, ([, code, name]) => [Number(code), name]))
  return (code) => names.get(code)
}

const ENCODING =
  /^\/Encoding\s+256\s+array\s+(?:0\s+1\s+255\s*\{\s*1\s+index\s+exch\s*\/\.notdef\s+put\s*\}\s*for\b)?(?:\s*dup\s+\d{1,3}\s*\/[^\s%()<>[\]{}/]+\s+put\b)*\s*(?:readonly\s+)?def\b/

/**
 * Type 1 fonts (Adobe Type 1 Font Format, 1990): their encoding and the names of their glyphs.
 *
 * @module
 */
import { latin1Text, viewOf } from '../../syntax.js'
import { standardEncoding } from './encodings.js'
import type { FontProgram } from './font-program.js'

/** Key and constants of eexec encryption (7.2). */
const EEXEC_KEY = 55665
const C1 = 52845
const C2 = 22719
/** Random bytes in front of what was encrypted. */
const LEAD_BYTES = 4

/** Length of a segment's header in the binary form (PFB). */
const SEGMENT_HEADER = 6

/** Encoding and names of glyphs of a Type 1 font. */
export function readType1Program(bytes: Uint8Array): FontProgram {
  const plain = withoutSegments(bytes)
  const mark = viewOf(plain).indexOf('eexec', 0, 'latin1')
  if (mark < 0) throw new RangeError('the font has no private part')
  const names = readNames(decryptPrivate(plain, mark + 'eexec'.length))
  const byName = new Map(names.map((name, glyph) => [name, glyph]))
  return {
    format: 'Type1',
    glyphCount: names.length,
    hasNames: true,
    nameOf: (glyph) => names[glyph],
    glyphByName: (name) => byName.get(name),
    builtIn: readEncoding(latin1Text(plain, 0, mark)),
    codePointsOf: () => [],
    glyphByCodePoint: () => undefined,
    glyphByCode: () => undefined,
    heightOf: () => undefined,
    glyphByCid: undefined,
  }
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

function decryptPrivate(bytes: Uint8Array, from: number): Uint8Array {
  let start = from
  while (start < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[start] as number)) start++
  const head = latin1Text(bytes, start, Math.min(bytes.length, start + LEAD_BYTES))
  const cipher = /^[0-9A-Fa-f]{4}$/.test(head)
    ? Buffer.from(latin1Text(bytes, start).replace(/\s+/g, ''), 'hex')
    : bytes.subarray(start)
  const result = new Uint8Array(cipher.length)
  let key = EEXEC_KEY
  for (let i = 0; i < cipher.length; i++) {
    const byte = cipher[i] as number
    result[i] = byte ^ (key >> 8)
    key = ((byte + key) * C1 + C2) & 0xffff
  }
  return result.subarray(LEAD_BYTES)
}

/** Names in the dictionary of outlines: `/name length RD bytes ND`. */
function readNames(bytes: Uint8Array): string[] {
  const view = viewOf(bytes)
  let pos = view.indexOf('/CharStrings', 0, 'latin1')
  const names: string[] = []
  if (pos < 0) return names
  pos = view.indexOf('begin', pos, 'latin1')
  while (pos >= 0 && pos < bytes.length) {
    const slash = view.indexOf('/', pos, 'latin1')
    if (slash < 0) break
    const entry = /^\/(\S{1,128}) (\d{1,6}) (?:RD|-\|) /.exec(
      latin1Text(bytes, slash, Math.min(bytes.length, slash + 160)),
    )
    if (entry === null) break
    names.push(entry[1] as string)
    pos = slash + entry[0].length + Number(entry[2])
  }
  return names
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

/**
 * The private part of a Type 1 font (Adobe Type 1 Font Format, chapters 2, 6 and 7): its charstrings and subroutines.
 *
 * @module
 */
import { latin1Text, viewOf } from '../../pdf/syntax.js'

/** Keys and constants of encryption (7.2 and 7.3). */
const EEXEC_KEY = 55665
const CHARSTRING_KEY = 4330
const C1 = 52845
const C2 = 22719
/** Random bytes in front of what was encrypted; charstrings may have another number of them (/lenIV). */
const LEAD_BYTES = 4

/** The programs of a font, as they stand in it. */
export interface Type1Private {
  /** Glyphs in the order of the file; a name may come twice. */
  readonly glyphs: readonly { readonly name: string; readonly code: Uint8Array }[]
  readonly subroutines: ReadonlyMap<number, Uint8Array>
  /** The program of a glyph or a subroutine without its encryption. */
  decrypt(code: Uint8Array): Uint8Array
}

/** Reads what stands behind `eexec`, at `from`. */
export function readType1Private(bytes: Uint8Array, from: number): Type1Private {
  const plain = decryptPrivate(bytes, from)
  const view = viewOf(plain)
  for (const key of KEYS) requireOnce(view, key)
  const charstrings = view.indexOf('/CharStrings', 0, 'latin1')
  const subrs = view.indexOf('/Subrs', 0, 'latin1')
  const head = latin1Text(
    plain,
    0,
    Math.min(plain.length, Math.max(0, Math.min(charstrings, subrs < 0 ? charstrings : subrs))),
  )
  const lead = Number(/\/lenIV\s+(-?\d{1,3})\b/.exec(head)?.[1] ?? LEAD_BYTES)
  return {
    glyphs: charstrings < 0 ? [] : readGlyphs(plain, charstrings),
    subroutines: subrs < 0 ? new Map() : readSubroutines(plain, subrs),
    decrypt: (code) => (lead < 0 ? code : decrypt(code, CHARSTRING_KEY).subarray(lead)),
  }
}

/** What comes twice, be it in a comment, is read by some readers where it comes first, and by others where it comes last. */
const KEYS = ['/CharStrings', '/Subrs', '/lenIV']

/** RangeError for a key that comes twice. */
export function requireOnce(text: Pick<Buffer, 'indexOf' | 'lastIndexOf'>, key: string): void {
  if (text.indexOf(key, 0, 'latin1') !== text.lastIndexOf(key, undefined, 'latin1'))
    throw new RangeError('a part of a font comes twice')
}

function decryptPrivate(bytes: Uint8Array, from: number): Uint8Array {
  let start = from
  while (start < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[start] as number)) start++
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
    const byte = cipher[i] as number
    result[i] = byte ^ (key >> 8)
    key = ((byte + key) * C1 + C2) & 0xffff
  }
  return result
}

/** Longest text in front of a program: name, length and the operator that reads it. */
const ENTRY_LENGTH = 170
/** `RD` and `-|` by custom; the font itself says what they mean. */
const GLYPH = /^\/(\S{1,128})\s+(\d{1,6})\s+\S{1,16}[ ]/
const SUBROUTINE = /^dup\s+(\d{1,6})\s+(\d{1,6})\s+\S{1,16}[ ]/

/** The dictionary of outlines: `/name length RD bytes ND`. */
function readGlyphs(bytes: Uint8Array, from: number): Type1Private['glyphs'] {
  const view = viewOf(bytes)
  const glyphs: { name: string; code: Uint8Array }[] = []
  let pos = view.indexOf('begin', from, 'latin1')
  while (pos >= 0 && pos < bytes.length) {
    const slash = view.indexOf('/', pos, 'latin1')
    const entry = slash < 0 ? null : GLYPH.exec(textAt(bytes, slash))
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

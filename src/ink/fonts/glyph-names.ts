/**
 * Maps names of glyphs to characters (Adobe Glyph List Specification, 2).
 *
 * @module
 */
import { once } from '../remember.js'
import { dingbatsEncoding } from './encodings.js'
import { GLYPH_NAME_TABLE } from './glyph-name-table.js'

/** Accents at the end of a name and their combining characters. */
const ACCENTS: readonly (readonly [string, string])[] = [
  ['acute', '\u0301'],
  ['grave', '\u0300'],
  ['circumflex', '\u0302'],
  ['dieresis', '\u0308'],
  ['tilde', '\u0303'],
  ['ring', '\u030a'],
  ['cedilla', '\u0327'],
  ['commaaccent', '\u0327'],
  ['caron', '\u030c'],
  ['macron', '\u0304'],
  ['ogonek', '\u0328'],
  ['breve', '\u0306'],
  ['dotaccent', '\u0307'],
  ['hungarumlaut', '\u030b'],
  ['dotbelow', '\u0323'],
  ['hookabove', '\u0309'],
  ['dblgrave', '\u030f'],
  ['tonos', '\u0301'],
  ['horn', '\u031b'],
]

/** Names for which documents mean another character than the list, or which the list lacks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Delta: '\u0394',
  Omega: '\u03a9',
  mu: '\u00b5',
  nbspace: '\u00a0',
  nonbreakingspace: '\u00a0',
  sfthyphen: '\u00ad',
  softhyphen: '\u00ad',
  f_f: 'ff',
  f_i: 'fi',
  f_l: 'fl',
  f_f_i: 'ffi',
  f_f_l: 'ffl',
  ff: 'ff',
  fi: 'fi',
  fl: 'fl',
  ffi: 'ffi',
  ffl: 'ffl',
}

const listed = once(() => {
  const names = new Map<string, string>()
  for (const entry of GLYPH_NAME_TABLE.trim().split(/\s+/)) {
    const [name = '', hex = ''] = entry.split('=')
    names.set(name, String.fromCodePoint(Number.parseInt(hex, 16)))
  }
  for (const [name, text] of Object.entries(OTHER_NAMES)) names.set(name, text)
  return names
})

const dingbats = once(() => {
  const names = new Map<string, string>()
  for (const [code, name] of dingbatsEncoding().entries()) {
    const character = dingbatCharacter(code)
    if (name !== undefined && character !== undefined) names.set(name, character)
  }
  return names
})

/** Longest glyph name that is read. The Adobe Glyph List Specification permits 63 characters. */
const MAX_NAME_LENGTH = 64
const HIGHEST_CODE_POINT = 0x10ffff

/**
 * The characters of a glyph name; `undefined` for a name without meaning, such as `g12`.
 *
 * @param isDingbats True for the names of ZapfDingbats, `a1` to `a206`.
 */
export function charactersOfGlyph(name: string, isDingbats = false): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined
  if (isDingbats) return dingbats().get(name)
  const bare = name.includes('.') && !name.startsWith('.') ? name.slice(0, name.indexOf('.')) : name
  if (bare.includes('_') && !listed().has(bare)) {
    const parts = bare.split('_').map(charactersOfComponent)
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  return charactersOfComponent(bare)
}

function charactersOfComponent(name: string): string | undefined {
  if (name.length === 1) return /[A-Za-z]/.test(name) ? name : undefined
  return listed().get(name) ?? charactersByNumber(name) ?? accented(name)
}

function charactersByNumber(name: string): string | undefined {
  const units = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1]?.match(/.{4}/g)
  const points = units ?? /^u([0-9A-F]{4,6})$/.exec(name)?.slice(1)
  if (points === undefined) return undefined
  const codes = points.map((hex) => Number.parseInt(hex, 16))
  return codes.every(isCharacter) ? String.fromCodePoint(...codes) : undefined
}

/** False for surrogates and for private use areas, where each font has its own signs. */
export function isCharacter(code: number): boolean {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  const isPrivate = (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
  return code >= 0x20 && code <= HIGHEST_CODE_POINT && !isSurrogate && !isPrivate
}

function accented(name: string): string | undefined {
  for (const [suffix, mark] of ACCENTS) {
    if (name.length !== suffix.length + 1 || !name.endsWith(suffix)) continue
    const base = name.slice(0, 1)
    if (!/[A-Za-z]/.test(base)) return undefined
    const composed = `${base}${mark}`.normalize('NFC')
    return composed.length === 1 ? composed : undefined
  }
  return undefined
}

/** Codes whose characters had been in other blocks of Unicode before. */
const ELSEWHERE: Readonly<Record<number, number>> = {
  32: 0x20,
  37: 0x260e,
  42: 0x261b,
  43: 0x261e,
  72: 0x2605,
  108: 0x25cf,
  110: 0x25a0,
  115: 0x25b2,
  116: 0x25bc,
  117: 0x25c6,
  119: 0x25d7,
  168: 0x2663,
  169: 0x2666,
  170: 0x2665,
  171: 0x2660,
  213: 0x2192,
  214: 0x2194,
  215: 0x2195,
}

/** The character of a code in ZapfDingbats; `undefined` for an unused code. */
function dingbatCharacter(code: number): string | undefined {
  const point = ELSEWHERE[code] ?? byRun(code)
  return point === undefined ? undefined : String.fromCodePoint(point)
}

/** The character of a code in one of the ranges that follow Unicode's order. */
function byRun(code: number): number | undefined {
  if (code >= 0x21 && code <= 0x7e) return 0x2701 + code - 0x21
  // Ornamental brackets.
  if (code >= 0x80 && code <= 0x8d) return 0x2768 + code - 0x80
  if (code >= 0xa1 && code <= 0xa7) return 0x2761 + code - 0xa1
  // Circled digits from 1 to 10.
  if (code >= 0xac && code <= 0xb5) return 0x2460 + code - 0xac
  if (code >= 0xb6 && code <= 0xfe && code !== 0xf0) return 0x2776 + code - 0xb6
  return undefined
}

/**
 * Maps names of glyphs to characters (Adobe Glyph List Specification, 2).
 *
 * @module
 */
import { once } from '../remember.js'
import { dingbatsEncoding } from './encodings.js'
import { GLYPH_NAME_TABLE } from './glyph-name-table.js'

/** Accents at the end of a name, and the last three digits of their combining characters. */
const ACCENTS = `
  acute=301 grave=300 circumflex=302 dieresis=308 tilde=303 ring=30a cedilla=327 commaaccent=327 caron=30c
  macron=304 ogonek=328 breve=306 dotaccent=307 hungarumlaut=30b dotbelow=323 hookabove=309 dblgrave=30f tonos=301 horn=31b
`
  .trim()
  .split(/\s+/)
  .map((entry) => entry.split('='))

/** Names for which documents mean another character than the list, or which the list lacks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Delta: '\u0394',
  Omega: '\u03a9',
  mu: '\u00b5',
  nbspace: '\u00a0',
  nonbreakingspace: '\u00a0',
  sfthyphen: '\u00ad',
  softhyphen: '\u00ad',
  ...Object.fromEntries(
    ['ff', 'fi', 'fl', 'ffi', 'ffl'].flatMap((text) => ['', '_'].map((by) => [[...text].join(by), text])),
  ),
}

const listed = once(() => {
  const names = new Map<string, string>()
  for (const entry of GLYPH_NAME_TABLE.trim().split(/\s+/)) {
    const [, word = '', digits = '', hex = '', count = '1'] = /^(.*?)(\d*)=(\w+)(?:\+(\d+))?$/.exec(entry) ?? []
    for (let i = 0; i < Number(count); i++) {
      const number = digits === '' ? '' : String(Number(digits) + i).padStart(digits.length, '0')
      names.set(word + number, String.fromCodePoint(Number.parseInt(hex, 16) + i))
    }
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
  for (const [suffix = '', mark = ''] of ACCENTS) {
    if (name.length !== suffix.length + 1 || !name.endsWith(suffix)) continue
    const base = name.slice(0, 1)
    if (!/[A-Za-z]/.test(base)) return undefined
    const composed = `${base}${String.fromCodePoint(Number.parseInt(mark, 16))}`.normalize('NFC')
    return composed.length === 1 ? composed : undefined
  }
  return undefined
}

/** Codes whose characters had been in other blocks of Unicode before. */
const ELSEWHERE = new Map(
  `32=20 37=260e 42=261b 43=261e 72=2605 108=25cf 110=25a0 115=25b2 116=25bc
  117=25c6 119=25d7 168=2663 169=2666 170=2665 171=2660 213=2192 214=2194 215=2195`
    .split(/\s+/)
    .map((entry) => entry.split('='))
    .map(([code = '', hex = '']) => [Number(code), Number.parseInt(hex, 16)]),
)

/** The character of a code in ZapfDingbats; `undefined` for an unused code. */
function dingbatCharacter(code: number): string | undefined {
  const point = ELSEWHERE.get(code) ?? byRun(code)
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

/**
 * Numbers in the format codes of spreadsheets, which charts use (ECMA-376-1, 18.8.31).
 *
 * @module
 */

import { append } from '../../lists.js'
import { dateByCode } from './date-code.js'

/** A piece of a format code. */
export type CodeToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'digit'; readonly pad: string }
  /** Letters of a date or a time, such as `yyyy`; `[h]` for hours that count on beyond a day. */
  | { readonly kind: 'date'; readonly letters: string }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'value' }
  | { readonly kind: 'exponent'; readonly hasPlus: boolean }

/** Longest format code in characters. Excel has 255. */
const MAX_CODE = 1000
/** Most decimals that are written. A number has fewer. */
const MAX_DECIMALS = 20
/** From this number on, numbers are written with an exponent whatever their format. */
const MAX_PLAIN = 1e21

/**
 * A number as a format code shows it: `#,##0.0`, `"$"0;[Red]("$"0)`, `0%`, `d-mmm-yy`.
 *
 * @param from1904 whether dates count from 1904, not from 1900
 */
export function formatByCode(value: number, code: string, from1904 = false): string {
  if (code.length > MAX_CODE || !Number.isFinite(value)) return general(value)
  const sections = sectionsOf(code)
  const { section, isNegated } = chooseSection(sections, value)
  const tokens = tokensOf(section)
  if (tokens.length === 0) return sections.length > 1 ? '' : general(value)
  if (tokens.some(({ kind }) => kind === 'date')) return dateByCode(value, tokens, from1904) ?? general(value)
  const text = isFraction(tokens) ? general(Math.abs(value)) : numberText(Math.abs(value), tokens)
  return value < 0 && !isNegated && /[1-9]/.test(text) ? `-${text}` : text
}

/** A number in the format "General". */
function general(value: number): string {
  return String(Number(value.toPrecision(10)))
}

/** Splits a code at the semicolons that are neither quoted nor escaped. */
function sectionsOf(code: string): string[] {
  const sections = ['']
  for (const [piece] of code.matchAll(/"[^"]*"?|\\.|./gsu)) {
    if (piece === ';') sections.push('')
    else sections[sections.length - 1] += piece
  }
  return sections
}

/** The section for a number: the first is for all, the second for negative numbers, the third for zero; or by a condition. */
function chooseSection(
  sections: readonly string[],
  value: number,
): { readonly section: string; readonly isNegated: boolean } {
  const conditions = sections.slice(0, 2).map((section) => /^(?:\[[^\]]*\])*?\[([<>=]{1,2})(-?[\d.]+)\]/.exec(section))
  if (conditions.some((condition) => condition !== null)) {
    const found = conditions.findIndex((condition) => condition === null || meets(value, condition))
    return { section: sections[found < 0 ? sections.length - 1 : found] ?? '', isNegated: false }
  }
  const [positive = '', negative, zero] = sections
  if (value < 0 && negative !== undefined) return { section: negative, isNegated: true }
  return { section: value === 0 && zero !== undefined ? zero : positive, isNegated: false }
}

function meets(value: number, [, sign, text]: RegExpExecArray): boolean {
  const limit = Number(text)
  switch (sign) {
    case '<':
      return value < limit
    case '<=':
      return value <= limit
    case '>':
      return value > limit
    case '>=':
      return value >= limit
    case '=':
      return value === limit
    default:
      return value !== limit
  }
}

const TOKEN =
  /"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]|(general|@)|(am\/pm|a\/p|y+|m+|d+|h+|s+)|([0#?])|(\.)|(,)|(%)|(e[+-])|./gisu

function tokensOf(section: string): CodeToken[] {
  const tokens: CodeToken[] = []
  for (const [all, quoted, escaped, bracket, value, date, pad, point, comma, percent, exponent] of section.matchAll(
    TOKEN,
  )) {
    if (quoted !== undefined || escaped !== undefined) tokens.push({ kind: 'text', text: quoted ?? escaped ?? '' })
    else if (bracket !== undefined) append(tokens, bracketTokens(bracket))
    else if (value !== undefined) tokens.push({ kind: 'value' })
    else if (date !== undefined) tokens.push({ kind: 'date', letters: date.toLowerCase() })
    else if (pad !== undefined) tokens.push({ kind: 'digit', pad: pad === '0' ? '0' : pad === '?' ? ' ' : '' })
    else if (point !== undefined) tokens.push({ kind: 'point' })
    else if (comma !== undefined) tokens.push({ kind: 'comma' })
    else if (percent !== undefined) tokens.push({ kind: 'percent' })
    else if (exponent !== undefined) tokens.push({ kind: 'exponent', hasPlus: exponent.endsWith('+') })
    else if (all.startsWith('_')) tokens.push({ kind: 'text', text: ' ' })
    else if (!all.startsWith('*')) tokens.push({ kind: 'text', text: all })
  }
  return tokens
}

/** `[$€-407]` is a sign of currency, `[h]` a time that counts on; colours, languages and conditions show nothing. */
function bracketTokens(content: string): CodeToken[] {
  const currency = /^\$([^-]*)/.exec(content)?.[1]
  if (currency !== undefined) return currency === '' ? [] : [{ kind: 'text', text: currency }]
  return /^(h+|m+|s+)$/i.test(content) ? [{ kind: 'date', letters: `[${content[0]?.toLowerCase()}]` }] : []
}

/** Whether a code asks for a fraction such as `# ?/?`, which is written as a decimal number. */
function isFraction(tokens: readonly CodeToken[]): boolean {
  return tokens.some((token, index) => {
    const isSlash = token.kind === 'text' && token.text === '/'
    return isSlash && tokens[index - 1]?.kind === 'digit'
  })
}

function numberText(value: number, tokens: readonly CodeToken[]): string {
  if (!tokens.some(({ kind }) => kind === 'digit')) {
    return tokens
      .map((token) => (token.kind === 'text' ? token.text : token.kind === 'value' ? general(value) : ''))
      .join('')
  }
  const shape = shapeOf(tokens)
  const scaled = value * shape.factor
  if (scaled >= MAX_PLAIN) return general(scaled)
  if (!shape.hasExponent) return written(tokens, shape, scaled.toFixed(shape.decimals), 0)
  const [mantissa = '0', exponent = '0'] = scaled.toExponential(shape.decimals).split('e')
  return written(tokens, shape, mantissa, Number(exponent))
}

interface NumberShape {
  /** Factor on the number: 100 for each percent sign, a thousandth for each comma after the last digit. */
  readonly factor: number
  readonly isGrouped: boolean
  readonly integers: number
  readonly decimals: number
  readonly hasExponent: boolean
}

function shapeOf(tokens: readonly CodeToken[]): NumberShape {
  const end = tokens.findIndex(({ kind }) => kind === 'exponent')
  const mantissa = end < 0 ? tokens : tokens.slice(0, end)
  const point = mantissa.findIndex(({ kind }) => kind === 'point')
  const isDigit = ({ kind }: CodeToken) => kind === 'digit'
  const integers = (point < 0 ? mantissa : mantissa.slice(0, point)).filter(isDigit).length
  const all = mantissa.filter(isDigit).length
  const lastDigit = mantissa.findLastIndex(isDigit)
  let factor = 1
  let isGrouped = false
  tokens.forEach(({ kind }, index) => {
    if (kind === 'percent') factor *= 100
    if (kind !== 'comma') return
    if (index > lastDigit) factor /= 1000
    else isGrouped ||= point < 0 || index < point
  })
  return { factor, isGrouped, integers, decimals: Math.min(MAX_DECIMALS, all - integers), hasExponent: end >= 0 }
}

/** Puts the digits of a number at their places in a code. The first place takes all digits that have none. */
function written(tokens: readonly CodeToken[], shape: NumberShape, digits: string, exponent: number): string {
  const [whole = '', fraction = ''] = digits.split('.')
  const integer = whole === '0' ? '' : whole
  let part: 'integer' | 'fraction' | 'exponent' = 'integer'
  let place = 0
  let text = ''
  const end = exponentDigits(tokens, exponent)
  for (const token of tokens) {
    if (token.kind === 'text') text += token.text
    else if (token.kind === 'percent') text += '%'
    else if (token.kind === 'point') {
      if (shape.integers === 0) text += integer
      if (shape.decimals > 0 || part === 'integer') text += '.'
      part = 'fraction'
      place = 0
    } else if (token.kind === 'exponent') {
      text += `E${exponent < 0 ? '-' : token.hasPlus ? '+' : ''}${end}`
      part = 'exponent'
    } else if (token.kind === 'digit' && part === 'integer') {
      const right = shape.integers - 1 - place++
      const isFirst = right === shape.integers - 1
      text += digitsAt(integer, { right, isFirst, pad: token.pad }, shape.isGrouped, text)
    } else if (token.kind === 'digit' && part === 'fraction') {
      const isShown = /[1-9]/.test(fraction.slice(place))
      const digit = fraction[place++]
      text += isShown ? (digit ?? '') : token.pad
    }
  }
  return text
}

function exponentDigits(tokens: readonly CodeToken[], exponent: number): string {
  const start = tokens.findIndex(({ kind }) => kind === 'exponent')
  const places =
    start < 0 ? 0 : tokens.slice(start).filter((token) => token.kind === 'digit' && token.pad === '0').length
  return String(Math.abs(exponent)).padStart(places, '0')
}

/** A place of a code for digits before the point. */
interface DigitPlace {
  /** How many places are to the right of it. */
  readonly right: number
  readonly isFirst: boolean
  /** What stands there without a digit. */
  readonly pad: string
}

/** The digits of one place, with separators of thousands where they are asked for. */
function digitsAt(integer: string, { right, isFirst, pad }: DigitPlace, isGrouped: boolean, before: string): string {
  let text = ''
  for (let at = isFirst ? Math.max(right, integer.length - 1) : right; at >= right; at--) {
    const digit = integer[integer.length - 1 - at] ?? pad
    text += digit
    const isShown = /\d/.test(digit) || /\d/.test(before)
    if (isGrouped && at > 0 && at % 3 === 0 && isShown && digit !== '') text += ','
  }
  return text
}

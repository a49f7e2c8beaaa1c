/**
 * Where lines may end.
 *
 * @module
 */

import { createRequire } from 'node:module'
import type LineBreaker from 'linebreak'
import { isEastAsian } from './font-slot.js'
import type { LineStops } from './line-stops.js'

/** Represents a drawing or an equation in the text of a paragraph. */
export const OBJECT_CHARACTER = '\ufffc'

/** Represents a line, page or column break. */
export const BREAK_CHARACTER = '\u2028'

/** Scripts whose lines break between characters or by a dictionary. */
const NEEDS_ALGORITHM =
  /[\u0e00-\u0fff\u1000-\u109f\u1100-\u137f\u1780-\u17ff\u1900-\u1aaf\u2e80-\ua4cf\ua960-\ua97f\uac00-\udfff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/

/** Thai, Lao, Burmese, Khmer: no spaces between words. */
const NEEDS_DICTIONARY = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+/g

const OPENING = new Set([...'([{<«‹“‘„‚¿¡'].map((character) => character.charCodeAt(0)))
const CLOSING = new Set([...')]}>»›”’.,;:!?%…'].map((character) => character.charCodeAt(0)))

/** Rules for the line breaks of a paragraph. */
export interface BreakRules {
  /** Whether a line may break between any two characters (w:wordWrap off). */
  readonly anywhere: boolean
  /** Whether a line may break before and after every East Asian character, including punctuation (w:kinsoku off). */
  readonly aroundEastAsian: boolean
  /** Whether lines break between Korean words, which blanks separate, and not between syllables. */
  readonly keepsHangulWords: boolean
  /** Characters that must not begin or end a line of East Asian text. */
  readonly stops: LineStops
}

/**
 * Line break opportunities: entry `i` is 1 if a line may end before the UTF-16 unit `i`.
 *
 * Alphabetic text breaks as in Word: after spaces, hyphens and dashes only, so that web addresses are not broken. East Asian
 * text breaks between all characters except those in Word's lists. All other text follows UAX #14.
 */
export function breakOpportunities(text: string, rules: BreakRules): Uint8Array {
  const { anywhere, aroundEastAsian } = rules
  const breaks = new Uint8Array(text.length + 1)
  for (let i = 1; i < text.length; i++)
    if (breaksAlphabetic(text, i) || (anywhere && isBoundary(text, i))) breaks[i] = 1
  if (NEEDS_ALGORITHM.test(text)) {
    addByAlgorithm(text, breaks, rules)
    addByDictionary(text, breaks)
    if (aroundEastAsian) addAroundEastAsian(text, breaks, rules)
  }
  return breaks
}

/** Whether a space may extend beyond the end of a line. */
export function isBreakingSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a && unit !== 0x2007) || unit === 0x205f
}

function breaksAlphabetic(text: string, index: number): boolean {
  const next = text.charCodeAt(index)
  const last = text.charCodeAt(index - 1)
  if (isBreakingSpace(next)) return false
  if (isBreakingSpace(last)) return true
  // Fast path: most pairs are two letters.
  if (last > 0x40 && last < 0x7b && next > 0x40 && next < 0x7b) return false
  switch (last) {
    case 0x09:
    case 0x200b:
    case 0x2028:
    case 0xad:
      return true
    case 0xfffc:
      return next !== 0xa0 && next !== 0x2060 && !CLOSING.has(next)
    case 0x2d:
      // In Word, a line may end after the hyphens of "--cors", as in UAX #14.
      if (index > 1 && text.charCodeAt(index - 2) === 0x2d) return opensWord(next)
      return opensWord(next) && followsWord(text, index - 1)
    case 0x2010:
    case 0x2013:
    case 0x2014:
      return opensWord(next) && followsWord(text, index - 1)
  }
  if (next === 0x09 || next === 0x2028) return true
  return next === 0xfffc && last !== 0xa0 && last !== 0x2060 && !OPENING.has(last)
}

function followsWord(text: string, index: number): boolean {
  if (index === 0) return false
  const last = text.charCodeAt(index - 1)
  return !isBreakingSpace(last) && !isDash(last)
}

function isDash(unit: number): boolean {
  return unit === 0x2d || (unit >= 0x2010 && unit <= 0x2014)
}

function opensWord(unit: number): boolean {
  return (
    !isDash(unit) &&
    !CLOSING.has(unit) &&
    unit !== 0xa0 &&
    unit !== 0x2060 &&
    unit !== 0x22 &&
    unit !== 0x27 &&
    unit !== 0x2f
  )
}

/** Whether a position is between two characters, not within one or before its combining marks. */
function isBoundary(text: string, index: number): boolean {
  const next = text.charCodeAt(index)
  if (next >= 0xdc00 && next <= 0xdfff) return false
  return !isBreakingSpace(next) && !/\p{M}/u.test(text[index] ?? '')
}

let lineBreaker: typeof LineBreaker | undefined

/** Applies UAX #14. Its tables are loaded on first use, since loading takes as long as a short document. */
function addByAlgorithm(text: string, breaks: Uint8Array, rules: BreakRules): void {
  lineBreaker ??= createRequire(import.meta.url)('linebreak') as typeof LineBreaker
  const breaker = new lineBreaker(text)
  const found = new Uint8Array(text.length + 1)
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const { position } = next
    if (position > 0 && position < text.length) found[position] = 1
  }
  for (let i = 1; i < text.length; i++) {
    if (!NEEDS_ALGORITHM.test(text.slice(i - 1, i + 1))) continue
    if (mayBreak(text, i, found[i] === 1, rules)) breaks[i] = 1
  }
}

/** Whether a line may end between two characters, at least one of them not alphabetic. `isFound` is the result of UAX #14. */
function mayBreak(text: string, index: number, isFound: boolean, { keepsHangulWords, stops }: BreakRules): boolean {
  const next = text.charCodeAt(index)
  const last = text.charCodeAt(index - 1)
  const opens = isEastAsian(next)
  const closes = isEastAsian(last)
  if (!opens && !closes) return isFound
  if (keepsHangulWords && joinsHangul(last, next)) return false
  if (stops.before.has(text.charAt(index)) || stops.after.has(text.charAt(index - 1))) return false
  if (opens && closes) return isFound || isListed(last, next)
  // Beside a character of another script, UAX #14 decides. After a letter or a digit, a small kana may begin a line.
  return isFound || (opens && isKana(next) && /[\p{L}\p{N}]/u.test(text.charAt(index - 1)))
}

/** Characters that must not begin or end a line by UAX #14, but may in Word if they are not in its lists. */
function isListed(last: number, next: number): boolean {
  return last !== IDEOGRAPHIC_SPACE && next !== IDEOGRAPHIC_SPACE && isPlainSign(next) && isPlainSign(last)
}

const IDEOGRAPHIC_SPACE = 0x3000

/** Whether a unit is a character of the basic plane and no combining mark. */
function isPlainSign(unit: number): boolean {
  return !(unit >= 0xd800 && unit <= 0xdfff) && !/\p{M}/u.test(String.fromCharCode(unit)) && !isJamo(unit)
}

function isKana(unit: number): boolean {
  return unit >= 0x3041 && unit <= 0x30ff
}

/** Whether a syllable or letter of Hangul stands beside another one or beside a character that is not East Asian. */
function joinsHangul(last: number, next: number): boolean {
  if (isHangul(last)) return isHangul(next) || !isEastAsian(next)
  return isHangul(next) && !isEastAsian(last)
}

function isHangul(unit: number): boolean {
  return (unit >= 0xac00 && unit <= 0xd7ff) || isJamo(unit) || (unit >= 0x3131 && unit <= 0x318e)
}

/** Whether a unit is a Hangul letter that joins with others to a syllable. */
function isJamo(unit: number): boolean {
  return (unit >= 0x1100 && unit <= 0x11ff) || (unit >= 0xa960 && unit <= 0xa97f) || (unit >= 0xd7b0 && unit <= 0xd7ff)
}

function addAroundEastAsian(text: string, breaks: Uint8Array, { keepsHangulWords }: BreakRules): void {
  for (let i = 1; i < text.length; i++) {
    const last = text.charCodeAt(i - 1)
    const next = text.charCodeAt(i)
    if (keepsHangulWords && joinsHangul(last, next)) continue
    if ((isEastAsian(last) || isEastAsian(next)) && isBoundary(text, i)) breaks[i] = 1
  }
}

function addByDictionary(text: string, breaks: Uint8Array): void {
  for (const match of text.matchAll(NEEDS_DICTIONARY)) {
    const segmenter = new Intl.Segmenter('th', { granularity: 'word' })
    for (const segment of segmenter.segment(match[0])) if (segment.index > 0) breaks[match.index + segment.index] = 1
  }
}

/**
 * Where lines may end.
 *
 * @module
 */

import { createRequire } from 'node:module'
import type LineBreaker from 'linebreak'
import { isEastAsian } from './font-slot.js'

/** Stands for a drawing or an equation in the text of a paragraph. */
export const OBJECT_CHARACTER = '\ufffc'

/** Stands for a line, page or column break. */
export const BREAK_CHARACTER = '\u2028'

/** Scripts where lines break between characters or by a dictionary. */
const NEEDS_ALGORITHM =
  /[\u0e00-\u0fff\u1000-\u109f\u1100-\u137f\u1780-\u17ff\u1900-\u1aaf\u2e80-\ua4cf\ua960-\ua97f\uac00-\udfff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/

/** Thai, Lao, Burmese, Khmer: no spaces between words. */
const NEEDS_DICTIONARY = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+/g

const OPENING = new Set([...'([{<«‹“‘„‚¿¡'].map((character) => character.charCodeAt(0)))
const CLOSING = new Set([...')]}>»›”’.,;:!?%…'].map((character) => character.charCodeAt(0)))

/** Where lines may break besides. */
export interface BreakRules {
  /** Between any two characters (w:wordWrap off). */
  readonly anywhere: boolean
  /** Before and after every East Asian character, punctuation too (w:kinsoku off). */
  readonly aroundEastAsian: boolean
}

/**
 * Where lines may break: entry `i` is 1 if one may end before the UTF-16 unit `i`.
 *
 * Alphabetic text breaks as in Word: after spaces, hyphens and dashes, and nowhere else, so that addresses of web pages hold
 * together. Everything else follows UAX #14.
 *
 */
export function breakOpportunities(text: string, { anywhere, aroundEastAsian }: BreakRules): Uint8Array {
  const breaks = new Uint8Array(text.length + 1)
  for (let i = 1; i < text.length; i++)
    if (breaksAlphabetic(text, i) || (anywhere && isBoundary(text, i))) breaks[i] = 1
  if (NEEDS_ALGORITHM.test(text)) {
    addByAlgorithm(text, breaks)
    addByDictionary(text, breaks)
    if (aroundEastAsian) addAroundEastAsian(text, breaks)
  }
  return breaks
}

/** Spaces that may hang over the end of a line. */
export function isBreakingSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a && unit !== 0x2007) || unit === 0x205f
}

function breaksAlphabetic(text: string, index: number): boolean {
  const next = text.charCodeAt(index)
  const last = text.charCodeAt(index - 1)
  if (isBreakingSpace(next)) return false
  if (isBreakingSpace(last)) return true
  // By far the most pairs are two letters.
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
    case 0x2010:
    case 0x2013:
    case 0x2014:
      return (
        index > 1 &&
        !isBreakingSpace(text.charCodeAt(index - 2)) &&
        !isDash(text.charCodeAt(index - 2)) &&
        opensWord(next)
      )
  }
  if (next === 0x09 || next === 0x2028) return true
  return next === 0xfffc && last !== 0xa0 && last !== 0x2060 && !OPENING.has(last)
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

/** Between two characters, not inside of one or before its accents. */
function isBoundary(text: string, index: number): boolean {
  const next = text.charCodeAt(index)
  if (next >= 0xdc00 && next <= 0xdfff) return false
  return !isBreakingSpace(next) && !/\p{M}/u.test(text[index] ?? '')
}

let lineBreaker: typeof LineBreaker | undefined

/** Loads the algorithm's tables when a document first needs them: they take as long as a short document. */
function addByAlgorithm(text: string, breaks: Uint8Array): void {
  lineBreaker ??= createRequire(import.meta.url)('linebreak') as typeof LineBreaker
  const breaker = new lineBreaker(text)
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) {
    const { position } = found
    if (position <= 0 || position >= text.length) continue
    if (NEEDS_ALGORITHM.test(text.slice(position - 1, position + 1))) breaks[position] = 1
  }
}

function addAroundEastAsian(text: string, breaks: Uint8Array): void {
  for (let i = 1; i < text.length; i++) {
    const isBeside = isEastAsian(text.charCodeAt(i - 1)) || isEastAsian(text.charCodeAt(i))
    if (isBeside && isBoundary(text, i)) breaks[i] = 1
  }
}

function addByDictionary(text: string, breaks: Uint8Array): void {
  for (const match of text.matchAll(NEEDS_DICTIONARY)) {
    const segmenter = new Intl.Segmenter('th', { granularity: 'word' })
    for (const segment of segmenter.segment(match[0])) if (segment.index > 0) breaks[match.index + segment.index] = 1
  }
}

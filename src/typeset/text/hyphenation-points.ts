/**
 * Finds where words may be hyphenated.
 *
 * @module
 */

import { createRequire } from 'node:module'
import { readAsset } from '../../assets/read-asset.js'

/** Languages with patterns, as the `hyphen` package names them. English and German have more than one set. */
export const HYPHENATED_LANGUAGES: ReadonlySet<string> = new Set(
  (
    'af be bg bn ca cs cy da de de-1901 de-ch-1901 el en-gb en-us es et eu fi fr ga gl gu hi hr hsb hu hy id is it ka ' +
    'kmr kn la lt lv ml mn mr nb nl oc or pa pl pt rm ro ru sk sl sq sr-cyrl sv ta te tk tr uk'
  ).split(' '),
)

/** Other names of Norwegian, which all have the same patterns. */
const ALIASES = new Map([
  ['nn', 'nb'],
  ['no', 'nb'],
])

/** Least length of a word that is hyphenated, and least lengths of its first and last parts. */
const LEAST_LENGTH = 5
const LEAST_PART = 2

/** Maximum length of a word. Longer strings are not hyphenated. */
const MAX_LENGTH = 64

/** Maximum number of words that are kept for each language. */
const MAX_KNOWN = 4096

type CreateHyphenator = (patterns: unknown) => Language['hyphenate']

interface Language {
  readonly hyphenate: (text: string) => string
  readonly known: Map<string, readonly number[]>
}

const languages = new Map<string, Language>()

/**
 * Ascending offsets at which a word may be hyphenated (F. M. Liang's patterns). Empty for languages (BCP 47 tags) without
 * patterns.
 */
export function hyphenationPoints(word: string, language: string): readonly number[] {
  if (word.length < LEAST_LENGTH || word.length > MAX_LENGTH) return []
  const name = patternsFor(language)
  if (name === undefined) return []
  let loaded = languages.get(name)
  // A hyphenator keeps every word that it has seen, so it is replaced from time to time.
  if (loaded === undefined || loaded.known.size >= MAX_KNOWN) {
    loaded = { hyphenate: makeHyphenator(name), known: new Map() }
    languages.set(name, loaded)
  }
  let points = loaded.known.get(word)
  if (points === undefined) {
    points = offsetsOfSoftHyphens(loaded.hyphenate(word)).filter(
      (point) => point >= LEAST_PART && point <= word.length - LEAST_PART && !isEnglishEnding(name, word.slice(point)),
    )
    loaded.known.set(word, points)
  }
  return points
}

/**
 * Whether a part is the ending -ed of an English word, perhaps with signs after it. In a report by Word, none of 133 such words
 * is hyphenated there, although the patterns allow it.
 */
function isEnglishEnding(patterns: string, part: string): boolean {
  return /^ed\P{L}*$/u.test(part) && patterns.startsWith('en')
}

function patternsFor(tag: string): string | undefined {
  const [primary = '', ...rest] = tag.toLowerCase().split('-')
  const language = ALIASES.get(primary) ?? primary
  const full = [language, ...rest].join('-')
  if (HYPHENATED_LANGUAGES.has(full)) return full
  if (language === 'en') return rest.length === 0 || rest.includes('us') ? 'en-us' : 'en-gb'
  return HYPHENATED_LANGUAGES.has(language) ? language : undefined
}

function makeHyphenator(name: string): Language['hyphenate'] {
  const createHyphenator = createRequire(import.meta.url)('hyphen/hyphen.js') as CreateHyphenator
  return createHyphenator(JSON.parse(new TextDecoder().decode(readAsset(`hyphenation/${name}.json`))))
}

function offsetsOfSoftHyphens(text: string): number[] {
  const offsets: number[] = []
  for (let at = text.indexOf('\u00ad'); at >= 0; at = text.indexOf('\u00ad', at + 1)) offsets.push(at - offsets.length)
  return offsets
}

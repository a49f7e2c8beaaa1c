/**
 * Counter styles of a page: the predefined ones, and those that its style sheets define (CSS Counter Styles Level 3, 2 to 4).
 *
 * @module
 */

import { splitOutside, splitWords, unquote } from '../css/css-text.js'
import type { CounterRules } from '../css/parse-style-sheet.js'
import { type CounterStyle, counterStyle, inLetters, inWeights, MAX_LENGTH, wordStyle } from './counter-styles.js'

/** Styles that no page may define (2). */
const RESERVED: ReadonlySet<string> = new Set(['none', 'decimal', 'disc', 'circle', 'square'])

/** Largest number of symbols of a style. */
const MAX_SYMBOLS = 500

/** Longest chain of styles that extend each other, or fall back to each other. */
const MAX_CHAIN = 20

type Descriptors = NonNullable<ReturnType<CounterRules['get']>>

/** How a system writes numbers; `undefined` for those that it does not have. */
interface System {
  readonly write: CounterStyle['write']
  /** Smallest number that `range: auto` permits; `undefined` if it permits all. */
  readonly least?: number
  /** Whether negative numbers are written as positive ones with a sign. */
  readonly isSigned?: boolean
}

/** Finds counter styles by their names. */
export class PageCounterStyles {
  readonly #rules: CounterRules
  readonly #defined = new Map<string, CounterStyle | undefined>()
  #chain = 0

  constructor(rules: CounterRules) {
    this.#rules = rules
  }

  /** A style by its name in lower case; `undefined` for those that Word has a format for. */
  find(name: string): CounterStyle | undefined {
    const rule = RESERVED.has(name) || this.#chain > MAX_CHAIN ? undefined : this.#rules.get(name)
    if (rule === undefined) return counterStyle(name)
    if (!this.#defined.has(name)) {
      // A style that leads to itself does not find itself.
      this.#defined.set(name, undefined)
      this.#chain++
      this.#defined.set(name, this.#define(rule))
      this.#chain--
    }
    return this.#defined.get(name)
  }

  #define(rule: Descriptors): CounterStyle | undefined {
    const [system = '', base = ''] = splitWords(rule.get('system')?.toLowerCase() ?? 'symbolic')
    const other = (name: string) => this.find(name) ?? wordStyle(name)
    const extended = system === 'extends' ? (other(base) ?? wordStyle('decimal')) : undefined
    const own = extended ?? systemOf(system, Number(base === '' ? 1 : base), rule)
    if (own === undefined) return undefined
    const write = signed(rule, own)
    const fallback = other(rule.get('fallback')?.toLowerCase() ?? '')
    return {
      write: (value) => write(value) ?? fallback?.write(value),
      prefix: unquote(rule.get('prefix') ?? extended?.prefix ?? ''),
      suffix: unquote(rule.get('suffix') ?? extended?.suffix ?? '.').trimEnd(),
    }
  }
}

/** Adds the sign and the padding of a style, in its range. */
function signed(rule: Descriptors, { write, least = Number.NEGATIVE_INFINITY, isSigned }: System): System['write'] {
  const [minus = '-', end = ''] = splitWords(rule.get('negative') ?? '').map(unquote)
  const [length = '0', symbol = ''] = splitWords(rule.get('pad') ?? '')
  const ranges = rangesOf(rule.get('range') ?? 'auto', least)
  return (value) => {
    const isNegative = value < 0 && isSigned === true
    const text = write(isNegative ? -value : value)
    if (text === undefined || !ranges.some(([low, high]) => value >= low && value <= high)) return undefined
    const sign = isNegative ? minus + end : ''
    const missing = Math.min(MAX_LENGTH, Number(length) - text.length - sign.length)
    const padded = missing > 0 ? symbolOf(symbol).repeat(missing) + text : text
    const written = isNegative ? minus + padded + end : padded
    return written.length > MAX_LENGTH ? undefined : written
  }
}

function systemOf(name: string, first: number, rule: Descriptors): System | undefined {
  const symbols = splitWords(rule.get('symbols') ?? '')
    .slice(0, MAX_SYMBOLS)
    .map(symbolOf)
  const count = symbols.length
  if (name === 'additive') return additive(rule.get('additive-symbols') ?? '')
  // With a single symbol, digits and letters have no end (3.1).
  if (count < (name === 'alphabetic' || name === 'numeric' ? 2 : 1)) return undefined
  switch (name) {
    case 'cyclic':
      return { write: (value) => symbols.at((value - 1) % count) }
    case 'fixed':
      return { write: (value) => symbols[value - first] }
    case 'symbolic':
      return { write: (value) => repeated(symbols, value), least: 1, isSigned: true }
    case 'alphabetic':
      return { write: (value) => inLetters(value, symbols), least: 1, isSigned: true }
    case 'numeric':
      return { write: (value) => inNumerals(value, symbols), isSigned: true }
    default:
      return undefined
  }
}

/** A symbol. Of one that is too long only as much is kept as tells that. */
function symbolOf(written: string): string {
  return unquote(written).slice(0, MAX_LENGTH + 1)
}

function repeated(symbols: readonly string[], value: number): string | undefined {
  const times = Math.ceil(value / symbols.length)
  return times > MAX_LENGTH ? undefined : symbols.at((value - 1) % symbols.length)?.repeat(times)
}

function inNumerals(value: number, digits: readonly string[]): string {
  let text = ''
  for (let rest = value; text === '' || rest > 0; rest = Math.floor(rest / digits.length))
    text = (digits[rest % digits.length] ?? '') + text
  return text
}

/** Weights with their symbols, in either order. */
function additive(written: string): System {
  const pairs = splitOutside(written, ',')
    .slice(0, MAX_SYMBOLS)
    .map((pair): [number, string] => {
      const words = splitWords(pair)
      const weight = words.find((word) => /^\d{1,9}$/.test(word))
      return [Number(weight), symbolOf(words.find((word) => word !== weight) ?? '')]
    })
  const weights = pairs.filter(([weight]) => weight > 0)
  const zero = pairs.find(([weight]) => weight === 0)?.[1]
  return { write: (value) => (value === 0 ? zero : inWeights(value, weights)), least: 0, isSigned: true }
}

type Range = readonly [low: number, high: number]

function rangesOf(written: string, least: number): readonly Range[] {
  return splitOutside(written, ',').map((pair): Range => {
    const [low = '', high = ''] = splitWords(pair.toLowerCase())
    if (low === 'auto') return [least, Number.POSITIVE_INFINITY]
    return [
      low === 'infinite' ? Number.NEGATIVE_INFINITY : Number(low),
      high === 'infinite' ? Number.POSITIVE_INFINITY : Number(high),
    ]
  })
}

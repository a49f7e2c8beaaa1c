/**
 * Mathematical expressions of CSS (CSS Values and Units Module Level 4, 10): `calc`, `min`, `max` and `clamp`.
 *
 * @module
 */

import { splitOutside } from './css-text.js'

/** A length, or a part of something that the property names. */
export type CalculatedLength =
  | { readonly twips: number }
  /** 0.5 for 50 %. */
  | { readonly fraction: number }
  /** The sum of both. */
  | { readonly twips: number; readonly fraction: number }

/** A term: a number of twips, a share of the whole, and a number without a unit. */
interface Term {
  readonly twips: number
  readonly fraction: number
  readonly number: number | undefined
}

/** Value of 100% in twips where lengths must be compared with percentages: the width of a page's text. */
const TYPICAL_WHOLE = 9026

/** Expressions inside of each other that are followed. */
const MAX_DEPTH = 16

const CALL = /^(-webkit-calc|calc|min|max|clamp)\(([\s\S]*)\)$/i
const NUMBER = /^[-+]?(?:\d{1,9}\.?\d{0,17}|\.\d{1,17})(?:e[-+]?\d{1,2})?$/i

/** The length that an expression gives; `undefined` for anything else. */
export function calculateLength(
  value: string,
  parse: (text: string) => CalculatedLength | undefined,
): CalculatedLength | undefined {
  const term = evaluate(value.trim(), parse, 0)
  if (term === undefined || (term.number !== undefined && term.number !== 0)) return undefined
  const twips = Math.round(term.twips)
  if (term.fraction === 0) return { twips }
  return twips === 0 ? { fraction: term.fraction } : { twips, fraction: term.fraction }
}

/** A number, or a percentage as a part of the whole; `undefined` for anything else. */
export function calculateNumber(
  value: string,
): { readonly number: number } | { readonly fraction: number } | undefined {
  const term = evaluate(value.trim(), parsePercentage, 0)
  if (term === undefined || term.twips !== 0) return undefined
  if (term.number !== undefined) return { number: term.number }
  return { fraction: term.fraction }
}

function parsePercentage(text: string): CalculatedLength | undefined {
  const number = text.endsWith('%') ? text.slice(0, -1) : ''
  return NUMBER.test(number) ? { fraction: Number(number) / 100 } : undefined
}

type Parse = (text: string) => CalculatedLength | undefined

function evaluate(text: string, parse: Parse, depth: number): Term | undefined {
  if (depth > MAX_DEPTH) return undefined
  const call = CALL.exec(text)
  if (call !== null) return evaluateCall(call[1] ?? '', call[2] ?? '', parse, depth)
  if (text.startsWith('(') && text.endsWith(')')) return evaluateSum(text.slice(1, -1), parse, depth + 1)
  if (NUMBER.test(text)) return { twips: 0, fraction: 0, number: Number(text) }
  const length = text.includes('(') ? undefined : parse(text)
  if (length === undefined) return undefined
  return {
    twips: 'twips' in length ? length.twips : 0,
    fraction: 'fraction' in length ? length.fraction : 0,
    number: undefined,
  }
}

function evaluateCall(name: string, inside: string, parse: Parse, depth: number): Term | undefined {
  const terms = splitOutside(inside, ',').map((part) => evaluateSum(part, parse, depth + 1))
  const [first, second, third] = terms
  const known = terms.flatMap((term) => (term === undefined ? [] : [term]))
  if (first === undefined || known.length < terms.length) return undefined
  const choose = (a: Term, b: Term, isLeast: boolean) => (sizeOf(a) < sizeOf(b) === isLeast ? a : b)
  switch (name.toLowerCase()) {
    case 'min':
      return known.reduce((least, term) => choose(least, term, true))
    case 'max':
      return known.reduce((most, term) => choose(most, term, false))
    case 'clamp':
      return second === undefined || third === undefined ? undefined : choose(first, choose(second, third, true), false)
    default:
      return first
  }
}

function sizeOf({ twips, fraction, number = 0 }: Term): number {
  return twips + fraction * TYPICAL_WHOLE + number
}

function evaluateSum(text: string, parse: Parse, depth: number): Term | undefined {
  const words = splitOutside(text.trim(), ' \t\n\r\f').filter((word) => word !== '')
  let sum: Term | undefined
  let sign = 1
  let factors: string[] = []
  const close = (): boolean => {
    const product = evaluateProduct(factors.join(' '), parse, depth)
    factors = []
    if (product === undefined) return false
    sum = sum === undefined ? scale(product, sign) : add(sum, scale(product, sign))
    return sum !== undefined
  }
  for (const word of words) {
    if ((word === '+' || word === '-') && factors.length > 0) {
      if (!close()) return undefined
      sign = word === '-' ? -1 : 1
    } else factors.push(word)
  }
  return close() ? sum : undefined
}

function evaluateProduct(text: string, parse: Parse, depth: number): Term | undefined {
  const operators = [...outsideBrackets(text)].filter((character) => character === '*' || character === '/')
  const parts = splitOutside(text, '*/').map((part) => evaluate(part.trim(), parse, depth + 1))
  let product = parts[0]
  for (const [index, factor] of parts.slice(1).entries()) {
    if (product === undefined || factor === undefined) return undefined
    if (operators[index] === '/') product = factor.number ? scale(product, 1 / factor.number) : undefined
    else if (factor.number !== undefined) product = scale(product, factor.number)
    else product = product.number === undefined ? undefined : scale(factor, product.number)
  }
  return product
}

function outsideBrackets(text: string): string {
  let depth = 0
  let result = ''
  for (const character of text) {
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (depth === 0) result += character
  }
  return result
}

function scale({ twips, fraction, number }: Term, factor: number): Term {
  return {
    twips: twips * factor,
    fraction: fraction * factor,
    number: number === undefined ? undefined : number * factor,
  }
}

function add(a: Term, b: Term): Term | undefined {
  const isMixed = (a.number === undefined) !== (b.number === undefined)
  if (isMixed && (a.number ?? b.number) !== 0) return undefined
  return {
    twips: a.twips + b.twips,
    fraction: a.fraction + b.fraction,
    number: a.number === undefined || b.number === undefined ? undefined : a.number + b.number,
  }
}

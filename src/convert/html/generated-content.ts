/**
 * Text that style sheets add, and the counters that it may show (CSS 2.2, 12).
 *
 * @module
 */

import type { BoxStyle } from './css/computed-style.js'
import { splitOutside, splitWords, unquote } from './css/css-text.js'
import { getAttribute, type HtmlElement } from './html-tree.js'
import { formatCounter } from './list-numbering.js'

interface Scope {
  readonly depth: number
  value: number
}

/** Counters and the elements that they are counted in. */
export class Counters {
  readonly #scopes = new Map<string, Scope[]>()

  /** Counts for an element that is this deep in others. */
  enter({ counterReset, counterIncrement, counterSet }: BoxStyle, depth: number): void {
    if (counterReset === undefined && counterIncrement === undefined && counterSet === undefined) return
    for (const [name, value] of parseCounters(counterReset, 0)) {
      const scopes = this.#open(name, depth).filter((scope) => scope.depth < depth)
      this.#scopes.set(name, [...scopes, { depth, value }])
    }
    for (const [name, value] of parseCounters(counterIncrement, 1)) this.#innermost(name, depth).value += value
    for (const [name, value] of parseCounters(counterSet, 0)) this.#innermost(name, depth).value = value
  }

  /** The values of a counter, the outermost first. */
  valuesOf(name: string): readonly number[] {
    const values = this.#scopes.get(name)?.map(({ value }) => value) ?? []
    return values.length === 0 ? [0] : values
  }

  /** A counter ends with the element around the one that started it. */
  #open(name: string, depth: number): Scope[] {
    return (this.#scopes.get(name) ?? []).filter((scope) => scope.depth <= depth)
  }

  #innermost(name: string, depth: number): Scope {
    const scopes = this.#open(name, depth)
    const scope = scopes.at(-1) ?? { depth, value: 0 }
    this.#scopes.set(name, scopes.length === 0 ? [scope] : scopes)
    return scope
  }
}

function parseCounters(text: string | undefined, initial: number): [name: string, value: number][] {
  const counters: [string, number][] = []
  for (const word of splitWords(text ?? '')) {
    const last = counters.at(-1)
    if (/^[-+]?\d{1,9}$/.test(word)) {
      if (last !== undefined) last[1] = Number(word)
    } else if (word !== 'none') counters.push([word, initial])
  }
  return counters
}

/** Longest text of one `content`, in characters. */
const MAX_LENGTH = 2000

/** The text that a `content` stands for; empty where it has none. */
export function generatedText(content: string, element: HtmlElement, counters: Counters): string {
  let text = ''
  for (const word of splitWords(content)) {
    if (text.length > MAX_LENGTH) break
    if (/^["']/.test(word)) text += unquote(word)
    else if (word === 'open-quote' || word === 'close-quote') text += word === 'open-quote' ? '“' : '”'
    else if (word === '/') break
    else text += callText(word, element, counters)
  }
  return text
}

function callText(word: string, element: HtmlElement, counters: Counters): string {
  const [, name = '', inside = ''] = /^(attr|counters?)\(([\s\S]*)\)$/i.exec(word) ?? []
  const [first = '', second = '', third = ''] = splitOutside(inside, ',').map((part) => part.trim())
  switch (name.toLowerCase()) {
    case 'attr':
      return getAttribute(element, (first.split(/\s/)[0] ?? '').toLowerCase()) ?? unquote(second)
    case 'counter':
      return formatCounter(counters.valuesOf(first).at(-1) ?? 0, second)
    case 'counters':
      return counters
        .valuesOf(first)
        .map((value) => formatCounter(value, third))
        .join(unquote(second))
    default:
      return ''
  }
}

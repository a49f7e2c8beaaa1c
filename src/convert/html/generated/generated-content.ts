/**
 * Text that style sheets add, and the counters that it may show (CSS 2.2, 12).
 *
 * @module
 */

import { COSTS, type ConversionBudget } from '../../conversion-budget.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { RunFormat } from '../../docx-writer/flow-format.js'
import type { BoxStyle } from '../css/computed-style.js'
import { splitOutside, splitWords, unquote } from '../css/css-text.js'
import { getAttribute, type HtmlElement } from '../source/html-tree.js'
import { formatCounter } from './list-numbering.js'
import type { PageCounterStyles } from './page-counter-styles.js'
import { pageNumber } from './page-numbers.js'
import { fragmentOf } from './resolve-link.js'

interface Scope {
  readonly name: string
  readonly depth: number
  value: number
}

/**
 * Counters and the elements that they are counted in (CSS Lists and Counters Module Level 3, 4.4).
 *
 * The scope of a counter is the element that starts it, the following siblings, and everything in them. Elements are entered in
 * document order, so a counter ends when a less deeply nested element is entered.
 */
export class Counters {
  /** Counters in scope, the outermost first. They are a stack, so that ending them takes no search. */
  readonly #open: Scope[] = []
  readonly #byName = new Map<string, Scope[]>()
  readonly #budget: ConversionBudget
  readonly #styles: PageCounterStyles

  constructor(budget: ConversionBudget, styles: PageCounterStyles) {
    this.#budget = budget
    this.#styles = styles
  }

  /** Counts for an element, or for content generated in one, at this depth. */
  enter({ counterReset, counterIncrement, counterSet }: BoxStyle, depth: number): void {
    this.#endDeeper(depth)
    if (counterReset === undefined && counterIncrement === undefined && counterSet === undefined) return
    const length = (counterReset ?? '').length + (counterIncrement ?? '').length + (counterSet ?? '').length
    this.#budget.step('generated', STEPS_OF_CHARACTER * length)
    for (const [name, value] of parseCounters(counterReset, 0)) this.#reset(name, depth, value)
    for (const [name, value] of parseCounters(counterIncrement, 1)) this.#innermost(name, depth).value += value
    for (const [name, value] of parseCounters(counterSet, 0)) this.#innermost(name, depth).value = value
  }

  /** Starts the counter that a list has by itself (CSS Lists and Counters Module Level 3, 4.6), unless its style does. */
  startList({ counterReset }: BoxStyle, depth: number, before: number): void {
    if (!namesItems(counterReset)) this.#reset(LIST_ITEM, depth, before)
  }

  /** Counts an item of a list, unless its style does, or gives it the number that it has by itself. */
  countItem({ counterIncrement, counterSet }: BoxStyle, depth: number, { step, value }: ItemCount): void {
    if (namesItems(counterSet)) return
    const scope = this.#innermost(LIST_ITEM, depth)
    if (value !== undefined) scope.value = value
    else if (!namesItems(counterIncrement)) scope.value += step
  }

  /** The values of a counter as a style writes them, the outermost first. */
  textsOf(name: string, style: string): readonly string[] {
    const scopes = this.#byName.get(name) ?? []
    const values = scopes.length === 0 ? [0] : scopes.map(({ value }) => value)
    return values.map((value) => formatCounter(value, style.toLowerCase(), this.#styles))
  }

  #endDeeper(depth: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.depth > depth; last = this.#open.at(-1)) {
      this.#open.pop()
      this.#byName.get(last.name)?.pop()
    }
  }

  /** Starts a counter. It replaces one that a preceding sibling started. */
  #reset(name: string, depth: number, value: number): void {
    const last = this.#byName.get(name)?.at(-1)
    if (last?.depth === depth) last.value = value
    else this.#start({ name, depth, value })
  }

  #innermost(name: string, depth: number): Scope {
    return this.#byName.get(name)?.at(-1) ?? this.#start({ name, depth, value: 0 })
  }

  #start(scope: Scope): Scope {
    this.#open.push(scope)
    const scopes = this.#byName.get(scope.name)
    if (scopes === undefined) this.#byName.set(scope.name, [scope])
    else scopes.push(scope)
    return scope
  }
}

/** The counter of list items. */
const LIST_ITEM = 'list-item'

interface ItemCount {
  readonly step: 1 | -1
  readonly value: number | undefined
}

function namesItems(counters: string | undefined): boolean {
  return counters?.includes(LIST_ITEM) === true
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

/** Length of the text of a `content` in characters, beyond which nothing is added. */
const MAX_LENGTH = 2000
/** Steps that each character of a counter list or a `content` costs. */
const STEPS_OF_CHARACTER = 2

/** Piece of generated content: text, the place of a page number, or a leader. */
type GeneratedPiece = string | Exclude<FlowInline, { kind: 'text' }>

/** Content with numbers of pages, or with leaders (CSS Generated Content for Paged Media Module, 2 and 3). */
const PAGED = /\bcounter\(\s*pages?\b|\btarget-counter\(|\bleader\(/i

/** Input of generated content that has page numbers. */
interface PagedContext {
  readonly format: RunFormat
  readonly bookmarkOf: (id: string) => string | undefined
  readonly budget: ConversionBudget
}

/** Splits a `content` value that needs page numbers into pieces; `undefined` for plain text. */
export function generatedPieces(
  content: string,
  element: HtmlElement,
  counters: Counters,
  { format, bookmarkOf, budget }: PagedContext,
): readonly GeneratedPiece[] | undefined {
  if (!PAGED.test(content)) return undefined
  const pieces: GeneratedPiece[] = []
  for (const word of splitWords(content)) {
    if (word === '/') break
    const [, name = '', inside = ''] = /^([-a-z]+)\(([\s\S]*)\)$/i.exec(word) ?? []
    const [first = '', second = ''] = splitOutside(inside, ',').map((part) => part.trim())
    const number = name.toLowerCase() === 'counter' ? pageNumber(first, second, format) : undefined
    if (number !== undefined) pieces.push(number)
    else if (name.toLowerCase() === 'leader') pieces.push({ kind: 'tab', leader: leaderOf(first), format })
    else if (name.toLowerCase() === 'target-counter' && second.toLowerCase() === 'page') {
      const [, attribute = ''] = /^attr\(\s*([-\w]+)/i.exec(first) ?? []
      const target = fragmentOf(attribute === '' ? unquote(first) : (getAttribute(element, attribute) ?? ''))
      const bookmark = target === undefined ? undefined : bookmarkOf(target)
      if (bookmark !== undefined) pieces.push({ kind: 'pageReference', bookmark, format })
    } else pieces.push(generatedText(word, element, counters, budget))
  }
  return pieces
}

function leaderOf(written: string): 'dot' | 'line' | 'none' {
  const text = unquote(written).trim()
  if (text === 'solid' || /^_+$/.test(text)) return 'line'
  return text === 'space' || text === '' ? 'none' : 'dot'
}

/** The text that a `content` stands for; empty where it has none. */
export function generatedText(
  content: string,
  element: HtmlElement,
  counters: Counters,
  budget: ConversionBudget,
): string {
  budget.step('generated', STEPS_OF_CHARACTER * content.length)
  let text = ''
  for (const word of splitWords(content)) {
    if (text.length > MAX_LENGTH) break
    if (/^["']/.test(word)) text += unquote(word)
    else if (word === 'open-quote' || word === 'close-quote') text += word === 'open-quote' ? '“' : '”'
    else if (word === '/') break
    else text += callText(word, element, counters)
  }
  budget.hold('generated', COSTS.character * text.length)
  return text
}

function callText(word: string, element: HtmlElement, counters: Counters): string {
  const [, name = '', inside = ''] = /^(attr|counters?)\(([\s\S]*)\)$/i.exec(word) ?? []
  const [first = '', second = '', third = ''] = splitOutside(inside, ',').map((part) => part.trim())
  switch (name.toLowerCase()) {
    case 'attr':
      return getAttribute(element, (first.split(/\s/)[0] ?? '').toLowerCase()) ?? unquote(second)
    case 'counter':
      return counters.textsOf(first, second).at(-1) ?? ''
    case 'counters':
      return counters.textsOf(first, third).join(unquote(second))
    default:
      return ''
  }
}

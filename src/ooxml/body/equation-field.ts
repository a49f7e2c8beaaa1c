/**
 * EQ fields (ECMA-376-1, 17.16.5.17): mathematics in the code of a field. Word stores no result for them.
 *
 * @module
 */

import type { MathNode } from '../../typeset/model/document-model.js'
import type { RunProperties } from '../../typeset/model/properties.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'

/** A command such as `\b\lc\[(x)`: its letter, its options with their values, and the arguments in its brackets. */
interface Command {
  readonly letter: string
  readonly options: ReadonlyMap<string, string>
  readonly elements: readonly MathNode[]
}

/** General switches of fields, which precede the equation: `\* jc2`, `\* "Font:MS Mincho"`. */
const GENERAL_SWITCH = /\\\*\s*("[^"]*"|\S+)/g
const EMPTY: MathNode = { type: 'row', items: [] }
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/**
 * Reads what follows EQ in the code of a field.
 *
 * @param run properties of its characters
 * @example
 * ```ts
 * readEquationField('\\f(1,2)', run) // a fraction
 * ```
 */
export function readEquationField(code: string, run: RunProperties): MathNode {
  return new EquationReader(code.replace(GENERAL_SWITCH, '').trim(), run).readAll()
}

class EquationReader {
  readonly #code: string
  readonly #run: RunProperties
  #at = 0

  constructor(code: string, run: RunProperties) {
    this.#code = code
    this.#run = run
  }

  /** Reads all elements. Unmatched closing brackets are text. */
  readAll(): MathNode {
    const items: MathNode[] = []
    while (this.#at < this.#code.length) {
      items.push(this.#readElement(0, ''))
      if (this.#at < this.#code.length) items.push(this.#text(this.#take()))
    }
    return rowOf(items)
  }

  /** Reads up to one of the characters that end an element. */
  #readElement(depth: number, ends: string): MathNode {
    const items: MathNode[] = []
    let text = ''
    const flush = (): void => {
      if (text !== '') items.push(this.#text(text))
      text = ''
    }
    while (this.#at < this.#code.length && !ends.includes(this.#peek())) {
      if (this.#peek() !== '\\') text += this.#take()
      else if (/^\\[a-z]/i.test(this.#code.slice(this.#at, this.#at + 2)) && depth < OOXML_LIMITS.maxMathNesting) {
        flush()
        items.push(this.#build(this.#readCommand(depth)))
      } else {
        // An escaped bracket, comma or backslash is text.
        this.#at++
        text += this.#take()
      }
    }
    flush()
    return rowOf(items)
  }

  #readCommand(depth: number): Command {
    const letter = this.#code.charAt(this.#at + 1).toLowerCase()
    this.#at += 2
    const options = new Map<string, string>()
    // Brackets and signs are given as characters, other options as numbers.
    const option = /\s*\\(?:([lrb]c|fc)\s*\\?(.)|([a-z]{2})\s*(-?\d*))\s*/iy
    for (;;) {
      option.lastIndex = this.#at
      const match = option.exec(this.#code)
      if (match === null) break
      options.set((match[1] ?? match[3] ?? '').toLowerCase(), match[2] ?? match[4] ?? '')
      this.#at = option.lastIndex
    }
    while (this.#peek() === ' ') this.#at++
    return { letter, options, elements: this.#peek() === '(' ? this.#readElements(depth) : [] }
  }

  #readElements(depth: number): MathNode[] {
    this.#at++
    const elements: MathNode[] = []
    for (;;) {
      elements.push(this.#readElement(depth + 1, ',;)'))
      // The separator is that of the system on which the file was written: a comma or a semicolon.
      if (this.#at >= this.#code.length || this.#take() === ')') return elements
    }
  }

  #build({ letter, options, elements }: Command): MathNode {
    const [first = EMPTY, second = EMPTY, third = EMPTY] = elements
    switch (letter) {
      case 'f':
        return { type: 'fraction', numerator: first, denominator: second, bar: 'bar' }
      case 'r':
        return elements.length > 1
          ? { type: 'radical', degree: first, radicand: second }
          : { type: 'radical', radicand: first }
      case 's':
        return options.has('do') ? { type: 'script', base: EMPTY, sub: first } : raised(elements)
      case 'b':
        return this.#bracketed(first, options)
      case 'a':
        return { type: 'matrix', rows: rowsOf(elements, Number(options.get('co') || 1)) }
      case 'i': {
        const sign = this.#text(
          options.get('fc') ?? (options.has('su') ? '\u2211' : options.has('pr') ? '\u220f' : '\u222b'),
        )
        return rowOf([{ type: 'script', base: sign, sub: first, sup: second }, third])
      }
      case 'o':
        return this.#overlaid(elements)
      case 'l':
        return rowOf(elements.flatMap((element, index) => (index === 0 ? [element] : [this.#text(','), element])))
      default:
        return rowOf(elements)
    }
  }

  #bracketed(content: MathNode, options: Command['options']): MathNode {
    const both = options.get('bc')
    const open = options.get('lc') ?? both ?? (options.has('rc') ? '' : '(')
    const close = options.get('rc') ?? (both === undefined ? undefined : (CLOSING[both] ?? both))
    return { type: 'delimited', open, close: close ?? (options.has('lc') ? '' : ')'), content }
  }

  /**
   * Elements over each other. Phonetic guides are raised over their base; others are placed side by side, so that all can be
   * read.
   */
  #overlaid(elements: readonly MathNode[]): MathNode {
    const [guide, base] = elements
    if (elements.length === 2 && base !== undefined && guide?.type === 'script' && guide.sup !== undefined) {
      return { type: 'stack', base, over: guide.sup }
    }
    return rowOf(elements)
  }

  #text(text: string): MathNode {
    return { type: 'text', text, run: this.#run, isPlain: true }
  }

  #peek(): string {
    return this.#code.charAt(this.#at)
  }

  #take(): string {
    return this.#code.charAt(this.#at++)
  }
}

function raised(elements: readonly MathNode[]): MathNode {
  const [only] = elements
  const sup: MathNode =
    elements.length === 1 && only !== undefined ? only : { type: 'matrix', rows: rowsOf(elements, 1) }
  return { type: 'script', base: EMPTY, sup }
}

function rowsOf(elements: readonly MathNode[], columns: number): MathNode[][] {
  const rows: MathNode[][] = []
  for (let index = 0; index < elements.length; index += Math.max(1, columns)) {
    rows.push(elements.slice(index, index + Math.max(1, columns)))
  }
  return rows
}

function rowOf(items: readonly MathNode[]): MathNode {
  const only = items[0]
  return items.length === 1 && only !== undefined ? only : { type: 'row', items }
}

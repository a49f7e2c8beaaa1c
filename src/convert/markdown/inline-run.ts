/**
 * A lexer that knows which text it is in the middle of. marked gives its rules only the rest of that text, so a rule that
 * looks for something far ahead would look for it anew from each place; with the whole text it can remember what it found.
 *
 * @module
 */

import { Lexer, type MarkedOptions, type Token, type Tokenizer, type TokensList } from 'marked'
import { isTurnOver, type Steps } from '../../pace/turns.js'

/** What ends text in more ways than by a sign of Markdown or the start of an address, or stands for another character. */
const INTRICATE = /@|&#| {2}\n|(?:mailto|xmpp):/

/** The text of a paragraph, a cell, or what stands between signs of emphasis. */
export class InlineRun {
  readonly #source: string
  /** Made when there is something to keep, which is so for few of the many runs of a document. */
  #lastPlaces: Map<string, number> | undefined
  #searches: Map<RegExp, { readonly from: number; readonly found: number }> | undefined
  #isSimple: boolean | undefined

  constructor(source: string) {
    this.#source = source
  }

  /** Whether text in it ends at signs and at addresses of web pages alone, and says what it means. */
  get isSimple(): boolean {
    this.#isSimple ??= !INTRICATE.test(this.#source)
    return this.#isSimple
  }

  /** Whether `text` stands anywhere in the last part of the run, `rest`. */
  endsWithin(rest: string, text: string): boolean {
    this.#lastPlaces ??= new Map()
    const last = this.#lastPlaces.get(text) ?? this.#source.lastIndexOf(text)
    this.#lastPlaces.set(text, last)
    return last >= this.#source.length - rest.length
  }

  /**
   * Where `pattern` matches first in the last part of the run, `rest`; `undefined` for nowhere.
   *
   * @param pattern has the flag `g`, and looks ahead but not behind
   */
  find(rest: string, pattern: RegExp): number | undefined {
    const from = this.#source.length - rest.length
    this.#searches ??= new Map()
    const before = this.#searches.get(pattern)
    let found = before?.found
    if (found === undefined || before === undefined || from < before.from || from > found) {
      pattern.lastIndex = from
      found = pattern.exec(this.#source)?.index ?? Number.POSITIVE_INFINITY
      this.#searches.set(pattern, { from, found })
    }
    return found === Number.POSITIVE_INFINITY ? undefined : found - from
  }
}

class RunLexer<Output = string, Rendered = string> extends Lexer<Output, Rendered> {
  readonly runs: InlineRun[] = []
  readonly #joint: string
  /** Calls of `blockTokens` inside each other. */
  #depth = 0

  constructor(options: MarkedOptions<Output, Rendered> | undefined, joint: string) {
    super(options)
    this.#joint = joint
  }

  /**
   * Reads the blocks. marked reads all of them in one call, which asks the rule for blank lines at the start of each: behind
   * blank lines, where a block depends on nothing before it, that rule ends the call, and another one reads the rest.
   */
  *#blocksInSteps(markdown: string): Steps<void> {
    // The constructor has seen to it that there is one.
    const tokenizer = this.options.tokenizer as Tokenizer<Output, Rendered>
    const rule = tokenizer.space
    let isFresh = true
    tokenizer.space = (source) => {
      const mayStop = this.#depth === 1 && !isFresh && this.tokens.at(-1)?.type === 'space'
      isFresh = false
      if (mayStop && isTurnOver()) throw new Stop(source)
      return rule.call(tokenizer, source)
    }
    let rest = markdown
    while (rest !== '') {
      try {
        this.blockTokens(rest, this.tokens)
        rest = ''
      } catch (error) {
        if (!(error instanceof Stop)) throw error
        rest = error.rest
        isFresh = true
        delete this.state.lastToken
        yield
      }
    }
    tokenizer.space = rule
  }

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[]
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList
  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[] {
    this.#depth++
    try {
      return super.blockTokens(source, tokens, isClipped)
    } finally {
      this.#depth--
    }
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    const text = this.#joint === '' ? source : source.replaceAll(this.#joint, '\n')
    this.runs.push(new InlineRun(text))
    try {
      return super.inlineTokens(text, tokens)
    } finally {
      this.runs.pop()
    }
  }

  /** `lex`, with stops. */
  *lexInSteps(markdown: string): Steps<Token[]> {
    yield* this.#blocksInSteps(markdown)
    // Reading text adds none: the list only becomes longer while blocks are found.
    for (const [index, { src, tokens }] of this.inlineQueue.entries()) {
      if (isTurnOver()) yield index / this.inlineQueue.length
      this.state.inRawBlock = false
      this.inlineTokens(src, tokens)
    }
    this.inlineQueue = []
    return this.tokens
  }
}

/** Thrown by a lexer that stops between two blocks. */
class Stop extends Error {
  /** What is not read yet. */
  readonly rest: string

  constructor(rest: string) {
    super('The lexer stopped.')
    this.rest = rest
  }
}

/**
 * The tokens of a text, by a lexer that `currentRun` can be asked of.
 *
 * @param joint what stands for line ends that were taken out; empty where none were
 */
export function lexRuns(markdown: string, options: MarkedOptions, joint = ''): Steps<Token[]> {
  return new RunLexer(options, joint).lexInSteps(markdown)
}

/** The text that a lexer is in the middle of. */
export function currentRun(lexer: Lexer): InlineRun | undefined {
  return lexer instanceof RunLexer ? lexer.runs.at(-1) : undefined
}

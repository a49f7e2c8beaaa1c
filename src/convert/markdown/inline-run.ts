/**
 * A lexer that knows the whole text that it reads. marked gives its rules only the rest of the text, so that a rule that looks
 * for something far ahead would search again from each position. With the whole text, it can remember the result.
 *
 * @module
 */

import { Lexer, type MarkedOptions, type Token, type Tokenizer, type TokensList } from 'marked'
import { isTurnOver, type Steps } from '../../pace/turns.js'

/** Constructs that end text other than by a sign of Markdown or a web address, or that stand for another character. */
const INTRICATE = /@|&#| {2}\n|(?:mailto|xmpp):/

/** A text that is lexed: that of a paragraph, a cell, or an emphasised span. */
export class InlineRun {
  readonly #source: string
  /** Created on first use, since few of the many runs of a document need it. */
  #lastPlaces: Map<string, number> | undefined
  #searches: Map<RegExp, { readonly from: number; readonly found: number }> | undefined
  #isSimple: boolean | undefined

  constructor(source: string) {
    this.#source = source
  }

  /** Whether its text ends only at signs and web addresses, and contains no character references. */
  get isSimple(): boolean {
    this.#isSimple ??= !INTRICATE.test(this.#source)
    return this.#isSimple
  }

  /** Whether `text` occurs in the last part of the run, `rest`. */
  endsWithin(rest: string, text: string): boolean {
    this.#lastPlaces ??= new Map()
    const last = this.#lastPlaces.get(text) ?? this.#source.lastIndexOf(text)
    this.#lastPlaces.set(text, last)
    return last >= this.#source.length - rest.length
  }

  /**
   * Offset of the first match of `pattern` in the last part of the run, `rest`; `undefined` without a match.
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
  /** Depth of nested calls of `blockTokens`. */
  #depth = 0

  constructor(options: MarkedOptions<Output, Rendered> | undefined, joint: string) {
    super(options)
    this.#joint = joint
  }

  /**
   * Reads the blocks. marked reads all of them in one call, and tries the rule for blank lines at the start of each. After blank
   * lines, a block does not depend on earlier text. There, that rule ends the call, and another call reads the rest.
   */
  *#blocksInSteps(markdown: string): Steps<void> {
    // The constructor has set the tokenizer.
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
    // Lexing text adds no entries: the queue only grows while blocks are read.
    for (const [index, { src, tokens }] of this.inlineQueue.entries()) {
      if (isTurnOver()) yield index / this.inlineQueue.length
      this.state.inRawBlock = false
      this.inlineTokens(src, tokens)
    }
    this.inlineQueue = []
    return this.tokens
  }
}

/** Thrown to stop a lexer between two blocks. */
class Stop extends Error {
  /** The text that is not read yet. */
  readonly rest: string

  constructor(rest: string) {
    super('The lexer stopped.')
    this.rest = rest
  }
}

/**
 * The tokens of a text, by a lexer that `currentRun` can be asked of.
 *
 * @param joint character that replaces removed line ends; empty without any
 */
export function lexRuns(markdown: string, options: MarkedOptions, joint = ''): Steps<Token[]> {
  return new RunLexer(options, joint).lexInSteps(markdown)
}

/** The text that a lexer is reading. */
export function currentRun(lexer: Lexer): InlineRun | undefined {
  return lexer instanceof RunLexer ? lexer.runs.at(-1) : undefined
}

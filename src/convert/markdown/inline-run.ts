/**
 * A lexer that knows which text it is in the middle of. marked gives its rules only the rest of that text, so a rule that
 * looks for something far ahead would look for it anew from each place; with the whole text it can remember what it found.
 *
 * @module
 */

import { Lexer, type MarkedOptions, type Token } from 'marked'

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

  constructor(options: MarkedOptions<Output, Rendered> | undefined, joint: string) {
    super(options)
    this.#joint = joint
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
}

/**
 * The tokens of a text, by a lexer that `currentRun` can be asked of.
 *
 * @param joint what stands for line ends that were taken out; empty where none were
 */
export function lexRuns(markdown: string, options: MarkedOptions, joint = ''): Token[] {
  return new RunLexer(options, joint).lex(markdown)
}

/** The text that a lexer is in the middle of. */
export function currentRun(lexer: Lexer): InlineRun | undefined {
  return lexer instanceof RunLexer ? lexer.runs.at(-1) : undefined
}

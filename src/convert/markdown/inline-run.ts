/**
 * A lexer that knows which text it is in the middle of. marked gives its rules only the rest of that text, so a rule that
 * looks for something far ahead would look for it anew from each place; with the whole text it can remember what it found.
 *
 * @module
 */

import { Lexer, type MarkedExtension, type MarkedOptions, type Token } from 'marked'

/** The text of a paragraph, a cell, or what stands between signs of emphasis. */
export class InlineRun {
  readonly #source: string
  readonly #lastPlaces = new Map<string, number>()
  readonly #searches = new Map<RegExp, { readonly from: number; readonly found: number }>()

  constructor(source: string) {
    this.#source = source
  }

  /** Whether `text` stands anywhere in the last part of the run, `rest`. */
  endsWithin(rest: string, text: string): boolean {
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

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    this.runs.push(new InlineRun(source))
    try {
      return super.inlineTokens(source, tokens)
    } finally {
      this.runs.pop()
    }
  }
}

/** Has documents read by a lexer that `currentRun` can be asked of. */
export function inlineRuns(): MarkedExtension {
  return {
    hooks: {
      provideLexer:
        () =>
        <Output, Rendered>(source: string, options?: MarkedOptions<Output, Rendered>) =>
          new RunLexer(options).lex(source),
    },
  }
}

/** The text that a lexer is in the middle of. */
export function currentRun(lexer: Lexer): InlineRun | undefined {
  return lexer instanceof RunLexer ? lexer.runs.at(-1) : undefined
}

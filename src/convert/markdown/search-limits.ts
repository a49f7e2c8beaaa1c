/**
 * Limits the searches of marked. Most of its rules stop where they fail. The rules here would search the rest of a paragraph or
 * list item from each sign or line in it, which takes minutes for a megabyte of signs.
 *
 * @module
 */

import { type Token, Tokenizer, type Tokens } from 'marked'
import { SealwrightError } from '../../errors.js'
import { COSTS, type ConversionBudget } from '../conversion-budget.js'
import { CONVERT_LIMITS } from '../convert-limits.js'
import { currentRun } from './inline-run.js'
import { endOfPlainLines } from './plain-lines.js'
import { SurplusCells } from './surplus-cells.js'
import { countCells, splitRow, tableShape } from './table-shape.js'

type Links = Parameters<Tokenizer['reflink']>[1]

/** Copies of an address that exist at once: in the token, the tree, the document and its file. */
const REFERENCE_COPIES = 4

/** Longest paragraph, in characters, that people usually write. Searching it costs little. */
const ORDINARY_PARAGRAPH = 5000

/** Length in characters of a word that looks like the beginning of an e-mail address but is far too long for one. */
const LONG_WORD_LENGTH = 2000
const LONG_WORD = /^[\w.!#$%&'*+/=?`{|}~-]{2000}/
const WHOLE_LONG_WORD = /^[\w.!#$%&'*+/=?`{|}~-]{2000,}/

/** A bare address of at least this length stays text: marked would search it again for each bracket in it. */
const LONG_ADDRESS = /^(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]{4000}/i

/** Ends of comments and other constructs that may contain anything. */
const ENDS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const

/** Beginnings of constructs other than text, in text without e-mail addresses. */
const SIGN = /[\\<![`*~_]|[hH][tT][tT][pP][sS]?:\/\/|[fF][tT][pP]:\/\/|(?<![^\s*_~(])www\./g

const [LESS_THAN, OPENING_BRACKET, EXCLAMATION_MARK, GRAVE, TILDE] = [0x3c, 0x5b, 0x21, 0x60, 0x7e]

/** Makes a tokenizer for one document. Its limits apply to the whole document. */
export function createTokenizer(markdown: string, budget: ConversionBudget): BoundedTokenizer {
  return hasLongText(markdown) ? new LongTextTokenizer(budget) : new BoundedTokenizer(budget)
}

/** The rules of marked with limits. `undefined` means that no such construct begins here. */
export class BoundedTokenizer extends Tokenizer {
  /** Whether the document contains HTML, or something that looked like it for a while. */
  hasHtml = false
  /** Character that replaces the line ends of joined lines; empty without any. */
  joint = ''
  /** Cells of rows that have more of them than the header of their table. */
  readonly surplus = new SurplusCells()
  readonly #links = new SearchBudget()
  readonly #headings = new SearchBudget()
  readonly #tables = new SearchBudget()
  readonly #budget: ConversionBudget

  constructor(budget: ConversionBudget) {
    super()
    this.#budget = budget
    countTokens(this, budget)
  }

  override html(source: string): Tokens.HTML | undefined {
    const token = super.html(source)
    if (token !== undefined) this.hasHtml = true
    return this.#parted(token)
  }

  override code(source: string): Tokens.Code | undefined {
    return this.#parted(super.code(source))
  }

  override fences(source: string): Tokens.Code | undefined {
    return this.#parted(super.fences(source))
  }

  override tag(source: string): Tokens.Tag | undefined {
    if (source.charCodeAt(0) !== LESS_THAN) return undefined
    const end = ENDS.find(([opening]) => source.startsWith(opening))?.[1]
    if (end !== undefined && currentRun(this.lexer)?.endsWithin(source, end) === false) return undefined
    const token = super.tag(source)
    if (token !== undefined) this.hasHtml = true
    return token
  }

  override link(source: string): Tokens.Link | Tokens.Image | undefined {
    const code = source.charCodeAt(0)
    if (code !== OPENING_BRACKET && code !== EXCLAMATION_MARK) return undefined
    return this.#links.allows(source, targetLength) ? super.link(source) : undefined
  }

  /** Charges the budget for references. Each copies the address and the title of its definition. */
  override reflink(source: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    const token = super.reflink(source, links)
    if (token !== undefined && 'href' in token) {
      this.#budget.hold('addresses', REFERENCE_COPIES * (token.href.length + (token.title?.length ?? 0)))
    }
    return token
  }

  /** Skips very long words, which marked would search for an e-mail address from every sign. */
  override url(source: string): Tokens.Link | undefined {
    const isTooLong = source.length >= LONG_WORD_LENGTH && (LONG_WORD.test(source) || LONG_ADDRESS.test(source))
    return isTooLong ? undefined : super.url(source)
  }

  override inlineText(source: string): Tokens.Text | undefined {
    if (source.length >= LONG_WORD_LENGTH && LONG_WORD.test(source)) {
      const raw = WHOLE_LONG_WORD.exec(source)?.[0] ?? ''
      return { type: 'text', raw, text: raw, escaped: false }
    }
    if (currentRun(this.lexer)?.isSimple !== true) return super.inlineText(source)
    const raw = source.slice(0, endOfText(source))
    return { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock }
  }

  override table(source: string): Tokens.Table | undefined {
    const shape = tableShape(source)
    if (shape === 'uneven' && !this.#tables.allows(source, chunkLength)) throw tooManyTables()
    if (shape !== 'table') return undefined
    this.#countCells(source)
    return super.table(source)
  }

  /** Counts the cells that marked adds to short rows, before it does, and notes those that long rows lose (GFM 4.10). */
  #countCells(source: string): void {
    const [, header = '', , rows = ''] = this.rules.block.table.exec(source) ?? []
    const columns = countCells(header)
    for (const row of rows.split('\n')) {
      if (row === '') continue
      const count = countCells(row)
      this.#budget.hold('cells', COSTS.cellToken * Math.max(0, columns - count))
      if (count > columns) for (const cell of splitRow(row).slice(columns, count)) this.surplus.add(cell)
    }
  }

  override lheading(source: string): Tokens.Heading | undefined {
    // Elsewhere, text that was searched in vain becomes one paragraph; in an item, each line is searched again.
    const isAllowed = this.lexer.state.top || this.#headings.allows(source, chunkLength)
    return isAllowed ? super.lheading(source) : undefined
  }

  override text(source: string): Tokens.Text | undefined {
    const end = endOfPlainLines(source)
    if (end === undefined) return super.text(source)
    const raw = source.slice(0, end)
    return { type: 'text', raw, text: raw, tokens: this.lexer.inline(raw) }
  }

  /** Restores the line ends in code and HTML. In other text, they are restored when it is split. */
  #parted<T extends Tokens.Code | Tokens.HTML>(token: T | undefined): T | undefined {
    if (token !== undefined && this.joint !== '') token.text = token.text.replaceAll(this.joint, '\n')
    return token
  }
}

type Rule = (source: string, second?: unknown, third?: unknown) => Token | undefined

/** Makes every rule charge its token to the budget. */
function countTokens(tokenizer: Tokenizer, budget: ConversionBudget): void {
  for (const name of Object.getOwnPropertyNames(Tokenizer.prototype)) {
    const rule: unknown = Reflect.get(tokenizer, name)
    if (name === 'constructor' || typeof rule !== 'function') continue
    const counted: Rule = (source, second, third) => {
      const token = (rule as Rule).call(tokenizer, source, second, third)
      if (token) budget.hold('elements', COSTS.token)
      return token
    }
    Reflect.set(tokenizer, name, counted)
  }
}

/** Where an item of a list begins. */
const ITEM = /^[ \t>]*(?:[*+-]|\d{1,9}[.)])[ \t]/gm

/** Charges list items to the budget: marked makes all items of a list before it reads any. */
export function countItems(markdown: string, budget: ConversionBudget): void {
  let items = 0
  for (const _ of markdown.matchAll(ITEM)) items++
  budget.hold('elements', COSTS.item * items)
}

/**
 * A tokenizer for documents with very long paragraphs. For other documents, its own rules for emphasis would cost more than they
 * save.
 */
class LongTextTokenizer extends BoundedTokenizer {
  readonly #emphasis = new SearchBudget()

  override emStrong(source: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    if (/^[*_]/.test(source) && !this.#emphasis.allows(source, wholeLength)) return undefined
    return super.emStrong(source, masked, before)
  }

  override del(source: string, masked: string, before?: string): Tokens.Del | undefined {
    if (source.charCodeAt(0) !== TILDE || !this.#emphasis.allows(source, wholeLength)) return undefined
    return super.del(source, masked, before)
  }
}

/** Whether a paragraph may be longer than people usually write. */
function hasLongText(markdown: string): boolean {
  for (let start = 0; start < markdown.length; ) {
    const end = markdown.indexOf('\n\n', start)
    const next = end < 0 ? markdown.length : end + 2
    if (next - start > ORDINARY_PARAGRAPH) return true
    start = next
  }
  return false
}

/** Offset of the end of the text at the start of `source`, in a run without e-mail addresses and similar constructs. */
function endOfText(source: string): number {
  const first = source.charCodeAt(0)
  let start = 1
  if (first === GRAVE || first === TILDE) while (source.charCodeAt(start) === first) start++
  SIGN.lastIndex = start
  return SIGN.exec(source)?.index ?? source.length
}

/** Limits the total length that is searched in very long paragraphs of a document. Beyond it, signs stay text. */
class SearchBudget {
  #left: number = CONVERT_LIMITS.maxLongSearch

  /** Whether `source` may still be searched as far as `measure` says. The search is then charged. */
  allows(source: string, measure: (source: string) => number): boolean {
    if (this.#left < 0) return false
    const length = measure(source)
    if (length > ORDINARY_PARAGRAPH) this.#left -= length
    return this.#left >= 0
  }
}

function wholeLength(source: string): number {
  return source.length
}

/** Length of a possible link target with an opened bracket, whose end may be missing. */
function targetLength(source: string): number {
  if (!/^!?\[/.test(source)) return 0
  const start = source.slice(0, ORDINARY_PARAGRAPH).indexOf('](')
  if (start < 0) return 0
  const end = source.indexOf(')', start)
  const target = source.slice(start + 2, end < 0 ? undefined : end)
  return target.includes('(') ? target.length : 0
}

/** Length up to the next empty line, where every paragraph and table ends. */
function chunkLength(source: string): number {
  const end = source.search(/\n[ \t]*\n/)
  return end < 0 ? source.length : end
}

function tooManyTables(): SealwrightError {
  return new SealwrightError('document_too_complex', 'Too many rows begin tables whose columns do not match.')
}

/**
 * Turns tokens of Markdown into the tree that a parser makes from their HTML. Writing the HTML and parsing it again would double
 * the time for a document without HTML of its own.
 *
 * @module
 */

import type { MarkedToken, Parser, Token, Tokens } from 'marked'
import { type DefaultTreeAdapterMap, html, parseFragment, type TreeAdapter } from 'parse5'
import { isTurnOver, type Steps } from '../../pace/turns.js'
import { type HtmlElement, isText, textContent } from '../html/source/html-tree.js'

type Attributes = HtmlElement['attrs']

/** Character references, which marked leaves to the reader of its HTML. */
const REFERENCE = /&(?:#\d{1,7}|#[Xx][a-fA-F\d]{1,6}|\w+);/
/** Characters that marked escapes in addition. */
const MARKUP = /[<>"]|&(?!(?:#\d{1,7}|#[Xx][a-fA-F\d]{1,6}|\w+);)/g
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }

const NONE: Attributes = []

/** Options for making a tree. */
interface TokenTreeOptions {
  /** Renders content that only HTML can express, such as pictures. */
  readonly parser: Parser
  readonly adapter: TreeAdapter<DefaultTreeAdapterMap>
  /** Whether text may contain character references. */
  readonly hasReferences: boolean
  /** Whether code of a known language is highlighted. */
  readonly highlights: boolean
}

/**
 * Adds the elements of tokens to an element. `false` when only a parser of HTML can make the tree of a token; the elements that
 * were added must then be discarded.
 */
export function* addTokens(tokens: readonly Token[], into: HtmlElement, options: TokenTreeOptions): Steps<boolean> {
  const tree = new TokenTree(options)
  for (const token of tokens) {
    if (isTurnOver()) yield
    if (!tree.addBlocks([token], into)) return false
  }
  return true
}

class TokenTree {
  readonly #parser: Parser
  readonly #adapter: TreeAdapter<DefaultTreeAdapterMap>
  readonly #hasReferences: boolean
  readonly #highlights: boolean

  constructor({ parser, adapter, hasReferences, highlights }: TokenTreeOptions) {
    this.#parser = parser
    this.#adapter = adapter
    this.#hasReferences = hasReferences
    this.#highlights = highlights
  }

  addBlocks(tokens: readonly Token[], into: HtmlElement): boolean {
    for (const token of tokens) if (!this.#addBlock(token as MarkedToken, into)) return false
    return true
  }

  #addBlock(token: MarkedToken, into: HtmlElement): boolean {
    switch (token.type) {
      case 'space':
      case 'def':
        return true
      case 'hr':
        this.#add('hr', into)
        break
      case 'heading': {
        const heading = this.#add(`h${token.depth}`, into, this.#headingAttributes(token))
        if (!this.#addInlines(token.tokens, heading, false)) return false
        break
      }
      case 'paragraph':
        if (!this.#addInlines(token.tokens, this.#add('p', into), false)) return false
        break
      case 'code':
        return this.#addCode(token, into)
      case 'blockquote':
        return this.#addQuote(token, into)
      case 'list':
        return this.#addList(token, into)
      case 'table':
        return this.#addTable(token, into)
      case 'checkbox':
        this.#addCheckbox(token, into)
        return true
      case 'text':
        if (token.tokens !== undefined) return this.#addInlines(token.tokens, into, false)
        this.#addText(token.text, into)
        return true
      default:
        return this.#addFormula(token, into)
    }
    this.#endLine(into)
    return true
  }

  /** Headings get identifiers from the extension that counts them. */
  #headingAttributes(token: Tokens.Heading): Attributes {
    const id = /^<h\d id="([^"]*)"/.exec(this.#parser.renderer.heading(token))?.[1]
    return id === undefined ? NONE : [{ name: 'id', value: id }]
  }

  #addCode(token: Tokens.Code, into: HtmlElement): boolean {
    const language = /^\S*/.exec(token.lang ?? '')?.[0] ?? ''
    if ((language !== '' && this.#highlights) || language === 'math') {
      this.#adopt(this.#parser.renderer.code(token), into)
      return true
    }
    const attributes = language === '' ? NONE : [{ name: 'class', value: `language-${this.#attribute(language)}` }]
    const code = this.#add('code', this.#add('pre', into), attributes)
    if (token.text !== '') this.#adapter.insertText(code, `${token.text.replace(/\n$/, '')}\n`)
    this.#endLine(into)
    return true
  }

  /** Adds a quote. One that begins with a bracket may be an alert, which only its HTML tells. */
  #addQuote(token: Tokens.Blockquote, into: HtmlElement): boolean {
    const [first] = token.tokens
    const [start] = first?.type === 'paragraph' ? (first.tokens ?? []) : []
    if (start !== undefined && 'text' in start && String(start['text']).startsWith('[')) {
      this.#adopt(this.#parser.parse([token]), into)
      return true
    }
    const quote = this.#add('blockquote', into)
    this.#endLine(quote)
    if (!this.addBlocks(token.tokens, quote)) return false
    this.#endLine(into)
    return true
  }

  #addList({ ordered, start, items }: Tokens.List, into: HtmlElement): boolean {
    const attributes = ordered && start !== 1 ? [{ name: 'start', value: String(start) }] : NONE
    const list = this.#add(ordered ? 'ol' : 'ul', into, attributes)
    this.#endLine(list)
    for (const { tokens } of items) {
      if (!this.addBlocks(tokens, this.#add('li', list))) return false
      this.#endLine(list)
    }
    this.#endLine(into)
    return true
  }

  #addTable({ header, rows }: Tokens.Table, into: HtmlElement): boolean {
    const table = this.#add('table', into)
    this.#endLine(table)
    const head = this.#add('thead', table)
    this.#endLine(head)
    if (!this.#addRow(header, head)) return false
    this.#endLine(table)
    if (rows.length > 0) {
      const body = this.#add('tbody', table)
      for (const row of rows) if (!this.#addRow(row, body)) return false
    }
    this.#endLine(into)
    return true
  }

  #addRow(cells: readonly Tokens.TableCell[], into: HtmlElement): boolean {
    const row = this.#add('tr', into)
    this.#endLine(row)
    for (const { header, align, tokens } of cells) {
      const attributes = align === null ? NONE : [{ name: 'align', value: align }]
      if (!this.#addInlines(tokens, this.#add(header ? 'th' : 'td', row, attributes), false)) return false
      this.#endLine(row)
    }
    this.#endLine(into)
    return true
  }

  #addCheckbox({ checked }: Tokens.Checkbox, into: HtmlElement): void {
    const state = checked ? [{ name: 'checked', value: '' }] : NONE
    this.#add('input', into, [...state, { name: 'disabled', value: '' }, { name: 'type', value: 'checkbox' }])
    this.#adapter.insertText(into, ' ')
  }

  #addInlines(tokens: readonly Token[], into: HtmlElement, isInLink: boolean): boolean {
    for (const token of tokens) if (!this.#addInline(token as MarkedToken, into, isInLink)) return false
    return true
  }

  #addInline(token: MarkedToken, into: HtmlElement, isInLink: boolean): boolean {
    switch (token.type) {
      case 'text':
        if (token.tokens !== undefined) return this.#addInlines(token.tokens, into, isInLink)
        this.#addText(token.text, into)
        return true
      case 'escape':
        this.#addText(token.text, into)
        return true
      case 'strong':
      case 'em':
      case 'del':
        return this.#addInlines(token.tokens, this.#add(token.type, into), isInLink)
      case 'codespan':
        if (token.text !== '') this.#adapter.insertText(this.#add('code', into), token.text)
        else this.#add('code', into)
        return true
      case 'br':
        this.#add('br', into)
        return true
      case 'checkbox':
        this.#addCheckbox(token, into)
        return true
      case 'image':
        this.#adopt(this.#parser.renderer.image(token), into)
        return true
      case 'link':
        // A parser ends a link where another one begins.
        return !isInLink && this.#addLink(token, into)
      default:
        return this.#addFormula(token, into)
    }
  }

  #addLink({ href, title, text, tokens, autolink }: Tokens.Link, into: HtmlElement): boolean {
    const address = encodeAddress(href)
    const attributes = address === undefined ? NONE : this.#linkAttributes(address, title, autolink === true)
    const link = address === undefined ? into : this.#add('a', into, attributes)
    if (autolink !== true) return this.#addInlines(tokens, link, true)
    this.#adapter.insertText(link, text)
    return true
  }

  #linkAttributes(address: string, title: string | null | undefined, isLiteral: boolean): Attributes {
    const href = { name: 'href', value: isLiteral ? address : this.#attribute(address) }
    return title ? [href, { name: 'title', value: this.#attribute(title) }] : [href]
  }

  #addFormula(token: Token, into: HtmlElement): boolean {
    if (token.type === 'mathBlock') this.#adopt(this.#parser.parse([token]), into)
    else if (token.type === 'mathInline') this.#adopt(this.#parser.parseInline([token]), into)
    else return false
    return true
  }

  #add(tag: string, into: HtmlElement, attributes: Attributes = NONE): HtmlElement {
    const element = this.#adapter.createElement(tag, html.NS.HTML, attributes === NONE ? [] : attributes)
    this.#adapter.appendChild(into, element)
    return element
  }

  #addText(text: string, into: HtmlElement): void {
    if (text === '') return
    this.#adapter.insertText(into, this.#hasReferences ? decodeText(text) : text)
  }

  #attribute(value: string): string {
    return this.#hasReferences ? decodeAttribute(value) : value
  }

  #endLine(into: HtmlElement): void {
    this.#adapter.insertText(into, '\n')
  }

  #adopt(written: string, into: HtmlElement): void {
    const { childNodes } = parseFragment(written, { scriptingEnabled: false, treeAdapter: this.#adapter })
    for (const node of childNodes) {
      if (isText(node)) this.#adapter.insertText(into, node.value)
      else this.#adapter.appendChild(into, node)
    }
  }
}

/** The address as marked writes it; `undefined` for an invalid one. */
function encodeAddress(href: string): string | undefined {
  try {
    return encodeURI(href).replace(/%25/g, '%')
  } catch {
    return undefined
  }
}

function decodeText(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return text.includes('&') && REFERENCE.test(text) ? textContent(parseFragment(escapeMarkup(lines))) : lines
}

function decodeAttribute(value: string): string {
  if (!value.includes('&') || !REFERENCE.test(value)) return value
  const [element] = parseFragment(`<p title="${escapeMarkup(value)}">`).childNodes
  return element !== undefined && 'attrs' in element ? (element.attrs[0]?.value ?? '') : value
}

function escapeMarkup(text: string): string {
  return text.replace(MARKUP, (sign) => ENTITIES[sign] ?? sign)
}

/**
 * Parses HTML into a tree of limited size.
 *
 * @module
 */

import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  Parser,
  Token,
  Tokenizer,
  TokenizerMode,
  type TreeAdapter,
} from 'parse5'
import { SealwrightError } from '../../../errors.js'
import { finishSteps, isTurnOver, type Steps } from '../../../pace/turns.js'
import { COSTS, type ConversionBudget, createConversionBudget } from '../../conversion-budget.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import { type HtmlDocument, isText } from './html-tree.js'

/**
 * Parses HTML as browsers do (WHATWG HTML, 13.2), without scripts: the content of `noscript` counts.
 *
 * @throws SealwrightError `document_too_complex` when there are too many elements, or too many inside of each other
 */
export function parseHtml(html: string, budget?: ConversionBudget): HtmlDocument {
  return finishSteps(parseHtmlInSteps(html, budget))
}

/** Characters that are parsed between two checks of the clock. They take about two milliseconds. */
const PIECE = 16 * 1024

/** {@link parseHtml}, with stops. */
export function* parseHtmlInSteps(html: string, budget = createConversionBudget(html.length)): Steps<HtmlDocument> {
  const parser = new Parser<DefaultTreeAdapterMap>({ scriptingEnabled: false, treeAdapter: limitedAdapter(budget) })
  parser.tokenizer = new TextTokenizer(parser.options, parser)
  for (let at = 0; at < html.length; ) {
    if (isTurnOver()) yield at / html.length
    const end = endOfPiece(html, at)
    parser.tokenizer.write(html.slice(at, end), end === html.length)
    at = end
  }
  if (html === '') parser.tokenizer.write('', true)
  return parser.document
}

/** Offset of the end of a piece. Pieces end before markup, so that no text and no character is split. */
function endOfPiece(html: string, at: number): number {
  if (html.length - at <= 2 * PIECE) return html.length
  const end = html.indexOf('<', at + PIECE)
  return end < 0 ? html.length : end
}

/** Characters that end text, or that need the parser's treatment (13.2.3.5). */
const END_OF_TEXT = /[<&\0\r]/g

/**
 * Reads text up to the next markup at once. parse5 makes a token of each word and of each space, because leading white space has
 * rules of its own. After the first word, these do not matter any more.
 */
class TextTokenizer extends Tokenizer {
  protected override _emitCodePoint(code: number): void {
    super._emitCodePoint(code)
    if (this.state !== TokenizerMode.DATA || this.currentCharacterToken?.type !== Token.TokenType.CHARACTER) return
    const { preprocessor } = this
    END_OF_TEXT.lastIndex = preprocessor.pos + 1
    const end = END_OF_TEXT.exec(preprocessor.html)?.index ?? preprocessor.html.length
    preprocessor.pos = end - 1
    this.runEnd = end
  }
}

/**
 * Makes the nodes of one tree. Unclosed formatting elements are opened again in every paragraph, so a small page may ask for any
 * number of elements. They are counted before they are made.
 */
export function limitedAdapter(budget: ConversionBudget): TreeAdapter<DefaultTreeAdapterMap> {
  let open = 0
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attributes) {
      budget.hold('elements', COSTS.element + COSTS.attribute * attributes.length)
      return defaultTreeAdapter.createElement(tagName, namespaceURI, attributes)
    },
    appendChild(parent, node) {
      addChild(parent, node)
    },
    insertText(parent, text) {
      const last = parent.childNodes.at(-1)
      if (last !== undefined && isText(last)) last.value += text
      else {
        budget.hold('elements', COSTS.textNode)
        addChild(parent, defaultTreeAdapter.createTextNode(text))
      }
    },
    createCommentNode() {
      return defaultTreeAdapter.createCommentNode('')
    },
    onItemPush() {
      if (++open > CONVERT_LIMITS.maxOpenElements) throw tooDeep()
    },
    onItemPop() {
      open--
    },
  }
}

/**
 * Adds a child. A list of one item is created as such, since a list that grows from empty reserves memory for many items, which
 * most elements do not have.
 */
function addChild(parent: HtmlParent, node: HtmlChild): void {
  if (parent.childNodes.length === 0) parent.childNodes = [node]
  else parent.childNodes.push(node)
  node.parentNode = parent
}

type HtmlParent = DefaultTreeAdapterMap['parentNode']
type HtmlChild = DefaultTreeAdapterMap['childNode']

function tooDeep(): SealwrightError {
  return new SealwrightError('document_too_complex', 'The HTML has too many elements nested inside each other.')
}

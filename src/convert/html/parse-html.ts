/**
 * HTML as a tree, in bounded size.
 *
 * @module
 */

import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'
import { SealwrightError } from '../../errors.js'
import { CONVERT_LIMITS } from '../convert-limits.js'
import type { HtmlDocument } from './html-tree.js'

/**
 * Parses HTML as browsers do (WHATWG HTML, 13.2), without scripts: the content of `noscript` counts.
 *
 * @throws SealwrightError `document_too_complex` when there are too many elements, or too many inside of each other
 */
export function parseHtml(html: string): HtmlDocument {
  return parse(html, { scriptingEnabled: false, treeAdapter: createLimitedAdapter() })
}

/** Unclosed formatting elements are opened anew in every paragraph, so a small page may ask for any number of elements. */
function createLimitedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0
  let open = 0
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attributes) {
      if (++elements > CONVERT_LIMITS.maxElements) throw tooComplex('elements')
      return defaultTreeAdapter.createElement(tagName, namespaceURI, attributes)
    },
    createCommentNode() {
      return defaultTreeAdapter.createCommentNode('')
    },
    onItemPush() {
      if (++open > CONVERT_LIMITS.maxOpenElements) throw tooComplex('elements nested inside each other')
    },
    onItemPop() {
      open--
    },
  }
}

function tooComplex(what: string): SealwrightError {
  return new SealwrightError('document_too_complex', `The HTML has too many ${what}.`)
}

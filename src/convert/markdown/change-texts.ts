/**
 * Changes texts of a page: punctuation, abbreviations, names of emoji. Code, formulas and escaped characters stay unchanged.
 *
 * @module
 */

import { getAttribute, type HtmlNode, isElement, isText } from '../html/source/html-tree.js'

/** Changes a text; `before` is the character in front of it in its block, empty at the start of one. */
export type TextChange = (text: string, before: string) => string

const UNCHANGED = new Set(
  'code pre kbd samp tt script style head title math svg textarea xmp listing plaintext'.split(' '),
)
const INLINE = new Set(
  'a abbr b bdi bdo big cite del dfn em font i ins label mark q s small span strike strong sub sup u var'.split(' '),
)

/** Changes all texts below a node, in the order of the document; trees may be very deep. */
export function changeTexts(root: HtmlNode, changes: readonly TextChange[]): void {
  let before = ''
  const waiting: (HtmlNode | 'end of block')[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === 'end of block') before = ''
    else if (isText(node)) {
      for (const change of changes) node.value = change(node.value, before)
      before = node.value.at(-1) ?? before
    } else if (isElement(node) && (UNCHANGED.has(node.tagName) || getAttribute(node, 'data-literal') !== undefined)) {
      before = node.tagName === 'pre' ? '' : 'x'
    } else if ('childNodes' in node) {
      if (isElement(node) && !INLINE.has(node.tagName)) {
        before = node.tagName === 'img' ? 'x' : ''
        waiting.push('end of block')
      }
      for (let index = node.childNodes.length - 1; index >= 0; index--) {
        const child = node.childNodes[index]
        if (child !== undefined) waiting.push(child)
      }
    }
  }
}

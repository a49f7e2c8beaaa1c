/**
 * Replaces check boxes of Notion's exports, which are empty elements with a picture in the style sheet.
 *
 * @module
 */

import { defaultTreeAdapter, html } from 'parse5'
import { descendants, getAttribute, type HtmlDocument, type HtmlElement, isElement } from './html-tree.js'

/** Class that says whether a box is checked. */
export const TASK_BOX = /(?:^|\s)checkbox-(on|off)(?:\s|$)/

/** Replaces such boxes by form controls, in place. */
export function mendTaskBoxes(document: HtmlDocument): void {
  const boxes: HtmlElement[] = []
  for (const node of descendants(document)) {
    if (isElement(node) && node.childNodes.length === 0 && TASK_BOX.test(getAttribute(node, 'class') ?? ''))
      boxes.push(node)
  }
  for (const box of boxes) {
    const isTicked = TASK_BOX.exec(getAttribute(box, 'class') ?? '')?.[1] === 'on'
    const attributes = [{ name: 'type', value: 'checkbox' }, ...(isTicked ? [{ name: 'checked', value: '' }] : [])]
    const control = defaultTreeAdapter.createElement('input', html.NS.HTML, attributes)
    const parent = box.parentNode
    if (parent === null) continue
    defaultTreeAdapter.insertBefore(parent, control, box)
    defaultTreeAdapter.detachNode(box)
  }
}

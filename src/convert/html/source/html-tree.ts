/**
 * The tree of an HTML document as parse5 builds it, and how to walk it.
 *
 * @module
 */

import type { DefaultTreeAdapterTypes } from 'parse5'

export type HtmlDocument = DefaultTreeAdapterTypes.Document
export type HtmlElement = DefaultTreeAdapterTypes.Element
export type HtmlNode = DefaultTreeAdapterTypes.Node
type HtmlText = DefaultTreeAdapterTypes.TextNode

/** Whether the node is an element. */
export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node
}

/** Whether the node is text. */
export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

/** The value of an attribute. */
export function getAttribute(element: HtmlElement, name: string): string | undefined {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value
  return undefined
}

/** The elements directly in a node. */
export function childElements(node: HtmlNode): HtmlElement[] {
  return 'childNodes' in node ? node.childNodes.filter(isElement) : []
}

/** All nodes below this one in document order, without recursion, since trees may be very deep. */
export function* descendants(root: HtmlNode): Generator<HtmlNode> {
  const stack: { readonly nodes: readonly HtmlNode[]; at: number }[] = []
  if ('childNodes' in root) stack.push({ nodes: root.childNodes, at: 0 })
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const node = top.nodes[top.at++]
    if (node === undefined) stack.pop()
    else {
      yield node
      if ('childNodes' in node && node.childNodes.length > 0) stack.push({ nodes: node.childNodes, at: 0 })
    }
  }
}

/** Every element below a node, in the order of the document; faster than {@link descendants} where all are wanted. */
export function elementsBelow(root: HtmlNode): HtmlElement[] {
  const found: HtmlElement[] = []
  const waiting: HtmlNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node !== root && isElement(node)) found.push(node)
    if (!('childNodes' in node)) continue
    const { childNodes } = node
    for (let index = childNodes.length - 1; index >= 0; index--) {
      const child = childNodes[index]
      if (child !== undefined && 'childNodes' in child) waiting.push(child)
    }
  }
  return found
}

/** All text below a node. */
export function textContent(root: HtmlNode): string {
  if (isText(root)) return root.value
  const parts: string[] = []
  for (const node of descendants(root)) if (isText(node)) parts.push(node.value)
  return parts.join('')
}

/** Nodes from which on an element is long: its children are added with stops between them. */
const LONG = 100

/** Whether there are many nodes below a node. */
export function isLong(node: HtmlNode): boolean {
  let count = 0
  const counts = (each: HtmlNode): boolean =>
    ++count > LONG || ('childNodes' in each && each.childNodes.some((child) => counts(child)))
  return counts(node)
}

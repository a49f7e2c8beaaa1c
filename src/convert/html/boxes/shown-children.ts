/**
 * Content that elements keep to themselves: what is closed, and what stands in for media where those cannot be shown.
 *
 * @module
 */

import type { PageConversion } from '../conversion.js'
import { shownContent } from '../css/element-defaults.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { getAttribute, type HtmlElement, type HtmlNode, isElement, isText, textContent } from '../source/html-tree.js'
import { plainLine } from './clean-text.js'

/** Elements that the attribute `open` opens. */
const CLOSABLE: ReadonlySet<string> = new Set(['details', 'dialog'])

/** The children of a node that are part of the page. */
export function shownChildren(conversion: PageConversion, node: HtmlNode, place: StyledPlace): readonly HtmlNode[] {
  if (!('childNodes' in node)) return []
  if (!isElement(node)) return node.childNodes
  if (place.style.box.hidesContent === true) return []
  const shown = shownContent(node.tagName, getAttribute(node, 'open') !== undefined)
  if (shown === 'all') return node.childNodes
  if (shown === 'nothing') {
    const source = plainLine(getAttribute(node, 'src') ?? '', 100)
    conversion.warnings.add(`Embedded content was left out: ${source === '' ? node.tagName : source}`)
    return []
  }
  const summary = node.childNodes.find((child) => isElement(child) && child.tagName === 'summary')
  const others = node.childNodes.filter((child) => child !== summary)
  if (others.some(hasText)) conversion.warnings.countClosed(node.tagName)
  return summary === undefined ? [] : [summary]
}

/** Warns of a closed dialog that contains text. */
export function noteClosed({ warnings }: PageConversion, element: HtmlElement): void {
  const { tagName } = element
  if (!CLOSABLE.has(tagName) || getAttribute(element, 'open') !== undefined || !hasText(element)) return
  warnings.countClosed(tagName)
}

function hasText(node: HtmlNode): boolean {
  return /\S/.test(textContent(node))
}

/** Whether a node is part of a text in a flex or grid container: lines of it may end. */
export function isRunning(node: HtmlNode): boolean {
  return isText(node) || (isElement(node) && node.tagName === 'br')
}

/**
 * Restores lists in HTML of Word and Outlook. Their items are paragraphs with a list and a level in `mso-list`, and a label as
 * text that is marked to be ignored.
 *
 * @module
 */

import { defaultTreeAdapter, html } from 'parse5'
import {
  descendants,
  getAttribute,
  type HtmlDocument,
  type HtmlElement,
  isElement,
  isText,
  textContent,
} from './html-tree.js'

/** Attribute of lists with the pattern of their numbers, with `%` for the number, such as `(%)`. */
export const NUMBER_PATTERN = 'data-number-pattern'

/** Levels that Word has. */
const MAX_LEVEL = 9

interface WordItem {
  readonly paragraph: HtmlElement
  readonly list: string
  readonly level: number
  readonly label: string
}

/** Turns paragraphs of Word's lists into lists, in place. */
export function mendWordLists(document: HtmlDocument): void {
  const items: WordItem[] = []
  for (const node of descendants(document)) {
    const item = isElement(node) ? readItem(node) : undefined
    if (item !== undefined) items.push(item)
  }
  for (let at = 0; at < items.length; ) {
    const run = followingItems(items, at)
    buildLists(run)
    at += run.length
  }
}

function readItem(paragraph: HtmlElement): WordItem | undefined {
  if (!/^(?:p|h[1-6]|div)$/.test(paragraph.tagName)) return undefined
  const style = getAttribute(paragraph, 'style') ?? ''
  const [, list = '', level = '1'] = /mso-list:\s*(l\d+)\s+level(\d)/i.exec(style) ?? []
  if (list === '') return undefined
  return { paragraph, list, level: Math.min(MAX_LEVEL, Math.max(1, Number(level))), label: takeLabel(paragraph) }
}

/** Removes the label from a paragraph and returns its text. */
function takeLabel(paragraph: HtmlElement): string {
  for (const node of descendants(paragraph)) {
    if (!isElement(node) || !/mso-list:\s*ignore/i.test(getAttribute(node, 'style') ?? '')) continue
    const label = textContent(node).replace(/[\s\u00a0]+/g, '')
    defaultTreeAdapter.detachNode(node)
    return label
  }
  return ''
}

/** Items that follow each other, with only white space between them. */
function followingItems(items: readonly WordItem[], from: number): WordItem[] {
  const run: WordItem[] = []
  for (let at = from; at < items.length; at++) {
    const item = items[at]
    const last = run.at(-1)
    if (item === undefined || (last !== undefined && nextElement(last.paragraph) !== item.paragraph)) break
    run.push(item)
  }
  return run
}

function nextElement(element: HtmlElement): HtmlElement | undefined {
  const siblings = element.parentNode?.childNodes ?? []
  for (let at = siblings.indexOf(element) + 1; at < siblings.length; at++) {
    const node = siblings[at]
    if (node === undefined || (isText(node) && node.value.trim() !== '')) return undefined
    if (isElement(node)) return node
  }
  return undefined
}

interface OpenList {
  readonly element: HtmlElement
  readonly list: string
  readonly level: number
}

function buildLists(items: readonly WordItem[]): void {
  const open: OpenList[] = []
  for (const item of items) {
    while (open.length > 0 && !belongsTo(item, open.at(-1))) open.pop()
    const top = open.at(-1)
    if (top === undefined || top.level < item.level) open.push(openList(item, top))
    const list = open.at(-1)?.element
    if (list === undefined) continue
    const entry = createElement('li')
    const { paragraph } = item
    if (paragraph.parentNode !== null) defaultTreeAdapter.detachNode(paragraph)
    appendItem(entry, paragraph)
    defaultTreeAdapter.appendChild(list, entry)
  }
}

function belongsTo({ level, list }: WordItem, open: OpenList | undefined): boolean {
  return open !== undefined && (open.level < level || (open.level === level && open.list === list))
}

function openList(item: WordItem, outer: OpenList | undefined): OpenList {
  const element = createElement(/^\(?[\da-z]{1,4}[.)]/i.test(item.label) ? 'ol' : 'ul')
  // The paragraphs already have their spacing.
  element.attrs.push({ name: 'style', value: 'margin-top:0;margin-bottom:0' })
  const type = listType(item.label)
  if (type !== '') element.attrs.push({ name: 'type', value: type })
  const [, open = '', , close = '.'] = NUMBER.exec(item.label) ?? []
  if (close !== '.') element.attrs.push({ name: NUMBER_PATTERN, value: `${open}%${close}` })
  const last = outer?.element.childNodes.findLast(isElement)
  if (last !== undefined) defaultTreeAdapter.appendChild(last, element)
  else {
    const parent = item.paragraph.parentNode
    if (parent !== null) defaultTreeAdapter.insertBefore(parent, element, item.paragraph)
  }
  return { element, list: item.list, level: item.level }
}

/** A number with the characters around it, such as `(a)`. */
const NUMBER = /^(\(?)([\da-z]{1,4})([.)])/i

function listType(label: string): string {
  const [letter = ''] = /[\da-z]/i.exec(label) ?? []
  if (!/^\(?[\da-z]{1,4}[.)]/i.test(label) || /\d/.test(letter)) return ''
  const isRoman = /^\(?[ivx]+[.)]/i.test(label)
  const isUpper = letter === letter.toUpperCase()
  return isRoman ? (isUpper ? 'I' : 'i') : isUpper ? 'A' : 'a'
}

/** Appends the paragraph's content without the indents that made it look like a list. */
function appendItem(entry: HtmlElement, paragraph: HtmlElement): void {
  const style = (getAttribute(paragraph, 'style') ?? '').replace(/(?:margin-left|text-indent|margin)\s*:[^;]*;?/gi, '')
  // Indents in its class no longer apply, but its text properties do.
  const indents = 'margin-left:0;margin-right:0;text-indent:0;'
  const isHeading = /^h/.test(paragraph.tagName)
  const target = isHeading ? paragraph : entry
  target.attrs = [...paragraph.attrs.filter(({ name }) => name !== 'style'), { name: 'style', value: indents + style }]
  if (isHeading) defaultTreeAdapter.appendChild(entry, paragraph)
  else
    for (const child of [...paragraph.childNodes]) {
      defaultTreeAdapter.detachNode(child)
      defaultTreeAdapter.appendChild(entry, child)
    }
}

function createElement(name: string): HtmlElement {
  return defaultTreeAdapter.createElement(name, html.NS.HTML, [])
}

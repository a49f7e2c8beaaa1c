/**
 * Tables of contents: the headings of a page, listed where the page asks for them.
 *
 * @module
 */

import { defaultTreeAdapter as adapter, html } from 'parse5'
import { escapeHtml } from '../../../escape.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { Box } from '../boxes/box-tree.js'
import { plainLine } from '../boxes/clean-text.js'
import type { PageConversion, Position } from '../conversion.js'
import type { StyledPlace } from '../css/style-resolver.js'
import {
  descendants,
  elementsBelow,
  getAttribute,
  type HtmlDocument,
  type HtmlElement,
  isText,
  textContent,
} from '../source/html-tree.js'

/** The attribute of the element that headings are listed in; its value is the deepest level. */
const CONTENTS = 'data-contents'
/** The attribute of a title above the list. */
const TITLE = 'data-contents-title'
/** An attribute with the highest level that it lists. */
const HIGHEST = 'data-contents-from'
/** Name of the element for entries. No page has it; pages only have the element around. */
export const CONTENTS_ENTRY = 'contents-entry'

/** Entries of all tables of contents of one document. Further headings are not listed. */
const MAX_ENTRIES = 10_000
/** Length of an entry, in characters. */
const MAX_LENGTH = 300

/** The HTML of an element in which headings down to a level are listed. */
export function contentsElement(deepest: number, title?: string): string {
  return `<nav ${CONTENTS}="${deepest}"${title === undefined ? '' : ` ${TITLE}="${escapeHtml(title)}"`}></nav>\n`
}

/** Adds an entry: its title and its page, as a link to the heading. */
export function convertContentsEntry(conversion: PageConversion, element: HtmlElement, at: Position): void {
  const { parentNode: list } = element
  const bookmark = conversion.anchors.nameOf(getAttribute(element, 'id-of-heading') ?? '')
  if (bookmark === undefined || list === null || !('attrs' in list)) return
  const { place, into } = at
  const style = CONTENTS_STYLES[Number(getAttribute(element, 'level')) - 1] ?? 'contents6'
  const format = conversion.formats.get(place.style.text, style)
  const title = { kind: 'text', text: textContent(element), format } as const
  const page = { kind: 'pageReference', bookmark, format: {} } as const
  const inlines: FlowInline[] = [
    { kind: 'link', target: { bookmark }, isPlain: true, inlines: [title, { kind: 'tab', format: {} }, page] },
  ]
  const { childNodes } = list
  const levels = { highest: Number(getAttribute(list, HIGHEST)) || 1, deepest: deepestOf(list) }
  const heading = childNodes[0] === element ? plainLine(getAttribute(list, TITLE) ?? '') : ''
  if (heading !== '') into.addBox(titleBox(conversion, place, heading))
  if (childNodes[0] === element) inlines.unshift({ kind: 'contents', edge: 'start', ...levels })
  if (childNodes.at(-1) === element) inlines.push({ kind: 'contents', edge: 'end', ...levels })
  const children = [{ kind: 'text', style, place, inlines, ruler: conversion.ruler, hasImages: false }] as const
  into.addBox({ kind: 'block', tag: 'p', style, place, children })
}

function titleBox({ formats, ruler }: PageConversion, place: StyledPlace, text: string): Box {
  const inlines = [{ kind: 'text', text, format: formats.get(place.style.text, 'contentsTitle') } as const]
  const children = [{ kind: 'text', style: 'contentsTitle', place, inlines, ruler, hasImages: false } as const]
  return { kind: 'block', tag: 'p', style: 'contentsTitle', place, children }
}

const CONTENTS_STYLES = ['contents1', 'contents2', 'contents3', 'contents4', 'contents5', 'contents6'] as const

function deepestOf(list: HtmlElement): number {
  return Math.min(6, Number(getAttribute(list, CONTENTS)) || 3)
}

/**
 * Lists the headings of a page where it asks for them. Headings without an identifier get one.
 *
 * @returns whether anything is listed
 */
export function listHeadings(root: HtmlDocument): boolean {
  const elements = elementsBelow(root)
  const places = elements.filter((element) => getAttribute(element, CONTENTS) !== undefined)
  if (places.length === 0) return false
  const headings = elements.filter(isListed).slice(0, MAX_ENTRIES)
  const taken = new Set(elements.map((element) => getAttribute(element, 'id')))
  const levels = headings.map(({ tagName }) => Number(tagName[1]))
  // A title is not a chapter. If a single heading of level 1 stands above all others, the list begins with those below it.
  const top = levels.filter((level) => level === 1).length === 1 && levels[0] === 1 && levels.length > 1 ? 2 : 1
  const highest = levels.reduce((least, level) => (level >= top ? Math.min(least, level) : least), 6)
  const entries = headings.flatMap((heading, index) => {
    const level = (levels[index] ?? 1) - highest + 1
    return level < 1 ? [] : [{ heading, level, id: identify(heading, taken) }]
  })
  let left = MAX_ENTRIES
  for (const place of places) {
    const deepest = deepestOf(place)
    place.attrs.push({ name: HIGHEST, value: String(highest) })
    for (const child of [...place.childNodes]) adapter.detachNode(child)
    for (const { heading, level, id } of entries) {
      if (level + highest - 1 <= deepest && left-- > 0) addEntry(place, heading, level, id)
    }
  }
  return entries.length > 0
}

function isListed(element: HtmlElement): boolean {
  return /^h[1-6]$/.test(element.tagName) && getAttribute(element, 'id') !== 'footnote-label' && titleOf(element) !== ''
}

function identify(heading: HtmlElement, taken: Set<string | undefined>): string {
  const known = getAttribute(heading, 'id')
  if (known !== undefined && known !== '') return known
  let count = taken.size
  while (taken.has(`section-${count}`)) count++
  const id = `section-${count}`
  taken.add(id)
  heading.attrs.push({ name: 'id', value: id })
  return id
}

function addEntry(place: HtmlElement, heading: HtmlElement, level: number, id: string): void {
  const entry = adapter.createElement(CONTENTS_ENTRY, html.NS.HTML, [
    { name: 'level', value: String(level) },
    { name: 'id-of-heading', value: id },
  ])
  adapter.insertText(entry, titleOf(heading))
  adapter.appendChild(place, entry)
}

/** The text of a heading without the numbers of its notes. */
function titleOf(heading: HtmlElement): string {
  const notes = new Set(
    elementsBelow(heading).filter((element) => getAttribute(element, 'data-footnote-ref') !== undefined),
  )
  const parts: string[] = []
  for (const node of descendants(heading)) {
    if (isText(node) && !notes.has(node.parentNode as HtmlElement)) parts.push(node.value)
  }
  return plainLine(parts.join(''), MAX_LENGTH)
}

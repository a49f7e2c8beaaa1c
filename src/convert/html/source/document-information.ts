/**
 * Reads title, author, language and dates from the head of a page.
 *
 * @module
 */

import type { FlowDocument } from '../../docx-writer/flow-document.js'
import { plainLine } from '../boxes/clean-text.js'
import { descendants, getAttribute, type HtmlDocument, isElement, textContent } from './html-tree.js'

type Information = FlowDocument['information']

/** Names of `meta` elements, and the properties that they set. */
const META_NAMES: ReadonlyMap<string, keyof Omit<Information, 'created'>> = new Map([
  ['author', 'author'],
  ['dc.creator', 'author'],
  ['dcterms.creator', 'author'],
  ['description', 'description'],
  ['keywords', 'keywords'],
  ['subject', 'subject'],
  ['dc.subject', 'subject'],
])

const DATE_NAMES = new Set(['date', 'dc.date', 'dcterms.created', 'article:published_time'])

/** Title, author and other facts from the head of the page. */
export function readInformation(document: HtmlDocument): Information {
  const information: { -readonly [K in keyof Information]: Information[K] } = {}
  for (const node of descendants(document)) {
    if (!isElement(node)) continue
    if (node.tagName === 'body') break
    if (node.tagName === 'html') {
      const language = getAttribute(node, 'lang') ?? getAttribute(node, 'xml:lang')
      if (language !== undefined && isDocumentLanguage(language)) information.language = language.trim()
    } else if (node.tagName === 'title') {
      const title = plainLine(textContent(node), 255)
      if (title !== '') information.title ??= title
    } else if (node.tagName === 'meta') {
      const name = (getAttribute(node, 'name') ?? getAttribute(node, 'property') ?? '').trim().toLowerCase()
      const content = plainLine(getAttribute(node, 'content') ?? '', 255)
      const key = META_NAMES.get(name)
      if (key !== undefined && content !== '') information[key] ??= content
      if (DATE_NAMES.has(name)) {
        const date = readDate(content)
        if (date !== undefined) information.created ??= date
      }
    }
  }
  return information
}

/** Whether a text looks like a BCP 47 tag that Word accepts. */
export function isDocumentLanguage(text: string): boolean {
  return /^\s*[a-z]{2,3}(?:-[\da-z]{2,8}){0,3}\s*$/i.test(text)
}

/** A date of ISO 8601; `undefined` for anything else. */
export function readDate(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[-+]\d{2}:\d{2})?)?$/.test(text)) return undefined
  const date = new Date(text.length === 10 ? `${text}T00:00:00Z` : text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/**
 * Reads facts such as sender, recipient and date from `meta` elements. Front matter becomes such elements.
 *
 * @module
 */

import { elementsBelow, getAttribute, type HtmlDocument, textContent } from '../html/source/html-tree.js'

/** Facts that looks show, with the names that `meta` elements and front matter may use. */
const NAMES = {
  title: ['title'],
  subtitle: ['subtitle'],
  author: ['author', 'authors'],
  organization: ['organization', 'organisation', 'company', 'institute'],
  date: ['date'],
  place: ['place', 'city'],
  version: ['version'],
  reference: ['reference', 'our-reference', 'ref'],
  yourReference: ['your-reference', 'your-ref'],
  subject: ['subject'],
  sender: ['sender', 'from'],
  recipient: ['recipient', 'to'],
  phone: ['phone', 'telephone', 'tel'],
  email: ['email', 'e-mail', 'mail'],
  website: ['website', 'web', 'url'],
  opening: ['opening', 'salutation'],
  closing: ['closing', 'valediction'],
  signature: ['signature', 'signatory'],
  role: ['role', 'position'],
  enclosures: ['enclosures', 'enclosure', 'attachments'],
  copies: ['cc', 'copies'],
  parties: ['parties'],
  signatories: ['signatories'],
  style: ['style', 'document-style'],
} as const

type FactName = keyof typeof NAMES

/** Facts as lines of text; empty for missing ones. */
export type PageFacts = Readonly<Record<FactName, readonly string[]>>

/** Names of facts in front matter that are not other parts of a page. */
export const FACT_KEYS: readonly string[] = Object.entries(NAMES)
  .filter(([name]) => !['title', 'author', 'date', 'subject'].includes(name))
  .flatMap(([, keys]) => keys)

/** Maximum number of lines of a fact, and longest line in characters. */
const [MAX_LINES, MAX_LENGTH] = [40, 500]

/** The facts of a page. */
export function readPageFacts(root: HtmlDocument): PageFacts {
  const said = new Map<string, string>()
  for (const element of elementsBelow(root)) {
    if (element.tagName === 'body') break
    if (element.tagName === 'title') said.set('title', textContent(element))
    const name = element.tagName === 'meta' ? getAttribute(element, 'name')?.trim().toLowerCase() : undefined
    if (name !== undefined && !said.has(name)) said.set(name, getAttribute(element, 'content') ?? '')
  }
  const linesOf = (keys: readonly string[]): readonly string[] => {
    const text = keys.map((key) => said.get(key) ?? '').find((value) => value.trim() !== '') ?? ''
    const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH))
    return lines.filter((line) => line !== '').slice(0, MAX_LINES)
  }
  const entries = (Object.keys(NAMES) as FactName[]).map((name) => [name, linesOf(NAMES[name])] as const)
  return Object.fromEntries(entries) as PageFacts
}

/**
 * Compares stored numbers in a document with those of the pages: page numbers and heading numbers in tables of contents,
 * cross-references, captions.
 *
 * @module
 */

import type { Steps } from '../../pace/turns.js'
import { textOfHeading } from '../flow/heading-title.js'
import type { LaidOutDocument } from '../flow/lay-out-document.js'
import type { DocumentModel, StoredNumber } from '../model/document-model.js'
import { type ContentsEntry, contentsEntries } from './contents-entries.js'
import { findTargets, type ReferenceTargets } from './find-targets.js'

/** Maximum number of differences of one kind that are quoted. */
const MOST_EXAMPLES = 3
const EXCERPT = 50

/** A number that the document shows, and the correct number. */
interface Difference {
  readonly said: string
  readonly actual: string
}

/** The differences of one kind. The texts `one` and `many` precede them; `count` is at least two. */
interface Differences {
  readonly one: string
  many(count: number): string
  readonly found: readonly Difference[]
}

/** Stored numbers that differ from those of the pages, as sentences in plain English, one for each kind of number. */
export function* checkNumbers(document: DocumentModel, laidOut: LaidOutDocument): Steps<string[]> {
  const entries = yield* contentsEntries(document)
  const stored = document.storedNumbers ?? []
  if (entries.length === 0 && stored.length === 0) return []
  const targets = yield* findTargets(document, laidOut.pages)
  const pageOf = (bookmark: string) => laidOut.pageLabels[targets.page(bookmark) ?? -1]
  return [
    contentsPages(entries, pageOf),
    contentsNumbers(entries, targets),
    referencesToParagraphs(stored, targets),
    referencesToNotes(stored, targets),
    sequences(stored),
  ].flatMap(describe)
}

function describe({ one, many, found }: Differences): string[] {
  const [first] = found
  if (first === undefined) return []
  if (found.length === 1) return [`${one} ${first.said}; ${first.actual}.`]
  const examples = found.slice(0, MOST_EXAMPLES).map(({ said, actual }) => `${said} (${actual})`)
  return [`${many(found.length)}${found.length > MOST_EXAMPLES ? ', such as' : ':'} ${examples.join(', ')}.`]
}

type BookmarkPages = (bookmark: string) => string | undefined

function contentsPages(entries: readonly ContentsEntry[], pageOf: BookmarkPages): Differences {
  const found = entries.flatMap(({ bookmark, title, page }) => {
    const actual = pageOf(bookmark)
    if (page === undefined || actual === undefined || isSame(actual, page)) return []
    return [{ said: `${quote(title)} on page ${page}`, actual: `it is on page ${actual}` }]
  })
  const many = (count: number) => `The table of contents lists ${count} headings on other pages than theirs`
  return { one: 'The table of contents lists', many, found }
}

function contentsNumbers(entries: readonly ContentsEntry[], targets: ReferenceTargets): Differences {
  const found = entries.flatMap(({ bookmark, title }) => {
    const heading = targets.paragraph(bookmark)
    const text = heading === undefined ? '' : textOfHeading(heading)
    if (heading === undefined || text === '' || !squeezed(title).endsWith(squeezed(text))) return []
    const number = title.slice(0, lengthWithout(title, text)).trim()
    const label = heading.label?.text.trim() ?? ''
    // Tables of contents may leave numbers out, and bullets are not numbers.
    if (!/[\p{L}\d]/u.test(number) || isSame(number, label)) return []
    const actual = label === '' ? 'the heading has no number' : `the number of the heading is ${quote(label)}`
    return [{ said: quote(title), actual }]
  })
  const many = (count: number) => `The table of contents lists ${count} headings with other numbers than theirs`
  return { one: 'The table of contents lists', many, found }
}

function referencesToParagraphs(stored: readonly StoredNumber[], targets: ReferenceTargets): Differences {
  const found = stored.flatMap(({ shown, before, means }) => {
    const target = means.kind === 'paragraph' ? targets.paragraph(means.bookmark) : undefined
    if (means.kind !== 'paragraph' || target === undefined) return []
    const label = target.label?.text.trim() ?? ''
    const full = target.label?.fullText ?? label
    if (matchesLabel(shown, label, means.digits) && (means.digits || mayBeOf(shown, full, label))) return []
    const actual = label === '' ? 'what it means has no number' : `what it means has the number ${quote(full)}`
    return [{ said: `${quote(shown)} in ${inPlace(before, shown)}`, actual }]
  })
  const many = (count: number) => `${count} references give other numbers than those of the paragraphs that they mean`
  return { one: 'A reference gives the number', many, found }
}

function referencesToNotes(stored: readonly StoredNumber[], targets: ReferenceTargets): Differences {
  const found = stored.flatMap(({ shown, before, means }) => {
    const actual = means.kind === 'note' ? targets.note(means.bookmark) : undefined
    if (actual === undefined || actual === '' || isSame(actual, shown)) return []
    return [{ said: `note ${shown} in ${inPlace(before, shown)}`, actual: `what it means is note ${actual}` }]
  })
  const many = (count: number) => `${count} references name other notes than those that they mean`
  return { one: 'A reference names', many, found }
}

function sequences(stored: readonly StoredNumber[]): Differences {
  const found = stored.flatMap(({ shown, before, means }) => {
    if (means.kind !== 'sequence' || isSame(means.counted, shown)) return []
    return [{ said: inPlace(before, shown), actual: `counted through the document it is ${means.counted}` }]
  })
  const many = (count: number) => `${count} captions have other numbers than a count through the document gives`
  return { one: 'A caption says', many, found }
}

/** The text of a field, with the words before it. */
function inPlace(before: string, shown: string): string {
  return quote(`${before.slice(-EXCERPT).trim()} ${shown}`.trim())
}

function quote(text: string): string {
  const short = text.replace(/\s+/g, ' ').trim()
  return short.length > EXCERPT + 10 ? `"${short.slice(0, EXCERPT)}..."` : `"${short}"`
}

/** Whether numbers are equal, apart from spaces and the sign that ends them. */
function isSame(a: string, b: string): boolean {
  return bare(a) === bare(b)
}

function bare(number: string): string {
  return squeezed(number).replace(/[.:\u3001\u3002\uff0e-]+$/, '')
}

function squeezed(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
}

/**
 * Whether a reference shows a number. It may include the numbers of higher levels (17.16.5.51, \r and \w), or leave out letters
 * (\t).
 */
function matchesLabel(shown: string, label: string, digits: boolean): boolean {
  const [a, b] = digits ? [withoutLetters(shown), withoutLetters(label)] : [bare(shown), bare(label)]
  // Word shows 0 for a paragraph without a number.
  if (b === '') return a === '' || a === '0'
  return a.endsWith(b) || b.endsWith(a)
}

/** Whether a reference that ends like a label agrees with the numbers of the levels above it. */
function mayBeOf(shown: string, full: string, label: string): boolean {
  if (full === label) return true
  const [a, b] = [shown, full].map((number) => squeezed(number).replace(/[^\p{L}\p{N}]/gu, '')) as [string, string]
  return a.endsWith(b) || b.endsWith(a)
}

function withoutLetters(number: string): string {
  return bare(number.replace(/[^\d.()-]/g, '')).replace(/^\.+/, '')
}

/** Length of a title without a text at its end, apart from spaces. */
function lengthWithout(title: string, text: string): number {
  let left = text.replace(/\s+/g, '').length
  let index = title.length
  while (left > 0 && index > 0) {
    index--
    if (!/\s/.test(title[index] ?? '')) left--
  }
  return index
}

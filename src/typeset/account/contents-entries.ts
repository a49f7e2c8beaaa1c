/**
 * Reads entries of tables of contents: the number and page that each gives for its heading.
 *
 * @module
 */

import type { Steps } from '../../pace/turns.js'
import { visitDocument } from '../flow/find-inlines.js'
import type { DocumentModel, Inline, LinkTarget, Paragraph } from '../model/document-model.js'

/** The parts of an entry. Missing parts are empty. */
export interface ContentsEntry {
  /** The bookmark on the heading or caption that the entry refers to. */
  readonly bookmark: string
  /** Text before the last tab, with the number of the heading. */
  readonly title: string
  /** Page number after the last tab; left out where it is computed from the pages. */
  readonly page?: string
}

/** Bookmarks that Word makes for the entries of tables of contents and lists of figures. */
const CONTENTS_BOOKMARK = /^_Toc/i

/** Arabic and Roman numbers, and letters, possibly with a chapter number. */
const PAGE_NUMBER = /^[\d\p{L}]{1,8}(?:[-.:\u2013\u2014]\d{1,6})?$/u

/** The entries of the tables of contents of a document; with stops. */
export function* contentsEntries(document: DocumentModel): Steps<ContentsEntry[]> {
  const linked = new Map<Paragraph, string>()
  yield* visitDocument(document, (inline, paragraph) => {
    const bookmark = contentsBookmark(inline)
    if (bookmark !== undefined && !linked.has(paragraph)) linked.set(paragraph, bookmark)
  })
  return [...linked].flatMap(([paragraph, bookmark]) => {
    const pieces = piecesOf(paragraph)
    const page = pieces.at(-1) ?? ''
    // A paragraph without a tab is a sentence with a reference.
    if (pieces.length < 2 || !PAGE_NUMBER.test(page)) return []
    const title = pieces.slice(0, -1).join(' ').replace(/\s+/g, ' ').trim()
    const isWorkedOut = paragraph.inlines.some((inline) => inline.kind === 'pageField' && inline.bookmark !== undefined)
    return [{ bookmark, title, ...(isWorkedOut ? {} : { page }) }]
  })
}

function contentsBookmark(inline: Inline): string | undefined {
  const link: LinkTarget | undefined = 'link' in inline ? inline.link : undefined
  if (link === undefined || !('bookmark' in link)) return undefined
  return CONTENTS_BOOKMARK.test(link.bookmark) ? link.bookmark : undefined
}

/** The texts between the tabs of a paragraph, without what is shown as deleted. */
function piecesOf({ inlines }: Paragraph): string[] {
  const pieces = ['']
  for (const inline of inlines) {
    if ('run' in inline && inline.run.isDeleted) continue
    if (inline.kind === 'tab' || inline.kind === 'positionTab') pieces.push('')
    else if (inline.kind === 'text') pieces[pieces.length - 1] += inline.text.replaceAll('\u00AD', '')
    else if (inline.kind === 'pageField') pieces[pieces.length - 1] += inline.cached
    else if (inline.kind === 'break') pieces[pieces.length - 1] += ' '
  }
  return pieces.map((piece) => piece.trim())
}

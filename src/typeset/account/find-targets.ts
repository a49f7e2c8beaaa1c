/**
 * Finds the targets of references: the paragraph, the page and the note of each bookmark.
 *
 * @module
 */

import type { Steps } from '../../pace/turns.js'
import type { Page } from '../display/display-list.js'
import { visitDocument } from '../flow/find-inlines.js'
import { numberNotes, numbersFootnotesByPage } from '../flow/note-numbers.js'
import { pagesOfBookmarks } from '../flow/page-references.js'
import type { DocumentModel, Paragraph } from '../model/document-model.js'

/** The targets of references. Case is ignored in names of bookmarks. */
export interface ReferenceTargets {
  paragraph(bookmark: string): Paragraph | undefined
  /** Index of the bookmark's page. */
  page(bookmark: string): number | undefined
  /** Number of the first note after the bookmark in its paragraph; undefined where that depends on the pages. */
  note(bookmark: string): string | undefined
}

/** Finds the bookmarks of a document, once all pages are there; with stops. */
export function* findTargets(document: DocumentModel, pages: readonly Page[]): Steps<ReferenceTargets> {
  const paragraphs = new Map<string, Paragraph>()
  const notes = new Map<string, { readonly note: 'footnote' | 'endnote'; readonly id: string }>()
  let open: string[] = []
  let last: Paragraph | undefined
  yield* visitDocument(document, (inline, paragraph) => {
    if (paragraph !== last) open = []
    last = paragraph
    if (inline.kind === 'bookmark') {
      const name = inline.name.toLowerCase()
      if (!paragraphs.has(name)) paragraphs.set(name, paragraph)
      open.push(name)
    } else if (inline.kind === 'noteReference' && !inline.customMark) {
      for (const name of open) if (!notes.has(name)) notes.set(name, inline)
      open = []
    }
  })
  const numbers = numbersFootnotesByPage(document) ? undefined : numberNotes(document)
  const places = pagesOfBookmarks(pages.map(({ items }) => [items]))
  return {
    paragraph: (bookmark) => paragraphs.get(bookmark.toLowerCase()),
    page: (bookmark) => places.get(bookmark.toLowerCase()),
    note(bookmark) {
      const found = notes.get(bookmark.toLowerCase())
      return found === undefined ? undefined : numbers?.label(found.note, found.id)
    },
  }
}

/**
 * What references of a document lead to: the paragraph, the page and the note of each bookmark.
 *
 * @module
 */

import type { DisplayList, Page } from '../display/display-list.js'
import { visitInlines } from '../flow/find-inlines.js'
import { numberNotes, numbersFootnotesByPage } from '../flow/note-numbers.js'
import type { Block, DocumentModel, Paragraph } from '../model/document-model.js'

/** The targets of references; names of bookmarks count without regard to case. */
export interface ReferenceTargets {
  paragraph(bookmark: string): Paragraph | undefined
  /** Index of its page. */
  page(bookmark: string): number | undefined
  /** The number of the first note behind it in its paragraph; undefined where that depends on the pages. */
  note(bookmark: string): string | undefined
}

/** Finds the bookmarks of a document, once all pages are there. */
export function findTargets(document: DocumentModel, pages: readonly Page[]): ReferenceTargets {
  const paragraphs = new Map<string, Paragraph>()
  const notes = new Map<string, { readonly note: 'footnote' | 'endnote'; readonly id: string }>()
  let open: string[] = []
  let last: Paragraph | undefined
  visitAll(document, (inline, paragraph) => {
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
  const places = pagesOfBookmarks(pages)
  return {
    paragraph: (bookmark) => paragraphs.get(bookmark.toLowerCase()),
    page: (bookmark) => places.get(bookmark.toLowerCase()),
    note(bookmark) {
      const found = notes.get(bookmark.toLowerCase())
      return found === undefined ? undefined : numbers?.label(found.note, found.id)
    },
  }
}

/** Calls back for every inline of the text and its notes. */
export function visitAll(document: DocumentModel, visit: Parameters<typeof visitInlines>[1]): void {
  const stories: (readonly Block[])[] = document.sections.map(({ blocks }) => blocks)
  for (const { blocks } of [...document.footnotes.values(), ...document.endnotes.values()]) stories.push(blocks)
  for (const blocks of stories) visitInlines(blocks, visit)
}

function pagesOfBookmarks(pages: readonly Page[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  pages.forEach(({ items }, page) => {
    collectBookmarks(items, page, places)
  })
  return places
}

function collectBookmarks(items: DisplayList, page: number, places: Map<string, number>): void {
  for (const item of items) {
    if (item.kind === 'group' || item.kind === 'artifact') collectBookmarks(item.items, page, places)
    else if (item.kind === 'bookmark') {
      const name = item.name.toLowerCase()
      if (!places.has(name)) places.set(name, page)
    }
  }
}

/**
 * References to the pages of bookmarks (PAGEREF). Word computes them whenever it lays out pages.
 *
 * @module
 */

import type { Steps } from '../../pace/turns.js'
import type { DisplayList } from '../display/display-list.js'
import type { DocumentModel, PageField } from '../model/document-model.js'
import { formatNumber } from '../model/number-format.js'
import { visitDocument } from './find-inlines.js'
import type { FinishedPage } from './finish-page.js'

/** A reference to the page of a bookmark. */
type PageReference = PageField & { readonly bookmark: string }

/** Gives the page number that a reference to a bookmark shows; undefined where there is no such bookmark. */
export type BookmarkPages = (bookmark: string) => string | undefined

/** The references to pages in the text and its notes. */
export function* findPageReferences(document: DocumentModel): Steps<PageReference[]> {
  const found: PageReference[] = []
  yield* visitDocument(document, (inline) => {
    if (inline.kind === 'pageField' && inline.bookmark !== undefined) found.push(inline as PageReference)
  })
  return found
}

/** Whether a reference shows a number other than that of its page. */
export function namesOtherPages(
  references: readonly PageReference[],
  shown: BookmarkPages,
  actual: BookmarkPages,
): boolean {
  return references.some(({ bookmark, cached }) => (shown(bookmark) ?? cached) !== (actual(bookmark) ?? cached))
}

/** Page numbers of bookmarks. The pages are searched on first use. */
export function pageReferences(finished: readonly FinishedPage[]): BookmarkPages {
  let pages: ReadonlyMap<string, number> | undefined
  return (bookmark) => {
    pages ??= pagesOfBookmarks(finished.map(({ behindText, text, inFront }) => [behindText, text, inFront]))
    const page = finished[pages.get(bookmark.toLowerCase()) ?? -1]
    return page && pageLabel(page)
  }
}

/** The page number as references show it; undefined for one that begins with that of a chapter. */
export function pageLabel({ number, section: { properties } }: FinishedPage): string | undefined {
  return properties.chapterNumbers === undefined ? formatNumber(number, properties.pageNumberFormat) : undefined
}

/** The page index of each bookmark, by its name in lower case. */
export function pagesOfBookmarks(pages: readonly (readonly DisplayList[])[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [page, lists] of pages.entries()) {
    for (const items of lists) collectBookmarks(items, page, places)
  }
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

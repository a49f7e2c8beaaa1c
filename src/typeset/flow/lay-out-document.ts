/**
 * Lays a document out as pages.
 *
 * @module
 */

import { append } from '../../lists.js'
import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { Page } from '../display/display-list.js'

import type { FontLibrary } from '../fonts/font-face.js'
import type { Block, DocumentInformation, DocumentModel } from '../model/document-model.js'
import { completePage } from './complete-page.js'
import { createFlowContext, type FlowState } from './create-flow-context.js'
import { fieldUse } from './find-inlines.js'
import type { FinishedPage } from './finish-page.js'
import { type FlowItem, flowItems } from './flow-items.js'
import { Footnotes } from './footnotes.js'
import { HeaderCache } from './headers.js'
import type { PageNumbers } from './layout-context.js'
import { type NoteNumbers, noteSettings, numberedBlocks, numberNotes, numbersFootnotesByPage } from './note-numbers.js'
import type { PagePlace } from './page-draft.js'
import {
  type BookmarkPages,
  findPageReferences,
  namesOtherPages,
  pageLabel,
  pageReferences,
} from './page-references.js'
import { paginate, type SectionText } from './paginate.js'
import { styleTexts } from './style-references.js'

/** Options of the layout. */
export interface LayoutOptions {
  readonly fonts: FontLibrary
  readonly signal?: AbortSignal
}

/** A document as pages. */
export interface LaidOutDocument {
  /** The pages. Outline entries and bookmarks are items of them. */
  readonly pages: readonly Page[]
  /** The page numbers as references show them; `undefined` for a page whose number begins with that of a chapter. */
  readonly pageLabels: readonly (string | undefined)[]
  readonly information: DocumentInformation
  /** Headers and footers on the pages. */
  readonly runningBlocks: ReadonlySet<readonly Block[]>
  /** Warnings about what could not be laid out as the document asks, in plain English. Each is given once. */
  readonly warnings: readonly string[]
}

/**
 * Breaks a document into lines and pages as Word does.
 *
 * @throws SealwrightError `document_too_complex` when a limit is passed; the signal's reason when aborted
 */
export function layOutDocument(document: DocumentModel, options: LayoutOptions): LaidOutDocument {
  return finishSteps(layOutInSteps(document, options))
}

/** {@link layOutDocument}, with stops. */
export function* layOutInSteps(document: DocumentModel, options: LayoutOptions): Steps<LaidOutDocument> {
  const warnings = new Set<string>()
  const references = yield* findPageReferences(document)
  const showsCount = document.sections.some(({ blocks }) => fieldUse(blocks).count)
  if (isTurnOver()) yield
  let pages = yield* runPass(document, options, warnings)
  let isStale =
    showsCount || numbersFootnotesByPage(document) || namesOtherPages(references, AS_STORED, pages.known.pageOf)
  // Content that depends on the pages is laid out again when they are known. That hardly ever changes the pages.
  for (let pass = 1; isStale && pass < MAX_PASSES; pass++) {
    const before: Pass = pages
    pages = yield* runPass(document, options, warnings, before)
    isStale = namesOtherPages(references, before.known.pageOf, pages.known.pageOf)
  }
  if (isStale) warnings.add('References to pages are off by a page: their own numbers move what they refer to.')
  const { information } = document
  const runningBlocks = runningBlocksOf(pages.finished)
  const pageLabels = pages.finished.map(pageLabel)
  return { pages: yield* pages.complete(), pageLabels, information, runningBlocks, warnings: [...warnings] }
}

/** Maximum number of layouts of one document, since page numbers could move their own targets without end. */
const MAX_PASSES = 3

/** Page numbers before the first pass: references keep their stored text. */
const AS_STORED: BookmarkPages = () => undefined

function runningBlocksOf(finished: readonly FinishedPage[]): ReadonlySet<readonly Block[]> {
  const running = new Set<readonly Block[]>()
  for (const { headerKind, section } of finished) {
    if (headerKind === undefined) continue
    const { [headerKind]: header } = section.properties.headers
    const { [headerKind]: footer } = section.properties.footers
    if (header !== undefined) running.add(header)
    if (footer !== undefined) running.add(footer)
  }
  return running
}

/** Values of fields that are known only after pagination. */
interface KnownPages {
  readonly all: number
  readonly bySection: readonly number[]
  readonly pageOf: BookmarkPages
}

/** One pagination of a document. */
interface Pass {
  readonly finished: readonly FinishedPage[]
  readonly known: KnownPages
  /** The pages with headers and footers, which may show the number of pages. */
  complete(): Steps<Page[]>
}

/** Paginates a document. `before` are the pages of the pass before. */
function* runPass(
  document: DocumentModel,
  { fonts, signal }: LayoutOptions,
  warnings: Set<string>,
  before?: Pass,
): Steps<Pass> {
  const notes = numberNotes(document, before && footnotePages(before.finished))
  const state: FlowState = { numbers: NO_NUMBERS, grid: {}, warnings }
  const context = createFlowContext(document, fonts, notes, state, signal)
  const headers = new HeaderCache(context)
  const setPage = (place: PagePlace, pages: KnownPages | undefined) => {
    state.numbers = numbersOf(place, pages)
    state.grid = place.section.properties
  }
  const sections = paginate(sectionTexts(document, notes), {
    context,
    headers,
    footnotes: new Footnotes(context),
    startPage: (place) => setPage(place, before?.known),
    // A continuous section does not begin a page, but has a grid of its own.
    startSection: ({ properties }) => {
      state.grid = properties
    },
  })
  const finished = yield* pagesOf(sections)
  const known = knownPages(finished)
  return {
    finished,
    known,
    complete() {
      const texts = styleTexts(finished, document.sections)
      return completeAll(finished, (page, index) => {
        context.checkpoint()
        setPage(page, known)
        if (texts !== undefined) state.numbers = { ...state.numbers, styleText: (asked) => texts(index, asked) }
        return completePage(page, headers, context)
      })
    },
  }
}

/** The pages, without the stops between them. */
function* pagesOf(sections: ReturnType<typeof paginate>): Steps<readonly FinishedPage[]> {
  const finished: FinishedPage[] = []
  for (const page of sections) {
    if (page === undefined || typeof page === 'number') yield page
    else finished.push(page)
  }
  if (isTurnOver()) yield
  return finished
}

function* completeAll(
  finished: readonly FinishedPage[],
  complete: (page: FinishedPage, index: number) => Page,
): Steps<Page[]> {
  const pages: Page[] = []
  for (const [index, page] of finished.entries()) {
    if (isTurnOver()) yield
    pages.push(complete(page, index))
  }
  return pages
}

/** The numbers that fields show on a page. */
function numbersOf({ number, section, sectionIndex }: PagePlace, known: KnownPages | undefined): PageNumbers {
  return {
    page: number,
    pageFormat: section.properties.pageNumberFormat,
    chapters: section.properties.chapterNumbers,
    pageCount: known?.all,
    sectionPageCount: known?.bySection[sectionIndex],
    section: sectionIndex + 1,
    ...(known === undefined ? {} : { pageOf: known.pageOf }),
  }
}

/** The sections of a document with their notes, in the order in which they are placed. */
function* sectionTexts(document: DocumentModel, notes: NoteNumbers): Generator<SectionText> {
  let above: Block | undefined
  for (const [index, section] of document.sections.entries()) {
    const { start } = section.properties
    const items = flowItems(section.blocks, start === 'continuous' || start === 'nextColumn' ? above : undefined)
    append(items, endnoteItems(document, index, notes))
    yield { section, index, items, above, next: document.sections[index + 1] }
    above = section.blocks.at(-1)
  }
}

const NO_NUMBERS: PageNumbers = {
  page: 1,
  pageFormat: 'decimal',
  pageCount: undefined,
  sectionPageCount: undefined,
  section: 1,
}

function footnotePages(finished: readonly FinishedPage[]): ReadonlyMap<string, number> {
  return new Map(finished.flatMap(({ footnotes }, index) => footnotes.map((id) => [id, index] as const)))
}

function knownPages(finished: readonly FinishedPage[]): KnownPages {
  const bySection: number[] = []
  for (const { sectionIndex } of finished) bySection[sectionIndex] = (bySection[sectionIndex] ?? 0) + 1
  return { all: finished.length, bySection, pageOf: pageReferences(finished) }
}

/** Endnotes follow the section that refers to them, or the last section. */
function endnoteItems(document: DocumentModel, index: number, numbers: NoteNumbers): FlowItem[] {
  const isLast = index === document.sections.length - 1
  const from = isLast ? 0 : index
  const ids = document.sections.slice(from, index + 1).flatMap((section, each) => {
    const isHere = noteSettings(document, section).endnote.position === 'sectionEnd' ? from + each === index : isLast
    return isHere ? numbers.endnotesOf(section) : []
  })
  if (ids.length === 0) return []
  const blocks = ids.flatMap((id) => {
    const note = document.endnotes.get(id)
    return note === undefined ? [] : numberedBlocks(note, numbers.label('endnote', id) ?? '')
  })
  const { endnoteSeparator } = document
  if (endnoteSeparator === undefined) return [{ kind: 'rule' }, ...flowItems(blocks)]
  return flowItems([...endnoteSeparator, ...blocks], document.sections[index]?.blocks.at(-1))
}

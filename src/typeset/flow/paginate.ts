/**
 * Paginates sections one after the other: where each begins, the number of each page, and which pages stay empty.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { Block, Section } from '../model/document-model.js'
import type { ColumnStart } from './column-draft.js'
import { balancePage, composePage, nextColumn, openRegion, spaceBelow } from './compose-page.js'
import { blankPage, type FinishedPage, finishPage } from './finish-page.js'
import type { FlowItem } from './flow-items.js'
import { type LineCount, NO_LINES } from './line-numbers.js'
import { openPage, type PageParts } from './open-page.js'
import { draftsOf, type PageDraft, type PagePlace } from './page-draft.js'
import { sectionFlow } from './section-flow.js'
import { TYPESET_LIMITS } from './typeset-limits.js'
import { WHOLE_SECTION } from './work.js'

/** A section and its place among the others. */
export interface SectionText {
  readonly section: Section
  readonly index: number
  readonly items: readonly FlowItem[]
  /** The last block of the section before. */
  readonly above: Block | undefined
  readonly next: Section | undefined
}

/** Context for pagination. */
export interface Pagination extends PageParts {
  /** Called before anything on a page is laid out, so that fields show its number. */
  startPage(place: PagePlace): void
  /** Called before anything in a section is laid out. */
  startSection(section: Section): void
}

/** State of the pagination of a document. */
interface PagesSoFar {
  /** The current page; left out before the first one. */
  readonly page?: PageDraft
  /** Number of the last page. */
  readonly number: number
  /** Number of pages so far, including empty ones. */
  readonly count: number
  readonly lines: LineCount
}

/** Pages, with stops between them that give the placed share of the section. */
type Pages<Result = PagesSoFar> = Generator<FinishedPage | number | undefined, Result, undefined>

/** How a page or column begins, in addition to what the page before requires. */
interface PageOpening {
  readonly start: ColumnStart
  readonly isFirstOfSection?: boolean
  readonly spaceTaken?: number
  /** Whether an empty page precedes it, so that it is on the side that the section requires. */
  readonly skipsOne?: boolean
}

/**
 * Fills pages with sections. Between pages it may yield the share of the section that is placed: a stop, as in {@link Steps}.
 *
 * @throws SealwrightError `document_too_complex` when there are too many pages
 */
export function* paginate(sections: Iterable<SectionText>, parts: Pagination): Pages<void> {
  let progress: PagesSoFar = { number: 0, count: 0, lines: NO_LINES }
  let last: SectionText | undefined
  for (const text of sections) {
    parts.startSection(text.section)
    progress = yield* addSection(text, progress, parts)
    last = text
  }
  // These are notes that did not fit in the last column.
  while (last !== undefined && progress.page !== undefined && progress.page.region.draft.overflow.length > 0) {
    const { page } = progress
    const next = nextColumn(page, 'natural', parts.footnotes)
    progress =
      next === undefined ? yield* turnPage(last, progress, { start: 'natural' }, parts) : { ...progress, page: next }
  }
  yield* closePage(progress, parts)
}

/** Places a section from the top of a page, or below the one before, as it requires. */
function* addSection(text: SectionText, before: PagesSoFar, parts: Pagination): Pages {
  const { items, next } = text
  let progress: WithPage = yield* openSection(text, before, parts)
  const endsPage = next !== undefined && !continuesOn(progress.page, next) ? items.at(-1) : undefined
  const flow = sectionFlow(items, endsPage, parts.footnotes, parts.context)
  let composed = yield* composePage(progress.page, WHOLE_SECTION, flow)
  while (composed.next !== undefined) {
    const opening = { start: composed.next, isFirstOfSection: isUnbegun(composed.page, text.section) }
    progress = yield* turnPage(text, { ...progress, page: composed.page }, opening, parts)
    composed = yield* composePage(progress.page, composed.work, flow)
  }
  const { page } = composed
  const isBalanced = next !== undefined && continuesOn(page, next)
  return { ...progress, page: isBalanced ? balancePage(page, flow) : page }
}

/**
 * Whether a continuous section has nothing on the page that it continues, because its first paragraph has a page break before
 * it.
 */
function isUnbegun({ region }: PageDraft, section: Section): boolean {
  return region.section === section && !draftsOf(region).some(({ hasText }) => hasText)
}

type WithPage = PagesSoFar & { readonly page: PageDraft }

/** Whether the next section continues on the current page. */
function continuesOn({ section }: PageDraft, { properties }: Section): boolean {
  const page = section.properties
  return (
    properties.start === 'continuous' &&
    page.isVertical === properties.isVertical &&
    page.pageWidth === properties.pageWidth &&
    page.pageHeight === properties.pageHeight
  )
}

/** Whether the text ends with a page break. A continuous section then begins on the next page. */
function endsWithPageBreak({ region }: PageDraft): boolean {
  return region.draft.last?.placed.slice.breakAfter === 'page'
}

function* openSection(text: SectionText, before: PagesSoFar, parts: Pagination): Pages<WithPage> {
  const { section, items, above } = text
  const { page, number } = before
  const { start, pageNumberStart } = section.properties
  const spaceTaken = spaceBelow(above, parts.context)
  const opening: PageOpening = { start: 'hard', isFirstOfSection: true, spaceTaken }
  if (page === undefined) return yield* turnPage(text, before, opening, parts)
  if (endsWithPageBreak(page) && start === 'continuous') {
    return yield* turnPage(text, before, { ...opening, spaceTaken: 0 }, parts)
  }
  if (continuesOn(page, section)) {
    const below = { section, first: items[0], above }
    return { ...before, page: openRegion(page, below, parts.footnotes, parts.context) }
  }
  if (start === 'nextColumn' && page.region.columns.length > 1) {
    const next = nextColumn(page, 'hard', parts.footnotes, spaceTaken)
    if (next !== undefined) return { ...before, page: next }
    return yield* turnPage(text, before, { start: 'hard', spaceTaken }, parts)
  }
  const isEven = (pageNumberStart ?? number + 1) % 2 === 0
  // Two left-hand or two right-hand pages cannot follow each other. Word enforces this where their headers differ.
  const meetsItsLike = parts.context.document.settings.evenAndOddHeaders && isEven === (number % 2 === 0)
  const skipsOne = (start === 'evenPage' && !isEven) || (start === 'oddPage' && isEven) || meetsItsLike
  return yield* turnPage(text, before, { ...opening, skipsOne }, parts)
}

/** Closes the current page, and opens the next page of a section. */
function* turnPage(
  { section, index }: SectionText,
  before: PagesSoFar,
  { start, isFirstOfSection = false, spaceTaken = 0, skipsOne = false }: PageOpening,
  parts: Pagination,
): Pages<WithPage> {
  const { lines, ...closed } = yield* closePage(before, parts)
  let { number, count } = closed
  const asked = isFirstOfSection ? section.properties.pageNumberStart : undefined
  if (skipsOne) {
    number = asked === undefined ? number + 1 : asked - 1
    count++
    yield blankPage(section, index, number, parts.context)
  }
  if (count >= TYPESET_LIMITS.maxDocumentPages) throw tooManyPages()
  const place = { section, sectionIndex: index, number: asked ?? number + 1, isFirstOfSection }
  parts.startPage(place)
  const carried = before.page?.region.draft.overflow ?? []
  const wrapped = before.page?.around.wrapped ?? new Set()
  const page = openPage(place, { start, spaceTaken, carried, wrapped }, parts)
  return { page, number: place.number, count, lines }
}

function* closePage({ page, number, count, lines }: PagesSoFar, { context }: Pagination): Pages {
  if (page === undefined) return { number, count, lines }
  const closed = finishPage(page, lines, context)
  yield closed.finished
  return { number, count: count + 1, lines: closed.lines }
}

function tooManyPages(): SealwrightError {
  const message = `The document has over ${TYPESET_LIMITS.maxDocumentPages} pages.`
  return new SealwrightError('document_too_complex', message)
}

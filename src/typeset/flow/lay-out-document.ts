/**
 * `layOutDocument`: a document as pages.
 *
 * @module
 */

import type { FontLibrary } from '../fonts/font-face.js'
import type { Block, DocumentInformation, DocumentModel, Section } from '../model/document-model.js'
import type { Page } from '../paint/display-list.js'
import { completePage } from './complete-page.js'
import { createFlowContext, type FlowState } from './create-flow-context.js'
import { fieldUse } from './find-inlines.js'
import type { FinishedPage } from './finish-page.js'
import { type FlowItem, flowItems } from './flow-items.js'
import { HeaderCache } from './headers.js'
import { type NoteNumbers, noteSettings, numberedBlocks, numberNotes, numbersFootnotesByPage } from './note-numbers.js'
import { PageFiller } from './page-filler.js'

/** What laying out needs beside the document. */
export interface LayoutOptions {
  readonly fonts: FontLibrary
  readonly signal?: AbortSignal
}

/** A document as pages. */
export interface LaidOutDocument {
  /** Outline entries and bookmarks are items of the pages. */
  readonly pages: readonly Page[]
  readonly information: DocumentInformation
  /** Headers and footers that stand on pages. */
  readonly runningBlocks: ReadonlySet<readonly Block[]>
  /** What could not be set as asked, each once, in plain English. */
  readonly warnings: readonly string[]
}

/**
 * Breaks a document into lines and pages as Word does.
 *
 * @throws SealwrightError `document_too_complex` when a limit is passed; the signal's reason when aborted
 */
export function layOutDocument(document: DocumentModel, options: LayoutOptions): LaidOutDocument {
  const warnings = new Set<string>()
  const showsCount = document.sections.some(({ blocks }) => fieldUse(blocks).count)
  let pages = paginate(document, options, warnings)
  if (showsCount || numbersFootnotesByPage(document)) {
    // What depends on the pages is set again when they are known; that hardly ever changes them.
    pages = paginate(document, options, warnings, pages.finished)
  }
  const { information } = document
  const runningBlocks = runningBlocksOf(pages.finished)
  return { pages: pages.complete(), information, runningBlocks, warnings: [...warnings] }
}

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

interface PageCounts {
  readonly all: number
  readonly bySection: readonly number[]
}

interface Pagination {
  readonly finished: readonly FinishedPage[]
  complete(): Page[]
}

function paginate(
  document: DocumentModel,
  { fonts, signal }: LayoutOptions,
  warnings: Set<string>,
  before?: readonly FinishedPage[],
): Pagination {
  const known = before && countPages(before)
  const notes = numberNotes(document, before && footnotePages(before))
  const state: FlowState = { numbers: NO_NUMBERS, grid: {}, warnings }
  const context = createFlowContext(document, fonts, notes, state, signal)
  const headers = new HeaderCache(context)
  const setPage = (number: number, section: Section, index: number, counts: PageCounts | undefined) => {
    state.numbers = {
      page: number,
      pageFormat: section.properties.pageNumberFormat,
      pageCount: counts?.all,
      sectionPageCount: counts?.bySection[index],
      section: index + 1,
    }
    state.grid = section.properties
  }
  const filler = new PageFiller(context, { startPage: (...page) => setPage(...page, known) }, headers)
  let above: Block | undefined
  for (const [index, section] of document.sections.entries()) {
    const { start } = section.properties
    // A continuous section opens no page, and has a grid of its own all the same.
    state.grid = section.properties
    const items = flowItems(section.blocks, start === 'continuous' || start === 'nextColumn' ? above : undefined)
    items.push(...endnoteItems(document, index, notes))
    filler.addSection(section, items, document.sections[index + 1], above)
    above = section.blocks.at(-1)
  }
  const finished = filler.finish()
  return {
    finished,
    complete() {
      const counts = countPages(finished)
      return finished.map((page) => {
        context.checkpoint()
        setPage(page.number, page.section, page.sectionIndex, counts)
        return completePage(page, headers, context)
      })
    },
  }
}

const NO_NUMBERS = { page: 1, pageFormat: 'decimal', pageCount: undefined, sectionPageCount: undefined, section: 1 }

function footnotePages(finished: readonly FinishedPage[]): ReadonlyMap<string, number> {
  return new Map(finished.flatMap(({ footnotes }, index) => footnotes.map((id) => [id, index] as const)))
}

function countPages(finished: readonly FinishedPage[]): PageCounts {
  const bySection: number[] = []
  for (const { sectionIndex } of finished) bySection[sectionIndex] = (bySection[sectionIndex] ?? 0) + 1
  return { all: finished.length, bySection }
}

/** Endnotes follow the section that refers to them, or the last one. */
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
  const separator: FlowItem[] =
    document.endnoteSeparator === undefined ? [{ kind: 'rule' }] : flowItems(document.endnoteSeparator)
  return [...separator, ...flowItems(blocks)]
}

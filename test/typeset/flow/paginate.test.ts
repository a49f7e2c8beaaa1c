/**
 * Sections to pages: their numbers, their breaks, and when they are given out.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createFlowContext } from '../../../src/typeset/flow/create-flow-context.js'
import type { FinishedPage } from '../../../src/typeset/flow/finish-page.js'
import { flowItems } from '../../../src/typeset/flow/flow-items.js'
import { Footnotes } from '../../../src/typeset/flow/footnotes.js'
import { HeaderCache } from '../../../src/typeset/flow/headers.js'
import { numberNotes } from '../../../src/typeset/flow/note-numbers.js'
import { type Pagination, paginate, type SectionText } from '../../../src/typeset/flow/paginate.js'
import type { Section, SectionProperties } from '../../../src/typeset/model/document-model.js'
import { fixedFonts } from '../text/support/fixed-fonts.js'
import { paragraph } from '../text/support/paragraphs.js'
import { document, section } from './support/documents.js'

const NUMBERS = { page: 1, pageFormat: 'decimal', pageCount: undefined, sectionPageCount: undefined, section: 1 }

/** Lines on pages of ten. */
function linesOf(count: number, properties: Partial<SectionProperties> = {}): Section {
  return section(
    Array.from({ length: count }, () => paragraph(['line'])),
    properties,
  )
}

function partsOf(sections: readonly Section[], events: string[] = [], evenAndOddHeaders = false): Pagination {
  const plain = document(sections)
  const model = { ...plain, settings: { ...plain.settings, evenAndOddHeaders } }
  const state = { numbers: NUMBERS, grid: {}, warnings: new Set<string>() }
  const context = createFlowContext(model, fixedFonts(), numberNotes(model), state)
  return {
    context,
    headers: new HeaderCache(context),
    footnotes: new Footnotes(context),
    startPage: ({ number }) => events.push(`page ${number}`),
    startSection: () => events.push('section'),
  }
}

function* textsOf(sections: readonly Section[]): Generator<SectionText> {
  for (const [index, each] of sections.entries()) {
    const next = sections[index + 1]
    const above = sections[index - 1]?.blocks.at(-1)
    yield { section: each, index, items: flowItems(each.blocks), above, next }
  }
}

/** The pages alone, without the stops between them. */
function* pagesOf(...given: Parameters<typeof paginate>): Generator<FinishedPage> {
  for (const page of paginate(...given)) if (page !== undefined && typeof page !== 'number') yield page
}

/** Numbers of the pages that sections fill; those that are empty on purpose in brackets. */
function numbersOf(sections: readonly Section[], evenAndOddHeaders = false): string[] {
  return [...pagesOf(textsOf(sections), partsOf(sections, [], evenAndOddHeaders))].map(({ number, headerKind }) =>
    headerKind === undefined ? `[${number}]` : String(number),
  )
}

describe('paginate', () => {
  it('numbers pages through all sections, and anew where a section asks for it', () => {
    expect(numbersOf([linesOf(11), linesOf(1), linesOf(11, { pageNumberStart: 7 })])).toEqual(['1', '2', '3', '7', '8'])
  })

  it('begins a continuous section on the page that its first paragraph asks for', () => {
    const asking = section([paragraph(['chapter'], { pageBreakBefore: true }), paragraph(['text'])], {
      start: 'continuous',
      pageNumberStart: 1,
    })
    expect(numbersOf([linesOf(11), asking])).toEqual(['1', '2', '1'])
    expect(numbersOf([linesOf(11), linesOf(11, { start: 'continuous', pageNumberStart: 1 })])).toEqual(['1', '2', '3'])
  })

  it('leaves a page empty where a section has to start on the other side', () => {
    expect(numbersOf([linesOf(1), linesOf(1, { start: 'oddPage' })])).toEqual(['1', '[2]', '3'])
    expect(numbersOf([linesOf(1), linesOf(1, { start: 'evenPage' })])).toEqual(['1', '2'])
    const numbered = linesOf(1, { start: 'evenPage', pageNumberStart: 5 })
    expect(numbersOf([linesOf(1), numbered])).toEqual(['1', '[4]', '5'])
  })

  it('leaves a page empty where two pages of one side would meet and their headers differ', () => {
    const sections = [linesOf(1), linesOf(1, { pageNumberStart: 1 })]
    expect(numbersOf(sections, true)).toEqual(['1', '[0]', '1'])
    expect(numbersOf(sections)).toEqual(['1', '1'])
    expect(numbersOf([linesOf(11), linesOf(1, { pageNumberStart: 1 })], true)).toEqual(['1', '2', '1'])
    expect(numbersOf([linesOf(1), linesOf(1), linesOf(1)], true)).toEqual(['1', '2', '3'])
  })

  it('puts a continuous section on the page of the one before, unless its pages are of another size', () => {
    expect(numbersOf([linesOf(2), linesOf(2, { start: 'continuous' })])).toEqual(['1'])
    expect(numbersOf([linesOf(2), linesOf(2, { start: 'continuous', pageWidth: 3000 })])).toEqual(['1', '2'])
  })

  it('tells of a page before anything of it is set', () => {
    const events: string[] = []
    const sections = [linesOf(11), linesOf(1, { start: 'continuous' })]
    expect([...pagesOf(textsOf(sections), partsOf(sections, events))]).toHaveLength(2)
    expect(events).toEqual(['section', 'page 1', 'page 2', 'section'])
  })

  it('gives pages as soon as they are full', () => {
    const sections = [linesOf(21), linesOf(1)]
    const texts = textsOf(sections)
    const pages = pagesOf(texts, partsOf(sections))
    expect(pages.next().value?.number).toBe(1)
    // The second section was not asked for as yet.
    expect(texts.next().value?.index).toBe(1)
  })
})

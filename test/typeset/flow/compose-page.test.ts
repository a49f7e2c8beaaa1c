/**
 * Pages filled column by column, and columns made equally tall.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { finishSteps } from '../../../src/pace/turns.js'
import { openColumn } from '../../../src/typeset/flow/column-draft.js'
import { balancePage, composePage as composeInSteps } from '../../../src/typeset/flow/compose-page.js'
import { draftsOf, type PageDraft } from '../../../src/typeset/flow/page-draft.js'
import { pageGeometry } from '../../../src/typeset/flow/page-geometry.js'
import { WHOLE_SECTION } from '../../../src/typeset/flow/work.js'
import { section } from './support/documents.js'
import { bareContext, madeFlow, madeSlice, namesIn, SLICE } from './support/made-slices.js'

const composePage = (...given: Parameters<typeof composeInSteps>) => finishSteps(composeInSteps(...given))

/** An empty page with columns that hold so many slices. */
function emptyPage(columns: number, slices: number): PageDraft {
  const text = section([], { pageHeight: 400 + slices * SLICE })
  const { settings } = bareContext().document
  const geometry = pageGeometry(text.properties, settings, false, 0, 0)
  const bodyBottom = geometry.bodyTop + slices * SLICE
  const places = Array.from({ length: columns }, (_, index) => ({ left: index * 500, width: 400 }))
  const [first = { left: 0, width: 400 }] = places
  const draft = openColumn(first, geometry.bodyTop, 'hard')
  return {
    section: text,
    sectionIndex: 0,
    number: 1,
    isFirstOfSection: true,
    headerKind: 'default',
    geometry: { ...geometry, bodyBottom },
    above: [],
    region: { section: text, frame: geometry.frame, top: geometry.bodyTop, columns: places, full: [], draft },
    around: { exclusions: [], wrapped: new Set(), settled: new Map() },
  }
}

function namesOn({ region }: PageDraft): number[][] {
  return draftsOf(region).map(namesIn)
}

function flowOf(count: number) {
  return madeFlow(Array.from({ length: count }, (_, index) => [madeSlice(index + 1)]))
}

describe('composePage', () => {
  it('fills columns one after the other, and leaves the rest to the next page', () => {
    const { page, work, next } = composePage(emptyPage(2, 2), WHOLE_SECTION, flowOf(5))
    expect(namesOn(page)).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(work.item).toBe(4)
    expect(next).toBe('natural')
    const last = composePage(emptyPage(2, 2), work, flowOf(5))
    expect(namesOn(last.page)).toEqual([[5]])
    expect(last.next).toBeUndefined()
  })

  it('passes by the other columns where a page break is asked for', () => {
    const flow = madeFlow([[madeSlice(1, { breakAfter: 'page' })], [madeSlice(2, { start: { index: 1, offset: 0 } })]])
    const { page, next } = composePage(emptyPage(3, 2), WHOLE_SECTION, flow)
    expect(namesOn(page)).toEqual([[1]])
    expect(next).toBe('hard')
  })

  it('leaves the page it was given as it was', () => {
    const empty = emptyPage(2, 2)
    composePage(empty, WHOLE_SECTION, flowOf(5))
    expect(namesOn(empty)).toEqual([[]])
  })
})

describe('balancePage', () => {
  it('makes columns as low as they can be with the same slices in them', () => {
    const flow = flowOf(5)
    const { page } = composePage(emptyPage(3, 4), WHOLE_SECTION, flow)
    expect(namesOn(page)).toEqual([[1, 2, 3, 4], [5]])
    const balanced = balancePage(page, flow)
    expect(namesOn(balanced)).toEqual([[1, 2], [3, 4], [5]])
    expect(balanced.region.draft.column).toEqual(page.region.columns[2])
    expect(namesOn(page)).toEqual([[1, 2, 3, 4], [5]])
  })

  it('leaves columns as they fill where the document asks for it', () => {
    const flow = flowOf(5)
    const { page } = composePage(emptyPage(3, 4), WHOLE_SECTION, flow)
    const { document } = flow.context
    const settings = { ...document.settings, compatibility: new Set(['noColumnBalance']) }
    const context = { ...flow.context, document: { ...document, settings } }
    expect(namesOn(balancePage(page, { ...flow, context }))).toEqual([[1, 2, 3, 4], [5]])
  })

  it('leaves columns as they are that were ended on purpose', () => {
    const flow = madeFlow([[madeSlice(1, { breakAfter: 'column' })], [madeSlice(2)], [madeSlice(3)], [madeSlice(4)]])
    const { page } = composePage(emptyPage(2, 4), WHOLE_SECTION, flow)
    expect(namesOn(balancePage(page, flow))).toEqual([[1], [2, 3, 4]])
  })
})

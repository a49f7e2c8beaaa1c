/**
 * Fills a page: its columns one after the other with their notes, and continuous sections one below another.
 *
 * @module
 */

import type { Steps } from '../../pace/turns.js'
import type { Block, Section } from '../model/document-model.js'
import { balanceColumns } from './balance-columns.js'
import { type ColumnStart, openColumn } from './column-draft.js'
import type { ColumnRoom, SectionFlow } from './column-fill.js'
import { distribute } from './distribute.js'
import type { FlowContext } from './flow-context.js'
import type { FlowItem } from './flow-items.js'
import type { Footnotes } from './footnotes.js'
import { spaceOverColumns } from './open-item.js'
import {
  bodyHeight,
  draftsOf,
  isEmptyBeside,
  isPageEmpty,
  type PageDraft,
  type Region,
  regionBottom,
  regionEnd,
  withDraft,
} from './page-draft.js'
import { columnsOf, geometryWithin } from './page-geometry.js'
import { PAGE_TEXT } from './section-flow.js'
import { spaceAfter } from './spacing.js'
import type { Work } from './work.js'

/** A page with as much of a section as fits. */
interface ComposedPage {
  readonly page: PageDraft
  readonly work: Work
  /** How the text continues on the next page; left out if the whole section is placed. */
  readonly next?: ColumnStart
}

/** Fills the open column of a page, and the columns after it. */
export function* composePage(from: PageDraft, work: Work, flow: SectionFlow): Steps<ComposedPage> {
  let page = from
  let left = work
  for (;;) {
    const { draft, around, stop, ...rest } = yield* distribute(
      { draft: page.region.draft, work: left, around: page.around },
      roomOf(page),
      flow,
    )
    page = { ...withDraft(page, draft), around }
    left = rest.work
    if (stop === undefined) return { page, work: left }
    const next = stop.to === 'column' ? nextColumn(page, stop.start, flow.footnotes) : undefined
    if (next === undefined) return { page, work: left, next: stop.start }
    page = next
  }
}

/** The available space of the open column of a page. */
function roomOf(page: PageDraft): ColumnRoom {
  const { above, region } = page
  const others = [...above.flatMap(draftsOf), ...region.full]
  return {
    frame: region.frame,
    bottom: regionBottom(page),
    bodyHeight: bodyHeight(page),
    isAlone: isEmptyBeside(page),
    exclusions: others.flatMap(({ exclusions }) => exclusions),
  }
}

/** Opens the next column of the last region, with continued notes; undefined without a further column. */
export function nextColumn(
  page: PageDraft,
  start: ColumnStart,
  footnotes: Footnotes,
  spaceTaken = 0,
): PageDraft | undefined {
  const { region } = page
  const { columns, full, draft, top } = region
  const column = columns[full.length + 1]
  if (column === undefined) return undefined
  const carried = footnotes.fitCarried(draft.overflow, column.width, regionBottom(page) - top)
  const next = openColumn(column, top, start, spaceTaken, carried)
  return { ...page, region: { ...region, full: [...full, draft], draft: next } }
}

/** A continuous section that begins on a page. */
interface SectionBelow {
  readonly section: Section
  readonly first: FlowItem | undefined
  /** The last block of the section before. */
  readonly above: Block | undefined
}

/** Opens a region for a continuous section, below the text of the page. */
export function openRegion(
  page: PageDraft,
  { section, first, above }: SectionBelow,
  footnotes: Footnotes,
  context: FlowContext,
): PageDraft {
  const geometry = geometryWithin(page.geometry, section.properties, context.document.settings)
  const columns = columnsOf(section.properties, geometry)
  const [column] = columns
  const start = isPageEmpty(page) ? 'hard' : 'flow'
  const end = regionEnd(page.region)
  // The space below the text above applies to all columns, not only to the first.
  const space = start === 'flow' && columns.length > 1 ? spaceOverColumns(first, PAGE_TEXT, context) : 0
  const top = end + space
  const regions = [...page.above, page.region]
  const bottom = regionBottom({ ...page, above: regions })
  const carried = footnotes.fitCarried(page.region.draft.overflow, column.width, bottom - top)
  const draft = openColumn(column, end, start, spaceBelow(above, context), carried)
  const region: Region = { section, frame: geometry.frame, top, columns, full: [], draft }
  return { ...page, above: regions, region }
}

/** The space below the last paragraph of a section. */
export function spaceBelow(block: Block | undefined, { spacing }: FlowContext): number {
  return block?.kind === 'paragraph' ? spaceAfter(block, spacing) : 0
}

/** Balances the columns of the last region, unless the document forbids it (w:noColumnBalance, ECMA-376-1, 17.15.3.31). */
export function balancePage(page: PageDraft, { items, context }: SectionFlow): PageDraft {
  if (context.document.settings.compatibility.has('noColumnBalance')) return page
  const { region, around } = page
  const balanced = balanceColumns(region, { items, page: region.frame, options: PAGE_TEXT, context })
  if (balanced === region) return page
  // Text below still flows around the floats of the region.
  const exclusions = draftsOf(region).flatMap((draft) => draft.exclusions)
  return { ...page, region: balanced, around: { ...around, exclusions: [...around.exclusions, ...exclusions] } }
}

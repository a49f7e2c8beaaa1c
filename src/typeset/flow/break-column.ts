/**
 * Decides where a column ends when a slice does not fit.
 *
 * @module
 */

import { type ColumnDraft, type PlacedLast, type PlacedSlice, takenBack } from './column-draft.js'
import { type Break, type ColumnFill, type ColumnRoom, full, type Step } from './column-fill.js'
import type { FlowContext } from './flow-context.js'
import type { FlowSlice } from './flow-slice.js'

/** A break where the text simply continues in the next column. */
export const RUN_OVER: Break = { to: 'column', start: 'natural' }
const NEXT_PAGE: Break = { to: 'page', start: 'natural' }

/** The break that the document requires above a slice, if there is anything above it. */
export function demandedBreak(
  slice: FlowSlice,
  draft: ColumnDraft,
  room: ColumnRoom,
  context: FlowContext,
): Break | undefined {
  const { breakAfter } = draft.last?.placed.slice ?? {}
  const demanded = breakAfter ?? breakBefore(slice, draft, room)
  if (demanded === undefined) return undefined
  const isAsked = breakAfter === undefined || slice.breakBefore === 'page'
  const isKept = demanded === 'column' || slice.start !== undefined || (isAsked && keepsAskedSpace(context))
  return { to: demanded, start: isKept ? 'hard' : 'natural' }
}

/**
 * Whether a paragraph with a page break before it keeps its space above. It does up to Word 2010. From 2013 on, the space is
 * dropped, as for text that continues from the page before. In all modes it is dropped for other paragraphs after a page break,
 * and kept for the rest of a paragraph. PDFs by Word of documents in modes 12, 14 and 15 show this.
 */
function keepsAskedSpace({ document }: FlowContext): boolean {
  return document.settings.compatibilityMode < 15
}

function breakBefore(slice: FlowSlice, draft: ColumnDraft, { isAlone }: ColumnRoom): 'page' | 'column' | undefined {
  if (slice.breakBefore === 'page' && (draft.hasText || !isAlone)) return 'page'
  return slice.breakBefore === 'column' && draft.last !== undefined ? 'column' : undefined
}

/**
 * Ends a column in which a slice does not fit, at the last place where the flow may break.
 *
 * @returns undefined on an empty page: the slice fits nowhere
 */
export function breakAbove(slice: FlowSlice, fill: ColumnFill, { isAlone }: ColumnRoom): Step | undefined {
  const { draft } = fill
  if (!draft.hasText) {
    // If a column has no room for a line, the text goes to the next page, since the neighbouring columns have the same height.
    return isAlone ? undefined : full(fill, NEXT_PAGE)
  }
  if (slice.breakBefore === 'allowed') return full(fill, RUN_OVER)
  return (
    goBack(fill, (placed) => placed.slice.breakBefore === 'allowed') ??
    leaveColumn(fill) ??
    keepParagraph(slice, fill) ??
    keepTable(slice, fill) ??
    full(fill, RUN_OVER)
  )
}

/** Continues in the next column from the last slice for which a condition holds; undefined without one. */
function goBack(fill: ColumnFill, isAsked: (placed: PlacedSlice) => boolean): Step | undefined {
  for (const { placed, before } of takenBack(fill.draft)) {
    // There must be text above: a column with nothing but repeated header rows would repeat endlessly.
    if (placed.work === undefined || before.last?.placed.work === undefined || !isAsked(placed)) continue
    return full({ draft: before, work: placed.work, around: fill.around }, RUN_OVER)
  }
  return undefined
}

/** Moves a section that continues below other text to the next page as a whole. */
function leaveColumn(fill: ColumnFill): Step | undefined {
  if (fill.draft.start !== 'flow') return undefined
  let first: PlacedLast | undefined
  for (const each of takenBack(fill.draft)) first = each
  if (first?.placed.work === undefined || first.placed.slice.breakBefore !== 'allowed') return undefined
  return full({ draft: first.before, work: first.placed.work, around: fill.around }, NEXT_PAGE)
}

/**
 * Handles a column whose whole content must be kept together, which is impossible. At least the lines of a paragraph are kept
 * together.
 */
function keepParagraph({ paragraph, start }: FlowSlice, fill: ColumnFill): Step | undefined {
  if (paragraph?.properties.keepLines !== true || start === undefined) return undefined
  return goBack(fill, ({ slice }) => slice.paragraph === paragraph && slice.start === undefined)
}

/**
 * Begins a table of which all rows are kept together, and which is longer than a page, on a page of its own. Word does so even
 * where the paragraphs above are kept with the table, and stay alone on their page.
 */
function keepTable({ paragraph }: FlowSlice, fill: ColumnFill): Step | undefined {
  const { open } = fill.work
  if (paragraph !== undefined || open === undefined) return undefined
  return goBack(fill, ({ work }) => work?.open === open && work.index === 0)
}

/**
 * Paints the text of a full page.
 *
 * @module
 */

import { DECORATION, type DisplayList } from '../display/display-list.js'
import { turnText } from '../display/stand-upright.js'
import type { Section } from '../model/document-model.js'
import { type ColumnDraft, type PlacedSlice, placedIn } from './column-draft.js'
import type { FlowContext } from './flow-context.js'
import type { PlacedFloat } from './flow-slice.js'
import type { HeaderKind } from './headers.js'
import type { Slice } from './layout-context.js'
import { type LineCount, paintLineNumbers } from './line-numbers.js'
import { NOTE_RULE_HEIGHT, paintContinuationRule, paintNoteRule } from './note-rule.js'
import { draftsOf, type PageDraft, type Region, regionEnd, regionNotesHeight, regionsOf } from './page-draft.js'
import { type PageGeometry, pageGeometry } from './page-geometry.js'
import { paintFloats } from './paint-floats.js'

/** A page with painted text. Headers follow when the number of pages is known. */
export interface FinishedPage {
  readonly geometry: PageGeometry
  readonly section: Section
  readonly sectionIndex: number
  readonly number: number
  /** Left out for pages that are intentionally empty. */
  readonly headerKind?: HeaderKind
  readonly isFirstOfSection: boolean
  /** Ids of the footnotes that the page's text refers to, in order. */
  readonly footnotes: readonly string[]
  readonly behindText: DisplayList
  readonly text: DisplayList
  readonly inFront: DisplayList
}

/** Width of the line between columns, in twips. */
const SEPARATOR_WIDTH = 10

/**
 * Paints the text of a page that is full.
 *
 * @param lines count of lines before the page
 */
export function finishPage(
  page: PageDraft,
  lines: LineCount,
  context: FlowContext,
): { readonly finished: FinishedPage; readonly lines: LineCount } {
  const regions = regionsOf(page)
  const text: DisplayList = []
  const floats: { readonly float: PlacedFloat; readonly placed: PlacedSlice }[] = []
  const shift = verticalShift(page)
  for (const region of regions) {
    for (const placed of paintSlices(region, shift, text)) {
      for (const float of placed.floats) floats.push({ float, placed })
    }
    paintSeparators(region, text)
  }
  paintNotes(page, context, text)
  const counted = paintLineNumbers(page, lines, shift, text, context)
  const behindText: DisplayList = []
  const inFront: DisplayList = []
  paintFloats(
    floats.map(({ float, placed }) => ({ float, shiftX: placed.shiftX, shiftY: placed.shiftY })),
    behindText,
    inFront,
  )
  const { geometry, sheet, section, sectionIndex, number, headerKind, isFirstOfSection } = page
  const finished: FinishedPage = {
    geometry: sheet ?? geometry,
    section,
    sectionIndex,
    number,
    headerKind,
    isFirstOfSection,
    footnotes: footnotesOf(regions),
    behindText: onSheet(behindText, sheet),
    text: onSheet(text, sheet),
    inFront: onSheet(inFront, sheet),
  }
  return { finished, lines: counted }
}

/** Paints the text of a region: the last slice of each column as it looks there. */
function paintSlices(region: Region, shift: number, text: DisplayList): readonly PlacedSlice[] {
  const drafts = draftsOf(region)
  const ends = new Set(drafts.map(({ last }) => last?.placed))
  const all = drafts.flatMap(placedIn)
  for (const placed of all) {
    const { slice, x, y } = placed
    const shown = ends.has(placed) ? (slice.atEnd?.() ?? slice) : slice
    shown.paint(text, x, y + shift)
  }
  return all
}

/** The page's content, rotated where its text is vertical. */
function onSheet(items: DisplayList, sheet: PageGeometry | undefined): DisplayList {
  if (sheet === undefined || items.length === 0) return items
  const { width, height } = sheet.frame
  return [turnText(items, 'vertical', { left: 0, top: 0, right: width, bottom: height })]
}

/** An empty page without headers, which Word inserts where a section must start on the other side. */
export function blankPage(section: Section, sectionIndex: number, number: number, context: FlowContext): FinishedPage {
  const { settings } = context.document
  const geometry = pageGeometry(section.properties, settings, number % 2 === 0, 0, 0)
  const nothing = { footnotes: [], behindText: [], text: [], inFront: [] }
  return { geometry, section, sectionIndex, number, isFirstOfSection: false, ...nothing }
}

function footnotesOf(regions: readonly Region[]): string[] {
  const references = regions
    .flatMap(draftsOf)
    .flatMap(placedIn)
    .flatMap(({ slice }) => slice.notes)
  return references.filter(({ note }) => note === 'footnote').map(({ id }) => id)
}

/** How far vertical alignment moves the text down (ECMA-376-1, 17.6.22). */
function verticalShift(page: PageDraft): number {
  const { section, geometry } = page
  const regions = regionsOf(page)
  const { verticalAlign } = section.properties
  if (verticalAlign !== 'center' && verticalAlign !== 'bottom') return 0
  const end = regions.reduce((lowest, region) => Math.max(lowest, regionEnd(region)), geometry.bodyTop)
  const notes = regions.reduce((height, region) => height + regionNotesHeight(region), 0)
  const free = Math.max(geometry.bodyBottom - notes - end, 0)
  return verticalAlign === 'center' ? Math.round(free / 2) : free
}

function paintSeparators(region: Region, list: DisplayList): void {
  if (!region.section.properties.columnSeparator) return
  const y1 = region.top
  const y2 = regionEnd(region)
  for (let index = 1; index <= region.full.length; index++) {
    const left = region.columns[index - 1]
    const right = region.columns[index]
    if (left === undefined || right === undefined) continue
    const [first, second] = left.left < right.left ? [left, right] : [right, left]
    const x = (first.left + first.width + second.left) / 2
    list.push(DECORATION)
    list.push({ kind: 'stroke', x1: x, y1, x2: x, y2, width: SEPARATOR_WIDTH, color: '000000' })
  }
}

/** Paints notes at the foot of the page; those of the last region are lowest. */
function paintNotes(page: PageDraft, context: FlowContext, list: DisplayList): void {
  let bottom = page.geometry.bodyBottom
  for (const region of regionsOf(page).toReversed()) {
    for (const draft of draftsOf(region)) paintColumnNotes(draft, bottom, context, list)
    bottom -= regionNotesHeight(region)
  }
}

function paintColumnNotes(draft: ColumnDraft, bottom: number, context: FlowContext, list: DisplayList): void {
  const slices: readonly Slice[] = [...draft.carried, ...placedIn(draft).flatMap(({ notes }) => notes)]
  if (slices.length === 0) return
  const { left, width } = draft.column
  const isBeneath = context.document.settings.footnotes.position === 'beneathText'
  let y = isBeneath ? draft.end : bottom - draft.notesHeight
  y += paintSeparator(draft, y, context, list)
  for (const slice of slices) {
    y += slice.spaceAbove
    slice.paint(list, left, y)
    y += slice.height
  }

  function paintSeparator(draft: ColumnDraft, y: number, context: FlowContext, list: DisplayList): number {
    const isContinued = draft.carried.length > 0
    const { footnoteContinuation, footnoteSeparator } = context.document
    const blocks = isContinued ? footnoteContinuation : footnoteSeparator
    if (blocks !== undefined) {
      const stack = context.layOutBlocks(blocks, width)
      stack.paint(list, left, y)
      return stack.height
    }
    if (isContinued) paintContinuationRule(list, left, y, width)
    else paintNoteRule(list, left, y)
    return NOTE_RULE_HEIGHT
  }
}

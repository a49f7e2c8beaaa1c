/**
 * Fills pages with the slices of sections, and goes back where slices must stay together.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { TYPESET_LIMITS } from '../../limits.js'
import type { Slice } from '../layout-context.js'
import type { Block, NoteReference, Section } from '../model/document-model.js'
import type { Drawing } from '../model/drawing-model.js'
import { balanceColumns } from './balance-columns.js'
import { asDecoration } from './decoration.js'
import type { Exclusion } from './exclusions.js'
import { blankPage, type FinishedPage, finishPage } from './finish-page.js'
import type { Surroundings } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import type { FlowItem } from './flow-items.js'
import type { FlowSlice } from './flow-slice.js'
import { Footnotes, NO_NOTES, type NoteFit } from './footnotes.js'
import type { HeaderCache } from './headers.js'
import { LineNumbering } from './line-numbers.js'
import { itemSpacing, type OpenItem, openItem, rowSlice, spaceOverColumns } from './open-item.js'
import { openPage } from './open-page.js'
import {
  bodyHeight,
  type ColumnDraft,
  type ColumnStart,
  type Cursor,
  columnBottom,
  isPageEmpty,
  openColumn,
  type PageDraft,
  type Region,
  regionEnd,
} from './page-draft.js'
import { columnsOf, geometryWithin } from './page-geometry.js'
import { placeAnchors } from './place-drawing.js'
import { keepOffFloats, neededRoom, spaceAbove } from './slice-room.js'
import { spaceAfter } from './spacing.js'
import { exclusionsAbove, meetsAny } from './text-above.js'

/** Lines beyond the end of a column that are composed beside floats, to know how a paragraph goes on. */
const LOOK_AHEAD = 1440
/** Repeated header rows may take this share of a column; taller ones would leave too little for the table. */
const MAX_REPEATED_SHARE = 0.75

/** Tells the rest of the engine which page is being filled. */
export interface PageCounter {
  startPage(number: number, section: Section, sectionIndex: number): void
}

const FLOW_OPTIONS = { hasOutline: true } as const

/**
 * Fills pages with the slices of sections, one after the other. Slices are placed as they come; where one does not fit,
 * those that must not be parted from it are taken back and the flow goes on from there in the next column.
 */
export class PageFiller {
  readonly #context: FlowContext
  readonly #counter: PageCounter
  readonly #headers: HeaderCache
  readonly #footnotes: Footnotes
  readonly #finished: FinishedPage[] = []
  readonly #lineNumbering: LineNumbering
  #current: Section | undefined
  #sectionIndex = -1
  #page: PageDraft | undefined
  #lastNumber = 0
  /** What the last paragraph of the section before asks for below itself, while a section is opened. */
  #spaceTaken = 0
  /** The last item of a section after which a page begins. */
  #endsPage: FlowItem | undefined
  #exclusions: Exclusion[] = []
  /** Drawings that text above their anchors was set around. */
  readonly #wrapped = new Set<Drawing>()
  /** Items that are set already and may be needed again, by index. */
  readonly #opened = new Map<number, { readonly width: number; readonly open: OpenItem }>()

  constructor(context: FlowContext, counter: PageCounter, headers: HeaderCache) {
    this.#context = context
    this.#counter = counter
    this.#headers = headers
    this.#footnotes = new Footnotes(context)
    this.#lineNumbering = new LineNumbering(context)
  }

  /** Places a section, from the top of a page or below the one before, as it asks for. */
  addSection(section: Section, items: readonly FlowItem[], next: Section | undefined, above?: Block): void {
    this.#current = section
    this.#sectionIndex++
    this.#spaceTaken = above?.kind === 'paragraph' ? spaceAfter(above, this.#context.spacing) : 0
    this.#openSection(items[0])
    this.#spaceTaken = 0
    this.#endsPage = next !== undefined && !this.#continues(next) ? items.at(-1) : undefined
    this.#opened.clear()
    this.#fill(items)
    if (next !== undefined && this.#continues(next)) this.#balance(items)
  }

  /** All pages. The filler must not be used afterwards. */
  finish(): readonly FinishedPage[] {
    while (this.#draft.overflow.length > 0) this.#nextColumn('natural')
    this.#closePage()
    return this.#finished
  }

  /** Whether a section that comes next starts on the page of this one. */
  #continues({ properties }: Section): boolean {
    const page = this.#page?.section.properties
    return (
      properties.start === 'continuous' &&
      page?.pageWidth === properties.pageWidth &&
      page.pageHeight === properties.pageHeight
    )
  }

  #openSection(first: FlowItem | undefined): void {
    const { start, pageNumberStart } = this.#section.properties
    if (this.#page === undefined) {
      this.#newPage('hard', true)
    } else if (this.#continues(this.#section)) {
      this.#openRegion(this.#page, first)
    } else if (start === 'nextColumn' && this.#region.columns.length > 1) {
      this.#nextColumn('hard')
    } else {
      const isEven = (pageNumberStart ?? this.#lastNumber + 1) % 2 === 0
      const isWrongSide = (start === 'evenPage' && !isEven) || (start === 'oddPage' && isEven)
      this.#newPage('hard', true, isWrongSide)
    }
  }

  get #section(): Section {
    if (this.#current === undefined) throw new Error('No section was added.')
    return this.#current
  }

  get #openPage(): PageDraft {
    if (this.#page === undefined) throw new Error('No page is open.')
    return this.#page
  }

  get #region(): Region {
    const region = this.#openPage.regions.at(-1)
    if (region === undefined) throw new Error('A page has at least one region.')
    return region
  }

  get #draft(): ColumnDraft {
    const draft = this.#region.drafts.at(-1)
    if (draft === undefined) throw new Error('A region has at least one open column.')
    return draft
  }

  #fill(items: readonly FlowItem[]): void {
    let cursor: Cursor = { item: 0, index: 0 }
    for (let item = items[0]; item !== undefined; item = items[cursor.item]) {
      this.#context.checkpoint()
      const open = this.#open(item, cursor)
      const from = open === cursor.open ? cursor.index : 0
      cursor = this.#placeFrom(open, from, cursor.item) ?? {
        item: open.rest === undefined ? cursor.item + 1 : cursor.item,
        ...(open.rest !== undefined && { start: open.rest }),
        index: 0,
      }
      if (this.#draft.placed.length === 0) this.#forgetBefore(cursor.item)
    }
  }

  /** Items above a column break are not needed any more. */
  #forgetBefore(item: number): void {
    for (const index of this.#opened.keys()) if (index < item - 1) this.#opened.delete(index)
  }

  /** Sets the item at a cursor, unless what is set already can be used. */
  #open(item: FlowItem, cursor: Cursor): OpenItem {
    const draft = this.#draft
    const { width } = draft.column
    const { above, atTop } = itemSpacing(item, FLOW_OPTIONS, this.#context)
    const atStart = cursor.start === undefined
    const space =
      draft.placed.length > 0 || draft.start === 'flow'
        ? above
        : draft.start === 'hard'
          ? Math.max(atTop - draft.spaceTaken, 0)
          : 0
    const top = draft.end + (atStart ? space : 0)
    const exclusions = this.#exclusions.filter(({ bottom }) => bottom > draft.end)
    const known = this.#opened.get(cursor.item)
    const isReusable =
      known?.open.isMovable && (item.kind === 'table' || (known.width === width && exclusions.length === 0))
    if (isReusable && (cursor.open === known.open || (cursor.open === undefined && atStart))) return known.open
    const breakBefore = this.#opened.get(cursor.item - 1)?.open.keepWithNext ? 'avoided' : 'allowed'
    const area = {
      top,
      bottom: columnBottom(this.#openPage, draft) + LOOK_AHEAD,
      pageBottom: columnBottom(this.#openPage, draft),
      surroundings: this.#surroundings(draft),
      exclusions,
    }
    const open = openItem(item, cursor.start, breakBefore, area, FLOW_OPTIONS, this.#context)
    this.#opened.set(cursor.item, { width, open })
    return open
  }

  #surroundings({ column }: ColumnDraft): Surroundings {
    return { columnLeft: column.left, columnWidth: column.width, page: this.#region.frame }
  }

  /** Places slices until one does not fit; tells where the flow goes on in the column that is open then. */
  #placeFrom(open: OpenItem, from: number, item: number): Cursor | undefined {
    for (let index = from; ; index++) {
      const slice = open.slices[index]
      if (slice === undefined) return undefined
      const cursor: Cursor = { item, open, index, ...(slice.start !== undefined && { start: slice.start }) }
      const next = this.#place(slice, cursor)
      if (next !== undefined) return next
    }
  }

  /** Places a slice; otherwise opens the next column and tells where to go on. */
  #place(slice: FlowSlice, cursor: Cursor): Cursor | undefined {
    const draft = this.#draft
    const demanded = this.#demandedBreak(slice, draft)
    if (demanded !== undefined) {
      // A paragraph that begins after a page break, or asks for one, loses its space above as if it had run over: the PDFs
      // that Word made of pageBreakBefore headings and of headings below a break. The rest of a paragraph keeps it.
      if (demanded === 'page') this.#newPage(slice.start === undefined ? 'natural' : 'hard')
      else this.#nextColumn('hard')
      return cursor
    }
    if (draft.placed.length === 0) this.#repeatHeader(slice, draft)
    const top = keepOffFloats(slice, draft.end + spaceAbove(slice, draft), draft, this.#exclusions)
    const room = columnBottom(this.#openPage, draft) - top
    // What no page holds is placed where it has a page of its own, unless it can be split.
    const hasNotes = slice.notes.length > 0 || draft.notesHeight > 0
    const needed = neededRoom(slice) + (hasNotes ? (slice.spaceAboveNotes ?? 0) : 0)
    const most = slice.split === undefined ? bodyHeight(this.#openPage) : Number.POSITIVE_INFINITY
    const mayHang = slice.isBreakOnly || this.#isEmptyEnd(slice)
    if (mayHang || Math.min(needed, most) <= room) {
      const notes = this.#fitNotes(slice.notes, draft, room - needed, false)
      if (notes !== undefined) {
        this.#commit(slice, cursor, draft, top, notes)
        return this.#wrapTextAbove(slice, draft)
      }
    }
    const isKept = slice.isKept === true && slice.height <= bodyHeight(this.#openPage)
    const parts = isKept ? undefined : slice.split?.(room, false)
    if (parts !== undefined && cursor.open !== undefined) return this.#split(parts, cursor, draft, top)
    return this.#breakBefore(slice, cursor, draft, top)
  }

  /** An empty paragraph that is there for the end of its section makes no page of its own. */
  #isEmptyEnd({ paragraph }: FlowSlice): boolean {
    const last = this.#endsPage
    if (paragraph === undefined || last?.kind !== 'paragraph' || last.paragraph !== paragraph) return false
    return paragraph.inlines.length === 0 && paragraph.label === undefined && !isPageEmpty(this.#openPage)
  }

  #demandedBreak(slice: FlowSlice, draft: ColumnDraft): 'page' | 'column' | undefined {
    const after = draft.placed.at(-1)?.flow?.breakAfter
    if (after !== undefined) return after
    if (slice.breakBefore === 'page' && !isPageEmpty(this.#openPage)) return 'page'
    return slice.breakBefore === 'column' && draft.placed.length > 0 ? 'column' : undefined
  }

  /** The slice does not fit: goes back to the last place where the flow may break, and on in the next column. */
  #breakBefore(slice: FlowSlice, cursor: Cursor, draft: ColumnDraft, top: number): Cursor | undefined {
    const { placed } = draft
    const hasText = placed.some((each) => each.cursor !== undefined)
    if (!hasText && isPageEmpty(this.#openPage)) return this.#force(slice, cursor, draft, top)
    if (!hasText || slice.breakBefore === 'allowed') {
      this.#breakColumn(hasText)
      return cursor
    }
    const back = this.#goBack(draft, ({ flow }) => flow?.breakBefore === 'allowed')
    if (back !== undefined) return back
    const first = placed[0]
    if (draft.start === 'flow' && first?.cursor !== undefined && first.flow?.breakBefore === 'allowed') {
      this.#takeBack(draft, 0)
      this.#newPage('natural')
      return first.cursor
    }
    // Everything here is to be kept together, which no column can do: at least the lines of a paragraph are.
    const isKept = slice.paragraph?.properties.keepLines === true && slice.start !== undefined
    const start = isKept
      ? this.#goBack(draft, ({ flow }) => flow?.paragraph === slice.paragraph && flow?.start === undefined)
      : undefined
    if (start !== undefined) return start
    this.#nextColumn('natural')
    return cursor
  }

  /** Goes on in the next column from the last slice that is as asked for; undefined where there is none. */
  #goBack(draft: ColumnDraft, isAsked: (placed: ColumnDraft['placed'][number]) => boolean): Cursor | undefined {
    const { placed } = draft
    for (let index = placed.length - 1; index > 0; index--) {
      const each = placed[index]
      // What stands above must be text: a column of nothing but repeated header rows would repeat itself.
      if (each?.cursor === undefined || !isAsked(each) || placed[index - 1]?.cursor === undefined) continue
      this.#takeBack(draft, index)
      this.#nextColumn('natural')
      return each.cursor
    }
    return undefined
  }

  /** An empty column that has no room for a line is left to the next page, not to its neighbours of the same height. */
  #breakColumn(hasText: boolean): void {
    if (hasText) this.#nextColumn('natural')
    else this.#newPage('natural')
  }

  /** Places what is taller than a page. */
  #force(slice: FlowSlice, cursor: Cursor, draft: ColumnDraft, asked: number): Cursor | undefined {
    const bottom = columnBottom(this.#openPage, draft)
    // Space alone moves nothing off the page.
    const top = Math.min(asked, Math.max(draft.end, bottom - neededRoom(slice)))
    const room = bottom - top
    const parts = neededRoom(slice) > room ? slice.split?.(Math.max(room, 0), true) : undefined
    if (parts !== undefined && cursor.open !== undefined) return this.#split(parts, cursor, draft, top)
    const notes = this.#fitNotes(slice.notes, draft, Math.max(room - slice.height, 0), true) ?? NO_NOTES
    this.#commit(slice, cursor, draft, top, notes)
    return undefined
  }

  #split(
    [head, rest]: readonly [head: Slice, rest: Slice],
    cursor: Cursor & { readonly open?: OpenItem },
    draft: ColumnDraft,
    top: number,
  ): Cursor {
    const flowHead = rowSlice(head, undefined, 0)
    const room = Math.max(columnBottom(this.#openPage, draft) - top - head.height, 0)
    this.#commit(flowHead, cursor, draft, top, this.#fitNotes(head.notes, draft, room, true) ?? NO_NOTES)
    // Nothing is taken back from a column that is closed, so the row can be replaced by its rest.
    cursor.open?.slices.splice(cursor.index, 1, rowSlice(rest, undefined, 0))
    this.#nextColumn('natural')
    return cursor
  }

  #fitNotes(
    references: readonly NoteReference[],
    draft: ColumnDraft,
    room: number,
    force: boolean,
  ): NoteFit | undefined {
    if (references.length === 0) return NO_NOTES
    if (draft.overflow.length > 0 && !force) return undefined
    return this.#footnotes.fit(references, draft.column.width, room, draft.notesHeight === 0, force)
  }

  #commit(slice: FlowSlice, cursor: Cursor | undefined, draft: ColumnDraft, top: number, notes: NoteFit): void {
    const floats =
      slice.floats.length > 0 ? slice.floats : placeAnchors(slice, top, this.#surroundings(draft), this.#context)
    draft.placed.push({
      slice,
      flow: slice,
      x: draft.column.left,
      y: top,
      columnEnd: draft.end,
      ...(cursor !== undefined && { cursor }),
      floats,
      notes: notes.slices,
      notesHeight: notes.height,
      shiftX: 0,
      shiftY: 0,
    })
    draft.end = top + slice.height
    draft.notesHeight += notes.height
    if (notes.rest.length > 0) draft.overflow = [...draft.overflow, ...notes.rest]
    for (const { exclusion } of floats) {
      if (exclusion !== undefined && this.#exclusions.length < TYPESET_LIMITS.maxFloatsBesideText) {
        this.#exclusions.push(exclusion)
      }
    }
  }

  /** A drawing that stands above its anchor: text of the page before the anchor is set again, around it. */
  #wrapTextAbove(slice: FlowSlice, draft: ColumnDraft): Cursor | undefined {
    if (slice.anchors.length === 0) return undefined
    const placed = draft.placed.at(-1)
    const above = placed && exclusionsAbove(slice, placed, this.#wrapped)
    if (above === undefined || above.length === 0) return undefined
    const index = draft.placed.findIndex((each) => each.cursor !== undefined && meetsAny(each, draft, above))
    const cursor = draft.placed[index]?.cursor
    if (cursor === undefined || index === draft.placed.length - 1) return undefined
    for (const { drawing } of slice.anchors) this.#wrapped.add(drawing)
    this.#takeBack(draft, index)
    this.#exclusions = [...this.#exclusions, ...above]
    return cursor
  }

  /** Takes slices back from the end of a column. */
  #takeBack(draft: ColumnDraft, from: number): void {
    for (const { floats, notesHeight } of draft.placed.slice(from)) {
      draft.notesHeight -= notesHeight
      for (const { exclusion } of floats) {
        if (exclusion !== undefined) this.#exclusions = this.#exclusions.filter((each) => each !== exclusion)
      }
    }
    const first = draft.placed[from]
    if (first !== undefined) draft.end = first.columnEnd
    draft.placed.length = from
    // Only the last notes of a column can be cut, and they are among those that go.
    draft.overflow = draft.carriedRest
  }

  #repeatHeader(slice: FlowSlice, draft: ColumnDraft): void {
    const { repeat = [] } = slice
    const height = repeat.reduce((sum, each) => sum + each.spaceAbove + each.height, 0)
    if (height === 0 || height > (columnBottom(this.#openPage, draft) - draft.end) * MAX_REPEATED_SHARE) return
    for (const each of repeat) {
      const row = asDecoration(rowSlice(each, undefined, 0))
      this.#commit(row, undefined, draft, draft.end + row.spaceAbove, NO_NOTES)
    }
  }

  #nextColumn(start: ColumnStart): void {
    const region = this.#region
    if (region.drafts.length === region.columns.length) this.#newPage(start)
    else this.#openColumn(region, start, this.#draft.overflow)
  }

  #openColumn(region: Region, start: ColumnStart, carried: readonly Slice[]): void {
    const column = region.columns[region.drafts.length]
    if (column === undefined) throw new Error('The region has no more columns.')
    const draft = openColumn(column, region.top, start, this.#spaceTaken)
    region.drafts.push(draft)
    if (carried.length === 0) return
    const fit = this.#footnotes.fitCarried(carried, column.width, columnBottom(this.#openPage, draft) - region.top)
    draft.carried = fit.slices
    draft.carriedRest = fit.rest
    draft.overflow = fit.rest
    draft.notesHeight = fit.height
  }

  #openRegion(page: PageDraft, first: FlowItem | undefined): void {
    const geometry = geometryWithin(page.geometry, this.#section.properties, this.#context.document.settings)
    const columns = columnsOf(this.#section.properties, geometry)
    const start = isPageEmpty(this.#openPage) ? 'hard' : 'flow'
    const carried = this.#draft.overflow
    const end = regionEnd(this.#region)
    // The space below the text above keeps all columns off it, not just the first.
    const space = start === 'flow' && columns.length > 1 ? spaceOverColumns(first, FLOW_OPTIONS, this.#context) : 0
    const region: Region = {
      section: this.#section,
      frame: geometry.frame,
      top: end + space,
      columns,
      drafts: [],
    }
    page.regions.push(region)
    this.#openColumn(region, start, carried)
    this.#draft.end = end
  }

  /** Opens a page of the current section. `skipsOne`: an empty one goes before it, to reach the side it asks for. */
  #newPage(start: ColumnStart, isFirstOfSection = false, skipsOne = false): void {
    const carried = this.#page === undefined ? [] : this.#draft.overflow
    this.#closePage()
    const { properties } = this.#section
    const asked = isFirstOfSection ? properties.pageNumberStart : undefined
    if (skipsOne) this.#addBlankPage(asked === undefined ? this.#lastNumber + 1 : asked - 1)
    const number = asked ?? this.#lastNumber + 1
    this.#lastNumber = number
    if (this.#finished.length >= TYPESET_LIMITS.maxDocumentPages) {
      throw new SealwrightError(
        'document_too_complex',
        `The document has over ${TYPESET_LIMITS.maxDocumentPages} pages.`,
      )
    }
    this.#counter.startPage(number, this.#section, this.#sectionIndex)
    const place = { section: this.#section, sectionIndex: this.#sectionIndex, number, isFirstOfSection }
    const { page, region, exclusions } = openPage(place, this.#headers, this.#context)
    this.#page = page
    this.#exclusions = exclusions
    this.#openColumn(region, start, carried)
  }

  #addBlankPage(number: number): void {
    this.#lastNumber = number
    this.#finished.push(blankPage(this.#section, this.#sectionIndex, number, this.#context))
  }

  #closePage(): void {
    if (this.#page === undefined) return
    this.#finished.push(finishPage(this.#page, this.#lineNumbering, this.#context))
    this.#page = undefined
  }

  #balance(items: readonly FlowItem[]): void {
    const { frame: page } = this.#region
    balanceColumns(this.#region, { items, page, options: FLOW_OPTIONS, context: this.#context })
  }
}

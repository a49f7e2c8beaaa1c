/**
 * Divides a document into sections, where its pages change.
 *
 * @module
 */

import type { FlowBlock, FlowColumnChange, FlowSection, FlowSectionBreak } from '../../docx-writer/flow-document.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { ForcedBreak } from '../css/computed-style.js'
import { isPageChange, startsPage } from './page-break.js'
import type { MarginContent } from './page-margin-boxes.js'
import type { PageStrings } from './page-strings.js'
import type { AddFixed, PageStyles, SectionPlan } from './page-styles.js'

/** The blocks of one section, and how it begins. */
interface PageRun {
  readonly name: string | undefined
  readonly to: ForcedBreak | undefined
  readonly firstNumber: number | undefined
  readonly blocks: FlowBlock[]
}

/** Maximum number of sections of a document. */
const MAX_SECTIONS = 2000
/** Maximum number of sections for strings in headers only. */
const MAX_STRING_SECTIONS = 400

/**
 * Blocks up to each break at which pages change.
 *
 * @param cuts whether a section also begins at a break, by the index of its block
 */
function cutAtBreaks(blocks: readonly FlowBlock[], cuts: (index: number) => boolean): PageRun[] {
  const segments: PageRun[] = [{ name: undefined, to: undefined, firstNumber: undefined, blocks: [] }]
  const open = (segment: Omit<PageRun, 'blocks'>) => {
    // A break at the very start has no section before it.
    if (segments.length === 1 && segments[0]?.blocks.length === 0) segments.pop()
    segments.push({ ...segment, blocks: [] })
  }
  let name: string | undefined
  for (const [index, block] of blocks.entries()) {
    if (isPageChange(block)) {
      if (segments.length >= MAX_SECTIONS) {
        segments.at(-1)?.blocks.push({ kind: 'pageBreak' })
        continue
      }
      if (block.pages !== undefined) name = block.pages.name
      open({ name, to: block.to ?? 'any', firstNumber: block.firstNumber })
      continue
    }
    const isBreak = index > 0 && startsPage(block) && !isPageChange(blocks[index - 1] ?? block)
    if (isBreak && cuts(index)) {
      open({ name, to: 'any', firstNumber: undefined })
      if (block.kind === 'pageBreak') continue
      segments.at(-1)?.blocks.push(withoutBreak(block))
    } else segments.at(-1)?.blocks.push(block)
  }
  return segments
}

function withoutBreak(block: FlowBlock): FlowBlock {
  if (block.kind !== 'paragraph') return block
  const { pageBreakBefore: _, ...format } = block.format
  return { ...block, format }
}

/** Divides blocks into sections. */
interface SectionMaker {
  readonly pages: PageStyles
  readonly strings: PageStrings
  readonly content: Omit<MarginContent, 'stringOf' | 'openingStringOf'>
  readonly addFixed: AddFixed
  readonly warnings: ConversionWarnings
  /** Whether all of the document is on its first page, as far as is known. */
  readonly isOnePage: boolean
  readonly rightToLeft: boolean
}

/** The first section, and the blocks with breaks where further ones begin. */
export function makeSections(
  blocks: readonly FlowBlock[],
  maker: SectionMaker,
): { readonly first: FlowSection; readonly blocks: readonly FlowBlock[] } {
  const { pages, strings, isOnePage, warnings } = maker
  const [opening] = cutAtBreaks(blocks, () => false)
  const isApart = pages.isFirstApart(opening?.name)
  let count = 1
  const segments = cutAtBreaks(blocks, (index) => {
    const isFirstBreak = count === 1 && isApart
    if (!isFirstBreak && (count >= MAX_STRING_SECTIONS || !strings.changesAfter(blocks, index))) return false
    count++
    return true
  })
  if (segments.length >= MAX_SECTIONS) warnings.add(`Only the first ${MAX_SECTIONS} changes of pages are shown.`)
  const known = new Map<string, FlowSection>()
  const divided = new DividedText(maker.rightToLeft)
  for (const [index, segment] of segments.entries()) {
    const isFirst = index === 0
    const isFirstOnly = isFirst && isApart && (segments.length > 1 || isOnePage)
    const plan = { name: segment.name, isFirst, isFirstOnly }
    const section = sectionOf(segment, plan, maker, known)
    divided.open(section, startOf(segment.to, pages))
    for (const block of segment.blocks) divided.add(block)
  }
  if (divided.hasTooMany) warnings.add(`Only the first ${MAX_COLUMN_SECTIONS} changes of columns are shown.`)
  return divided.finish()
}

/** Maximum number of sections that begin because the number of columns changes. */
const MAX_COLUMN_SECTIONS = 1000

/** The text of a document with the breaks of its sections. */
class DividedText {
  readonly #blocks: FlowBlock[] = []
  readonly #rightToLeft: boolean
  #first: FlowSection | undefined
  /** The section as its pages ask for it, and the columns that were opened last. */
  #section: FlowSection | undefined
  #columns: FlowColumnChange | undefined
  #changes = 0

  constructor(rightToLeft: boolean) {
    this.#rightToLeft = rightToLeft
  }

  get hasTooMany(): boolean {
    return this.#changes > MAX_COLUMN_SECTIONS
  }

  /** Begins a section on another page, in the columns that are open. */
  open(section: FlowSection, startsAt: FlowSectionBreak['startsAt']): void {
    this.#section = section
    const opened = this.#inColumns(section)
    if (this.#first === undefined) this.#first = opened
    else this.#blocks.push({ kind: 'sectionBreak', section: opened, startsAt })
  }

  add(block: FlowBlock): void {
    if (block.kind === 'columnChange') this.#change(block)
    else this.#blocks.push(block)
  }

  finish(): { readonly first: FlowSection; readonly blocks: readonly FlowBlock[] } {
    if (this.#first === undefined) throw new RangeError('A document has at least one section')
    return { first: this.#first, blocks: this.#blocks }
  }

  /** Where a section begins at the same place, that section gets the columns. All others begin on the same page. */
  #change(change: FlowColumnChange): void {
    if (this.#section === undefined || ++this.#changes > MAX_COLUMN_SECTIONS) return
    this.#columns = change
    const last = this.#blocks.at(-1)
    if (last === undefined) this.#first = this.#inColumns(this.#section)
    else if (last.kind === 'sectionBreak' && last.startsAt !== 'here') {
      this.#blocks[this.#blocks.length - 1] = { ...last, section: this.#inColumns(this.#section) }
    } else {
      if (last.kind === 'sectionBreak') this.#blocks.pop()
      const { firstNumber: _, running, ...section } = this.#inColumns(this.#section)
      const { firstPage: __, ...usual } = running ?? {}
      const here = running === undefined ? section : { ...section, running: usual }
      this.#blocks.push({ kind: 'sectionBreak', section: here, startsAt: 'here' })
    }
  }

  #inColumns(section: FlowSection): FlowSection {
    const { columns, start = 0, end = 0 } = this.#columns ?? {}
    if (columns === undefined) return section
    const { page } = section
    const [left, right] = this.#rightToLeft ? [end, start] : [start, end]
    const margins = { ...page.margins, left: page.margins.left + left, right: page.margins.right + right }
    return { ...section, page: { ...page, margins }, columns }
  }
}

function startOf(to: ForcedBreak | undefined, pages: PageStyles): FlowSectionBreak['startsAt'] {
  if (to === undefined || to === 'any') return 'next'
  return pages.isOdd(to) ? 'odd' : 'even'
}

/** The section of a segment. Each kind is one object, so that equal headers are written once. */
function sectionOf(
  { firstNumber, blocks, name }: PageRun,
  plan: SectionPlan,
  { pages, strings, content, addFixed }: SectionMaker,
  known: Map<string, FlowSection>,
): FlowSection {
  const values = strings.enter(blocks)
  const key = JSON.stringify([plan, values.key])
  let section = known.get(key)
  if (section === undefined) {
    section = pages.section(plan, { ...content, ...values }, addFixed)
    known.set(key, section)
  }
  const number = firstNumber ?? pages.firstNumber(name)
  return number === undefined ? section : { ...section, firstNumber: number }
}

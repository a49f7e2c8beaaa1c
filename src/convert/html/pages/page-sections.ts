/**
 * Divides a document into sections, where its pages change.
 *
 * @module
 */

import { append } from '../../../lists.js'
import type { FlowBlock, FlowSection, FlowSectionBreak } from '../../docx-writer/flow-document.js'
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
  const divided: FlowBlock[] = []
  let first: FlowSection | undefined
  for (const [index, segment] of segments.entries()) {
    const isFirst = index === 0
    const isFirstOnly = isFirst && isApart && (segments.length > 1 || isOnePage)
    const plan = { name: segment.name, isFirst, isFirstOnly }
    const section = sectionOf(segment, plan, maker, known)
    if (first === undefined) first = section
    else divided.push({ kind: 'sectionBreak', section, startsAt: startOf(segment.to, pages) })
    append(divided, segment.blocks)
  }
  if (first === undefined) throw new RangeError('A document has at least one section')
  return { first, blocks: divided }
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

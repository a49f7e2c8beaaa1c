/**
 * Line numbers beside the text (ECMA-376-1, 17.6.8).
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'

import type { Paragraph, Section } from '../model/document-model.js'
import type { RunProperties } from '../model/properties.js'
import { placedIn } from './column-draft.js'
import type { FlowContext } from './flow-context.js'
import { draftsOf, type PageDraft, type Region, regionsOf } from './page-draft.js'

/** Default distance of line numbers from the text, in twips (ECMA-376-1, 17.6.8). */
const AUTO_DISTANCE = 360
/** Width of the column for the numbers, in twips. */
const NUMBER_WIDTH = 1440

/** State of counting the lines of a document. */
export interface LineCount {
  /** Section of the last counted line. */
  readonly section?: Section
  readonly next: number
  /** Format of the plain text so far. Numbers beside headings have it too. */
  readonly letters?: RunProperties
}

/** State before the first page. */
export const NO_LINES: LineCount = { next: 1 }

/**
 * Paints the numbers of lines beside the text of a page.
 *
 * @param shift how far the text was moved down, in twips
 * @returns state for the next page
 */
export function paintLineNumbers(
  page: PageDraft,
  before: LineCount,
  shift: number,
  list: DisplayList,
  context: FlowContext,
): LineCount {
  return regionsOf(page).reduce((count, region) => numberRegion(region, count, shift, list, context), before)
}

function numberRegion(
  region: Region,
  before: LineCount,
  shift: number,
  list: DisplayList,
  context: FlowContext,
): LineCount {
  const { section } = region
  const { lineNumbers: numbering } = section.properties
  if (numbering === undefined || numbering.countBy < 1) return before
  const isNewSection = before.section !== section
  const restarts = isNewSection ? numbering.restart !== 'continuous' : numbering.restart === 'newPage'
  let next = restarts || before.section === undefined ? numbering.start : before.next
  let { letters } = before
  for (const { paragraph, right, y, height } of countedLines(region, numbering)) {
    const number = next++
    if (number % numbering.countBy !== 0) continue
    const { outlineLevel, mark } = paragraph.properties
    if (outlineLevel === undefined) letters = mark
    const stack = context.layOutBlocks([numberParagraph(paragraph, number, letters ?? mark)], NUMBER_WIDTH)
    const lower = Math.max(height - stack.height, 0) / 2
    stack.paint(list, right - NUMBER_WIDTH, y + shift + lower)
  }
  return { section, next, ...(letters !== undefined && { letters }) }
}

/** A line with a number, and the right edge of the number. */
interface CountedLine {
  readonly paragraph: Paragraph
  readonly right: number
  readonly y: number
  readonly height: number
}

function countedLines(region: Region, { distance }: { readonly distance: number }): readonly CountedLine[] {
  return draftsOf(region).flatMap((draft) => {
    const right = draft.column.left - (distance || AUTO_DISTANCE)
    return placedIn(draft).flatMap(({ slice: { paragraph, height }, y }) =>
      paragraph === undefined || paragraph.properties.suppressLineNumbers ? [] : [{ paragraph, right, y, height }],
    )
  })
}

/** A number as a line, with the line spacing of the paragraph beside it. */
function numberParagraph({ properties }: Paragraph, number: number, run: RunProperties): Paragraph {
  const { outlineLevel: _, shading: __, ...rest } = properties
  return {
    kind: 'paragraph',
    properties: {
      ...rest,
      // The number beside a heading is not a heading, or headers that repeat headings would show it.
      styleId: '',
      alignment: 'end',
      rightToLeft: false,
      indentStart: 0,
      indentEnd: 0,
      indentFirstLine: 0,
      spaceBefore: 0,
      spaceAfter: 0,
      autoSpaceBefore: false,
      autoSpaceAfter: false,
      borders: {},
      tabs: [],
    },
    inlines: [{ kind: 'text', text: String(number), run }],
  }
}

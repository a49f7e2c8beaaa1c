/**
 * Numbers beside the lines of a page.
 *
 * @module
 */

import type { Paragraph, Section } from '../model/document-model.js'
import type { RunProperties } from '../model/properties.js'
import type { DisplayList } from '../paint/display-list.js'
import type { FlowContext } from './flow-context.js'
import type { PageDraft } from './page-draft.js'

/** Distance of line numbers from the text where the section leaves it to the program (ECMA-376-1, 17.6.8). */
const AUTO_DISTANCE = 360
/** Width of the column in which numbers are set. */
const NUMBER_WIDTH = 1440

/** Counts the lines of a document's sections from page to page. */
export class LineNumbering {
  readonly #context: FlowContext
  #section: Section | undefined
  #next = 1
  /** Letters of the plain text so far: numbers beside headings do not look like these. */
  #letters: RunProperties | undefined

  constructor(context: FlowContext) {
    this.#context = context
  }

  /** Paints the numbers of lines beside the text of a page. `shift`: how far the text was moved down. */
  paint(page: PageDraft, shift: number, list: DisplayList): void {
    for (const region of page.regions) {
      const numbering = region.section.properties.lineNumbers
      if (numbering === undefined || numbering.countBy < 1) continue
      const isNewSection = this.#section !== region.section
      const restarts = isNewSection ? numbering.restart !== 'continuous' : numbering.restart === 'newPage'
      if (restarts || this.#section === undefined) this.#next = numbering.start
      this.#section = region.section
      for (const { placed, column } of region.drafts) {
        const right = column.left - (numbering.distance || AUTO_DISTANCE)
        for (const { flow, y } of placed) {
          const paragraph = flow?.paragraph
          if (paragraph === undefined || paragraph.properties.suppressLineNumbers) continue
          const number = this.#next++
          if (number % numbering.countBy !== 0) continue
          const { outlineLevel, mark } = paragraph.properties
          if (outlineLevel === undefined) this.#letters = mark
          const label = numberParagraph(paragraph, number, this.#letters ?? mark)
          const stack = this.#context.layOutBlocks([label], NUMBER_WIDTH)
          const lower = Math.max((flow?.height ?? 0) - stack.height, 0) / 2
          stack.paint(list, right - NUMBER_WIDTH, y + shift + lower)
        }
      }
    }
  }
}

/** A number as a line of its own, with the line spacing of the paragraph that it stands beside. */
function numberParagraph({ properties }: Paragraph, number: number, run: RunProperties): Paragraph {
  const { outlineLevel: _, shading: __, ...rest } = properties
  return {
    kind: 'paragraph',
    properties: {
      ...rest,
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

/**
 * The sections of a document that is written, in their order.
 *
 * @module
 */

import type { FlowDocument, FlowSectionBreak, PageSetup, RunningContent } from './flow-document.js'
import type { Relationships } from './relationships.js'
import { type RunningPart, RunningParts, runningContent } from './running-parts.js'
import { sectionPropertiesXml, settlePage } from './section-properties.js'
import type { OpenSections } from './story.js'

interface WrittenSection {
  readonly page: PageSetup
  readonly running: RunningContent
  readonly startsAt: FlowSectionBreak['startsAt']
  readonly firstNumber: number | undefined
}

/** The sections of one document. Each ends where the next one begins, and says there what its pages are like. */
export class WrittenSections implements OpenSections {
  readonly #sections: readonly WrittenSection[]
  readonly #running: RunningParts
  readonly #rightToLeft: boolean
  #ended = 0

  /** @param page what all pages are like, whatever the sections say */
  constructor(document: FlowDocument, page: Partial<PageSetup> | undefined) {
    const breaks = document.blocks.filter((block) => block.kind === 'sectionBreak')
    const all: readonly Pick<FlowSectionBreak, 'section' | 'startsAt'>[] = [
      { section: document, startsAt: 'next' },
      ...breaks,
    ]
    this.#sections = all.map(({ section, startsAt }) => ({
      page: settlePage({ ...section.page, ...page }),
      running: runningContent(section, document.information.language),
      startsAt,
      firstNumber: section.firstNumber,
    }))
    this.#running = new RunningParts(this.#sections.map(({ running }) => running))
    this.#rightToLeft = document.rightToLeft
  }

  /** Headers and footers. */
  get parts(): readonly RunningPart[] {
    return this.#running.parts
  }

  get hasEvenPages(): boolean {
    return this.#running.hasEvenPages
  }

  /** Whether left and right margins change places on pages with even numbers. */
  get isMirrored(): boolean {
    return this.#sections.some(({ page }) => page.isMirrored === true)
  }

  /** Whether lines around pages are measured from their text. */
  get hasTextBorders(): boolean {
    return this.#sections.some(({ page }) => page.bordersFrom === 'text')
  }

  /** The room on the pages of the section that is being written. */
  get room(): OpenSections['room'] {
    const { width, height, margins } = this.#current.page
    return { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom }
  }

  /** Ends the section that is being written: its w:sectPr. */
  end(relationships: Relationships): string {
    const { page, running, startsAt, firstNumber } = this.#current
    const references = (this.#running.references[this.#ended] ?? []).map(({ part: { kind, name }, pages }) => ({
      kind,
      pages,
      id: relationships.add(kind, `${name}.xml`),
    }))
    if (this.#ended < this.#sections.length - 1) this.#ended++
    return sectionPropertiesXml(page, { references, running, startsAt, firstNumber, rightToLeft: this.#rightToLeft })
  }

  get #current(): WrittenSection {
    const section = this.#sections[this.#ended]
    if (section === undefined) throw new RangeError('A document has at least one section')
    return section
  }
}

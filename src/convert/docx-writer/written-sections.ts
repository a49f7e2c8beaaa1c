/**
 * The sections of a written document, in their order.
 *
 * @module
 */

import type { FlowColumns, FlowDocument, FlowSectionBreak, PageSetup, RunningContent } from './flow-document.js'
import type { XmlPart } from './package/docx-package.js'
import type { Relationships } from './package/relationships.js'
import { type RunningPart, RunningParts, runningContent } from './package/running-parts.js'
import type { ReferenceDocument } from './reference-document.js'
import type { ReferenceRunning } from './reference-running.js'
import { columnWidth, sectionPropertiesXml, settlePage } from './section-properties.js'
import type { OpenSections } from './story.js'

interface WrittenSection {
  readonly page: PageSetup
  readonly running: RunningContent
  readonly startsAt: FlowSectionBreak['startsAt']
  readonly firstNumber: number | undefined
  readonly columns: FlowColumns | undefined
}

/** The sections of one document. Each ends where the next one begins, and its properties stand at its end. */
export class WrittenSections implements OpenSections {
  readonly #sections: readonly WrittenSection[]
  readonly #running: RunningParts
  /** Headers and footers of a reference document, for a document without its own. */
  readonly #copied: ReferenceRunning | undefined
  readonly #rightToLeft: boolean
  #ended = 0

  /** @param reference setup of all pages, which overrides that of the sections */
  constructor(document: FlowDocument, reference: Pick<ReferenceDocument, 'page' | 'running'> | undefined) {
    const breaks = document.blocks.filter((block) => block.kind === 'sectionBreak')
    const all: readonly Pick<FlowSectionBreak, 'section' | 'startsAt'>[] = [
      { section: document, startsAt: 'next' },
      ...breaks,
    ]
    this.#sections = all.map(({ section, startsAt }) => ({
      page: settlePage({ ...section.page, ...reference?.page }),
      running: runningContent(section, document.information.language),
      startsAt,
      firstNumber: section.firstNumber,
      columns: section.columns,
    }))
    this.#running = new RunningParts(this.#sections.map(({ running }) => running))
    this.#copied = this.#running.parts.length === 0 ? reference?.running : undefined
    this.#rightToLeft = document.rightToLeft
  }

  /** Headers and footers. */
  get parts(): readonly RunningPart[] {
    return this.#running.parts
  }

  /** Headers and footers of a reference document, which are taken as they are. */
  get copiedFiles(): readonly XmlPart[] {
    return this.#copied?.files ?? []
  }

  get hasEvenPages(): boolean {
    return this.#copied?.hasEvenPages ?? this.#running.hasEvenPages
  }

  /** Whether left and right margins are exchanged on even pages. */
  get isMirrored(): boolean {
    return this.#sections.some(({ page }) => page.isMirrored === true)
  }

  /** Whether page borders are measured from the text. */
  get hasTextBorders(): boolean {
    return this.#sections.some(({ page }) => page.bordersFrom === 'text')
  }

  /** Size of the text area on the pages of the current section, or of its columns. */
  get room(): OpenSections['room'] {
    const { page, columns = { count: 1, gap: 0 } } = this.#current
    const { width, height, margins } = page
    const room = width - margins.left - margins.right
    return { width: columnWidth(room, columns), height: height - margins.top - margins.bottom }
  }

  /** Page setup of the current section. */
  get page(): PageSetup {
    return this.#current.page
  }

  /** Ends the current section: returns its w:sectPr. */
  end(relationships: Relationships): string {
    const { page, running, startsAt, firstNumber, columns } = this.#current
    const own = (this.#running.references[this.#ended] ?? []).map(({ part, pages }) => ({ ...part, pages }))
    const references = (this.#copied?.parts ?? own).map(({ kind, name, pages }) => ({
      kind,
      pages,
      id: relationships.add(kind, `${name}.xml`),
    }))
    if (this.#ended < this.#sections.length - 1) this.#ended++
    return sectionPropertiesXml(page, {
      references,
      running: this.#copied ?? running,
      hasFirstPage: this.#copied?.hasFirstPage ?? running.firstPage !== undefined,
      startsAt,
      firstNumber,
      rightToLeft: this.#rightToLeft,
      columns,
    })
  }

  get #current(): WrittenSection {
    const section = this.#sections[this.#ended]
    if (section === undefined) throw new RangeError('A document has at least one section')
    return section
  }
}

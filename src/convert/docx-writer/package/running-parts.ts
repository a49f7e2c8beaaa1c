/**
 * Headers and footers of a document that is written (ECMA-376-1, 17.10).
 *
 * @module
 */

import { writeBlocks } from '../block-writer.js'
import type { FlowBlock, FlowInline, FlowSection, RunningContent } from '../flow-document.js'
import type { RunFormat } from '../flow-format.js'
import type { DocumentState, Place, Story } from '../story.js'
import { PAGED_NAMESPACES, XML_DECLARATION } from './namespaces.js'
import { Relationships } from './relationships.js'
import { XmlChunks } from './xml-chunks.js'

/** A header or footer that is a part of the package. */
export interface RunningPart {
  readonly kind: 'header' | 'footer'
  /** Name of the part's file, without its extension. */
  readonly name: string
  readonly blocks: readonly FlowBlock[]
}

/** A part on certain pages of a section, as in w:type. */
export interface RunningReference {
  readonly part: RunningPart
  readonly pages: 'default' | 'first' | 'even'
}

const MUTED: RunFormat = { color: '5B6673', size: 180 }

/** The section's headers and footers, or page numbers if those are asked for. */
export function runningContent({ page, running }: FlowSection, language: string | undefined): RunningContent {
  if (!page.pageNumbers || running?.footer !== undefined) return running ?? {}
  return { ...running, footer: pageNumberFooter(language) }
}

/** Content of a header or footer that is empty. */
const NOTHING: readonly FlowBlock[] = []

/**
 * The headers and footers of all sections. Equal content is written once. A section inherits kinds that it does not define from
 * the section before it (ECMA-376-1, 17.10.2). Once a section has defined a kind, all later sections define it.
 */
export class RunningParts {
  readonly parts: RunningPart[] = []
  /** References of the sections, in their order. */
  readonly references: readonly (readonly RunningReference[])[]
  /** Whether even pages have headers or footers of their own. */
  readonly hasEvenPages: boolean
  readonly #said = new Set<string>()
  readonly #byBlocks = {
    header: new Map<readonly FlowBlock[], RunningPart>(),
    footer: new Map<readonly FlowBlock[], RunningPart>(),
  }

  constructor(sections: readonly RunningContent[]) {
    this.hasEvenPages = sections.some(({ evenPages }) => evenPages !== undefined)
    this.references = sections.map((content) => this.#referencesOf(content))
  }

  #referencesOf(content: RunningContent): RunningReference[] {
    const { firstPage, evenPages } = content
    const references: RunningReference[] = []
    for (const kind of ['header', 'footer'] as const) {
      const add = (pages: RunningReference['pages'], blocks: readonly FlowBlock[] | undefined, isNeeded: boolean) => {
        const place = `${kind} ${pages}`
        if (blocks === undefined && !isNeeded && !this.#said.has(place)) return
        this.#said.add(place)
        references.push({ pages, part: this.#partOf(kind, blocks ?? NOTHING) })
      }
      add('default', content[kind], false)
      // A kind of page without content needs an empty part where other kinds have content.
      const isSomewhere = [content, firstPage, evenPages].some((pages) => pages?.[kind] !== undefined)
      if (firstPage !== undefined) add('first', firstPage[kind], isSomewhere)
      if (this.hasEvenPages) add('even', (evenPages ?? content)[kind], isSomewhere)
    }
    return references
  }

  #partOf(kind: RunningPart['kind'], blocks: readonly FlowBlock[]): RunningPart {
    const known = this.#byBlocks[kind].get(blocks)
    if (known !== undefined) return known
    const part = { kind, name: `${kind}${this.#byBlocks[kind].size + 1}`, blocks }
    this.#byBlocks[kind].set(blocks, part)
    this.parts.push(part)
    return part
  }
}

/** The content of a part. */
export function writeRunningPart(
  document: DocumentState,
  { kind, blocks }: RunningPart,
  room: Pick<Place, 'width' | 'height'>,
): Story {
  const story: Story = { document, out: new XmlChunks(document.budget), relationships: new Relationships() }
  const element = kind === 'header' ? 'w:hdr' : 'w:ftr'
  story.out.write(`${XML_DECLARATION}<${element} ${PAGED_NAMESPACES}>`)
  writeBlocks(story, blocks, { kind: 'margin', ...room, depth: 0 })
  story.out.write(`</${element}>`)
  return story
}

/** A footer with the number of the page and of all pages. It has words in English documents only. */
function pageNumberFooter(language: string | undefined): FlowBlock[] {
  const isEnglish = language === undefined || /^en(?:-|$)/i.test(language)
  const number = (counts: 'page' | 'pages'): FlowInline => ({
    kind: 'pageNumber',
    counts,
    numbering: 'decimal',
    format: MUTED,
  })
  const text = (words: string): FlowInline => ({ kind: 'text', text: words, format: MUTED })
  const inlines = isEnglish
    ? [text('Page '), number('page'), text(' of '), number('pages')]
    : [number('page'), text(' / '), number('pages')]
  return [{ kind: 'paragraph', style: 'body', format: { alignment: 'center', spaceBefore: 0, spaceAfter: 0 }, inlines }]
}

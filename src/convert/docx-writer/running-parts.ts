/**
 * Headers and footers of a document that is written (ECMA-376-1, 17.10).
 *
 * @module
 */

import { writeBlocks } from './block-writer.js'
import type { FlowBlock, FlowDocument, FlowInline, RunFormat, RunningContent } from './flow-document.js'
import { STORY_NAMESPACES, XML_DECLARATION } from './namespaces.js'
import { Relationships } from './relationships.js'
import type { DocumentState, Place, Story } from './story.js'
import { XmlChunks } from './xml-chunks.js'

/** A header or footer that is a part of the package. */
export interface RunningPart {
  readonly kind: 'header' | 'footer'
  /** Pages that it is of, as w:type has it. */
  readonly pages: 'default' | 'first'
  /** Name of the part's file, without its extension. */
  readonly name: string
  readonly blocks: readonly FlowBlock[]
}

const MUTED: RunFormat = { color: '5B6673', size: 180 }

/** Headers and footers: the document's own, or else page numbers if those are asked for. */
export function runningContent({ page, running, information }: FlowDocument): RunningContent {
  if (!page.pageNumbers || running?.footer !== undefined) return running ?? {}
  return { ...running, footer: pageNumberFooter(information.language) }
}

/** The parts that this content needs. A first page of its own needs one even where it is empty. */
export function runningParts({ header, footer, firstPage }: RunningContent): readonly RunningPart[] {
  const parts: RunningPart[] = []
  const add = (kind: RunningPart['kind'], pages: RunningPart['pages'], blocks: readonly FlowBlock[] | undefined) => {
    const number = parts.filter((part) => part.kind === kind).length + 1
    if (blocks !== undefined) parts.push({ kind, pages, name: `${kind}${number}`, blocks })
  }
  add('header', 'default', header)
  add('footer', 'default', footer)
  if (firstPage === undefined) return parts
  if (header !== undefined || firstPage.header !== undefined) add('header', 'first', firstPage.header ?? [])
  if (footer !== undefined || firstPage.footer !== undefined) add('footer', 'first', firstPage.footer ?? [])
  return parts
}

/** The content of a part. */
export function writeRunningPart(
  document: DocumentState,
  { kind, blocks }: RunningPart,
  room: Pick<Place, 'width' | 'height'>,
): Story {
  const story: Story = { document, out: new XmlChunks(document.budget), relationships: new Relationships() }
  const element = kind === 'header' ? 'w:hdr' : 'w:ftr'
  story.out.write(`${XML_DECLARATION}<${element} ${STORY_NAMESPACES}>`)
  writeBlocks(story, blocks, { kind: 'margin', ...room, depth: 0 })
  story.out.write(`</${element}>`)
  return story
}

/** The number of the page and of all pages; in words where they are English. */
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

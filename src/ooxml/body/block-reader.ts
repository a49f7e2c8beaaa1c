/**
 * Reads the paragraphs and tables of a container, and joins paragraphs whose marks are deleted.
 *
 * @module
 */

import { append } from '../../lists.js'
import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { Block, Inline, ListLabel, Paragraph } from '../../typeset/model/document-model.js'
import type { ParagraphProperties } from '../../typeset/model/properties.js'
import type { ParagraphFormat } from '../formatting/formatting.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import { controlContent } from './content-control.js'
import { InlineBuilder } from './inline-builder.js'
import { readInlines } from './inline-reader.js'
import { readListLabel } from './list-label.js'
import { type Flow, hasVisibleContent } from './story.js'
import { readTables } from './table-reader.js'
import { splitAtTables } from './tables-in-paragraph.js'

/** Called where a section ends, with its blocks. */
type SectionEnd = (sectPr: XmlElement, blocks: Block[]) => void

/** A paragraph whose mark is deleted or hidden: it continues with the content of the next one. */
interface OpenParagraph {
  readonly inlines: InlineBuilder
  /** Format of the joined paragraph, where it is not that of the paragraph with the visible mark. */
  readonly lead?: ParagraphFormat
  readonly last: ParagraphFormat
}

/** Reads the paragraphs and tables of one container (EG_BlockLevelElts), with tracked changes in their final view. */
export class BlockReader {
  readonly #flow: Flow
  readonly #onSectionEnd: SectionEnd | undefined
  #blocks: Block[] = []
  #tables: XmlElement[] = []
  #bookmarks: string[] = []
  #startsPage = false
  #open: OpenParagraph | undefined

  constructor(flow: Flow, onSectionEnd?: SectionEnd) {
    this.#flow = flow
    this.#onSectionEnd = onSectionEnd
  }

  read(container: XmlElement): void {
    finishSteps(this.readInSteps(container))
  }

  /** {@link read}, with a stop between two blocks. */
  *readInSteps({ children }: XmlElement): Steps<void> {
    for (const [index, child] of children.entries()) {
      if (isTurnOver()) yield index / children.length
      if (typeof child !== 'string') yield* this.#readChild(child)
    }
  }

  *#readChild(child: XmlElement): Steps<void> {
    switch (child.name) {
      case 'w:p':
        for (const piece of splitAtTables(child)) {
          if (piece.name === 'w:tbl') yield* this.#addTable(piece)
          else yield* this.#readParagraph(piece)
        }
        break
      case 'w:tbl':
        yield* this.#addTable(child)
        break
      case 'w:sdt': {
        const content = controlContent(child, this.#flow.story.context)
        if (content !== undefined) yield* this.readInSteps(content)
        break
      }
      case 'w:customXml':
        yield* this.readInSteps(child)
        break
      case 'w:ins':
      case 'w:moveTo':
        if (childOf(child, 'w:r') === undefined || childOf(child, 'w:p') !== undefined) yield* this.readInSteps(child)
        else yield* this.#readParagraph(paragraphOf(child))
        break
      case 'm:oMath':
      case 'm:oMathPara':
        yield* this.#readParagraph(paragraphOf(child))
        break
      case 'w:altChunk':
        yield* this.#readEmbedded(child)
        break
      default:
        this.#readMark(child)
    }
  }

  #readMark({ name, attributes }: XmlElement): void {
    if (name === 'w:bookmarkStart') {
      const bookmark = attributes['w:name']
      if (bookmark !== undefined && bookmark !== '_GoBack') this.#bookmarks.push(bookmark)
    }
    // Some programs write breaks between paragraphs, which the schema does not permit. Word starts a page there.
    if (name === 'w:br' && attributes['w:type'] === 'page' && this.#onSectionEnd !== undefined) this.#startsPage = true
  }

  /** All blocks since the last section ended; at least one paragraph. */
  finish(): Block[] {
    return finishSteps(this.finishInSteps())
  }

  /** {@link finish}, with stops. */
  *finishInSteps(): Steps<Block[]> {
    const { context } = this.#flow.story
    yield* this.#flushTables()
    const open = this.#open
    if (open !== undefined && this.#blocks.length === 0)
      this.#addParagraph(open.inlines.finish(), open.lead ?? open.last)
    else this.#closeOpen()
    this.#open = undefined
    if (this.#blocks.length === 0) {
      this.#addParagraph([], context.formatting.paragraph(undefined, this.#flow.cell))
    }
    return this.#blocks
  }

  *#addTable(table: XmlElement): Steps<void> {
    this.#closeOpen()
    if (this.#startsPage) {
      // A table cannot have a page break of its own.
      yield* this.#flushTables()
      this.#addParagraph([], this.#flow.story.context.formatting.paragraph(undefined, this.#flow.cell))
    }
    this.#tables.push(table)
  }

  *#readParagraph(element: XmlElement): Steps<void> {
    yield* this.#flushTables()
    const { story, cell } = this.#flow
    story.context.checkpoint()
    const pPr = childOf(element, 'w:pPr')
    const format = story.context.formatting.paragraph(pPr, cell)
    const open = this.#open
    const inlines = open?.inlines ?? new InlineBuilder()
    for (const name of this.#bookmarks) inlines.add({ kind: 'bookmark', name })
    this.#bookmarks = []
    readInlines(element, { story, format, inlines })
    const sectPr = childOf(pPr, 'w:sectPr')
    const endsSection = sectPr !== undefined && this.#onSectionEnd !== undefined
    if (!endsSection) {
      const isDeleted = hasDeletedMark(pPr)
      if (isDeleted || format.markHidden || story.fields.isCollecting) {
        const lead = open?.lead ?? (isDeleted || inlines.isEmpty ? undefined : format)
        this.#open = lead === undefined ? { inlines, last: format } : { inlines, lead, last: format }
        return
      }
    }
    const content = inlines.finish()
    if (endsSection && open === undefined && !hasVisibleContent(content)) this.#addSectionMark(content, format)
    else this.#addParagraph(content, open?.lead ?? format)
    this.#open = undefined
    if (endsSection) {
      const blocks = this.#blocks
      this.#blocks = []
      this.#onSectionEnd(sectPr, blocks)
    }
  }

  *#readEmbedded(chunk: XmlElement): Steps<void> {
    this.#closeOpen()
    yield* this.#flushTables()
    const { context } = this.#flow.story
    context.census.show(chunk)
    for (const block of context.readEmbedded(chunk, this.#flow)) this.#blocks.push(block)
  }

  #addParagraph(inlines: readonly Inline[], format: ParagraphFormat): void {
    const label = isPageBreakOnly(inlines) ? undefined : readListLabel(format, this.#flow.story)
    const properties = withEquationAlignment(format.properties, inlines)
    this.#blocks.push(
      paragraph(this.#startsPage ? { ...properties, pageBreakBefore: true } : properties, inlines, label),
    )
    this.#startsPage = false
  }

  /**
   * Adds a paragraph that only contains the end of a section. Word gives it neither a number nor a page break, whatever its
   * style is. Section breaks are often inserted in the style of a heading.
   */
  #addSectionMark(inlines: readonly Inline[], { properties }: ParagraphFormat): void {
    this.#blocks.push(paragraph({ ...properties, pageBreakBefore: false }, inlines, undefined))
  }

  /** Ends a paragraph without a visible mark that no other paragraph follows. It is kept only if it shows something. */
  #closeOpen(): void {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    const inlines = open.inlines.finish()
    if (hasVisibleContent(inlines)) this.#addParagraph(inlines, open.lead ?? open.last)
  }

  *#flushTables(): Steps<void> {
    if (this.#tables.length === 0) return
    const tables = this.#tables
    this.#tables = []
    append(this.#blocks, yield* readTables(tables, this.#flow))
  }
}

/** Wraps content that stands in place of a paragraph in one. */
function paragraphOf(content: XmlElement): XmlElement {
  return { name: 'w:p', attributes: {}, children: [content] }
}

/** Whether a paragraph contains only a page break. Word does not number it, just like the end of a section. */
function isPageBreakOnly(inlines: readonly Inline[]): boolean {
  const content = inlines.filter(({ kind }) => kind !== 'bookmark')
  return content.length > 0 && content.every((inline) => inline.kind === 'break' && inline.type === 'page')
}

function paragraph(
  properties: ParagraphProperties,
  inlines: readonly Inline[],
  label: ListLabel | undefined,
): Paragraph {
  return { kind: 'paragraph', properties, inlines, label }
}

/** Whether a paragraph mark is deleted (17.13.5.15). The paragraph is joined with the next one, which keeps its properties. */
function hasDeletedMark(pPr: XmlElement | undefined): boolean {
  const mark = childOf(pPr, 'w:rPr')
  if (mark === undefined) return false
  return childOf(mark, 'w:del') !== undefined || childOf(mark, 'w:moveFrom') !== undefined
}

/** Centres equations that are alone in their paragraph, unless they set an alignment (22.1.2.51). */
function withEquationAlignment(properties: ParagraphProperties, inlines: readonly Inline[]): ParagraphProperties {
  let alignment: 'start' | 'center' | 'end' | undefined
  for (const inline of inlines) {
    if (inline.kind === 'math' && inline.display) alignment = inline.alignment ?? 'center'
    else if (inline.kind !== 'bookmark' && inline.kind !== 'break') return properties
  }
  return alignment === undefined || alignment === properties.alignment ? properties : { ...properties, alignment }
}

import type { FlowBlock, FlowInline, FlowParagraph, FlowTable, RunFormat } from '../docx-writer/flow-document.js'
import type { BlockFrame } from './block-frame.js'
import { cleanText } from './clean-text.js'
import type { TextStyle } from './css/computed-style.js'
import { type ParagraphFormatDraft, type RunFormats, toParagraphFormat } from './formats.js'
import { InlineBuilder, type LinkTarget } from './inline-builder.js'
import { type DraftBlock, type DraftParagraph, settleSpacing } from './settle-spacing.js'
import { firstStrongDirection, hasRightToLeft, splitByDirection } from './text-direction.js'

/** How paragraphs are built. */
export interface FlowBuilderOptions {
  readonly formats: RunFormats
  /** Of the whole document. */
  readonly lineHeight: TextStyle['lineHeight']
  /** Whether paragraphs that say no direction take that of their text. */
  readonly detectsDirection: boolean
}

/** Collects blocks: gathers inline content until a block ends, and makes a paragraph of it. */
export class FlowBuilder {
  readonly #options: FlowBuilderOptions
  #blocks: DraftBlock[] = []
  #inlines = new InlineBuilder()
  #frame: BlockFrame
  #link: LinkTarget | undefined
  #bookmarks: string[] = []
  #breaksPage = false
  #space = 0

  /** @param frame what paragraphs are that stand in no block */
  constructor(frame: BlockFrame, options: FlowBuilderOptions) {
    this.#frame = frame
    this.#options = options
  }

  /** The frame of the paragraph that is being built. */
  get frame(): BlockFrame {
    return this.#frame
  }

  /** Whether what is added is part of a link. */
  get isInLink(): boolean {
    return this.#link !== undefined
  }

  /** The format of text of this style here. */
  formatOf(text: TextStyle): RunFormat {
    return this.#options.formats.get(text, this.#frame.style)
  }

  /** Adds text, its white space treated as the style says. */
  addText(written: string, style: TextStyle): void {
    if (style.isHidden) return
    const text = changeCase(cleanText(written), style)
    const format = this.formatOf(style)
    if (!hasRightToLeft(text)) this.#inlines.addText(text, format, style.whiteSpace)
    else {
      for (const [index, part] of splitByDirection(text).entries()) {
        const own = index % 2 === 0 ? format : this.#options.formats.rightToLeft(format)
        if (part !== '') this.#inlines.addText(part, own, style.whiteSpace)
      }
    }
  }

  /** Ends a line. */
  addBreak(style: TextStyle): void {
    this.#inlines.addBreak(this.formatOf(style))
  }

  /** Adds a box to be ticked; one that an item begins with stands where labels do. */
  addCheckbox(checked: boolean, style: TextStyle): void {
    const { item } = this.#frame
    const format = this.formatOf(style)
    const isLabel = item !== undefined && item.list === undefined && !item.isLabelled && !this.#inlines.hasContent
    this.#inlines.add({ kind: 'checkbox', checked, format })
    if (isLabel) this.#inlines.addTab(format)
  }

  /** Adds something that is no text. */
  addInline(inline: FlowInline): void {
    this.#inlines.add(inline)
  }

  /** Marks a place: the next content that comes. */
  addBookmark(name: string): void {
    if (this.#inlines.hasContent) this.#inlines.add({ kind: 'bookmark', name })
    else this.#bookmarks.push(name)
  }

  /** Makes what `add` adds a link. */
  inLink(link: LinkTarget, add: () => void): void {
    this.#link = link
    this.#inlines.setLink(link)
    add()
    this.#link = undefined
    this.#inlines.setLink(undefined)
  }

  /** Makes what `add` adds a block of its own. */
  inBlock(frame: BlockFrame, add: () => void): void {
    this.endParagraph()
    const outer = this.#frame
    const { breakBefore, breakAfter } = frame.place.style.box
    if (breakBefore) this.#breaksPage = true
    this.#space = Math.max(this.#space, frame.top ?? 0)
    this.#frame = frame
    const start = this.#blocks.length
    add()
    this.endParagraph()
    this.#frame = outer
    if (breakAfter) this.#breaksPage = true
    this.#closeSpace(frame, start)
  }

  /** Ends the paragraph that is being built, if there is anything in it. */
  endParagraph(): void {
    if (!this.#inlines.hasContent) {
      // What does not show may still hold a place.
      for (const inline of this.#inlines.finish()) if (inline.kind === 'bookmark') this.#bookmarks.push(inline.name)
      if (this.#link === undefined) this.#inlines = new InlineBuilder()
      else this.#resetInlines()
      return
    }
    this.addParagraph(this.#frame, this.#inlines.finish())
    this.#resetInlines()
  }

  /** Adds a paragraph of the frame as it is, even an empty one. */
  addParagraph(frame: BlockFrame, inlines: FlowInline[]): void {
    const marked = [...this.#bookmarks.map((name): FlowInline => ({ kind: 'bookmark', name })), ...inlines]
    this.#bookmarks = []
    const draft = this.#draftParagraph(frame, marked)
    if (this.#breaksPage && frame.tables === 0 && this.#blocks.length > 0) draft.format.pageBreakBefore = true
    this.#breaksPage = false
    this.#space = 0
    this.#blocks.push(draft)
  }

  /** Adds a table. */
  addTable(table: FlowTable): void {
    this.endParagraph()
    if (this.#breaksPage && this.#frame.tables === 0 && this.#blocks.length > 0)
      this.#blocks.push({ kind: 'pageBreak' })
    this.#breaksPage = false
    this.#space = 0
    this.#blocks.push(table)
  }

  /** The blocks that `add` adds, apart from all others. */
  capture(frame: BlockFrame, add: () => void): FlowBlock[] {
    const outer = [this.#blocks, this.#inlines, this.#frame, this.#link, this.#breaksPage, this.#space] as const
    this.#blocks = []
    this.#inlines = new InlineBuilder()
    this.#frame = frame
    this.#link = undefined
    this.#breaksPage = false
    add()
    const blocks = this.finish()
    ;[this.#blocks, this.#inlines, this.#frame, this.#link, this.#breaksPage, this.#space] = outer
    return blocks
  }

  /** All blocks, once everything was added. */
  finish(): FlowBlock[] {
    this.endParagraph()
    const last = this.#blocks.at(-1)
    if (this.#bookmarks.length > 0 && last?.kind === 'paragraph') {
      for (const name of this.#bookmarks) (last.inlines as FlowInline[]).push({ kind: 'bookmark', name })
      this.#bookmarks = []
    }
    return settleSpacing(this.#blocks)
  }

  #resetInlines(): void {
    this.#inlines = new InlineBuilder()
    if (this.#link !== undefined) this.#inlines.setLink(this.#link)
  }

  #draftParagraph(frame: BlockFrame, inlines: FlowInline[]): DraftParagraph {
    const { text, item, style } = frame
    const format = toParagraphFormat(text, frame.width, this.#options.lineHeight)
    if (!frame.isNaturalIndent) {
      format.indentStart = frame.indentStart
      if (frame.indentEnd !== 0 || style === 'quote') format.indentEnd = frame.indentEnd
    }
    if (frame.shading !== undefined) format.shading = frame.shading
    if (frame.borders !== undefined) format.borders = frame.borders
    if (frame.keepWithNext) format.keepWithNext = true
    if (frame.keepLines) format.keepLines = true
    if (this.#options.detectsDirection && text.direction === undefined) {
      if (firstStrongDirection(plainText(inlines)) === 'rtl') format.rightToLeft = true
    }
    const isTop = this.#space > 0 || frame.top !== undefined
    return {
      kind: 'paragraph',
      style,
      format,
      ...(item === undefined ? {} : listOf(item, style, format)),
      inlines,
      top: isTop ? Math.max(this.#space, frame.top ?? 0) : frame.isTight ? 0 : undefined,
      bottom: frame.bottom ?? (frame.isTight ? 0 : undefined),
      isTight: frame.isTight,
    }
  }

  /** Space below a block is space below its last paragraph. */
  #closeSpace(frame: BlockFrame, start: number): void {
    const space = frame.bottom
    const last = this.#blocks.at(-1)
    if (space === undefined || space === 0) return
    if (this.#blocks.length > start && last?.kind === 'paragraph') {
      if (last.bottom !== undefined || space > UNSAID_SPACE) last.bottom = Math.max(last.bottom ?? 0, space)
      last.isTight = false
    } else this.#space = Math.max(this.#space, space)
  }
}

/** What a style is taken to leave below its paragraphs when the page leaves it to the style. */
const UNSAID_SPACE = 150

/** The first paragraph of an item has its label; code and tables in it only stand where its text does. */
function listOf(
  item: NonNullable<BlockFrame['item']>,
  style: FlowParagraph['style'],
  format: ParagraphFormatDraft,
): Pick<DraftParagraph, 'list'> {
  const { list, level, indent } = item
  const isFirst = !item.isLabelled
  item.isLabelled = true
  if (list === undefined) {
    format.indentStart ??= indent
    if (isFirst) format.indentFirstLine = -item.hanging
    return {}
  }
  if (isFirst) return { list: { list, level } }
  if (style === 'listParagraph') return { list: { list, level, continued: true } }
  format.indentStart ??= indent
  return {}
}

function plainText(inlines: readonly FlowInline[]): string {
  let text = ''
  for (const inline of inlines) {
    if (inline.kind === 'text') text += inline.text
    else if (inline.kind === 'link') text += plainText(inline.inlines)
    if (text.length > 200) break
  }
  return text
}

function changeCase(text: string, { letterCase }: TextStyle): string {
  if (letterCase === 'lower') return text.toLowerCase()
  if (letterCase === 'words') return text.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
  return text
}

/**
 * Paragraphs and tables of the looks.
 *
 * @module
 */

import type { FlowBlock, FlowCell, FlowInline, FlowParagraph, FlowTable } from '../docx-writer/flow-document.js'
import type { ParagraphFormat, ParagraphStyleName, RunFormat } from '../docx-writer/flow-format.js'
import type { LookSubject } from './look.js'
import type { Words } from './words.js'

/** Converts millimetres to twips. */
export function mm(length: number): number {
  return Math.round((length * 1440) / 25.4)
}

/** How a paragraph of a look differs from its style. */
interface PieceFormat {
  readonly style?: ParagraphStyleName
  readonly format?: ParagraphFormat
  readonly run?: RunFormat
}

/** A paragraph without space around it, unless its format sets some. Line ends of the text are kept. */
export function textBlock(content: string | readonly FlowInline[], part: PieceFormat = {}): FlowParagraph {
  const { style = 'body', format = {}, run = {} } = part
  const inlines = typeof content === 'string' ? lines(content.split('\n'), run) : content
  const tight = style === 'body' ? { spaceBefore: 0, spaceAfter: 0 } : {}
  return { kind: 'paragraph', style, format: { ...tight, ...format }, inlines }
}

/** Texts one below another. */
export function lines(texts: readonly string[], format: RunFormat): FlowInline[] {
  return texts.flatMap((text, index): FlowInline[] => [
    ...(index === 0 ? [] : [{ kind: 'break', type: 'line', format } as const]),
    { kind: 'text', text, format },
  ])
}

/** "Page 1 of 3" in the language of the document. */
export function pageCounter({ page }: Words, format: RunFormat): FlowInline[] {
  return page
    .split(/(##?)/)
    .filter((part) => part !== '')
    .map((part): FlowInline => {
      if (!part.startsWith('#')) return { kind: 'text', text: part, format }
      return { kind: 'pageNumber', counts: part === '#' ? 'page' : 'pages', numbering: 'decimal', format }
    })
}

/** A table for layout, which draws nothing. */
export function arranged(
  columns: readonly number[],
  rows: readonly (readonly FlowCell[])[],
  { rightToLeft }: Pick<LookSubject, 'rightToLeft'>,
  height?: number,
): FlowTable {
  return {
    kind: 'table',
    columns,
    width: { type: 'twips', value: columns.reduce((sum, width) => sum + width, 0) },
    look: 'plain',
    borders: {},
    cellPadding: { top: 0, right: 0, bottom: 0, left: 0 },
    isFixed: true,
    ...(rightToLeft ? { rightToLeft } : {}),
    rows: rows.map((cells) => ({
      isHeader: false,
      keepsTogether: true,
      ...(height === undefined ? {} : { height }),
      cells,
    })),
  }
}

/** A cell with these blocks. */
export function cell(...blocks: readonly FlowBlock[]): FlowCell {
  return { columnSpan: 1, blocks: blocks.length > 0 ? blocks : [textBlock('')] }
}

/** Width of the text area of a page. */
export function textWidth({ page: { width, margins } }: Pick<LookSubject, 'page'>): number {
  return width - margins.left - margins.right
}

/** A line of a header or footer, with content at its start and at its end. */
export function runningLine(
  start: readonly FlowInline[],
  end: readonly FlowInline[],
  subject: LookSubject,
  borders: ParagraphFormat['borders'] = {},
): FlowBlock {
  const room = textWidth(subject)
  const endWidth = Math.round(room * 0.35)
  const line = { lineSpacing: { factor: 1 } } as const
  const cells = [
    cell(textBlock(start, { format: line })),
    cell(textBlock(end, { format: { ...line, alignment: 'end' } })),
  ].map((one) => ({ ...one, borders }))
  return arranged([room - endWidth, endWidth], [cells], subject)
}

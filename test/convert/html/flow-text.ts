/**
 * Reads the text of flow documents.
 *
 * @module
 */

import type { FlowBlock, FlowInline, FlowParagraph, FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { type ReadHtmlOptions, readHtml } from '../../../src/convert/html/read-html.js'

/** The text of inline content: line ends and tabs as such. */
export function inlineText(inlines: readonly FlowInline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text
      if (inline.kind === 'link' || inline.kind === 'shape') return inlineText(inline.inlines)
      if (inline.kind === 'break') return '\n'
      return inline.kind === 'tab' ? '\t' : ''
    })
    .join('')
}

/** All paragraphs, those in tables included. */
export function paragraphsOf(blocks: readonly FlowBlock[]): FlowParagraph[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [block]
    return block.kind === 'table'
      ? block.rows.flatMap((row) => row.cells.flatMap((cell) => paragraphsOf(cell.blocks)))
      : []
  })
}

/** The paragraphs of a page. */
export async function readParagraphs(html: string, options: ReadHtmlOptions = {}): Promise<FlowParagraph[]> {
  return paragraphsOf((await readHtml(html, options)).document.blocks)
}

/** The text of each paragraph of a page. */
export async function readLines(html: string, options: ReadHtmlOptions = {}): Promise<string[]> {
  return (await readParagraphs(html, options)).map((paragraph) => inlineText(paragraph.inlines))
}

/** The format of the run whose text is exactly this. */
export function formatOf(paragraphs: readonly FlowParagraph[], text: string): object | undefined {
  for (const { inlines } of paragraphs) {
    for (const inline of inlines.flatMap((item) => (item.kind === 'link' ? item.inlines : [item]))) {
      if (inline.kind === 'text' && inline.text.trim() === text) return inline.format
    }
  }
  return undefined
}

/** The first table of a page. */
export async function readTable(html: string): Promise<FlowTable> {
  const { document } = await readHtml(html)
  const table = document.blocks.find((block) => block.kind === 'table')
  if (table?.kind !== 'table') throw new Error('There is no table.')
  return table
}

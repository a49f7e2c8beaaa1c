/**
 * A document that was made of a page or of Markdown, written as a DOCX.
 *
 * @module
 */

import type { ConverterOptions } from './conversion.js'
import type { FlowBlock, FlowDocument, FlowInline } from './docx-writer/flow-document.js'
import { writeDocx } from './docx-writer/write-docx.js'

/** Writes a document. Where it names pages, it is laid out first to know their numbers. */
export async function writeWithPages(document: FlowDocument, options: ConverterOptions): Promise<Uint8Array> {
  const bytes = writeDocx(document, options)
  const bookmarks = new Set(referredIn(document.blocks))
  if (bookmarks.size === 0) return bytes
  const { findPages } = await import('./page-references.js')
  return writeDocx(document, options, await findPages(bytes, bookmarks, options))
}

/** The bookmarks whose pages the text names. */
function* referredIn(blocks: readonly FlowBlock[]): Generator<string> {
  for (const block of blocks) {
    if (block.kind === 'paragraph') yield* referredInline(block.inlines)
    else if (block.kind === 'table') {
      for (const { cells } of block.rows) for (const cell of cells) yield* referredIn(cell.blocks)
    }
  }
}

function* referredInline(inlines: readonly FlowInline[]): Generator<string> {
  for (const inline of inlines) {
    if (inline.kind === 'pageReference') yield inline.bookmark
    else if (inline.kind === 'link') yield* referredInline(inline.inlines)
  }
}

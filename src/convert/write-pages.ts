/**
 * A document that was made of a page or of Markdown, written as a DOCX.
 *
 * @module
 */

import type { ConverterOptions } from './conversion.js'
import type { ConversionBudget } from './conversion-budget.js'
import type { FlowBlock, FlowDocument, FlowInline } from './docx-writer/flow-document.js'
import { writeDocxFiles } from './docx-writer/write-docx.js'
import type { ZipFile } from './docx-writer/zip-writer.js'

/** The files of a DOCX. Where its text names pages, it is laid out first to know their numbers. */
export async function writeWithPages(
  document: FlowDocument,
  options: ConverterOptions,
  budget: ConversionBudget,
): Promise<readonly ZipFile[]> {
  const restoreBudget = budget.mark()
  const files = writeDocxFiles(document, options, { budget })
  const bookmarks = new Set(referredIn(document.blocks))
  if (bookmarks.size === 0) return files
  const { findPages } = await import('./page-references.js')
  const pageNumbers = await findPages(files, bookmarks, options)
  // The files that were laid out are of no more use.
  restoreBudget()
  return writeDocxFiles(document, options, { budget, pageNumbers })
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

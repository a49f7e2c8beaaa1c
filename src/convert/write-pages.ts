/**
 * Writes a document that was made from HTML or Markdown as a DOCX.
 *
 * @module
 */

import type { Pace } from '../pace/pace.js'
import type { ConverterOptions } from './conversion.js'
import type { ConversionBudget } from './conversion-budget.js'
import type { FlowBlock, FlowDocument, FlowInline } from './docx-writer/flow-document.js'
import type { ZipFile } from './docx-writer/package/zip-writer.js'
import { writeDocxFilesInSteps } from './docx-writer/write-docx.js'

/** Makes the files of a DOCX. If its text names page numbers, the document is typeset first to find them. */
export async function writeWithPages(
  document: FlowDocument,
  options: ConverterOptions,
  { budget, pace }: { readonly budget: ConversionBudget; readonly pace: Pace },
): Promise<readonly ZipFile[]> {
  const restoreBudget = budget.mark()
  const files = await pace.run(writeDocxFilesInSteps(document, options, { budget }))
  if (!namesPages(document.blocks)) return files
  const { findPages } = await import('./find-pages.js')
  const pageOf = await findPages(files, options, pace)
  // The files that were typeset are not needed any more, so their memory is given back.
  restoreBudget()
  return await pace.run(writeDocxFilesInSteps(document, options, { budget, pageOf }))
}

/** Whether the text names the pages of bookmarks. */
function namesPages(blocks: readonly FlowBlock[]): boolean {
  return blocks.some((block) => {
    if (block.kind === 'paragraph') return namesPagesInline(block.inlines)
    return block.kind === 'table' && block.rows.some(({ cells }) => cells.some((cell) => namesPages(cell.blocks)))
  })
}

function namesPagesInline(inlines: readonly FlowInline[]): boolean {
  return inlines.some(
    (inline) => inline.kind === 'pageReference' || (inline.kind === 'link' && namesPagesInline(inline.inlines)),
  )
}

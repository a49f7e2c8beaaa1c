/**
 * Writes a DOCX whose table of contents says on which pages its headings are.
 *
 * @module
 */

import type { ConverterOptions } from './conversion.js'
import type { FlowDocument } from './docx-writer/flow-document.js'
import type { PageOf } from './docx-writer/story.js'
import { writeDocx } from './docx-writer/write-docx.js'

/**
 * Writes a document. One with a table of contents is typeset first, without page numbers: those numbers are in lines that
 * have room for them, so they change no page.
 *
 * @throws SealwrightError what `writeDocx` throws; the signal's reason when aborted
 */
export async function writeWithPages(document: FlowDocument, options: ConverterOptions): Promise<Uint8Array> {
  if (document.hasContents !== true) return writeDocx(document, options)
  const { findPages } = await import('./find-pages.js')
  const pageOf: PageOf = await findPages(writeDocx(document, options), options)
  options.signal?.throwIfAborted()
  return writeDocx(document, options, pageOf)
}

/**
 * Markdown to DOCX: reads the text and writes the document.
 *
 * @module
 */

import type { Conversion, ConverterOptions } from './conversion.js'
import { decodeText } from './decode-text.js'
import { readMarkdown } from './markdown/read-markdown.js'
import { writeWithPages } from './write-pages.js'

/**
 * Writes a Markdown document as a DOCX.
 *
 * @throws SealwrightError `document_too_complex`; `invalid_document` and the like for a reference document that is no
 * DOCX; the signal's reason when aborted
 */
export async function convertMarkdownToDocx(input: Uint8Array, options: ConverterOptions): Promise<Conversion> {
  options.signal?.throwIfAborted()
  const { document, warnings } = await readMarkdown(decodeText(input), options)
  options.signal?.throwIfAborted()
  return { bytes: await writeWithPages(document, options), warnings }
}

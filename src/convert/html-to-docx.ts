/**
 * HTML to DOCX: reads the page and writes the document.
 *
 * @module
 */

import type { Conversion, ConverterOptions } from './conversion.js'
import { decodeHtml } from './decode-text.js'
import { writeDocx } from './docx-writer/write-docx.js'
import { readHtml } from './html/read-html.js'

/**
 * Writes an HTML page as a DOCX.
 *
 * @throws SealwrightError `document_too_complex`; `invalid_document` and the like for a reference document that is no
 * DOCX; the signal's reason when aborted
 */
export async function convertHtmlToDocx(input: Uint8Array, options: ConverterOptions): Promise<Conversion> {
  options.signal?.throwIfAborted()
  const { text, encoding, warnings: doubts } = decodeHtml(input, options.charset)
  const { document, warnings } = await readHtml(text, { ...options, encoding })
  options.signal?.throwIfAborted()
  return { bytes: writeDocx(document, options), warnings: [...doubts, ...warnings] }
}

/**
 * HTML to DOCX: reads the page and writes the document.
 *
 * @module
 */

import type { Conversion, ConverterOptions } from './conversion.js'
import { decodeHtml } from './decode-text.js'
import { readHtml } from './html/read-html.js'
import { writeWithPages } from './write-pages.js'

/**
 * Writes an HTML page as a DOCX.
 *
 * @throws SealwrightError `document_too_complex`; `invalid_document` and the like for a reference document that is no
 * DOCX; the signal's reason when aborted
 */
export async function convertHtmlToDocx(input: Uint8Array, options: ConverterOptions): Promise<Conversion> {
  options.signal?.throwIfAborted()
  const { document, warnings } = await readHtml(decodeHtml(input), options)
  options.signal?.throwIfAborted()
  return { bytes: await writeWithPages(document, options), warnings }
}

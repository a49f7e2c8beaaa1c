/**
 * HTML to DOCX: reads the page and writes the document.
 *
 * @module
 */

import type { Conversion, ConverterOptions, DocxFiles } from './conversion.js'
import { createConversionBudget } from './conversion-budget.js'
import { decodeHtml } from './decode-text.js'
import { writeZip } from './docx-writer/zip-writer.js'
import { readHtml } from './html/read-html.js'
import { writeWithPages } from './write-pages.js'

/**
 * Writes an HTML page as a DOCX.
 *
 * @throws SealwrightError `document_too_complex`; `invalid_document` and the like for a reference document that is no
 * DOCX; the signal's reason when aborted
 */
export async function convertHtmlToDocx(input: Uint8Array, options: ConverterOptions): Promise<Conversion> {
  const { files, warnings } = await convertHtmlToFiles(input, options)
  return { bytes: writeZip(files), warnings }
}

/**
 * The files of the DOCX, for what reads it at once.
 *
 * @throws SealwrightError as {@link convertHtmlToDocx} does
 */
export async function convertHtmlToFiles(input: Uint8Array, options: ConverterOptions): Promise<DocxFiles> {
  options.signal?.throwIfAborted()
  const budget = createConversionBudget(input.length, options.budget)
  const { text, encoding, warnings: doubts } = decodeHtml(input, options.charset)
  const { document, warnings } = await readHtml(text, { ...options, encoding, budget })
  options.signal?.throwIfAborted()
  return { files: await writeWithPages(document, options, budget), warnings: [...doubts, ...warnings] }
}

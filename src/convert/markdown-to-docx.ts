/**
 * Markdown to DOCX: reads the text and writes the document.
 *
 * @module
 */

import type { Conversion, ConverterOptions, DocxFiles } from './conversion.js'
import { createConversionBudget } from './conversion-budget.js'
import { decodeText } from './decode-text.js'
import { writeZip } from './docx-writer/zip-writer.js'
import { readMarkdown } from './markdown/read-markdown.js'
import { writeWithPages } from './write-pages.js'

/**
 * Writes a Markdown document as a DOCX.
 *
 * @throws SealwrightError `document_too_complex`; `invalid_document` and the like for a reference document that is no
 * DOCX; the signal's reason when aborted
 */
export async function convertMarkdownToDocx(input: Uint8Array, options: ConverterOptions): Promise<Conversion> {
  const { files, warnings } = await convertMarkdownToFiles(input, options)
  return { bytes: writeZip(files), warnings }
}

/**
 * The files of the DOCX, for what reads it at once.
 *
 * @throws SealwrightError as {@link convertMarkdownToDocx} does
 */
export async function convertMarkdownToFiles(input: Uint8Array, options: ConverterOptions): Promise<DocxFiles> {
  options.signal?.throwIfAborted()
  const budget = createConversionBudget(input.length, options.budget)
  const { text, encoding, warnings: doubts } = decodeText(input, options.charset)
  const { document, warnings } = await readMarkdown(text, { ...options, encoding, budget })
  options.signal?.throwIfAborted()
  return { files: await writeWithPages(document, options, budget), warnings: [...doubts, ...warnings] }
}

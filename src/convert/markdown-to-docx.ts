/**
 * Markdown to DOCX: reads the text and writes the document.
 *
 * @module
 */

import { Pace } from '../pace/pace.js'
import type { Conversion, ConverterOptions, DocxFiles } from './conversion.js'
import { createConversionBudget } from './conversion-budget.js'
import { decodeText } from './decode-text.js'
import { isFallbackFile } from './docx-writer/package/media.js'
import { readMarkdown } from './markdown/read-markdown.js'
import { type MadeDocx, packDocx } from './pack-docx.js'
import { writeWithPages } from './write-pages.js'

/**
 * Writes a Markdown document as a DOCX.
 *
 * @throws SealwrightError `document_too_complex`; `invalid_document` and the like for a reference document that is no
 * DOCX; the signal's reason when aborted
 */
export async function convertMarkdownToDocx(
  input: Uint8Array,
  options: ConverterOptions,
  pace = new Pace({ signal: options.signal }),
): Promise<Conversion> {
  const [making, packing] = pace.split(0.9)
  const made = await makeFiles(input, options, making)
  packing.enter('write', 1)
  return await packDocx(made, options, packing)
}

/**
 * The files of the DOCX, for what reads it at once and draws SVG itself.
 *
 * @throws SealwrightError as {@link convertMarkdownToDocx} does
 */
export async function convertMarkdownToFiles(
  input: Uint8Array,
  options: ConverterOptions,
  pace = new Pace({ signal: options.signal }),
): Promise<DocxFiles> {
  const { files, warnings } = await makeFiles(input, options, pace)
  return { files: files.filter((file) => !isFallbackFile(file)), warnings }
}

async function makeFiles(input: Uint8Array, options: ConverterOptions, pace: Pace): Promise<MadeDocx> {
  options.signal?.throwIfAborted()
  const [reading, writing] = pace.split(READ_SHARE)
  reading.enter('read', 1)
  const budget = createConversionBudget(input.length, options.budget)
  const { text, encoding, warnings: doubts } = decodeText(input, options.charset)
  const { document, warnings } = await readMarkdown(text, { ...options, encoding, budget }, reading)
  writing.enter('write', 1)
  const files = await writeWithPages(document, options, { budget, pace: writing })
  return { files, warnings: [...doubts, ...warnings], budget }
}

/** Share of the progress that reading the text counts for. The rest is writing XML. */
const READ_SHARE = 0.7

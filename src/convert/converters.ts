/**
 * The table of conversions: which formats can become which, and by what.
 *
 * @module
 */

import type { Converter, ConverterTable, TextConverterTable } from './conversion.js'

const docxToPdf: Converter = async (input, options) =>
  (await import('./docx-to-pdf.js')).convertDocxToPdf(input, options)

const markdownToDocx: Converter = async (input, options) =>
  (await import('./markdown-to-docx.js')).convertMarkdownToDocx(input, options)

const htmlToDocx: Converter = async (input, options) =>
  (await import('./html-to-docx.js')).convertHtmlToDocx(input, options)

/** The converters of this package. Each is loaded by its first use. */
export const CONVERTERS: ConverterTable = new Map([
  ['docx>pdf', docxToPdf],
  ['md>docx', markdownToDocx],
  ['html>docx', htmlToDocx],
  ['md>pdf', compose(markdownToDocx, docxToPdf)],
  ['html>pdf', compose(htmlToDocx, docxToPdf)],
])

/** Those that only library calls offer, not the HTTP API. */
export const TEXT_CONVERTERS: TextConverterTable = new Map([
  ['docx>html', async (input, options) => (await import('./docx-to-text.js')).convertDocxToHtml(input, options)],
  ['docx>md', async (input, options) => (await import('./docx-to-text.js')).convertDocxToMarkdown(input, options)],
])

/** One conversion after the other, with the warnings of both. */
function compose(first: Converter, second: Converter): Converter {
  return async (input, options) => {
    const middle = await first(input, options)
    const { bytes, warnings } = await second(middle.bytes, options)
    return { bytes, warnings: [...new Set([...middle.warnings, ...warnings])] }
  }
}

/**
 * The table of conversions: which formats can become which, and by what.
 *
 * @module
 */

import type { Converter, ConverterTable, TextConverterTable } from './conversion.js'

const docxToPdf = onFirstUse(async () => (await import('./docx-to-pdf.js')).convertDocxToPdf)
const markdownToDocx = onFirstUse(async () => (await import('./markdown-to-docx.js')).convertMarkdownToDocx)
const htmlToDocx = onFirstUse(async () => (await import('./html-to-docx.js')).convertHtmlToDocx)

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
  ['docx>html', onFirstUse(async () => (await import('./docx-to-text.js')).convertDocxToHtml)],
  ['docx>md', onFirstUse(async () => (await import('./docx-to-text.js')).convertDocxToMarkdown)],
])

/**
 * A converter that its first use loads. It is kept: where the host has a loader of its own, such as one for TypeScript, each
 * import of a module that is there already takes a third of a millisecond.
 */
function onFirstUse(load: () => Promise<Converter>): Converter {
  let converter: Converter | undefined
  return async (input, options) => {
    converter ??= await load()
    return converter(input, options)
  }
}

/** One conversion after the other, with the warnings of both. */
function compose(first: Converter, second: Converter): Converter {
  return async (input, options) => {
    const middle = await first(input, options)
    const { bytes, warnings } = await second(middle.bytes, options)
    return { bytes, warnings: [...new Set([...middle.warnings, ...warnings])] }
  }
}

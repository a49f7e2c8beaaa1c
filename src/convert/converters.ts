/**
 * The table of conversions, with the converter of each.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { Pace } from '../pace/pace.js'
import type { Converter, ConverterTable, FilesConverter, TextConverterTable } from './conversion.js'

const docxToPdf = onFirstUse(async () => (await import('./docx-to-pdf.js')).convertDocxToPdf)
const markdownToDocx = onFirstUse(async () => (await import('./markdown-to-docx.js')).convertMarkdownToDocx)
const htmlToDocx = onFirstUse(async () => (await import('./html-to-docx.js')).convertHtmlToDocx)

/** The converters of this package. Each is loaded by its first use. */
export const CONVERTERS: ConverterTable = new Map([
  ['docx>pdf', docxToPdf],
  ['md>docx', markdownToDocx],
  ['html>docx', htmlToDocx],
  ['md>pdf', throughDocx(async () => (await import('./markdown-to-docx.js')).convertMarkdownToFiles)],
  ['html>pdf', throughDocx(async () => (await import('./html-to-docx.js')).convertHtmlToFiles)],
])

/** Converters that only library calls offer, not the HTTP API. */
export const TEXT_CONVERTERS: TextConverterTable = new Map([
  ['docx>html', onFirstUse(async () => (await import('./docx-to-text.js')).convertDocxToHtml)],
  ['docx>md', onFirstUse(async () => (await import('./docx-to-text.js')).convertDocxToMarkdown)],
])

/**
 * A converter that is loaded by its first use and then kept. Where the host has a loader of its own, such as one for TypeScript,
 * each import of a loaded module takes a third of a millisecond.
 */
function onFirstUse(load: () => Promise<Converter>): Converter {
  let converter: Converter | undefined
  return async (input, options, pace) => {
    converter ??= await load()
    return converter(input, options, pace)
  }
}

/** Share of the progress that making the DOCX counts for. */
const MADE_SHARE = 0.3

/**
 * Rewrites the error for a text that is too long, so that it says what the author can do. The author does not know of the DOCX
 * whose limits were exceeded.
 *
 * @throws SealwrightError `document_too_complex` with such a message, or the given error
 */
export function rejectTooLong(error: unknown): never {
  if (!(error instanceof SealwrightError) || error.code !== 'document_too_complex') throw error
  const reason = error.message.replace(/\.$/, '')
  throw new SealwrightError(
    'document_too_complex',
    `The document is too long, or nested too deeply, to become one PDF. Divide it into parts, or convert it to DOCX. (As a Word document: ${reason}.)`,
    { cause: error },
  )
}

/** Makes a PDF by way of the files of a DOCX, which are typeset without an archive. The warnings are those of both steps. */
function throughDocx(load: () => Promise<FilesConverter>): Converter {
  return onFirstUse(async () => {
    const [toFiles, { convertDocxToPdf }] = await Promise.all([load(), import('./docx-to-pdf.js')])
    return async (input, options, pace = new Pace({ signal: options.signal })) => {
      const [making, typesetting] = pace.split(MADE_SHARE)
      const docx = await toFiles(input, options, making)
      const { bytes, warnings } = await convertDocxToPdf(docx.files, options, typesetting).catch(rejectTooLong)
      return { bytes, warnings: [...new Set([...docx.warnings, ...warnings])] }
    }
  })
}

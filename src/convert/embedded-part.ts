/**
 * HTML, web archives and plain text to a DOCX: parts that stand in another. Few documents have any, and reading HTML is a third
 * of the code that converting takes: this module is loaded by the first document with such a part.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { EmbeddedPart } from '../ooxml/embedded-document.js'
import { decodeHtml, decodeText } from './decode-text.js'
import { writeDocx } from './docx-writer/write-docx.js'
import type { EmbeddedType } from './embedded-types.js'
import { type ReadHtmlOptions, readHtml } from './html/read-html.js'
import { openWebArchive } from './web-archive.js'

/** What became of an embedded part: a DOCX, or why there is none. */
export type ConvertedPart = { readonly docx: Uint8Array } | { readonly error: SealwrightError }

/** A page, how it is read, and what is doubtful about its encoding. */
interface EmbeddedPage extends ReadHtmlOptions {
  readonly html: string
  readonly doubts: readonly string[]
}

const SOURCES: Readonly<Record<EmbeddedType, (bytes: Uint8Array) => EmbeddedPage>> = {
  'text/html': (bytes) => readPage(bytes),
  'application/xhtml+xml': (bytes) => readPage(bytes),
  'text/plain': readPlainText,
  'message/rfc822': readArchive,
  'multipart/related': readArchive,
}

/**
 * Makes a DOCX of an embedded part. One that is damaged is an answer, not an exception: the document around it goes on.
 *
 * @param mediaType how the part is read
 * @param warnings what is not shown is added here
 * @throws SealwrightError for whatever else is wrong; the signal's reason when aborted
 */
export async function convertEmbeddedPart(
  part: EmbeddedPart,
  mediaType: EmbeddedType,
  signal: AbortSignal | undefined,
  warnings: Set<string>,
): Promise<ConvertedPart> {
  try {
    const { html, doubts, ...options } = SOURCES[mediaType](part.bytes)
    const read = await readHtml(html, { ...options, ...(signal === undefined ? {} : { signal }) })
    for (const warning of [...doubts, ...read.warnings]) warnings.add(warning)
    return { docx: writeDocx(read.document) }
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'invalid_document') return { error }
    throw error
  }
}

function readPage(bytes: Uint8Array, charset?: string): EmbeddedPage {
  const { text, encoding, warnings } = decodeHtml(bytes, charset)
  return { html: text, encoding, doubts: warnings }
}

function readArchive(bytes: Uint8Array): EmbeddedPage {
  const { page, charset, ...options } = openWebArchive(bytes)
  return { ...readPage(page, charset), ...options }
}

function readPlainText(bytes: Uint8Array): EmbeddedPage {
  const { text, warnings } = decodeText(bytes)
  return { html: plainTextPage(text), doubts: warnings }
}

/** Every line is a paragraph, as where Word opens a text file. */
function plainTextPage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const lines = escaped.split(/\r\n|[\r\n]/).map((line) => `<p style="margin:0;white-space:pre-wrap">${line}</p>`)
  return `<body>${lines.join('\n')}</body>`
}

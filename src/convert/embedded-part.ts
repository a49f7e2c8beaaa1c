/**
 * Converts embedded HTML, web archives and plain text to a DOCX. This module is loaded by the first document with such a part:
 * few documents have one, and reading HTML is a third of the code for conversions.
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

/** The result of converting an embedded part: a DOCX, or the error. */
export type ConvertedPart = { readonly docx: Uint8Array } | { readonly error: SealwrightError }

/** A page with the options for reading it, and warnings about its encoding. */
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
 * Converts an embedded part to a DOCX. Damage is returned as an error and not thrown, so that the surrounding document is still
 * converted.
 *
 * @param mediaType media type of the part
 * @param warnings receives warnings about what is not shown
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

/** A page in which every line of a plain text is a paragraph, as when Word opens a text file. */
function plainTextPage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const lines = escaped.split(/\r\n|[\r\n]/).map((line) => `<p style="margin:0;white-space:pre-wrap">${line}</p>`)
  return `<body>${lines.join('\n')}</body>`
}

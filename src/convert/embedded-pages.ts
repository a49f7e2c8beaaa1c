/**
 * HTML, web archives and plain text that stand in a DOCX (w:altChunk), as documents that its reader takes in.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { EmbeddedPart } from '../ooxml/embedded-document.js'
import { type ReadDocxOptions, readDocx } from '../ooxml/read-docx.js'
import type { DocumentModel } from '../typeset/model/document-model.js'
import { decodeHtml, decodeText } from './decode-text.js'
import { writeDocx } from './docx-writer/write-docx.js'
import { type ReadHtmlOptions, readHtml } from './html/read-html.js'
import { openWebArchive } from './web-archive.js'

/** What became of an embedded part: a DOCX, or why there is none. */
type Converted = { readonly docx: Uint8Array } | { readonly error: SealwrightError }

/**
 * Reads a DOCX with the pages of HTML and the plain text that stand in it. What those refer to is not fetched: a DOCX
 * does not make the host ask for anything.
 *
 * @throws what {@link readDocx} throws
 */
export async function readWithEmbedded(input: Uint8Array, options: ReadDocxOptions): Promise<DocumentModel> {
  const wanted = new Map<string, EmbeddedPart>()
  const converted = new Map<string, Converted>()
  const convertEmbedded = (part: EmbeddedPart): Uint8Array | undefined => {
    if (!SOURCES.has(part.mediaType)) return undefined
    const result = converted.get(part.key)
    if (result === undefined) wanted.set(part.key, part)
    else if ('error' in result) throw result.error
    return result?.docx
  }
  const document = readDocx(input, { ...options, convertEmbedded })
  if (wanted.size === 0) return document
  // Reading HTML takes turns of the event loop and reading a DOCX does not; so it is read again, with all at hand.
  const warnings = new Set<string>()
  for (const [key, part] of wanted) converted.set(key, await convert(part, options.signal, warnings))
  const whole = readDocx(input, { ...options, convertEmbedded })
  return { ...whole, warnings: [...whole.warnings, ...warnings] }
}

/** What can be read here, by media type. */
const SOURCES: ReadonlyMap<string, (bytes: Uint8Array) => { readonly html: string } & ReadHtmlOptions> = new Map([
  ['text/html', (bytes) => ({ html: decodeHtml(bytes) })],
  ['application/xhtml+xml', (bytes) => ({ html: decodeHtml(bytes) })],
  ['text/plain', (bytes) => ({ html: plainTextPage(decodeText(bytes)) })],
  ['message/rfc822', readArchive],
  ['multipart/related', readArchive],
])

async function convert(part: EmbeddedPart, signal: AbortSignal | undefined, all: Set<string>): Promise<Converted> {
  try {
    const source = SOURCES.get(part.mediaType)?.(part.bytes)
    if (source === undefined) throw new SealwrightError('unsupported_document', 'Parts of this type are not read')
    const { html, ...options } = source
    const { document, warnings } = await readHtml(html, { ...options, ...(signal === undefined ? {} : { signal }) })
    for (const warning of warnings) all.add(warning)
    return { docx: writeDocx(document) }
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'invalid_document') return { error }
    throw error
  }
}

function readArchive(bytes: Uint8Array): { readonly html: string } & ReadHtmlOptions {
  const { page, ...options } = openWebArchive(bytes)
  return { html: decodeHtml(page), ...options }
}

/** Every line is a paragraph, as where Word opens a text file. */
function plainTextPage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const lines = escaped.split(/\r\n|[\r\n]/).map((line) => `<p style="margin:0;white-space:pre-wrap">${line}</p>`)
  return `<body>${lines.join('\n')}</body>`
}

/**
 * Reads web archives (MHTML, RFC 2557): a page and its resources in one MIME message. Many programs embed HTML in a DOCX this
 * way.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { charsetOf } from './charset-parameter.js'
import type { LoadResource, Resource } from './html/source/load-images.js'

/** The page of an archive, with its resources. */
interface WebArchive {
  readonly page: Uint8Array
  /** Encoding that the archive names for the page. It overrides what the page says itself. */
  readonly charset?: string
  /** Base of relative addresses; left out where the archive does not name it. */
  readonly baseUrl?: string
  readonly loadResource: LoadResource
}

interface BodyPart {
  readonly headers: ReadonlyMap<string, string>
  readonly content: Uint8Array
}

/** Parts of a message that are read. */
const MAX_PARTS = 1000
/** Nesting of multiparts. Archives of pages have two levels. */
const MAX_NESTING = 4

/**
 * Opens a web archive. Nothing is fetched: the loader only returns what is in the archive.
 *
 * @throws SealwrightError `invalid_document` when it contains no page
 */
export function openWebArchive(bytes: Uint8Array): WebArchive {
  const parts: BodyPart[] = []
  collectParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), parts, 0)
  const page = parts.find(({ headers }) => mediaTypeOf(headers) === 'text/html')
  if (page === undefined) throw new SealwrightError('invalid_document', 'The web archive holds no HTML page.')
  const resources = new Map<string, Resource>()
  for (const { headers, content } of parts) {
    const resource = { bytes: content, mediaType: headers.get('content-type') ?? 'text/plain' }
    const location = headers.get('content-location')
    const id = /<([^>]*)>/.exec(headers.get('content-id') ?? '')?.[1]
    if (location !== undefined) resources.set(addressOf(location), resource)
    if (id !== undefined) resources.set(`cid:${id}`, resource)
  }
  const base = page.headers.get('content-location')
  const charset = charsetOf(page.headers.get('content-type'))
  return {
    page: page.content,
    ...(charset === undefined ? {} : { charset }),
    ...(base !== undefined && URL.canParse(base) ? { baseUrl: base } : {}),
    loadResource: async (url) => resources.get(addressOf(url)),
  }
}

/** The address of a location, resolved as in the page that names it. */
function addressOf(location: string): string {
  return URL.canParse(location) ? new URL(location).href : location
}

function collectParts(message: string, parts: BodyPart[], depth: number): void {
  const end = /\r?\n\r?\n/.exec(message)
  if (end === null || depth > MAX_NESTING) return
  const headers = readHeaders(message.slice(0, end.index))
  const body = message.slice(end.index + end[0].length)
  const boundary = boundaryOf(headers)
  if (boundary === undefined) {
    if (parts.length < MAX_PARTS) parts.push({ headers, content: decodeBody(body, headers) })
    return
  }
  // The text before the first delimiter and after the last one is not a part (RFC 2046, 5.1.1).
  const pieces = `\n${body}`.split(`\n--${boundary}`).slice(1)
  for (const piece of pieces) {
    if (piece.startsWith('--') || parts.length >= MAX_PARTS) break
    const line = piece.indexOf('\n')
    if (line >= 0) collectParts(piece.slice(line + 1), parts, depth + 1)
  }
}

/**
 * Header fields by their names in lower case. A line that begins with white space continues the line before (RFC 5322, 2.2.3).
 */
function readHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

function mediaTypeOf(headers: ReadonlyMap<string, string>): string {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? 'text/plain'
}

function boundaryOf(headers: ReadonlyMap<string, string>): string | undefined {
  if (!mediaTypeOf(headers).startsWith('multipart/')) return undefined
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(headers.get('content-type') ?? '') ?? []
  return quoted ?? plain
}

function decodeBody(body: string, headers: ReadonlyMap<string, string>): Uint8Array {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return Buffer.from(encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body, 'latin1')
}

/** Decodes quoted-printable (RFC 2045, 6.7). */
function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

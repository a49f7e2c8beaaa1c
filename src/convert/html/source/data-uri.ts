/**
 * `data:` addresses and the bytes in them.
 *
 * @module
 */

const HEADER = /^data:([^,;]*)((?:;[^,;]*)*),/i
const BASE64 = /^[\dA-Za-z+/]*={0,2}$/

/** The bytes of a `data:` URI (RFC 2397). `undefined` for another URI, for a damaged one, or for more than `maxBytes`. */
export function decodeDataUri(uri: string, maxBytes: number): Uint8Array | undefined {
  const header = HEADER.exec(uri.slice(0, 1024))
  if (header === null) return undefined
  const body = uri.slice(header[0].length)
  const isBase64 = /;\s*base64\s*$/i.test(header[2] ?? '')
  if (body.length > maxBytes * 4) return undefined
  const bytes = isBase64 ? decodeBase64(body) : decodePercent(body)
  return bytes === undefined || bytes.length > maxBytes ? undefined : bytes
}

function decodeBase64(body: string): Uint8Array | undefined {
  const text = (body.includes('%') ? safeDecode(body) : body).replace(/[ \t\n\r\f]+/g, '')
  if (text.length === 0 || text.length % 4 === 1 || !BASE64.test(text)) return undefined
  return new Uint8Array(Buffer.from(text, 'base64'))
}

function decodePercent(body: string): Uint8Array {
  return new TextEncoder().encode(safeDecode(body))
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

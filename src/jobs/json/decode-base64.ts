/**
 * Base64 exactly as RFC 4648, section 4 defines it.
 *
 * @module
 */

const PAD = 0x3d
/** Characters that are decoded at once. So few stay in the processor's cache. */
const CHUNK_CHARS = 64 * 1024

/**
 * Decodes base64 with padding. Line breaks, other characters, the URL-safe alphabet and non-zero pad bits are all refused, so
 * that each document has one encoding.
 *
 * @param encoded the characters, as text or with one byte for each
 * @returns The bytes, or `undefined` when this is not base64.
 */
export function decodeBase64(encoded: string | Uint8Array): Uint8Array | undefined {
  const { length } = encoded
  if (length % 4 !== 0) return undefined
  // The native decoder accepts both alphabets and skips other characters. Skipped characters show in the length of the result.
  const characters = typeof encoded === 'string' ? encoded : viewBytes(encoded)
  if (characters.includes('-') || characters.includes('_')) return undefined
  const bytes = Buffer.allocUnsafeSlow(decodedLength(encoded))
  let offset = 0
  for (let start = 0; start < length; start += CHUNK_CHARS) {
    const end = Math.min(start + CHUNK_CHARS, length)
    const text =
      typeof characters === 'string' ? characters.slice(start, end) : characters.toString('latin1', start, end)
    const expected = decodedLength(text)
    if (end < length && expected !== (CHUNK_CHARS / 4) * 3) return undefined
    if (offset + expected > bytes.length || bytes.write(text, offset, 'base64') !== expected) return undefined
    offset += expected
    if (end === length && !hasZeroPadBits(text, bytes.subarray(0, offset))) return undefined
  }
  return bytes
}

function viewBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Whether pad bits are zero, as RFC 4648, 3.5 demands. */
function hasZeroPadBits(text: string, bytes: Buffer): boolean {
  return text.endsWith(bytes.subarray(-(((bytes.length + 2) % 3) + 1)).toString('base64'))
}

/** The size of the decoded bytes, computed without decoding. */
export function decodedLength(encoded: string | Uint8Array): number {
  const { length } = encoded
  return Math.max(
    0,
    Math.floor((length * 3) / 4) - (isPad(encoded, length - 1) ? (isPad(encoded, length - 2) ? 2 : 1) : 0),
  )
}

function isPad(encoded: string | Uint8Array, at: number): boolean {
  return (typeof encoded === 'string' ? encoded.charCodeAt(at) : encoded[at]) === PAD
}

/** Writes bytes in base64 into another array from an offset on, and returns the offset after the last character. */
export function writeBase64(target: Uint8Array, offset: number, bytes: Uint8Array): number {
  const to = viewBytes(target)
  const from = viewBytes(bytes)
  const chunk = (CHUNK_CHARS / 4) * 3
  let at = offset
  for (let start = 0; start < from.length; start += chunk) {
    at += to.write(from.toString('base64', start, Math.min(start + chunk, from.length)), at, 'latin1')
  }
  return at
}

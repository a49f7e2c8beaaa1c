/**
 * Base64 as RFC 4648, section 4 has it, and nothing else.
 *
 * @module
 */

/**
 * Decodes base64 with padding. Line breaks, other characters, the URL-safe alphabet and bits that stand for nothing are
 * all refused, so that one document has one encoding.
 *
 * @returns The bytes, or `undefined` when the text is not base64.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const { length } = text
  if (length % 4 !== 0) return undefined
  if (length === 0) return new Uint8Array(0)
  // The native decoder knows both alphabets and skips over what it does not know, which then shows in the length.
  if (text.includes('-') || text.includes('_')) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== (length / 4) * 3 - padding) return undefined
  // RFC 4648, 3.5: pad bits must be zero.
  const last = bytes.subarray(-(3 - padding)).toString('base64')
  return text.endsWith(last) ? bytes : undefined
}

/** The size of what a base64 text decodes to, without decoding it. */
export function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor((text.length * 3) / 4) - padding
}

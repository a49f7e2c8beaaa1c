/**
 * The unused part of /Contents in an encrypted document.
 *
 * /Contents is never encrypted (ISO 32000-2, 7.6.2), but PDFBox encrypts the zeros that it reserves there, and then writes
 * the signature over their beginning. The rest is distinguished from foreign data by decrypting it.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import type { SignaturePlace } from './signature-place.js'

/**
 * Size of an AES block in bytes (ISO 32000-2, 7.6.3). An initialization vector comes first, and each block depends on the one
 * before.
 */
const BLOCK = 16

/**
 * True when the bytes of /Contents from `from` on are encrypted zeros. Up to two AES blocks at their beginning cannot be
 * decrypted, since the signature overwrote what they depend on.
 */
export function isEncryptedPadding(
  document: PdfDocument,
  place: SignaturePlace | undefined,
  contents: Uint8Array,
  from: number,
): boolean {
  if (document.security === undefined || place === undefined) return false
  const plain = document.security.decryptString(place.object, contents)
  const isStream = plain.length === contents.length
  if (!isStream && contents.length % BLOCK !== 0) return false
  const first = isStream ? from : Math.ceil(from / BLOCK) * BLOCK
  return plain.length > first && plain.subarray(first).every((byte) => byte === 0)
}

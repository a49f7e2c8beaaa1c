/**
 * The unused part of /Contents in an encrypted document.
 *
 * /Contents is never encrypted (ISO 32000-2, 7.6.2), but PDFBox encrypts the zeros that it writes there at first, and
 * then puts the signature over their beginning. What is left is told from foreign data by decrypting it.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import type { SignaturePlace } from './signature-place.js'

/** Bytes of a block of AES (ISO 32000-2, 7.6.3): an initialization vector comes first, and each block depends on the one before. */
const BLOCK = 16

/**
 * True when the bytes of /Contents from `from` on are encrypted zeros. Up to two blocks of AES at their beginning cannot
 * be decrypted any more, since the signature stands over what they depend on.
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

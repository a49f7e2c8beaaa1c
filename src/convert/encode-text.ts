/**
 * Texts that callers give in place of files.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** Limits of encoding. */
interface EncodeTextOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

const BYTE_ORDER_MARK = '\ufeff'

/**
 * A text as a file in UTF-8. Its byte order mark says so: a page may name another encoding, which it had before it was read.
 *
 * @throws SealwrightError `file_too_large`, `invalid_document` for half a surrogate pair, which UTF-8 cannot hold; the signal's
 * reason
 */
export function encodeText(text: string, { maxBytes, signal }: EncodeTextOptions): Uint8Array {
  signal?.throwIfAborted()
  const length = Buffer.byteLength(text)
  if (length > maxBytes) {
    const message = `The text has ${length} bytes in UTF-8, more than the limit of ${maxBytes}.`
    throw new SealwrightError('file_too_large', message)
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw new SealwrightError(
      'invalid_document',
      'The text holds half of a surrogate pair, so a character is incomplete.',
    )
  }
  return new TextEncoder().encode(text.startsWith(BYTE_ORDER_MARK) ? text : BYTE_ORDER_MARK + text)
}

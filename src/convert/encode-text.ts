/**
 * Encodes texts that callers give instead of files.
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
 * Encodes a text in UTF-8. A byte order mark says so, since a page may name another encoding, in which it was stored before.
 *
 * @throws SealwrightError `file_too_large`, `invalid_document` for half a surrogate pair, which UTF-8 cannot encode; the
 * signal's reason when aborted
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

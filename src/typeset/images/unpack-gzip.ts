/**
 * Decompresses images within a limit.
 *
 * @module
 */

import { gunzipSync } from '../../platform/compression.js'
import { damagedImage, tooLargeImage } from './image-error.js'
import { IMAGE_LIMITS } from './image-limits.js'

/** The content of a gzip file (RFC 1952), up to the limit. */
export function unpackGzip(bytes: Uint8Array): Uint8Array {
  try {
    const buffer = gunzipSync(bytes, { maxOutputLength: IMAGE_LIMITS.maxDecodedBytes })
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLargeImage()
    throw damagedImage('compressed', cause)
  }
}

/**
 * Finds images that hide what is behind them.
 *
 * @module
 */

import type { ImageSource } from '../model/drawing-model.js'

const PNG = [0x89, 0x50, 0x4e, 0x47]
/** Offset of the colour type in a PNG, which says whether pixels have an alpha channel (ISO 15948, 11.2.2). */
const COLOR_TYPE = 25
const ALPHA = 4
/** Bytes that contain the first chunks of a PNG. */
const FIRST_CHUNKS = 4096

/** Whether an image is opaque. This is decided by its first bytes, and only for formats where that is easy. */
export function isOpaqueImage(image: ImageSource | undefined): boolean {
  const bytes = image?.bytes
  if (bytes === undefined) return false
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return true
  if (!PNG.every((byte, index) => bytes[index] === byte)) return false
  if (((bytes[COLOR_TYPE] ?? 0) & ALPHA) !== 0) return false
  return !Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, FIRST_CHUNKS)).includes('tRNS')
}

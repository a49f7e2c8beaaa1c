/**
 * LZWDecode (ISO 32000-2, 7.4.4): codes of 9 to 12 bits, most significant bit first.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

const CLEAR = 256
const END = 257
const FIRST_FREE = 258
const TABLE_SIZE = 4096

/**
 * Decodes LZW data. Data may end without the end-of-data code, as many writers leave it out.
 *
 * The string of each new table entry is the string last written and the byte that follows it. Both stand next to each
 * other in the output, so an entry is only an offset and a length there.
 *
 * @param earlyChange Whether codes grow one entry early (/EarlyChange 1, the default of PDF).
 * @throws SealwrightError `document_too_complex` past `maxBytes`; `invalid_document` for a code that does not exist,
 *   unless `tolerant`, which gives what came before it.
 */
export function decodeLzw(data: Uint8Array, earlyChange: boolean, maxBytes: number, tolerant: boolean): Uint8Array {
  const offsets = new Uint32Array(TABLE_SIZE)
  const lengths = new Uint32Array(TABLE_SIZE)
  const early = earlyChange ? 1 : 0
  let output = new Uint8Array(Math.min(maxBytes, Math.max(256, data.length * 3)))
  let size = 0
  let nextCode = FIRST_FREE
  let width = 9
  let previousOffset = -1
  let previousLength = 0
  let bits = 0
  let bitCount = 0
  let position = 0

  for (;;) {
    while (bitCount < width && position < data.length) {
      bits = ((bits << 8) | (data[position++] ?? 0)) & 0xffffff
      bitCount += 8
    }
    if (bitCount < width) break
    bitCount -= width
    const code = (bits >> bitCount) & ((1 << width) - 1)
    if (code === CLEAR) {
      nextCode = FIRST_FREE
      width = 9
      previousOffset = -1
      continue
    }
    if (code === END) break

    const isNew = code === nextCode && previousOffset >= 0 && nextCode < TABLE_SIZE
    if (code > END && code >= nextCode && !isNew) {
      if (tolerant) break
      throw new SealwrightError('invalid_document', 'An LZW stream in the document is damaged.')
    }
    const length = code < CLEAR ? 1 : isNew ? previousLength + 1 : (lengths[code] ?? 0)
    if (size + length > maxBytes) {
      throw new SealwrightError('document_too_complex', 'A stream in the document expands beyond the limit.')
    }
    if (size + length > output.length) {
      const grown = new Uint8Array(Math.min(maxBytes, Math.max(size + length, output.length * 2)))
      grown.set(output.subarray(0, size))
      output = grown
    }
    if (code < CLEAR) {
      output[size] = code
    } else {
      const from = isNew ? previousOffset : (offsets[code] ?? 0)
      // Byte by byte, forward: the string of a new entry overlaps the place it is written to.
      for (let i = 0; i < length; i++) output[size + i] = output[from + i] ?? 0
    }
    if (previousOffset >= 0 && nextCode < TABLE_SIZE) {
      offsets[nextCode] = previousOffset
      lengths[nextCode] = previousLength + 1
      nextCode++
      if (nextCode + early >= 1 << width && width < 12) width++
    }
    previousOffset = size
    previousLength = length
    size += length
  }
  return output.subarray(0, size)
}

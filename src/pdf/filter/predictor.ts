/**
 * The predictors of FlateDecode and LZWDecode (ISO 32000-2, 7.4.4.4): PNG (RFC 2083, 6) and TIFF (TIFF 6.0, 14).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** Parameters by ISO 32000-2, table 8. Absent ones have their defaults (1, 1, 8, 1). */
export interface PredictorParams {
  readonly predictor?: number | undefined
  readonly colors?: number | undefined
  readonly bitsPerComponent?: number | undefined
  readonly columns?: number | undefined
}

/**
 * Undoes a predictor in place: `data` is overwritten, and the result is a view of its beginning.
 *
 * A last row that is cut short is decoded as far as it goes.
 *
 * @param tolerant Take an unknown PNG row type as "none" instead of throwing.
 * @throws SealwrightError `invalid_document` for parameters that make no sense, or an unknown PNG row type.
 */
export function undoPredictor(data: Uint8Array, params: PredictorParams, tolerant: boolean): Uint8Array {
  const predictor = params.predictor ?? 1
  const colors = params.colors ?? 1
  const bits = params.bitsPerComponent ?? 8
  const columns = params.columns ?? 1
  const rowBytes = Math.ceil((columns * colors * bits) / 8)
  if (!isCount(colors) || !isCount(columns) || ![1, 2, 4, 8, 16].includes(bits) || !Number.isSafeInteger(rowBytes)) {
    throw new SealwrightError('invalid_document', 'A stream in the document has decode parameters that make no sense.')
  }
  if (predictor === 1) return data
  if (predictor === 2) {
    undoTiff(data, rowBytes, colors, bits)
    return data
  }
  if (predictor >= 10 && predictor <= 15) {
    return undoPng(data, rowBytes, Math.ceil((colors * bits) / 8), tolerant)
  }
  throw new SealwrightError('invalid_document', 'A stream in the document names an unknown predictor.')
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1
}

// Undoes PNG predictors. Each row moves towards the beginning by the row types before it, so it is read after where it is
// written.
function undoPng(data: Uint8Array, rowBytes: number, pixelBytes: number, tolerant: boolean): Uint8Array {
  let source = 0
  let target = 0
  while (source < data.length) {
    const type = at(data, source++)
    const length = Math.min(rowBytes, data.length - source)
    const end = target + length
    // Position of the row before; for the first row, zeros are used instead.
    const above = target - rowBytes
    if (type === 2 && above >= 0) {
      // Cross-reference streams use only this one, and have thousands of short rows, so these are not copied first.
      for (let i = target, j = source, k = above; i < end; i++, j++, k++) data[i] = at(data, j) + at(data, k)
    } else {
      data.copyWithin(target, source, source + length)
      if (type === 1) undoSub(data, target, end, pixelBytes)
      else if (type === 3) undoAverage(data, target, end, above, pixelBytes)
      else if (type === 4) undoPaeth(data, target, end, above, pixelBytes)
      else if (type > 4 && !tolerant) {
        throw new SealwrightError(
          'invalid_document',
          'A stream in the document has a row with an unknown PNG predictor.',
        )
      }
    }
    source += length
    target = end
  }
  return data.subarray(0, target)
}

/** Every index here is inside the array by construction. */
function at(data: Uint8Array, index: number): number {
  return data[index] ?? 0
}

function undoSub(data: Uint8Array, start: number, end: number, pixelBytes: number): void {
  for (let i = start + pixelBytes; i < end; i++) data[i] = at(data, i) + at(data, i - pixelBytes)
}

function undoAverage(data: Uint8Array, start: number, end: number, above: number, pixelBytes: number): void {
  for (let i = start; i < end; i++) {
    const left = i - start < pixelBytes ? 0 : at(data, i - pixelBytes)
    const up = above < 0 ? 0 : at(data, above + i - start)
    data[i] = at(data, i) + ((left + up) >> 1)
  }
}

function undoPaeth(data: Uint8Array, start: number, end: number, above: number, pixelBytes: number): void {
  // The first row has nothing above: what stands to the left is always the nearest.
  if (above < 0) {
    undoSub(data, start, end, pixelBytes)
    return
  }
  const second = Math.min(end, start + pixelBytes)
  for (let i = start, j = above; i < second; i++, j++) data[i] = at(data, i) + at(data, j)
  for (let i = second, j = above + pixelBytes; i < end; i++, j++) {
    const left = at(data, i - pixelBytes)
    const up = at(data, j)
    const upLeft = at(data, j - pixelBytes)
    // Distances of left + up - upLeft from each of the three.
    const toLeft = Math.abs(up - upLeft)
    const toUp = Math.abs(left - upLeft)
    const toUpLeft = Math.abs(left + up - upLeft - upLeft)
    const nearest = toLeft <= toUp && toLeft <= toUpLeft ? left : toUp <= toUpLeft ? up : upLeft
    data[i] = at(data, i) + nearest
  }
}

function undoTiff(data: Uint8Array, rowBytes: number, colors: number, bits: number): void {
  for (let row = 0; row < data.length; row += rowBytes) {
    const end = Math.min(row + rowBytes, data.length)
    if (bits === 8) {
      for (let i = row + colors; i < end; i++) data[i] = at(data, i) + at(data, i - colors)
    } else if (bits === 16) {
      for (let i = row + 2 * colors; i + 1 < end; i += 2) {
        const j = i - 2 * colors
        const sum = ((at(data, i) << 8) | at(data, i + 1)) + ((at(data, j) << 8) | at(data, j + 1))
        data[i] = sum >> 8
        data[i + 1] = sum
      }
    } else {
      undoTiffBits(data, row, end, colors, bits)
    }
  }
}

/** Undoes the predictor for components of 1, 2 or 4 bits: each is added to the one `colors` components before it. */
function undoTiffBits(data: Uint8Array, row: number, end: number, colors: number, bits: number): void {
  const mask = (1 << bits) - 1
  const perByte = 8 / bits
  const count = (end - row) * perByte
  for (let n = colors; n < count; n++) {
    const before = n - colors
    const previous = at(data, row + Math.floor(before / perByte)) >> (8 - bits - (before % perByte) * bits)
    const index = row + Math.floor(n / perByte)
    const shift = 8 - bits - (n % perByte) * bits
    const value = at(data, index)
    const sum = ((value >> shift) + previous) & mask
    data[index] = (value & ~(mask << shift)) | (sum << shift)
  }
}

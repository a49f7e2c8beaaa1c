/**
 * The simple filters: ASCIIHexDecode, ASCII85Decode (ISO 32000-2, 7.4.2 and 7.4.3) and RunLengthDecode (7.4.5).
 *
 * All of them accept data without its end-of-data marker, since nothing is lost then.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** Pairs of hexadecimal digits; a last single one is followed by an implied 0. */
export function decodeAsciiHex(data: Uint8Array, tolerant: boolean): Uint8Array {
  const output = new Uint8Array((data.length + 1) >> 1)
  let size = 0
  let high = -1
  for (const byte of data) {
    if (byte === 0x3e) break
    if (isWhitespace(byte)) continue
    const digit = hexDigit(byte)
    if (digit < 0) {
      if (tolerant) continue
      throw damaged('ASCIIHex')
    }
    if (high < 0) {
      high = digit
    } else {
      output[size++] = (high << 4) | digit
      high = -1
    }
  }
  if (high >= 0) output[size++] = high << 4
  return output.subarray(0, size)
}

/** Groups of five base-85 digits to four bytes; `z` is four zero bytes; a last group of n digits gives n - 1 bytes. */
export function decodeAscii85(data: Uint8Array, tolerant: boolean): Uint8Array {
  let zeros = 0
  for (const byte of data) if (byte === 0x7a) zeros++
  const output = new Uint8Array(zeros * 4 + Math.ceil((data.length - zeros) / 5) * 4)
  let size = 0
  let value = 0
  let digits = 0
  // Some programs keep the opening mark of PostScript.
  const start = data[0] === 0x3c && data[1] === 0x7e ? 2 : 0
  for (let i = start; i < data.length; i++) {
    const byte = data[i] ?? 0
    if (byte === 0x7e) break
    if (isWhitespace(byte)) continue
    if (byte === 0x7a && digits === 0) {
      size += 4
      continue
    }
    if (byte < 0x21 || byte > 0x75) {
      if (tolerant) continue
      throw damaged('ASCII85')
    }
    value = value * 85 + (byte - 0x21)
    if (++digits < 5) continue
    if (value > 0xffffffff && !tolerant) throw damaged('ASCII85')
    size = putBigEndian(output, size, value, 4)
    value = 0
    digits = 0
  }
  if (digits === 1 && !tolerant) throw damaged('ASCII85')
  if (digits > 1) {
    for (let i = digits; i < 5; i++) value = value * 85 + 84
    if (value > 0xffffffff && !tolerant) throw damaged('ASCII85')
    size = putBigEndian(output, size, value, digits - 1)
  }
  return output.subarray(0, size)
}

function putBigEndian(output: Uint8Array, at: number, value: number, count: number): number {
  for (let i = 0; i < count; i++) output[at + i] = Math.floor(value / 2 ** (24 - 8 * i))
  return at + count
}

/** Decodes runs by their length byte n. Below 128: n + 1 literal bytes; above: one byte, 257 - n times; 128: the end. */
export function decodeRunLength(data: Uint8Array, maxBytes: number, tolerant: boolean): Uint8Array {
  const size = measureRunLength(data, tolerant)
  if (size > maxBytes) {
    throw new SealwrightError('document_too_complex', 'A stream in the document is longer than the limit.')
  }
  const output = new Uint8Array(size)
  let at = 0
  for (let i = 0; at < size; ) {
    const length = data[i++] ?? 128
    if (length < 128) {
      const literal = data.subarray(i, i + length + 1)
      output.set(literal, at)
      at += literal.length
      i += length + 1
    } else {
      output.fill(data[i++] ?? 0, at, at + 257 - length)
      at += 257 - length
    }
  }
  return output
}

function measureRunLength(data: Uint8Array, tolerant: boolean): number {
  let size = 0
  for (let i = 0; i < data.length; ) {
    const length = data[i++] ?? 128
    if (length === 128) return size
    const wanted = length < 128 ? length + 1 : 1
    const present = Math.min(wanted, data.length - i)
    if (present < wanted && !tolerant) throw damaged('RunLength')
    size += length < 128 ? present : present === 0 ? 0 : 257 - length
    i += wanted
  }
  return size
}

function damaged(filter: string): SealwrightError {
  return new SealwrightError(
    'invalid_document',
    `A stream in the document is damaged: its ${filter} data cannot be decoded.`,
  )
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** White space by ISO 32000-2, table 1. */
function isWhitespace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b) || byte === 0
}

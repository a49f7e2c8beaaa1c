/**
 * The bytes of strings: hexadecimal digits, and escapes of literal strings (ISO 32000-2, 7.3.4).
 *
 * @module
 */

import { CHAR_CLASS, HEX_VALUE, WHITE_SPACE } from './syntax.js'

/** Whether nothing but hexadecimal digits stands from `start` to before `end`. */
export function areDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (HEX_VALUE[bytes[i] ?? 0] === 255) return false
  return true
}

/** An odd number of digits is read as if a 0 followed (7.3.4.3). */
export function decodeDigits(digits: Uint8Array): Uint8Array {
  const out = new Uint8Array((digits.length + 1) >> 1)
  for (let i = 0; i < digits.length; i++) {
    const value = HEX_VALUE[digits[i] ?? 0] ?? 0
    out[i >> 1] = (out[i >> 1] ?? 0) | (i % 2 === 0 ? value << 4 : value)
  }
  return out
}

/**
 * The bytes of digits among which other characters stand: white space, and what does not belong there.
 *
 * @param onStray is told of each character that does not belong there
 */
export function decodeMixedDigits(bytes: Uint8Array, start: number, end: number, onStray: () => void): Uint8Array {
  const out = new Uint8Array((end - start + 1) >> 1)
  let length = 0
  let high = -1
  for (let pos = start; pos < end; pos++) {
    const code = bytes[pos] ?? 0
    const digit = HEX_VALUE[code] ?? 0
    if (digit === 255) {
      if (CHAR_CLASS[code] !== WHITE_SPACE) onStray()
    } else if (high < 0) {
      high = digit
    } else {
      out[length++] = (high << 4) | digit
      high = -1
    }
  }
  if (high >= 0) out[length++] = high << 4
  return out.subarray(0, length)
}

const ESCAPES: Record<number, number> = { 110: 0x0a, 114: 0x0d, 116: 0x09, 98: 0x08, 102: 0x0c }

/** Resolves backslash escapes and end-of-line markers of a literal string (7.3.4.2). */
export function unescapeLiteral(raw: Uint8Array): Uint8Array {
  const out = new Uint8Array(raw.length)
  let length = 0
  for (let i = 0; i < raw.length; i++) {
    let code = raw[i] ?? 0
    if (code === 0x0d) {
      if (raw[i + 1] === 0x0a) i++
      code = 0x0a
    } else if (code === 0x5c) {
      i++
      if (i >= raw.length) break
      code = raw[i] ?? 0
      if (code >= 0x30 && code <= 0x37) {
        let value = code - 0x30
        for (let digits = 1; digits < 3; digits++) {
          const next = raw[i + 1]
          if (next === undefined || next < 0x30 || next > 0x37) break
          value = value * 8 + next - 0x30
          i++
        }
        code = value & 0xff
      } else if (code === 0x0d) {
        if (raw[i + 1] === 0x0a) i++
        continue
      } else if (code === 0x0a) {
        continue
      } else {
        code = ESCAPES[code] ?? code
      }
    }
    out[length++] = code
  }
  return out.subarray(0, length)
}

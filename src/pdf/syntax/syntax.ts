/**
 * Character classes and small byte helpers (ISO 32000-2, 7.2.3).
 *
 * @module
 */

export const REGULAR = 0
export const WHITE_SPACE = 1
const DELIMITER = 2

/** Class of each byte value: regular, white space or delimiter. */
export const CHAR_CLASS: Uint8Array = (() => {
  const classes = new Uint8Array(256)
  for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) classes[code] = WHITE_SPACE
  for (const char of '()<>[]{}/%') classes[char.charCodeAt(0)] = DELIMITER
  return classes
})()

/** Value of each hexadecimal digit, 255 for any other byte. */
export const HEX_VALUE: Uint8Array = (() => {
  const values = new Uint8Array(256).fill(255)
  for (let digit = 0; digit < 16; digit++) {
    values[digit.toString(16).charCodeAt(0)] = digit
    values[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
  }
  return values
})()

export function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39
}

/** True where a token ends: at white space, a delimiter or the end of the data. */
export function endsToken(code: number | undefined): boolean {
  return code === undefined || CHAR_CLASS[code] !== REGULAR
}

/** The bytes of an ASCII or Latin-1 text. */
export function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  if (text.length > 64) {
    viewOf(bytes).write(text, 'latin1')
    return bytes
  }
  // Calling native code costs more than a few characters.
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** The bytes as Latin-1 text. Only for short text: names, keywords, version numbers. */
export function latin1Text(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  if (end - start > 16) return viewOf(bytes).toString('latin1', start, end)
  // Calling native code costs more than a few characters.
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}

/** A Buffer over the same memory: its native searches are an order of magnitude faster than a loop. */
export function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** True when `text` (ASCII) is at `offset`. */
export function startsWithAt(bytes: Uint8Array, offset: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[offset + i] !== text.charCodeAt(i)) return false
  }
  return true
}

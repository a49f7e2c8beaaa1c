/**
 * Text and codes in hexadecimal.
 *
 * @module
 */

/** UTF-16BE in hexadecimal. */
export function utf16Hex(text: string): string {
  let hex = ''
  for (let i = 0; i < text.length; i++) hex += hex16(text.charCodeAt(i))
  return hex
}

/** A two-byte code in hexadecimal. */
export function hex16(value: number): string {
  return HEX_BYTES[(value >> 8) & 0xff] + (HEX_BYTES[value & 0xff] ?? '')
}

const HEX_BYTES: readonly string[] = Array.from({ length: 256 }, (_, value) =>
  value.toString(16).toUpperCase().padStart(2, '0'),
)

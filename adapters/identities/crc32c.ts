/**
 * CRC-32C (RFC 3720, appendix B.4), the checksum of Google's services.
 *
 * @module
 */

/** The Castagnoli polynomial, with its bits reversed. */
const POLYNOMIAL = 0x82f63b78

/** The checksum, as an unsigned number. */
export function crc32c(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

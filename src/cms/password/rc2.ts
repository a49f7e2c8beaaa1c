/**
 * Decrypts RC2 in CBC mode (RFC 2268), with which older PKCS#12 files encrypt certificates, and which node:crypto no longer
 * offers.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** A permutation of 0..255 made from the digits of pi (RFC 2268, 2). */
const PI_TABLE = `
  d978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32
  bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626
  6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a
  961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731
  2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e
  c5f3db47e5a59c770aa62068fe7fc1ad`

let piTable: Uint8Array | undefined

function getPiTable(): Uint8Array {
  piTable ??= Uint8Array.from(Buffer.from(PI_TABLE.replace(/\s+/g, ''), 'hex'))
  return piTable
}

/** Expands a key to 64 words of 16 bits (RFC 2268, 2). */
function expandKey(key: Uint8Array, effectiveBits: number): Uint16Array {
  const table = getPiTable()
  const pi = (index: number) => table[index & 0xff] ?? 0
  const bytes = new Uint8Array(128)
  bytes.set(key)
  const at = (index: number) => bytes[index] ?? 0
  for (let i = key.length; i < 128; i++) bytes[i] = pi(at(i - 1) + at(i - key.length))
  const effectiveBytes = (effectiveBits + 7) >> 3
  const mask = 0xff >> (effectiveBytes * 8 - effectiveBits)
  bytes[128 - effectiveBytes] = pi(at(128 - effectiveBytes) & mask)
  for (let i = 127 - effectiveBytes; i >= 0; i--) bytes[i] = pi(at(i + 1) ^ at(i + effectiveBytes))
  return Uint16Array.from({ length: 64 }, (_, i) => at(2 * i) | (at(2 * i + 1) << 8))
}

/**
 * Decrypts whole blocks and keeps the padding.
 *
 * @param key 1 to 128 bytes
 * @param effectiveBits effective key length, 1 to 1024
 * @param iv 8 bytes
 * @param ciphertext a multiple of 8 bytes
 */
export function decryptRc2Cbc(
  key: Uint8Array,
  effectiveBits: number,
  iv: Uint8Array,
  ciphertext: Uint8Array,
): Uint8Array {
  const areLengthsRight = key.length >= 1 && key.length <= 128 && iv.length === 8 && ciphertext.length % 8 === 0
  if (!areLengthsRight || effectiveBits < 1 || effectiveBits > 1024) {
    throw new SealwrightError('invalid_identity', 'A part of the file that is encrypted with RC2 is malformed.')
  }
  const k = expandKey(key, effectiveBits)
  const plaintext = new Uint8Array(ciphertext.length)
  const r = new Uint16Array(4)
  for (let block = 0; block < ciphertext.length; block += 8) {
    for (let i = 0; i < 4; i++) r[i] = (ciphertext[block + 2 * i] ?? 0) | ((ciphertext[block + 2 * i + 1] ?? 0) << 8)
    decryptBlock(r, k)
    for (let i = 0; i < 8; i++) {
      const previous = block === 0 ? iv[i] : ciphertext[block - 8 + i]
      plaintext[block + i] = ((r[i >> 1] ?? 0) >> (8 * (i & 1))) ^ (previous ?? 0)
    }
  }
  return plaintext
}

const ROTATIONS = [1, 2, 3, 5] as const

/** Decrypts a block with the inverse rounds (RFC 2268, 4.3): five mixing rounds, a mash, six rounds, a mash, five rounds. */
function decryptBlock(r: Uint16Array, k: Uint16Array): void {
  const word = (i: number) => r[i & 3] ?? 0
  for (let round = 15; round >= 0; round--) {
    for (let i = 3; i >= 0; i--) {
      const rotation = ROTATIONS[i] ?? 0
      const rotated = (word(i) >>> rotation) | (word(i) << (16 - rotation))
      r[i] = rotated - (k[4 * round + i] ?? 0) - (word(i + 3) & word(i + 2)) - (~word(i + 3) & word(i + 1))
    }
    if (round === 11 || round === 5) {
      for (let i = 3; i >= 0; i--) r[i] = word(i) - (k[word(i + 3) & 63] ?? 0)
    }
  }
}

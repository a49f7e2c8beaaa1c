/**
 * Decrypts RC4 (named in RFC 6229, which has test vectors), with which older PKCS#12 files are encrypted, and which
 * node:crypto no longer offers.
 *
 * @module
 */

import { wipe } from '../../bytes.js'

/**
 * Decrypts data. A wrong key cannot be recognised, so the caller must check the plaintext.
 *
 * @param key 1 to 256 bytes
 */
export function decryptRc4(key: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (i: number, j: number) => {
    const value = at(i)
    state[i & 255] = at(j)
    state[j & 255] = value
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  const plaintext = new Uint8Array(ciphertext.length)
  for (let n = 0, i = 1, j = 0; n < ciphertext.length; n++, i++) {
    j = (j + at(i)) & 255
    swap(i, j)
    plaintext[n] = (ciphertext[n] ?? 0) ^ at(at(i) + at(j))
  }
  wipe(state)
  return plaintext
}

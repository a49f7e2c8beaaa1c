/**
 * Replaces `../ciphers.ts` where there is no `node:crypto`: AES in CBC mode, by `@noble/ciphers`.
 *
 * @module
 */

import { LatePart } from './late-parts.js'

/** The cipher that the first encrypted document loads. */
const aes = new LatePart(() => import('@noble/ciphers/aes.js'))

/** The part of node:crypto's ciphers that is used. All data are in one call of `update`. */
interface Cipher {
  setAutoPadding(isPadded: boolean): this
  update(data: Uint8Array): Uint8Array
  final(): Uint8Array
}

/** Length of the key in bytes, by the name of the cipher in node:crypto. */
const KEY_BYTES: Readonly<Record<string, number>> = { 'aes-128-cbc': 16, 'aes-192-cbc': 24, 'aes-256-cbc': 32 }

/** Encrypts with AES in CBC mode. */
export function createCipheriv(name: string, key: Uint8Array, iv: Uint8Array): Cipher {
  assertKey(name, key, iv)
  return wholeCipher((data, isPadded) =>
    aes.get().cbc(plain(key), plain(iv), { disablePadding: !isPadded }).encrypt(data),
  )
}

/** Decrypts with AES in CBC mode. */
export function createDecipheriv(name: string, key: Uint8Array, iv: Uint8Array): Cipher {
  assertKey(name, key, iv)
  return wholeCipher((data, isPadded) =>
    aes.get().cbc(plain(key), plain(iv), { disablePadding: !isPadded }).decrypt(data),
  )
}

function assertKey(name: string, key: Uint8Array, iv: Uint8Array): void {
  const bytes = Object.hasOwn(KEY_BYTES, name) ? KEY_BYTES[name] : undefined
  if (bytes === undefined) throw new Error(`The cipher ${name} is not supported.`)
  if (key.length !== bytes || iv.length !== 16) throw new RangeError('Invalid key length or initialization vector')
}

function wholeCipher(run: (data: Uint8Array, isPadded: boolean) => Uint8Array): Cipher {
  let isPadded = true
  return {
    setAutoPadding(padded) {
      isPadded = padded
      return this
    },
    update: (data) => run(plain(data), isPadded),
    // Node.js may keep the last block for this call. Here `update` has returned it already, and callers join both results.
    final: () => new Uint8Array(0),
  }
}

/** Makes a view of the class that the library accepts. */
function plain(bytes: Uint8Array): Uint8Array {
  return bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

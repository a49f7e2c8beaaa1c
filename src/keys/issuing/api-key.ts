/**
 * The form of API keys: a prefix, 32 random characters, and a checksum of 6 characters. With the checksum, a mistyped key is
 * refused without a look-up, and a scanner for leaked secrets can tell a key from a random text.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Length of the random part. 32 characters of base 62 hold 190 bits. */
const RANDOM_LENGTH = 32
/** Length of the checksum. 6 characters hold a CRC-32, since 62^6 is above 2^32. */
const CHECKSUM_LENGTH = 6
const HINT_LENGTH = 4
const ID_LENGTH = 16
/**
 * Largest multiple of 62 within a byte. Bytes from this value on are drawn again, since they would make some characters
 * likelier.
 */
const FAIR_BYTES = 248

const KEY_PREFIX = /^[a-z][a-z0-9_]{0,14}_$/
const KEY_ID = /^key_[0-9A-Za-z]{16}$/
const KEY_BODY = /^[0-9A-Za-z]{38}$/

/**
 * Whether a text is allowed as a prefix of keys: lower-case letters, digits and `_`, a letter first, `_` last, at most 16
 * characters.
 */
export function isKeyPrefix(prefix: string): boolean {
  return KEY_PREFIX.test(prefix)
}

/** Makes a new key of 190 random bits: `prefix`, then 38 characters out of 0-9A-Za-z. */
export function createApiKey(prefix: string): string {
  const body = prefix + randomText(RANDOM_LENGTH)
  return body + checksum(body)
}

/** Whether the text has this prefix and a right checksum. The key need not have been issued. */
export function isApiKey(text: string, prefix: string): boolean {
  if (text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(prefix)) return false
  if (!KEY_BODY.test(text.slice(prefix.length))) return false
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/**
 * The stored hash of a key: SHA-256 in hexadecimal. A plain hash is enough for a secret of this many random bits (OWASP ASVS
 * 5.0, 6.5.2).
 */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex')
}

/** The part of a key that may be shown: its prefix and four characters. */
export function keyHint(apiKey: string, prefix: string): string {
  return apiKey.slice(0, prefix.length + HINT_LENGTH)
}

/** Makes an id of 95 random bits for a key. Ids are not secret. */
export function createKeyId(): string {
  return `key_${randomText(ID_LENGTH)}`
}

/** Whether the text has the form of a key's id. */
export function isKeyId(id: string): boolean {
  return typeof id === 'string' && KEY_ID.test(id)
}

/** Makes an id of 95 random bits for a code. */
export function createCodeId(): string {
  return `code_${randomText(ID_LENGTH)}`
}

function checksum(body: string): string {
  let value = crc32(body)
  let text = ''
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = BASE62.charAt(value % 62) + text
    value = Math.floor(value / 62)
  }
  return text
}

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte < FAIR_BYTES && text.length < length) text += BASE62.charAt(byte % 62)
    }
  }
  return text
}

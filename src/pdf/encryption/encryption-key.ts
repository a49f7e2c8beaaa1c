/**
 * Finds the file encryption key for a password, by the algorithms of the standard security handler (ISO 32000-2, 7.6.4, whose
 * algorithm numbers are used below).
 *
 * @module
 */

import { createCipheriv, createDecipheriv } from '../../platform/ciphers.js'
import { createHash, timingSafeEqual } from '../../platform/hashes.js'
import { applyRc4 } from './rc4.js'

/** Entries of the Encrypt dictionary about passwords (ISO 32000-2, table 21). */
export interface PasswordEntries {
  /** /R: 2 to 6. */
  readonly revision: number
  /** /O, 32 bytes, or 48 from revision 5. */
  readonly owner: Uint8Array
  /** /U, 32 bytes, or 48 from revision 5. */
  readonly user: Uint8Array
  /** /OE and /UE, 32 bytes, from revision 5. */
  readonly ownerKey: Uint8Array
  readonly userKey: Uint8Array
  /** /P as a signed 32-bit integer. */
  readonly permissions: number
  readonly encryptMetadata: boolean
  /** The first element of the trailer's /ID. */
  readonly id0: Uint8Array
}

// biome-ignore format: the table of algorithm 2, step a
const PADDING = Uint8Array.of(
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08,
  0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
)
const METADATA_IN_CLEAR = Uint8Array.of(0xff, 0xff, 0xff, 0xff)
const ZERO_IV = new Uint8Array(16)
const NOTHING = new Uint8Array(0)

/** Role in which a document is opened: its owner has all rights, its user those of /P (7.6.4.1). */
export type PasswordRole = 'user' | 'owner'

/**
 * The file encryption key, if the password is that of the user or the owner.
 *
 * @param password Up to revision 4 in PDFDocEncoding, from revision 5 in UTF-8 (after SASLprep).
 * @param keyBytes Length of the key for revisions 2 to 4; later ones always have 32 bytes.
 * @returns The key, or `undefined` when the password is wrong.
 */
export function findFileKey(
  entries: PasswordEntries,
  password: Uint8Array,
  keyBytes: number,
  role: PasswordRole,
): Uint8Array | undefined {
  if (entries.revision >= 5) return findAes256Key(entries, password.subarray(0, MAX_UTF8_BYTES), role)
  const user = role === 'user' ? password : recoverUserPassword(entries, password, keyBytes)
  return tryUserPassword(entries, user, keyBytes)
}

/** Number of bytes of a password that count from revision 5 on (algorithm 2.A, a). */
const MAX_UTF8_BYTES = 127

/** The file key for a user password (algorithm 6); `undefined` when it is wrong. */
function tryUserPassword(entries: PasswordEntries, password: Uint8Array, keyBytes: number): Uint8Array | undefined {
  const key = computeFileKey(entries, password, keyBytes)
  if (entries.revision === 2) {
    return equalBytes(applyRc4(key, PADDING), entries.user) ? key : undefined
  }
  // Algorithm 5; the last 16 bytes of /U are arbitrary.
  let check: Uint8Array = applyRc4(key, md5(PADDING, entries.id0))
  for (let i = 1; i <= 19; i++) check = applyRc4(xorKey(key, i), check)
  return equalBytes(check, entries.user.subarray(0, 16)) ? key : undefined
}

/** Computes the file key for revisions 2 to 4 (algorithm 2). */
function computeFileKey(entries: PasswordEntries, password: Uint8Array, keyBytes: number): Uint8Array {
  const permissions = new Uint8Array(4)
  new DataView(permissions.buffer).setInt32(0, entries.permissions, true)
  const clearMetadata = entries.revision >= 4 && !entries.encryptMetadata
  let hash = md5(
    padPassword(password),
    entries.owner,
    permissions,
    entries.id0,
    clearMetadata ? METADATA_IN_CLEAR : NOTHING,
  )
  if (entries.revision >= 3) {
    for (let i = 0; i < 50; i++) hash = md5(hash.subarray(0, keyBytes))
  }
  return hash.subarray(0, keyBytes)
}

/** The padded user password, which is /O decrypted with the owner password (algorithm 7). */
function recoverUserPassword(entries: PasswordEntries, password: Uint8Array, keyBytes: number): Uint8Array {
  let hash = md5(padPassword(password))
  if (entries.revision === 2) return applyRc4(hash.subarray(0, keyBytes), entries.owner)
  for (let i = 0; i < 50; i++) hash = md5(hash)
  const key = hash.subarray(0, keyBytes)
  let padded = entries.owner
  for (let i = 19; i >= 0; i--) padded = applyRc4(xorKey(key, i), padded)
  return padded
}

function padPassword(password: Uint8Array): Uint8Array {
  const padded = new Uint8Array(32)
  const kept = password.subarray(0, 32)
  padded.set(kept)
  padded.set(PADDING.subarray(0, 32 - kept.length), kept.length)
  return padded
}

function xorKey(key: Uint8Array, value: number): Uint8Array {
  return key.map((byte) => byte ^ value)
}

function md5(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/**
 * Finds the file key for revisions 5 and 6 (algorithm 2.A). /U and /O are a hash (32 bytes), a validation salt (8) and a key
 * salt (8).
 */
function findAes256Key(entries: PasswordEntries, password: Uint8Array, role: PasswordRole): Uint8Array | undefined {
  const { revision, user, owner } = entries
  const hash = revision === 5 ? hashRevision5 : hashRevision6
  const [entry, wrapped, suffix] =
    role === 'user' ? ([user, entries.userKey, NOTHING] as const) : ([owner, entries.ownerKey, user] as const)
  if (!equalBytes(hash(password, entry.subarray(32, 40), suffix), entry.subarray(0, 32))) return undefined
  return unwrapKey(hash(password, entry.subarray(40, 48), suffix), wrapped)
}

function unwrapKey(key: Uint8Array, wrapped: Uint8Array): Uint8Array {
  return createDecipheriv('aes-256-cbc', key, ZERO_IV).setAutoPadding(false).update(wrapped)
}

/** The hash of Adobe's extension level 3, which ISO 32000-2 only mentions as deprecated. */
function hashRevision5(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Uint8Array {
  return createHash('sha256').update(password).update(salt).update(user).digest()
}

/**
 * The hash of revision 6 (algorithm 2.B): at least 64 rounds, and up to 224 more, until the last byte of a round is small
 * enough.
 */
function hashRevision6(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Uint8Array {
  let key = hashRevision5(password, salt, user)
  const repeated = new Uint8Array(64 * (password.length + 64 + user.length))
  for (let round = 0, lastByte = 0; round < 64 || lastByte > round - 32; round++) {
    const unit = password.length + key.length + user.length
    const input = repeated.subarray(0, 64 * unit)
    input.set(password)
    input.set(key, password.length)
    input.set(user, password.length + key.length)
    for (let size = unit; size < input.length; size *= 2) input.copyWithin(size, 0, size)
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(input)
    // The first 16 bytes as a number modulo 3. Since 256 modulo 3 is 1, the sum of the bytes suffices.
    let sum = 0
    for (let i = 0; i < 16; i++) sum += encrypted[i] ?? 0
    key = createHash(sum % 3 === 0 ? 'sha256' : sum % 3 === 1 ? 'sha384' : 'sha512')
      .update(encrypted)
      .digest()
    lastByte = encrypted[encrypted.length - 1] ?? 0
  }
  return key.subarray(0, 32)
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

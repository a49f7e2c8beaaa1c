/**
 * Reading of the Encrypt dictionary of the standard security handler (ISO 32000-2, 7.6.2, 7.6.4.2 and 7.6.6).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { nameOf, numberOf, PdfDict, PdfString } from '../objects.js'
import type { PasswordEntries } from './encryption-key.js'

/** Encryption of one kind of data; `none` leaves it in the clear. */
export type CryptMethod = 'none' | 'rc4' | 'aes128' | 'aes256'

/** Contents of an Encrypt dictionary. */
export interface EncryptionScheme {
  readonly passwords: PasswordEntries
  /** Possible lengths of the file key in bytes, the most likely first: programs disagree on where to state it. */
  readonly keyLengths: readonly number[]
  readonly strings: CryptMethod
  readonly streams: CryptMethod
  readonly embeddedFiles: CryptMethod
  /** The crypt filters by name with `Identity`; `undefined` before /V 4, which has none. */
  readonly filters: ReadonlyMap<string, CryptMethod> | undefined
}

/**
 * Reads an Encrypt dictionary.
 *
 * @param encrypt The dictionary with every value direct.
 * @param id0 The first element of the trailer's /ID, or nothing.
 * @throws SealwrightError `document_encrypted` for a handler or an algorithm that is not supported; `invalid_document`
 *   when entries are missing or contradict each other.
 */
export function readEncryption(encrypt: PdfDict, id0: Uint8Array): EncryptionScheme {
  const handler = nameOf(encrypt.get('Filter'))
  if (handler === undefined) throw broken()
  if (handler !== 'Standard') throw otherHandler(handler)
  const version = integer(encrypt, 'V') ?? 0
  const revision = integer(encrypt, 'R')
  if (revision === undefined) throw broken()
  if (![1, 2, 4, 5].includes(version) || revision < 2 || revision > 6) throw unsupported()
  if (version >= 5 !== revision >= 5) throw broken()

  const passwords = readPasswords(encrypt, id0, revision)
  if (version < 4) {
    const method: CryptMethod = 'rc4'
    const length = keyLength(encrypt) ?? (encrypt.has('Length') ? undefined : 5)
    if (version === 2 && length === undefined) throw broken()
    const keyLengths = version === 1 || length === undefined ? [5] : [length]
    return { passwords, keyLengths, strings: method, streams: method, embeddedFiles: method, filters: undefined }
  }

  const filters = readCryptFilters(encrypt, version)
  const method = (key: string, otherwise: CryptMethod): CryptMethod => {
    const name = nameOf(encrypt.get(key))
    if (name === undefined) return otherwise
    const found = filters.get(name)
    if (found === undefined) throw broken()
    return found
  }
  const streams = method('StmF', 'none')
  return {
    passwords,
    keyLengths: version === 5 ? [32] : keyLengthsOfV4(encrypt, filters),
    strings: method('StrF', 'none'),
    streams,
    embeddedFiles: method('EFF', streams),
    filters,
  }
}

function readPasswords(encrypt: PdfDict, id0: Uint8Array, revision: number): PasswordEntries {
  const permissions = integer(encrypt, 'P')
  if (permissions === undefined || Math.abs(permissions) > 0xffffffff) throw broken()
  const aes256 = revision >= 5
  // Some programs pad these with zeros up to 127 bytes, of which only the beginning counts.
  const hashBytes = aes256 ? 48 : 32
  const nothing = new Uint8Array(0)
  return {
    revision,
    owner: bytes(encrypt, 'O', hashBytes),
    user: bytes(encrypt, 'U', hashBytes),
    ownerKey: aes256 ? bytes(encrypt, 'OE', 32) : nothing,
    userKey: aes256 ? bytes(encrypt, 'UE', 32) : nothing,
    // Some programs write the 32 bits as an unsigned number.
    permissions: permissions | 0,
    encryptMetadata: revision < 4 || encrypt.get('EncryptMetadata') !== false,
    id0,
  }
}

function readCryptFilters(encrypt: PdfDict, version: number): Map<string, CryptMethod> {
  const filters = new Map<string, CryptMethod>()
  const dicts = encrypt.get('CF')
  if (dicts instanceof PdfDict) {
    for (const [name, dict] of dicts.entries) {
      if (dict instanceof PdfDict) filters.set(name, readCryptMethod(dict, version))
    }
  }
  // The name is reserved: whatever a file defines for it, it means no encryption (ISO 32000-2, table 27).
  return filters.set('Identity', 'none')
}

function readCryptMethod(dict: PdfDict, version: number): CryptMethod {
  const name = nameOf(dict.get('CFM')) ?? 'None'
  switch (name) {
    case 'None':
      return 'none'
    case 'V2':
    case 'AESV2':
      // Only AESV3 has a key of 32 bytes.
      if (version !== 4) throw broken()
      return name === 'V2' ? 'rc4' : 'aes128'
    case 'AESV3':
      if (version !== 5) throw broken()
      return 'aes256'
    default:
      throw unsupported()
  }
}

function keyLengthsOfV4(encrypt: PdfDict, filters: ReadonlyMap<string, CryptMethod>): number[] {
  const lengths = new Set([16])
  // AES-128 has one key length; with RC4, some files mean a shorter key.
  if (![...filters.values()].includes('aes128')) {
    const noted = keyLength(encrypt)
    if (noted !== undefined) lengths.add(noted)
    lengths.add(5)
  }
  return [...lengths]
}

/** /Length in bits (ISO 32000-2, table 20) as bytes; `undefined` unless it makes 5 to 16 of them. */
function keyLength(encrypt: PdfDict): number | undefined {
  const bits = integer(encrypt, 'Length')
  if (bits === undefined) return undefined
  // A small number can only mean bytes.
  const count = bits < 40 ? bits : bits / 8
  return Number.isInteger(count) && count >= 5 && count <= 16 ? count : undefined
}

function integer(dict: PdfDict, key: string): number | undefined {
  const value = numberOf(dict.get(key))
  if (value !== undefined && !Number.isSafeInteger(value)) throw broken()
  return value
}

function bytes(dict: PdfDict, key: string, count: number): Uint8Array {
  const value = dict.get(key)
  if (!(value instanceof PdfString) || value.bytes.length < count) throw broken()
  return value.bytes.subarray(0, count)
}

/**
 * The error for a document that no password opens: it is encrypted for holders of certificates (7.6.5), or with an unknown
 * handler.
 */
function otherHandler(name: string): SealwrightError {
  const isPublicKey = /^(Adobe\.PubSec|Adobe\.PPKLite|Entrust\.PPKEF)$/.test(name)
  const shown = /^[\w.-]{1,60}$/.test(name) ? name : 'of an unreadable name'
  return new SealwrightError(
    'document_encrypted',
    isPublicKey
      ? `The document is encrypted for the holders of certificates (handler ${shown}), not with a password: that is not supported.`
      : `The document is encrypted by a handler that is not supported (${shown}).`,
  )
}

function unsupported(): SealwrightError {
  return new SealwrightError('document_encrypted', 'The document is encrypted by a method that is not supported.')
}

function broken(): SealwrightError {
  return new SealwrightError('invalid_document', 'The document is encrypted, and its encryption dictionary is damaged.')
}

/**
 * Password-based encryption in PKCS#12 and encrypted PKCS#8: the schemes of RFC 7292, appendix C, and PBES2 (RFC 8018, 6.2).
 *
 * @module
 */

import { pbkdf2, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { concatBytes, wipe } from '../../bytes.js'
import { SealwrightError } from '../../errors.js'
import { createDecipheriv } from '../../platform/ciphers.js'
import { type AlgorithmIdentifier, readAlgorithm } from '../asn1/algorithm-identifier.js'
import { asn1Error, DerReader, readDer, readOctetString, TAG } from '../asn1/der.js'
import { readSmallInteger } from '../asn1/der-values.js'
import { OID } from '../asn1/oids.js'
import { IDENTITY_LIMITS } from '../identity-limits.js'
import { encryptionName } from './encryption-names.js'
import type { PassphraseForm } from './passphrase-forms.js'
import { derivePkcs12Bytes, KDF_PURPOSE, type KdfBudget, spendIterations } from './pkcs12-kdf.js'
import { decryptRc2Cbc } from './rc2.js'
import { decryptRc4 } from './rc4.js'

/** Digests of HMACs by object identifier (RFC 8018, B.1), as node:crypto names them. */
export const HMACS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
  ['1.2.840.113549.2.12', 'sha512-224'],
  ['1.2.840.113549.2.13', 'sha512-256'],
])

/** Ciphers of PBES2, all in CBC mode (RFC 8018, B.2; NIST's AES identifiers). */
const CIPHERS: ReadonlyMap<string, { readonly name: string; readonly keyLength: number; readonly ivLength: number }> =
  new Map([
    ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyLength: 24, ivLength: 8 }],
    ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyLength: 16, ivLength: 16 }],
    ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyLength: 24, ivLength: 16 }],
    ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyLength: 32, ivLength: 16 }],
  ])

/** Longest derived key in bytes. Keys of the ciphers and MACs in use have at most 64. */
const MAX_DERIVED_BYTES = 256

/**
 * Decrypts data with a passphrase.
 *
 * @throws SealwrightError `wrong_passphrase` when the padding is wrong afterwards. A wrong passphrase causes that nearly
 *   always, but not always, and never with RC4, so the caller must check the plaintext. `invalid_identity` for an unknown
 *   scheme or one that is too costly; `invalid_asn1` for malformed parameters.
 */
export async function decryptWithPassphrase(
  algorithm: AlgorithmIdentifier,
  ciphertext: Uint8Array,
  passphrase: PassphraseForm,
  budget: KdfBudget,
): Promise<Uint8Array> {
  const { oid, parameters } = algorithm
  if (parameters === undefined) throw asn1Error('The parameters of an encryption are missing.')
  switch (oid) {
    case OID.pbes2:
      return decryptPbes2(parameters, ciphertext, passphrase.utf8, budget)
    case OID.pbeWithShaAnd128BitRc4:
      return decryptStream(await derivePkcs12Key(parameters, passphrase.bmp, 16, budget), ciphertext)
    case OID.pbeWithShaAnd40BitRc4:
      return decryptStream(await derivePkcs12Key(parameters, passphrase.bmp, 5, budget), ciphertext)
    case OID.pbeWithShaAnd3KeyTripleDes: {
      const { key, iv } = await derivePkcs12KeyAndIv(parameters, passphrase.bmp, 24, budget)
      return decryptBlocks('des-ede3-cbc', key, iv, ciphertext)
    }
    case OID.pbeWithShaAnd2KeyTripleDes: {
      const { key, iv } = await derivePkcs12KeyAndIv(parameters, passphrase.bmp, 16, budget)
      const tripled = concatBytes([key, key.subarray(0, 8)])
      wipe(key)
      return decryptBlocks('des-ede3-cbc', tripled, iv, ciphertext)
    }
    case OID.pbeWithShaAnd128BitRc2: {
      const { key, iv } = await derivePkcs12KeyAndIv(parameters, passphrase.bmp, 16, budget)
      return decryptRc2(key, 128, iv, ciphertext)
    }
    case OID.pbeWithShaAnd40BitRc2: {
      const { key, iv } = await derivePkcs12KeyAndIv(parameters, passphrase.bmp, 5, budget)
      return decryptRc2(key, 40, iv, ciphertext)
    }
    default:
      throw unsupported(`encryption ${encryptionName(oid)}`, budget)
  }
}

function unsupported(what: string, { conversion }: KdfBudget): SealwrightError {
  const message = `The ${what} of the file is not supported. OpenSSL writes it again with AES: ${conversion}`
  return new SealwrightError('invalid_identity', message)
}

/** Key and IV from the PKCS#12 derivation with SHA-1 (RFC 7292, appendix C). */
async function derivePkcs12KeyAndIv(parameters: Uint8Array, bmp: Uint8Array, keyLength: number, budget: KdfBudget) {
  const { salt, iterations } = readPkcs12Parameters(parameters)
  const key = await derivePkcs12Bytes('sha1', bmp, salt, iterations, KDF_PURPOSE.key, keyLength, budget)
  const iv = await derivePkcs12Bytes('sha1', bmp, salt, iterations, KDF_PURPOSE.iv, 8, budget)
  return { key, iv }
}

/** Key of a stream cipher, which has no IV (RFC 7292, appendix C). */
function derivePkcs12Key(parameters: Uint8Array, bmp: Uint8Array, keyLength: number, budget: KdfBudget) {
  const { salt, iterations } = readPkcs12Parameters(parameters)
  return derivePkcs12Bytes('sha1', bmp, salt, iterations, KDF_PURPOSE.key, keyLength, budget)
}

function readPkcs12Parameters(parameters: Uint8Array): { readonly salt: Uint8Array; readonly iterations: number } {
  const reader = new DerReader(readDer(parameters), TAG.sequence)
  const salt = readOctetString(reader.readAny('a salt'))
  const iterations = readSmallInteger(reader.read(TAG.integer, 'an iteration count'))
  return { salt, iterations }
}

async function decryptPbes2(
  parameters: Uint8Array,
  ciphertext: Uint8Array,
  password: Uint8Array,
  budget: KdfBudget,
): Promise<Uint8Array> {
  const reader = new DerReader(readDer(parameters), TAG.sequence)
  const kdf = readAlgorithm(reader.readAny('a key derivation function'))
  const encryption = readAlgorithm(reader.readAny('an encryption scheme'))
  const cipher = CIPHERS.get(encryption.oid)
  if (cipher === undefined) {
    throw unsupported(`cipher ${encryptionName(encryption.oid)}`, budget)
  }
  const iv = encryption.parameters === undefined ? undefined : readOctetString(readDer(encryption.parameters))
  if (iv?.length !== cipher.ivLength) throw asn1Error('The initialization vector of a cipher is malformed.')
  const key = await deriveKey(kdf, password, cipher.keyLength, budget)
  return decryptBlocks(cipher.name, key, iv, ciphertext)
}

/** A key by PBKDF2 (RFC 8018, A.2) or scrypt (RFC 7914, 7). Without `length`, the parameters must state it. */
export async function deriveKey(
  kdf: AlgorithmIdentifier,
  password: Uint8Array,
  length: number | undefined,
  budget: KdfBudget,
): Promise<Uint8Array> {
  if (kdf.parameters === undefined) throw asn1Error('The parameters of a key derivation are missing.')
  if (kdf.oid === OID.scrypt) return deriveScryptKey(kdf.parameters, password, length, budget)
  if (kdf.oid !== OID.pbkdf2) {
    throw unsupported(`key derivation ${encryptionName(kdf.oid)}`, budget)
  }
  const reader = new DerReader(readDer(kdf.parameters), TAG.sequence)
  const salt = readOctetString(reader.readAny('a salt'))
  const iterations = readSmallInteger(reader.read(TAG.integer, 'an iteration count'))
  const lengthField = reader.readOptional(TAG.integer)
  const prfField = reader.readOptional(TAG.sequence)
  reader.assertDone()
  const prf = prfField === undefined ? 'sha1' : HMACS.get(readAlgorithm(prfField).oid)
  if (prf === undefined) throw unsupported('PBKDF2 function', budget)
  const keyLength = settleLength(lengthField === undefined ? undefined : readSmallInteger(lengthField), length)
  if (iterations === 0) throw asn1Error('An iteration count is zero.')
  spendIterations(budget, iterations)
  const key = await promisify(pbkdf2)(password, salt, iterations, keyLength, prf)
  budget.signal?.throwIfAborted()
  return key
}

async function deriveScryptKey(
  parameters: Uint8Array,
  password: Uint8Array,
  length: number | undefined,
  budget: KdfBudget,
): Promise<Uint8Array> {
  const reader = new DerReader(readDer(parameters), TAG.sequence)
  const salt = readOctetString(reader.readAny('a salt'))
  const cost = readSmallInteger(reader.read(TAG.integer, 'the cost of scrypt'))
  const blockSize = readSmallInteger(reader.read(TAG.integer, 'the block size of scrypt'))
  const parallelization = readSmallInteger(reader.read(TAG.integer, 'the parallelization of scrypt'))
  const lengthField = reader.readOptional(TAG.integer)
  reader.assertDone()
  const keyLength = settleLength(lengthField === undefined ? undefined : readSmallInteger(lengthField), length)
  // For zeros, node:crypto would use its own defaults.
  if (cost === 0 || blockSize === 0 || parallelization === 0) throw asn1Error('A parameter of scrypt is zero.')
  const memory = 128 * blockSize * (cost + parallelization + 2)
  if (memory > IDENTITY_LIMITS.maxScryptBytes) {
    throw new SealwrightError('invalid_identity', 'Opening the file takes more memory than is allowed.')
  }
  spendIterations(budget, cost * blockSize * parallelization)
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const options = { N: cost, r: blockSize, p: parallelization, maxmem: 2 * IDENTITY_LIMITS.maxScryptBytes }
      scrypt(password, salt, keyLength, options, (error, key) => (error === null ? resolve(key) : reject(error)))
    })
  } catch (cause) {
    throw new SealwrightError('invalid_identity', 'The scrypt parameters of the file cannot be used.', { cause })
  }
}

function settleLength(given: number | undefined, wanted: number | undefined): number {
  const length = wanted ?? given
  const isContradicted = given !== undefined && wanted !== undefined && given !== wanted
  if (length === undefined || length === 0 || length > MAX_DERIVED_BYTES || isContradicted) {
    throw asn1Error('The key length of a key derivation is missing or wrong.')
  }
  return length
}

function decryptRc2(key: Uint8Array, effectiveBits: number, iv: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  try {
    return removePadding(decryptRc2Cbc(key, effectiveBits, iv, ciphertext), 8)
  } finally {
    wipe(key)
  }
}

/** @param key wiped after the cipher was created */
function decryptStream(key: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  const plaintext = decryptRc4(key, ciphertext)
  wipe(key)
  return plaintext
}

/** @param key wiped after the cipher was created */
function decryptBlocks(cipher: string, key: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(cipher, key, iv)
  wipe(key)
  if (ciphertext.length === 0 || ciphertext.length % iv.length !== 0) {
    throw new SealwrightError('invalid_identity', 'An encrypted part of the file is damaged.')
  }
  decipher.setAutoPadding(false)
  const pieces = [decipher.update(ciphertext), decipher.final()]
  const padded = concatBytes(pieces)
  wipe(...pieces)
  return removePadding(padded, iv.length)
}

/** Removes PKCS#7 padding (RFC 5652, 6.3). */
function removePadding(padded: Uint8Array, blockLength: number): Uint8Array {
  const count = padded[padded.length - 1] ?? 0
  const padding = padded.subarray(padded.length - count)
  if (count === 0 || count > blockLength || count > padded.length || padding.some((byte) => byte !== count)) {
    throw new SealwrightError('wrong_passphrase', 'The passphrase does not open the file.')
  }
  return new Uint8Array(padded.subarray(0, padded.length - count))
}

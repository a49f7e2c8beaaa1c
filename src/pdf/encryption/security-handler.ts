/**
 * The standard security handler (ISO 32000-2, 7.6): opens an encrypted document by its password, and decrypts and
 * encrypts its strings and streams. RC4 with 40 to 128 bits, AES-128 and AES-256; revisions 2 to 6.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { createCipheriv, createDecipheriv } from '../../platform/ciphers.js'
import { createHash } from '../../platform/hashes.js'
import { randomBytes } from '../../platform/random.js'
import { nameOf, PdfDict, type PdfObject, type PdfRef, PdfStream, PdfString } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { type DocumentAccess, FULL_ACCESS, permittedAccess } from './document-access.js'
import { type CryptMethod, type EncryptionScheme, readEncryption } from './encrypt-dictionary.js'
import { findFileKey, type PasswordRole } from './encryption-key.js'
import { passwordForms } from './password.js'
import { applyRc4 } from './rc4.js'

interface SecurityHandlerOptions {
  /** Source of the initialization vectors of AES. Default: node:crypto's generator. */
  readonly randomBytes?: (count: number) => Uint8Array
}

type Transform = (key: Uint8Array, method: CryptMethod, bytes: Uint8Array) => Uint8Array

const EMPTY = new Uint8Array(0)
/** Bytes of a block of AES, and of an initialization vector. */
const BLOCK = 16
const AES_KEY_SALT = Uint8Array.of(0x73, 0x41, 0x6c, 0x54)

/**
 * An opened encryption: holds the file encryption key.
 *
 * Strings inside object streams are not encrypted by themselves (the object stream is, ISO 32000-2, 7.5.7), nor are
 * those of the Encrypt dictionary and of the trailer: the caller must not pass them in.
 */
export class SecurityHandler {
  /** Rights of the user who opened the document. */
  readonly access: DocumentAccess
  readonly #scheme: EncryptionScheme
  readonly #fileKey: Uint8Array
  /** Decrypted strings and streams that were not padded as they should be. */
  readonly #badlyPadded = new WeakSet<PdfString | PdfStream>()
  readonly #randomBytes: (count: number) => Uint8Array

  private constructor(scheme: EncryptionScheme, { fileKey, access }: OpenedScheme, options: SecurityHandlerOptions) {
    this.access = access
    this.#scheme = scheme
    this.#fileKey = fileKey
    this.#randomBytes = options.randomBytes ?? randomBytes
  }

  /**
   * Opens an encrypted document.
   *
   * @param encrypt The Encrypt dictionary with every value direct, its strings as they stand in the file.
   * @param id0 The first element of the trailer's /ID, or nothing.
   * @param password Tried as the owner's and as the user's, and the empty one after it. Bytes must be in the encoding of
   *   the revision: PDFDocEncoding up to 4, UTF-8 later. Default empty.
   * @throws SealwrightError `document_encrypted` when the password does not open it, or it needs another handler;
   *   `invalid_document` when the dictionary is broken.
   */
  static open(
    encrypt: PdfDict,
    id0: Uint8Array,
    password: string | Uint8Array = EMPTY,
    options: SecurityHandlerOptions = {},
  ): SecurityHandler {
    const scheme = readEncryption(encrypt, id0)
    const forms = passwordForms(password, scheme.passwords.revision)
    // With a wrong password, the document still opens for everyone without one.
    for (const form of password.length === 0 ? forms : [...forms, EMPTY]) {
      const opened = openScheme(scheme, form)
      if (opened !== undefined) return new SecurityHandler(scheme, opened, options)
    }
    throw new SealwrightError(
      'document_encrypted',
      password.length === 0
        ? 'The document is encrypted and needs a password to be opened.'
        : 'The document is encrypted and the password does not open it.',
    )
  }

  decryptString(ref: PdfRef, bytes: Uint8Array): Uint8Array {
    return this.#transform(ref, this.#scheme.strings, bytes, decrypt)
  }

  encryptString(ref: PdfRef, bytes: Uint8Array): Uint8Array {
    return this.#transform(ref, this.#scheme.strings, bytes, this.#encrypt)
  }

  /** Decrypts a stream's data by the crypt filter that its dictionary asks for; the result is still encoded by /Filter. */
  decryptStream(ref: PdfRef, dict: PdfDict, bytes: Uint8Array): Uint8Array {
    return this.#transform(ref, this.#streamMethod(dict), bytes, decrypt)
  }

  /** Encrypts a stream's encoded data; the result is longer with AES, and /Length is the caller's to set. */
  encryptStream(ref: PdfRef, dict: PdfDict, bytes: Uint8Array): Uint8Array {
    return this.#transform(ref, this.#streamMethod(dict), bytes, this.#encrypt)
  }

  /**
   * Decrypts every string in an object, and its data if it is a stream. An object without strings is returned itself.
   *
   * The /Contents of a signature dictionary is never encrypted (ISO 32000-2, 7.6.2) and stays unchanged.
   *
   * @throws SealwrightError `document_too_complex` when the object is nested too deep.
   */
  decryptObject(ref: PdfRef, object: PdfObject): PdfObject {
    return this.#transformObject(ref, object, decrypt)
  }

  /**
   * Whether a string, or the data of a stream, that this handler decrypted were padded as they should be (7.6.3.1). Of
   * others Poppler drops the last block, MuPDF draws nothing, and PDF.js takes the padding for data.
   */
  isPaddedPlainly(object: PdfString | PdfStream): boolean {
    return !this.#badlyPadded.has(object)
  }

  /** The inverse of {@link decryptObject}, under the same rules. */
  encryptObject(ref: PdfRef, object: PdfObject): PdfObject {
    return this.#transformObject(ref, object, this.#encrypt)
  }

  #transformObject(ref: PdfRef, object: PdfObject, transform: Transform): PdfObject {
    if (object instanceof PdfStream) {
      // A cross-reference stream is not encrypted, and neither are the strings in its dictionary (ISO 32000-2, 7.5.8.2).
      if (nameOf(object.dict.get('Type')) === 'XRef') return object
      const data = this.#transform(ref, this.#streamMethod(object.dict), object.data, transform)
      const dict = this.#transformObject(ref, object.dict, transform)
      if (data === object.data && dict === object.dict) return object
      const stream = new PdfStream(dict instanceof PdfDict ? dict : object.dict, data)
      if (transform === decrypt) this.#notePadding(stream, this.#streamMethod(object.dict), object.data, data)
      return stream
    }
    const method = this.#scheme.strings
    if (method === 'none') return object
    let key: Uint8Array | undefined
    return mapStrings(object, 0, (string) => {
      key ??= this.#objectKey(ref, method)
      const bytes = transform(key, method, string.bytes)
      const transformed = new PdfString(bytes, string.hex)
      if (transform === decrypt) this.#notePadding(transformed, method, string.bytes, bytes)
      return transformed
    })
  }

  #notePadding(object: PdfString | PdfStream, method: CryptMethod, encrypted: Uint8Array, plain: Uint8Array): void {
    const isAes = method === 'aes128' || method === 'aes256'
    if (isAes && !hadPadding(encrypted, plain)) this.#badlyPadded.add(object)
  }

  #transform(ref: PdfRef, method: CryptMethod, bytes: Uint8Array, transform: Transform): Uint8Array {
    return method === 'none' ? bytes : transform(this.#objectKey(ref, method), method, bytes)
  }

  #streamMethod(dict: PdfDict): CryptMethod {
    const scheme = this.#scheme
    const type = nameOf(dict.get('Type'))
    if (type === 'XRef') return 'none'
    if (scheme.filters !== undefined) {
      const name = explicitCryptFilter(dict)
      if (name !== undefined) {
        const method = scheme.filters.get(name)
        if (method !== undefined) return method
        throw new SealwrightError('invalid_document', 'A stream in the document names an unknown crypt filter.')
      }
    }
    if (type === 'Metadata' && !scheme.passwords.encryptMetadata) return 'none'
    return type === 'EmbeddedFile' ? scheme.embeddedFiles : scheme.streams
  }

  /**
   * The key for an object: one of its own up to AES-128 (ISO 32000-2, algorithm 1), and the same for all with AES-256
   * (algorithm 1.A).
   */
  #objectKey(ref: PdfRef, method: CryptMethod): Uint8Array {
    const fileKey = this.#fileKey
    if (method === 'aes256') return fileKey
    const { num, gen } = ref
    const hash = createHash('md5')
      .update(fileKey)
      .update(Uint8Array.of(num, num >> 8, num >> 16, gen, gen >> 8))
    if (method === 'aes128') hash.update(AES_KEY_SALT)
    return hash.digest().subarray(0, Math.min(16, fileKey.length + 5))
  }

  readonly #encrypt: Transform = (key, method, bytes) => {
    if (method === 'rc4') return applyRc4(key, bytes)
    const iv = this.#randomBytes(BLOCK)
    const cipher = createCipheriv(cipherName(key), key, iv)
    const body = cipher.update(bytes)
    const last = cipher.final()
    const output = new Uint8Array(iv.length + body.length + last.length)
    output.set(iv)
    output.set(body, iv.length)
    output.set(last, iv.length + body.length)
    return output
  }
}

/**
 * Decrypts data. AES data is an initialization vector and padded blocks (ISO 32000-2, 7.6.3.1). If it is cut off or padded
 * wrongly, the result is that of its whole blocks.
 */
function decrypt(key: Uint8Array, method: CryptMethod, bytes: Uint8Array): Uint8Array {
  if (method === 'rc4') return applyRc4(key, bytes)
  const end = bytes.length & ~15
  if (end <= BLOCK) return EMPTY
  const plain = createDecipheriv(cipherName(key), key, bytes.subarray(0, BLOCK))
    .setAutoPadding(false)
    .update(bytes.subarray(BLOCK, end))
  const padding = plain[plain.length - 1] ?? 0
  const length = padding >= 1 && padding <= BLOCK ? plain.length - padding : plain.length
  return new Uint8Array(plain.buffer, plain.byteOffset, length)
}

/**
 * Whether AES data ended with a whole block, and with as many bytes of padding as each of these says. Nothing needs none.
 *
 * @param plain What {@link decrypt} made of it: the padding still stands behind it in memory.
 */
function hadPadding(encrypted: Uint8Array, plain: Uint8Array): boolean {
  if (encrypted.length === 0) return true
  const count = encrypted.length - BLOCK - plain.length
  if (count < 1 || count > BLOCK || encrypted.length % BLOCK !== 0) return false
  const padding = new Uint8Array(plain.buffer, plain.byteOffset + plain.length, count)
  return padding.every((byte) => byte === count)
}

function cipherName(key: Uint8Array): string {
  return key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc'
}

/** The result of trying a password. */
interface OpenedScheme {
  readonly fileKey: Uint8Array
  readonly access: DocumentAccess
}

function openScheme(scheme: EncryptionScheme, password: Uint8Array): OpenedScheme | undefined {
  const { permissions, revision } = scheme.passwords
  const access = permittedAccess(permissions, revision)
  // If the user has all rights that matter here, the role makes no difference.
  const roles = Object.values(access).every(Boolean) ? (['user', 'owner'] as const) : (['owner', 'user'] as const)
  for (const keyBytes of scheme.keyLengths) {
    for (const role of roles) {
      const fileKey = findKey(scheme, password, keyBytes, role)
      // The caller is responsible for a document that opens without a password, so its permissions are not enforced here.
      const isFree = role === 'owner' || password.length === 0
      if (fileKey !== undefined) return { fileKey, access: isFree ? FULL_ACCESS : access }
    }
  }
  return undefined
}

function findKey(
  scheme: EncryptionScheme,
  password: Uint8Array,
  keyBytes: number,
  role: PasswordRole,
): Uint8Array | undefined {
  try {
    return findFileKey(scheme.passwords, password, keyBytes, role)
  } catch (cause) {
    // An OpenSSL in FIPS mode has no MD5.
    throw new SealwrightError(
      'document_encrypted',
      'The OpenSSL of this Node.js lacks an algorithm that the document is encrypted with.',
      { cause },
    )
  }
}

/** The name in the decode parameters of a stream's Crypt filter (ISO 32000-2, 7.4.10), if it has one. */
function explicitCryptFilter(dict: PdfDict): string | undefined {
  const filter = dict.get('Filter')
  const parms = dict.get('DecodeParms')
  let own: PdfObject | undefined
  if (Array.isArray(filter)) {
    const index = filter.findIndex((item) => nameOf(item) === 'Crypt')
    if (index < 0) return undefined
    own = Array.isArray(parms) ? parms[index] : index === 0 ? parms : undefined
  } else {
    if (nameOf(filter) !== 'Crypt') return undefined
    own = Array.isArray(parms) ? parms[0] : parms
  }
  return (own instanceof PdfDict ? nameOf(own.get('Name')) : undefined) ?? 'Identity'
}

/** Replaces every string in a direct object. Parts without strings are shared with the original. */
function mapStrings(object: PdfObject, depth: number, map: (string: PdfString) => PdfString): PdfObject {
  if (object instanceof PdfString) return map(object)
  const isArray = Array.isArray(object)
  if (!isArray && !(object instanceof PdfDict)) return object
  if (depth > PDF_LIMITS.maxNesting) {
    throw new SealwrightError('document_too_complex', 'An object in the document is nested too deeply.')
  }
  if (isArray) {
    let copy: PdfObject[] | undefined
    for (let i = 0; i < object.length; i++) {
      const item = object[i] ?? null
      const mapped = mapStrings(item, depth + 1, map)
      if (mapped === item) continue
      copy ??= object.slice()
      copy[i] = mapped
    }
    return copy ?? object
  }
  const keepsContents = isSignature(object)
  let copy: Map<string, PdfObject> | undefined
  for (const [key, item] of object.entries) {
    if (keepsContents && key === 'Contents') continue
    const mapped = mapStrings(item, depth + 1, map)
    if (mapped === item) continue
    copy ??= new Map(object.entries)
    copy.set(key, mapped)
  }
  return copy === undefined ? object : new PdfDict(copy)
}

function isSignature(dict: PdfDict): boolean {
  if (!dict.has('Contents')) return false
  const type = nameOf(dict.get('Type'))
  return type === 'Sig' || type === 'DocTimeStamp' || dict.has('ByteRange')
}

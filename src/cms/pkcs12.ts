/**
 * Opens PKCS#12 files (RFC 7292; PBMAC1 by RFC 9579 and RFC 9879) of OpenSSL, Windows, Java and other programs.
 *
 * @module
 */

import { wipe } from '../bytes.js'
import { SealwrightError } from '../errors.js'
import { createHmac, timingSafeEqual } from '../platform/hashes.js'
import { soundHashOf } from './algorithm/digest-algorithm.js'
import { type AlgorithmIdentifier, readAlgorithm } from './asn1/algorithm-identifier.js'
import {
  asn1Error,
  childrenOf,
  contextTag,
  DerReader,
  type DerValue,
  isStringTag,
  octetsOf,
  onlyChildOf,
  primitiveContextTag,
  readDer,
  readOctetString,
  TAG,
  toDer,
} from './asn1/der.js'
import { readOid, readSmallInteger, readText } from './asn1/der-values.js'
import { OID } from './asn1/oids.js'
import { IDENTITY_LIMITS } from './identity-limits.js'
import { type PassphraseForm, passphraseForms } from './password/passphrase-forms.js'
import { decryptWithPassphrase, deriveKey, HMACS } from './password/password-encryption.js'
import { createKdfBudget, derivePkcs12Bytes, KDF_PURPOSE, type KdfBudget } from './password/pkcs12-kdf.js'

/** Contents of a PKCS#12 file, in file order. */
export interface Pkcs12Contents {
  /** Private keys as PKCS#8 PrivateKeyInfo, which the caller wipes. */
  readonly keys: readonly Uint8Array[]
  /** X.509 certificates. */
  readonly certificates: readonly Uint8Array[]
  /** The alias (friendlyName) of each key, or `undefined` for a key without one. */
  readonly keyAliases: readonly (string | undefined)[]
  /** The alias of each certificate, or `undefined` for one without an alias. */
  readonly certificateAliases: readonly (string | undefined)[]
}

/** Commands that convert files that are not supported. */
const CONVERSION = {
  pkcs12: 'openssl pkcs12 -legacy -in old.p12 -nodes | openssl pkcs12 -export -out new.p12',
  pkcs8: 'openssl pkcs8 -provider default -provider legacy -in old.pem | openssl pkcs8 -topk8 -out new.pem',
} as const

interface MacData {
  readonly algorithm: AlgorithmIdentifier
  readonly digest: Uint8Array
  readonly salt: Uint8Array
  readonly iterations: number
}

interface OpenedContents {
  readonly keys: Uint8Array[]
  readonly certificates: Uint8Array[]
  readonly keyAliases: (string | undefined)[]
  readonly certificateAliases: (string | undefined)[]
  decryptions: number
}

/** A part of the AuthenticatedSafe: SafeContents, plain or encrypted. */
type SafePart =
  | { readonly plaintext: Uint8Array }
  | { readonly algorithm: AlgorithmIdentifier; readonly ciphertext: Uint8Array }

/**
 * Opens a file.
 *
 * @param passphrase undefined and '' are equal: both ways in which files store "none" are tried
 * @throws SealwrightError `wrong_passphrase`; `invalid_identity` when the file is damaged, is not PKCS#12, or needs what is
 *   not supported
 */
export async function openPkcs12(bytes: Uint8Array, passphrase = '', signal?: AbortSignal): Promise<Pkcs12Contents> {
  const budget = createKdfBudget(CONVERSION.pkcs12, signal)
  try {
    const { authSafe, mac } = readPfx(bytes)
    const parts = Array.from(childrenOf(readSequence(authSafe)), readSafePart)
    return await withPassphrase(passphrase, (form) => openWith(form, authSafe, mac, parts, budget))
  } catch (error) {
    throw explainDamage(error, 'The file is damaged or is not a PKCS#12 file.')
  }
}

/** Tries the octet strings that a passphrase may mean, one after another, and wipes them. */
async function withPassphrase<T>(passphrase: string, open: (form: PassphraseForm) => Promise<T>): Promise<T> {
  const forms = passphraseForms(passphrase)
  try {
    let failure: unknown
    for (const form of forms) {
      try {
        return await open(form)
      } catch (error) {
        if (!isWrongPassphrase(error)) throw error
        failure = error
      }
    }
    throw failure
  } finally {
    for (const { utf8, bmp } of forms) wipe(utf8, bmp)
  }
}

/** Turns errors of the encoding into errors of the file. */
function explainDamage(error: unknown, message: string): unknown {
  const isEncoding = error instanceof SealwrightError && error.code === 'invalid_asn1'
  return isEncoding ? new SealwrightError('invalid_identity', message, { cause: error }) : error
}

function isWrongPassphrase(error: unknown): boolean {
  return error instanceof SealwrightError && error.code === 'wrong_passphrase'
}

function wrongPassphrase(): SealwrightError {
  return new SealwrightError('wrong_passphrase', 'The passphrase does not open the PKCS#12 file.')
}

async function openWith(
  form: PassphraseForm,
  authSafe: Uint8Array,
  mac: MacData | undefined,
  parts: readonly SafePart[],
  budget: KdfBudget,
): Promise<Pkcs12Contents> {
  if (mac === undefined) return readParts(parts, form, budget, false)
  if (await isMacRight(mac, authSafe, form, budget)) return readParts(parts, form, budget, true)
  if (await canDecrypt(parts, form, budget)) {
    throw new SealwrightError('invalid_identity', 'The PKCS#12 file was changed: its integrity check fails.')
  }
  throw wrongPassphrase()
}

/** True when something in the file is encrypted, and the passphrase opens all of it. */
async function canDecrypt(parts: readonly SafePart[], form: PassphraseForm, budget: KdfBudget): Promise<boolean> {
  try {
    const { decryptions, keys } = await readParts(parts, form, budget, false)
    wipe(...keys)
    return decryptions > 0
  } catch (error) {
    budget.signal?.throwIfAborted()
    if (error instanceof SealwrightError) return false
    throw error
  }
}

function readSequence(bytes: Uint8Array): DerValue {
  const value = readDer(bytes)
  if (value.tag !== TAG.sequence) throw asn1Error('A SEQUENCE is expected.')
  return value
}

/** Reads PFX (RFC 7292, 4). Bytes after it are ignored, as in other programs. */
function readPfx(bytes: Uint8Array): { authSafe: Uint8Array; mac: MacData | undefined } {
  if (bytes.length > IDENTITY_LIMITS.maxFileBytes) {
    throw new SealwrightError('invalid_identity', 'The PKCS#12 file is larger than is allowed.')
  }
  const reader = new DerReader(readDer(bytes), TAG.sequence)
  if (readSmallInteger(reader.read(TAG.integer, 'the version of a PKCS#12 file')) !== 3) {
    throw asn1Error('The version of the PKCS#12 file is not 3.')
  }
  const contentInfo = new DerReader(reader.read(TAG.sequence, 'the contents of a PKCS#12 file'))
  const contentType = readOid(contentInfo.read(TAG.oid, 'a content type'))
  if (contentType === OID.signedData) {
    throw new SealwrightError('invalid_identity', 'PKCS#12 files in public-key integrity mode are not supported.')
  }
  if (contentType !== OID.data) throw asn1Error('The contents of the PKCS#12 file are of an unknown type.')
  const authSafe = readOctetString(onlyChildOf(contentInfo.read(contextTag(0), 'the contents of a PKCS#12 file')))
  const macField = reader.readOptional(TAG.sequence)
  return { authSafe, mac: macField === undefined ? undefined : readMacData(macField) }
}

function readMacData(value: DerValue): MacData {
  const reader = new DerReader(value)
  const digestInfo = new DerReader(reader.read(TAG.sequence, 'a MAC'))
  const algorithm = readAlgorithm(digestInfo.read(TAG.sequence, 'a MAC algorithm'))
  const digest = readOctetString(digestInfo.readAny('a MAC value'))
  const salt = readOctetString(reader.readAny('a MAC salt'))
  const iterationsField = reader.readOptional(TAG.integer)
  const iterations = iterationsField === undefined ? 1 : readSmallInteger(iterationsField)
  return { algorithm, digest, salt, iterations }
}

async function isMacRight(
  mac: MacData,
  authSafe: Uint8Array,
  form: PassphraseForm,
  budget: KdfBudget,
): Promise<boolean> {
  const { hash, key } =
    mac.algorithm.oid === OID.pbmac1 ? await derivePbmac1Key(mac, form, budget) : await deriveMacKey(mac, form, budget)
  const digest = createHmac(hash, key).update(authSafe).digest()
  wipe(key)
  return digest.length === mac.digest.length && timingSafeEqual(digest, mac.digest)
}

/** Derives the MAC key by the PKCS#12 derivation with the MAC's own hash (RFC 7292, appendix B). */
async function deriveMacKey(mac: MacData, form: PassphraseForm, budget: KdfBudget) {
  const hash = soundHashOf(mac.algorithm.oid)
  if (hash === undefined) throw unsupportedMac()
  const length = createHmac(hash, '').digest().length
  const key = await derivePkcs12Bytes(hash, form.bmp, mac.salt, mac.iterations, KDF_PURPOSE.mac, length, budget)
  return { hash, key }
}

/**
 * Derives the MAC key by the parameters of PBMAC1, which include the HMAC; salt and iterations of MacData are not used (RFC
 * 9579, 4).
 */
async function derivePbmac1Key(mac: MacData, form: PassphraseForm, budget: KdfBudget) {
  if (mac.algorithm.parameters === undefined) throw asn1Error('The parameters of PBMAC1 are missing.')
  const reader = new DerReader(readDer(mac.algorithm.parameters), TAG.sequence)
  const kdf = readAlgorithm(reader.readAny('a key derivation function'))
  const hash = HMACS.get(readAlgorithm(reader.readAny('a MAC scheme')).oid)
  if (hash === undefined) throw unsupportedMac()
  return { hash, key: await deriveKey(kdf, form.utf8, undefined, budget) }
}

function unsupportedMac(): SealwrightError {
  return new SealwrightError('invalid_identity', 'The integrity check of the PKCS#12 file is of an unknown kind.')
}

function readSafePart(value: DerValue): SafePart {
  const reader = new DerReader(value, TAG.sequence)
  const contentType = readOid(reader.read(TAG.oid, 'a content type'))
  const content = onlyChildOf(reader.read(contextTag(0), 'the content'))
  if (contentType === OID.data) return { plaintext: readOctetString(content) }
  if (contentType !== OID.encryptedData) {
    throw new SealwrightError(
      'invalid_identity',
      'PKCS#12 files that are encrypted for a certificate are not supported.',
    )
  }
  // RFC 5652, 8: EncryptedData.
  const encrypted = new DerReader(content, TAG.sequence)
  encrypted.read(TAG.integer, 'a version')
  const info = new DerReader(encrypted.read(TAG.sequence, 'encrypted content'))
  info.read(TAG.oid, 'a content type')
  const algorithm = readAlgorithm(info.read(TAG.sequence, 'an encryption algorithm'))
  const ciphertext = info.readAny('encrypted content')
  if (!isStringTag(ciphertext.tag, primitiveContextTag(0))) throw asn1Error('Encrypted content is malformed.')
  return { algorithm, ciphertext: octetsOf(ciphertext) }
}

async function readParts(
  parts: readonly SafePart[],
  form: PassphraseForm,
  budget: KdfBudget,
  isPassphraseKnown: boolean,
): Promise<OpenedContents> {
  const contents: OpenedContents = {
    keys: [],
    certificates: [],
    keyAliases: [],
    certificateAliases: [],
    decryptions: 0,
  }
  try {
    for (const part of parts) await readPart(part, contents, form, budget, isPassphraseKnown)
    return contents
  } catch (error) {
    wipe(...contents.keys)
    throw error
  }
}

async function readPart(
  part: SafePart,
  contents: OpenedContents,
  form: PassphraseForm,
  budget: KdfBudget,
  isPassphraseKnown: boolean,
): Promise<void> {
  if ('plaintext' in part)
    return readSafeContents(readSequence(part.plaintext), contents, form, budget, isPassphraseKnown)
  const plaintext = await decryptWithPassphrase(part.algorithm, part.ciphertext, form, budget)
  contents.decryptions++
  try {
    await readSafeContents(readSequence(plaintext), contents, form, budget, isPassphraseKnown)
  } catch (error) {
    throw explainPlaintext(error, isPassphraseKnown)
  } finally {
    wipe(plaintext)
  }
}

/** Explains unreadable plaintext. One in 256 wrong passphrases leaves a valid padding; then the plaintext is noise. */
function explainPlaintext(error: unknown, isPassphraseKnown: boolean): unknown {
  const isNoise = error instanceof SealwrightError && error.code === 'invalid_asn1'
  return isNoise && !isPassphraseKnown ? wrongPassphrase() : error
}

async function readSafeContents(
  value: DerValue,
  contents: OpenedContents,
  form: PassphraseForm,
  budget: KdfBudget,
  isPassphraseKnown: boolean,
): Promise<void> {
  for (const bag of childrenOf(value)) {
    const reader = new DerReader(bag, TAG.sequence)
    const type = readOid(reader.read(TAG.oid, 'the type of a bag'))
    const content = onlyChildOf(reader.read(contextTag(0), 'the content of a bag'))
    const alias = readAlias(reader)
    // Copied, since the source will be wiped, or belongs to the caller.
    if (type === OID.keyBag) addKey(contents, toDer(content).slice(), alias)
    else if (type === OID.pkcs8ShroudedKeyBag) {
      addKey(contents, await decryptPrivateKeyValue(content, form, budget, isPassphraseKnown), alias)
      contents.decryptions++
    } else if (type === OID.certBag) {
      const certificate = readCertBag(content)
      if (certificate === undefined) continue
      contents.certificates.push(certificate)
      contents.certificateAliases.push(alias)
    } else if (type === OID.safeContentsBag) {
      await readSafeContents(content, contents, form, budget, isPassphraseKnown)
    }
  }
}

function addKey(contents: OpenedContents, key: Uint8Array, alias: string | undefined): void {
  contents.keys.push(key)
  contents.keyAliases.push(alias)
}

/** The friendlyName (RFC 2985, 5.5.1) in a bag's attributes. Other and malformed attributes are ignored. */
function readAlias(bag: DerReader): string | undefined {
  try {
    const attributes = bag.readOptional(TAG.set)
    for (const attribute of attributes === undefined ? [] : childrenOf(attributes)) {
      const reader = new DerReader(attribute, TAG.sequence)
      if (readOid(reader.readAny('an attribute')) !== OID.friendlyName) continue
      return readText(onlyChildOf(reader.read(TAG.set, 'the values of an attribute')))
    }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
  }
  return undefined
}

/** Reads a CertBag (RFC 7292, 4.2.3). */
function readCertBag(value: DerValue): Uint8Array | undefined {
  const reader = new DerReader(value, TAG.sequence)
  const type = readOid(reader.read(TAG.oid, 'the type of a certificate'))
  const content = onlyChildOf(reader.read(contextTag(0), 'a certificate'))
  return type === OID.x509Certificate ? readOctetString(content).slice() : undefined
}

/** Decrypts EncryptedPrivateKeyInfo (RFC 5958, 3) to PrivateKeyInfo. */
async function decryptPrivateKeyValue(
  value: DerValue,
  form: PassphraseForm,
  budget: KdfBudget,
  isPassphraseKnown: boolean,
): Promise<Uint8Array> {
  const reader = new DerReader(value, TAG.sequence)
  const algorithm = readAlgorithm(reader.read(TAG.sequence, 'an encryption algorithm'))
  const ciphertext = readOctetString(reader.readAny('an encrypted key'))
  const plaintext = await decryptWithPassphrase(algorithm, ciphertext, form, budget)
  try {
    const key = readSequence(plaintext)
    new DerReader(key).read(TAG.integer, 'the version of a private key')
    return toDer(key).slice()
  } catch (error) {
    throw explainPlaintext(error, isPassphraseKnown)
  } finally {
    wipe(plaintext)
  }
}

/**
 * Decrypts an encrypted PKCS#8 key (`ENCRYPTED PRIVATE KEY` in PEM) to PrivateKeyInfo.
 *
 * @throws SealwrightError `wrong_passphrase`, or `invalid_identity` when it is damaged or needs what is not supported
 */
export async function decryptPkcs8(der: Uint8Array, passphrase: string, signal?: AbortSignal): Promise<Uint8Array> {
  const budget = createKdfBudget(CONVERSION.pkcs8, signal)
  try {
    return await withPassphrase(passphrase, (form) => decryptPrivateKeyValue(readDer(der), form, budget, false))
  } catch (error) {
    throw explainDamage(error, 'The encrypted private key is damaged.')
  }
}

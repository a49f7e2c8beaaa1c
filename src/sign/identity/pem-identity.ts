/**
 * Identities from a private key and certificates in PEM.
 *
 * @module
 */

import { createPrivateKey } from 'node:crypto'
import { wipe } from '../../bytes.js'
import { type PemBlock, readPemBlocks } from '../../cms/asn1.js'
import type { Certificate } from '../../cms/certificates.js'
import { IDENTITY_LIMITS } from '../../cms/identity-limits.js'
import { SealwrightError } from '../../errors.js'
import { checkOptions, type OptionTable, required, TEXT, TEXT_OR_BYTES } from '../../input/check-options.js'
import { CERTIFICATE_FILES } from '../../input/identity-checks.js'
import { keyFileKind, refuseJavaKeystore } from '../../input/key-file-kind.js'
import { append } from '../../lists.js'
import type { KeyObject } from '../../platform/public-keys.js'
import type { IdentityOptions, SigningIdentity } from './identity.js'
import { createLocalIdentity, importCertificates, importPrivateKey } from './identity-local-key.js'
import { assertIdentityOptions } from './identity-options.js'

/** The key and its certificates: PEM text, the bytes of a PEM file, or one DER value in bytes. */
export interface PemInput {
  /** Private key in PKCS#8 (also encrypted), PKCS#1 or SEC1. */
  readonly key: string | Uint8Array
  /** The signer's certificate, which others may follow in any order. */
  readonly certificate: string | Uint8Array
  /** Further certificates, in any order. */
  readonly chain?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined
  readonly passphrase?: string | undefined
}

const INPUT: OptionTable<PemInput> = {
  key: required(TEXT_OR_BYTES),
  certificate: required(TEXT_OR_BYTES),
  chain: CERTIFICATE_FILES,
  passphrase: TEXT,
}

/**
 * Makes an identity from a private key and its certificates.
 *
 * @throws SealwrightError `wrong_passphrase` when the key is encrypted and the passphrase is missing or wrong;
 * `key_mismatch` when
 *   the key belongs to none of the certificates; `invalid_identity` when something is damaged or not supported
 *
 * @example
 * ```ts
 * const identity = await identityFromPem({
 *   key: await readFile('key.pem'),
 *   certificate: await readFile('certificate.pem'),
 *   chain: await readFile('intermediates.pem'),
 * })
 * ```
 */
export async function identityFromPem(input: PemInput, options: IdentityOptions = {}): Promise<SigningIdentity> {
  assertPemInput(input)
  assertIdentityOptions(options)
  const { chain = [] } = input
  const certificates = readCertificates(input.certificate)
  if (certificates.length === 0)
    throw new SealwrightError(
      'invalid_identity',
      `There is no certificate in the PEM text${adviceOn(input.certificate)}.`,
    )
  for (const further of Array.isArray(chain) ? chain : [chain]) append(certificates, readCertificates(further))
  const key = await readPrivateKey(input.key, input.passphrase, options.signal)
  return createLocalIdentity([key], certificates, options.algorithm)
}

/** Checks the input. Hosts pass whole settings objects, so other members are ignored. */
function assertPemInput(input: PemInput): void {
  const { key, certificate, chain, passphrase } = input ?? {}
  checkOptions({ key, certificate, chain, passphrase }, INPUT)
}

const CERTIFICATE_LABELS = new Set(['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])

/** The certificates in PEM text, or a single one in DER. */
export function readCertificates(input: string | Uint8Array): Certificate[] {
  if (isDer(input)) return importCertificates([input])
  const blocks = readBlocks(input).filter((block) => CERTIFICATE_LABELS.has(block.label))
  return importCertificates(blocks.map((block) => block.bytes))
}

function isDer(input: string | Uint8Array): input is Uint8Array {
  return typeof input !== 'string' && input[0] === 0x30
}

function readBlocks(input: string | Uint8Array): PemBlock[] {
  if (input.length <= IDENTITY_LIMITS.maxFileBytes) refuseOtherKinds(input)
  if (input.length > IDENTITY_LIMITS.maxFileBytes) {
    throw new SealwrightError('invalid_identity', 'The PEM text is larger than is allowed.')
  }
  return readPemBlocks(input)
}

/** The name of a file is a common mistake. */
const FILE_NAME = /^[^\n]{1,1000}\.[a-z\d]{2,5}\s*$/i

function adviceOn(input: string | Uint8Array): string {
  return typeof input === 'string' && FILE_NAME.test(input)
    ? ': it seems to be the name of a file, whose content has to be given'
    : ''
}

function refuseOtherKinds(input: string | Uint8Array): void {
  refuseJavaKeystore(input)
  const kind = keyFileKind(input)
  if (kind !== 'pkcs12' && kind !== 'base64') return
  throw new SealwrightError('invalid_identity', 'The file is PKCS#12 and not PEM: open it with identityFromPkcs12.')
}

async function readPrivateKey(
  input: string | Uint8Array,
  passphrase: string | undefined,
  signal: AbortSignal | undefined,
): Promise<KeyObject> {
  if (isDer(input)) {
    refuseOtherKinds(input)
    return importPrivateKey(input)
  }
  const blocks = readBlocks(input)
  const block = blocks.find(({ label }) => label.endsWith('PRIVATE KEY'))
  if (block === undefined) {
    const hasCertificate = blocks.some(({ label }) => CERTIFICATE_LABELS.has(label))
    const rest = hasCertificate ? ': it holds a certificate, and the key is in another file' : adviceOn(input)
    throw new SealwrightError('invalid_identity', `There is no private key in the PEM text${rest}.`)
  }
  const isEncrypted = block.isEncrypted || block.label === 'ENCRYPTED PRIVATE KEY'
  if (isEncrypted && passphrase === undefined) {
    throw new SealwrightError('wrong_passphrase', 'The private key is encrypted, but no passphrase was given.')
  }
  if (block.isEncrypted) return decryptTraditionalKey(block, passphrase ?? '')
  switch (block.label) {
    case 'ENCRYPTED PRIVATE KEY': {
      const { decryptPkcs8 } = await import('../../cms/pkcs12.js')
      return importAndWipe(await decryptPkcs8(block.bytes, passphrase ?? '', signal))
    }
    case 'RSA PRIVATE KEY':
      return importAndWipe(block.bytes, 'pkcs1')
    case 'EC PRIVATE KEY':
      return importAndWipe(block.bytes, 'sec1')
    case 'PRIVATE KEY':
      return importAndWipe(block.bytes)
    default:
      throw new SealwrightError('invalid_identity', `A PEM key of the kind ${block.label} is not supported.`)
  }
}

/** Imports bytes that were decoded from the PEM text, and wipes them. */
function importAndWipe(der: Uint8Array, type?: 'pkcs1' | 'sec1'): KeyObject {
  try {
    return importPrivateKey(der, type)
  } finally {
    wipe(der)
  }
}

/** Decrypts PKCS#1 and SEC1 keys in OpenSSL's own encryption, which header fields of the PEM text describe. */
function decryptTraditionalKey(block: PemBlock, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: block.text, format: 'pem', passphrase })
  } catch (cause) {
    throw new SealwrightError('wrong_passphrase', 'The passphrase does not open the private key.', { cause })
  }
}

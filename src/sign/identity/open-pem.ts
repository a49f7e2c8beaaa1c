/**
 * Opens a private key and its certificates in PEM.
 *
 * @module
 */

import { createPrivateKey } from 'node:crypto'
import { wipe } from '../../bytes.js'
import type { PemBlock } from '../../cms/asn1.js'
import { SealwrightError } from '../../errors.js'
import { append } from '../../lists.js'
import type { KeyObject } from '../../platform/public-keys.js'
import type { IdentityOptions, PemInput, SigningIdentity } from './identity.js'
import { createLocalIdentity, importPrivateKey } from './identity-local-key.js'
import { CERTIFICATE_LABELS, isDer, readBlocks, readCertificates, refuseOtherKinds } from './pem-files.js'

/** Makes the identity of `identityFromPem` from input that was checked. */
export async function openPem(input: PemInput, options: IdentityOptions): Promise<SigningIdentity> {
  const { chain = [] } = input
  const certificates = readCertificates(input.certificate)
  if (certificates.length === 0)
    throw new SealwrightError('invalid_identity', 'There is no certificate in the PEM text.')
  for (const further of Array.isArray(chain) ? chain : [chain]) append(certificates, readCertificates(further))
  const key = await readPrivateKey(input.key, input.passphrase, options.signal)
  return createLocalIdentity([key], certificates, options.algorithm)
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
    const rest = hasCertificate ? ': it holds a certificate, and the key that belongs to it is in another file.' : '.'
    throw new SealwrightError('invalid_identity', `There is no private key in the PEM text${rest}`)
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

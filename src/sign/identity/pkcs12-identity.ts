/**
 * Identities from PKCS#12 files (`.p12`, `.pfx`).
 *
 * @module
 */

import type { KeyObject } from 'node:crypto'
import { wipe } from '../../bytes.js'
import { BYTES, checkOptions, required, TEXT } from '../../input/check-options.js'
import type { IdentityOptions, SigningIdentity } from './identity.js'
import { createLocalIdentity, importCertificates, importPrivateKey } from './identity-local-key.js'
import { assertIdentityOptions } from './identity-options.js'

const INPUT = { bytes: required(BYTES), passphrase: TEXT }

/**
 * Opens a PKCS#12 file. Do it once and keep the identity: deriving keys from the passphrase is slow on purpose.
 *
 * @param bytes the file, at most 4 MB; older (RC2, triple DES) and modern (AES, PBMAC1) kinds, with any order of certificates
 * @param passphrase leave it out, or give '', for a file without one
 * @throws SealwrightError `wrong_passphrase`; `invalid_identity` for a file that is damaged or not supported, or whose certificate
 *   must not sign; `key_mismatch` when no certificate belongs to the key
 *
 * @example
 * ```ts
 * const identity = await identityFromPkcs12(await readFile('seal.p12'), process.env.SEAL_PASSPHRASE)
 * const { bytes } = await signDocument(pdf, request, { identity })
 * ```
 */
export async function identityFromPkcs12(
  bytes: Uint8Array,
  passphrase?: string,
  options: IdentityOptions = {},
): Promise<SigningIdentity> {
  checkOptions({ bytes, passphrase }, INPUT, 'arguments')
  assertIdentityOptions(options)
  const { openPkcs12 } = await import('../../cms/pkcs12.js')
  const { keys, certificates } = await openPkcs12(bytes, passphrase, options.signal)
  const imported = importKeys(keys)
  return createLocalIdentity(imported, importCertificates(certificates), options.algorithm)
}

function importKeys(keys: readonly Uint8Array[]): KeyObject[] {
  try {
    return keys.map((key) => importPrivateKey(key))
  } finally {
    wipe(...keys)
  }
}

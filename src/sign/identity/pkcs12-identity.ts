/**
 * Identities from PKCS#12 files (`.p12`, `.pfx`).
 *
 * @module
 */

import { BYTES, checkOptions, required, TEXT } from '../../input/check-options.js'
import type { Pkcs12Options, SigningIdentity } from './identity.js'
import { assertPkcs12Options } from './identity-options.js'

const INPUT = { bytes: required(BYTES), passphrase: TEXT }

/**
 * Opens a PKCS#12 file. Do it once and keep the identity: deriving keys from the passphrase is slow on purpose.
 *
 * @param bytes the file, at most 4 MB; older (RC2, triple DES) and modern (AES, PBMAC1) kinds, with certificates in any order,
 *   and either of them in base64
 * @param passphrase leave it out, or give '', for a file without one
 * @throws SealwrightError `wrong_passphrase`; `invalid_identity` for a file that is damaged or not supported, or whose certificate
 *   must not sign; `key_mismatch` when no certificate belongs to the key; `key_ambiguous` when the file has several
 *   private keys and neither `alias` nor `serialNumber` chooses one: the message lists them
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
  options: Pkcs12Options = {},
): Promise<SigningIdentity> {
  checkOptions({ bytes, passphrase }, INPUT, 'arguments')
  assertPkcs12Options(options)
  const { openPkcs12Identity } = await import('./local-identities.js')
  return openPkcs12Identity(bytes, passphrase, options)
}

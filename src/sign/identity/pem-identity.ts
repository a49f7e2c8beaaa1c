/**
 * Identities from a private key and certificates in PEM.
 *
 * @module
 */

import { checkOptions, type OptionTable, required, TEXT, TEXT_OR_BYTES } from '../../input/check-options.js'
import { CERTIFICATE_FILES } from '../../input/identity-checks.js'
import type { IdentityOptions, PemInput, SigningIdentity } from './identity.js'
import { assertIdentityOptions } from './identity-options.js'

const INPUT: OptionTable<PemInput> = {
  key: required(TEXT_OR_BYTES),
  certificate: required(TEXT_OR_BYTES),
  chain: CERTIFICATE_FILES,
  passphrase: TEXT,
}

/**
 * Makes an identity from a private key and its certificates.
 *
 * @throws SealwrightError `wrong_passphrase` when the key is encrypted and the passphrase is missing or wrong; `key_mismatch` when
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
  const { openPem } = await import('./local-identities.js')
  return openPem(input, options)
}

/** Checks the input. Hosts pass whole settings objects, so other members are ignored. */
function assertPemInput(input: PemInput): void {
  const { key, certificate, chain, passphrase } = input ?? {}
  checkOptions({ key, certificate, chain, passphrase }, INPUT)
}

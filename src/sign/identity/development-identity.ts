/**
 * Creates a temporary identity for trying things out.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { checkOptions, MOMENT, type OptionTable, TEXT } from '../../input/check-options.js'
import { SIGNATURE_ALGORITHM } from '../../input/identity-checks.js'
import type { SignatureAlgorithm, SigningIdentity } from './identity.js'

export interface DevelopmentIdentityOptions {
  /** Name in the certificate before "(development only, not trusted)". */
  readonly name?: string
  /** ECDSA on P-256 with SHA-256 by default; RSA keys have 2048 bits. */
  readonly algorithm?: SignatureAlgorithm
  /** Beginning of the 30 days of validity. */
  readonly now?: Date
}

/**
 * Makes a new key with a self-signed certificate, valid for 30 days, whose subject says that it is for development only.
 * No one trusts its signatures, and nothing of it is kept.
 *
 * @throws SealwrightError `invalid_request` for options of another form, `invalid_identity` for a year before 1970 or past 9998
 *
 * @example
 * ```ts
 * const { bytes } = await signDocument(pdf, request, { identity: await developmentIdentity() })
 * ```
 */
export async function developmentIdentity(options: DevelopmentIdentityOptions = {}): Promise<SigningIdentity> {
  checkOptions(options, OPTIONS)
  const { name = 'Sealwright', algorithm = { name: 'ECDSA', hash: 'SHA-256' }, now = new Date() } = options
  const year = now.getUTCFullYear()
  if (!(year >= 1970 && year < 9999)) {
    throw new SealwrightError('invalid_identity', 'The time for the development certificate is not a usable date.')
  }
  const { makeDevelopmentIdentity } = await import('./local-identities.js')
  return makeDevelopmentIdentity(name, algorithm, now)
}

const OPTIONS: OptionTable<DevelopmentIdentityOptions> = { name: TEXT, algorithm: SIGNATURE_ALGORITHM, now: MOMENT }

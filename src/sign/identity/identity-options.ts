/**
 * Checks the options of functions that open a host's own key.
 *
 * @module
 */

import { checkOptions, type OptionTable, SIGNAL, TEXT } from '../../input/check-options.js'
import { SIGNATURE_ALGORITHM } from '../../input/identity-checks.js'
import type { IdentityOptions, Pkcs12Options } from './identity.js'

const OPTIONS: OptionTable<IdentityOptions> = { algorithm: SIGNATURE_ALGORITHM, signal: SIGNAL }

const PKCS12_OPTIONS: OptionTable<Pkcs12Options> = { ...OPTIONS, alias: TEXT, serialNumber: TEXT }

/** Throws `invalid_request` for invalid options, and the signal's reason when it is already aborted. */
export function assertIdentityOptions(options: IdentityOptions): void {
  checkOptions(options, OPTIONS)
  options.signal?.throwIfAborted()
}

/** Throws like `assertIdentityOptions`. */
export function assertPkcs12Options(options: Pkcs12Options): void {
  checkOptions(options, PKCS12_OPTIONS)
  options.signal?.throwIfAborted()
}

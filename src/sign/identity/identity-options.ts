/**
 * What the functions that open a key of the host's own take.
 *
 * @module
 */

import { checkOptions, type OptionTable, SIGNAL } from '../../input/check-options.js'
import { SIGNATURE_ALGORITHM } from '../../input/identity-checks.js'
import type { IdentityOptions } from './identity.js'

const OPTIONS: OptionTable<IdentityOptions> = { algorithm: SIGNATURE_ALGORITHM, signal: SIGNAL }

/** Throws `invalid_request` for options that make no sense, and the signal's reason when it is aborted already. */
export function assertIdentityOptions(options: IdentityOptions): void {
  checkOptions(options, OPTIONS)
  options.signal?.throwIfAborted()
}

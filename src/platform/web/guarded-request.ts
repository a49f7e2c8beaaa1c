/**
 * Stands in for `src/net/guarded-request.ts` in builds for browsers and edge hosts, where nobody can look at the address that
 * a name leads to before connecting.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** @throws SealwrightError `missing_dependency`, always */
export function requestGuarded(): never {
  throw new SealwrightError(
    'missing_dependency',
    'Addresses in certificates are not asked here: give a fetch of your own.',
  )
}

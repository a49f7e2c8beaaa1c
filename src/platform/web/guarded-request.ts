/**
 * Replaces `src/net/guarded-request.ts` in builds for browsers and edge hosts. There, the address of a name cannot be checked
 * before connecting.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/**
 * Refuses the request.
 *
 * @throws SealwrightError `missing_dependency`, always
 */
export function requestGuarded(): never {
  throw new SealwrightError(
    'missing_dependency',
    'Addresses in certificates are not asked here: give a fetch of your own.',
  )
}

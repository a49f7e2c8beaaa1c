/**
 * Replaces `src/assets/read-asset.ts` in builds for browsers and edge hosts, which read no files of the package.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { OBJECT } from '../../input/check-options.js'

export const ASSETS = OBJECT

/**
 * Refuses a folder, since nothing would be read from it.
 *
 * @throws SealwrightError `invalid_request` when a folder is given
 */
export function useAssets(options: object | undefined): void {
  if (options !== undefined) throw new SealwrightError('invalid_request', 'assets has no meaning here: leave it out.')
}

/**
 * The path of a request.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** The path in a URL as it was sent: the text between its authority and its query. */
const PATH = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^?#]*)/i

/**
 * The path below the one at which the API is mounted.
 *
 * A path that `URL` normalises, such as `/v1/./metrics`, is not found. A guard in front of the API that compares the text has
 * let it pass for another path.
 *
 * @throws SealwrightError `not_found`
 */
export function pathOf(sent: string, { pathname }: URL, basePath = ''): string {
  const written = PATH.exec(sent)?.[1] || '/'
  if (written !== pathname) throw new SealwrightError('not_found', 'There is nothing at this path.')
  const base = basePath.replace(/\/+$/, '')
  return base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
}

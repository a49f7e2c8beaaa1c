/**
 * The path that a request is for.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** What stands between the authority of a URL and its query. */
const PATH = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^?#]*)/i

/**
 * The path below the one that the API is mounted at.
 *
 * A path that URL writes in another way than it was sent, as `/v1/./metrics`, leads nowhere: a guard that stands before the
 * API and goes by the text has let it pass for another one.
 *
 * @throws SealwrightError `not_found`
 */
export function pathOf(sent: string, { pathname }: URL, basePath = ''): string {
  const written = PATH.exec(sent)?.[1] || '/'
  if (written !== pathname) throw new SealwrightError('not_found', 'There is nothing at this path.')
  const base = basePath.replace(/\/+$/, '')
  return base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
}

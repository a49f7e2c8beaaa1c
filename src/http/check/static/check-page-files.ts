/**
 * The verification page as files for a static host. It verifies in the browser and needs no service.
 *
 * @module
 */

import type { CheckPageFile, CheckPageFilesOptions } from './static-options.js'

/**
 * The page at which people verify signed PDFs, as files for any static host. Browsers verify, so no file leaves its reader's
 * device, and after the first visit the page works without a network. It shows pages of the file where the package pdfjs-dist is
 * installed.
 *
 * @returns the files; `index.html` is the page in English, and the files refer to each other by relative addresses
 * @throws SealwrightError `invalid_request`, also for trusted lists, which are too large for a page; `missing_dependency` where
 * the package was not built
 * @example
 * ```ts
 * for (const { path, bytes } of await checkPageFiles({ verify: { trustAnchors } })) {
 *   await mkdir(dirname(join('public', path)), { recursive: true })
 *   await writeFile(join('public', path), bytes)
 * }
 * ```
 */
export async function checkPageFiles(options: CheckPageFilesOptions = {}): Promise<CheckPageFile[]> {
  const { makeCheckPage } = await import('./make-check-page.js')
  return makeCheckPage(options)
}

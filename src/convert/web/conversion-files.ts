/**
 * The files that conversions need where there is no Node.js, for a folder that the host serves.
 *
 * @module
 */

import type { ConversionFile } from './collect-files.js'

/**
 * The files that `convertFile` asks for in browsers and on edge hosts: fonts with their licences, hyphenation patterns, HarfBuzz,
 * and `files.json`, which lists them. Fonts for further scripts are among them where their packages are installed.
 *
 * @returns some 20 MB, and more with fonts for further scripts; a page fetches what its document needs
 * @throws SealwrightError `missing_dependency` where files of the package are missing
 * @example
 * ```ts
 * for (const { path, bytes } of await conversionFiles()) {
 *   await mkdir(dirname(join('public/sealwright', path)), { recursive: true })
 *   await writeFile(join('public/sealwright', path), bytes)
 * }
 * ```
 */
export async function conversionFiles(): Promise<ConversionFile[]> {
  const { collectFiles } = await import('./collect-files.js')
  return collectFiles()
}

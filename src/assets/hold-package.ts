/**
 * Keeps everything that jobs need from the disk in memory.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { companionUrl, IS_BUILT } from './place.js'
import { holdAssets } from './read-asset.js'

let worker: URL | undefined

/** The module of the worker at the time when the package was put into memory; undefined when it was not. */
export function heldWorker(): URL | undefined {
  return worker
}

/**
 * Reads the files of the package and the module of its workers into memory, some 12 MB, and takes them from there: so
 * that jobs go on as before when the package is exchanged on the disk, until the process starts again. Modules that
 * this thread loads only when they are needed are not among them; `sealwright serve` loads those at its start. Does
 * nothing in the sources of the package.
 *
 * @throws SealwrightError `missing_dependency` where files are missing
 *
 * @example
 * ```ts
 * holdPackage()
 * const api = createApi({ identity, keys })
 * ```
 */
export function holdPackage(): void {
  if (!IS_BUILT || worker !== undefined) return
  holdAssets()
  const url = companionUrl('worker.mjs')
  // The code's own address stays that of the file, so that packages of the host are still found from there.
  const source = readFileSync(url, 'utf8').replaceAll('import.meta', () => `({url:${JSON.stringify(url.href)}})`)
  worker = new URL(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`)
}

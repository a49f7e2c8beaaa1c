/**
 * The script that shows the description to people: RapiDoc, which the build puts beside this module.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { SealwrightError } from '../../errors.js'

let compressed: Uint8Array | undefined

/**
 * The script, read on its first use.
 *
 * @throws SealwrightError `internal_error` when it is not installed
 */
export function loadViewer(encoding: 'gzip' | 'identity'): Uint8Array {
  compressed ??= readViewer()
  return encoding === 'gzip' ? compressed : gunzipSync(compressed)
}

function readViewer(): Uint8Array {
  try {
    return readFileSync(new URL('./docs-viewer.js.gz', import.meta.url))
  } catch {
    // Not built: it is still where the build takes it from.
  }
  try {
    return readFileSync(createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js.gz'))
  } catch (cause) {
    throw new SealwrightError('internal_error', 'The viewer of the documentation is not installed.', { cause })
  }
}

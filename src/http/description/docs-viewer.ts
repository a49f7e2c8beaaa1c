/**
 * The script that shows the description to people: RapiDoc, which the build puts beside this module.
 *
 * @module
 */

import { gunzipSync } from 'node:zlib'
import { readAsset } from '../../assets/read-asset.js'

let compressed: Uint8Array | undefined

/**
 * The script, read on its first use.
 *
 * @throws SealwrightError `missing_dependency` when it is not there
 */
export function loadViewer(encoding: 'gzip' | 'identity'): Uint8Array {
  compressed ??= readAsset('docs-viewer.js.gz')
  return encoding === 'gzip' ? compressed : gunzipSync(compressed)
}

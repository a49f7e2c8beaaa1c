/**
 * Writing the formats of zlib: who only verifies needs none of it. `web/deflation.ts` stands in for this module in builds for
 * browsers and edge hosts.
 *
 * @module
 */

import { promisify } from 'node:util'
import { deflate as deflateLater, deflateRaw as deflateRawLater, type ZlibOptions } from 'node:zlib'

export { deflateRawSync, deflateSync } from 'node:zlib'

/** {@link deflateRawSync} in another thread, where the platform has one for this. */
export const deflateRaw = promisify<Uint8Array, ZlibOptions, Uint8Array>(deflateRawLater)

/** {@link deflateSync} in another thread, where the platform has one for this. */
export const deflate = promisify<Uint8Array, Uint8Array>(deflateLater)

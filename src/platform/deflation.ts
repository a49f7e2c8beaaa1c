/**
 * Compression for the formats of zlib, which verification does not need. Builds for browsers and edge hosts use
 * `web/deflation.ts` instead.
 *
 * @module
 */

import { promisify } from 'node:util'
import { deflate as deflateLater, deflateRaw as deflateRawLater, type ZlibOptions } from 'node:zlib'

export { deflateRawSync, deflateSync } from 'node:zlib'

/** Like {@link deflateRawSync}, but in another thread where the platform has one. */
export const deflateRaw = promisify<Uint8Array, ZlibOptions, Uint8Array>(deflateRawLater)

/** Like {@link deflateSync}, but in another thread where the platform has one. */
export const deflate = promisify<Uint8Array, Uint8Array>(deflateLater)

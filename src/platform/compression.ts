/**
 * Decompression for the formats of zlib. `deflation.ts` compresses. Builds for browsers and edge hosts use
 * `web/compression.ts` instead.
 *
 * @module
 */

export { constants, crc32, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/**
 * Reading the formats of zlib; `deflation.ts` writes them. `web/compression.ts` stands in for this module in builds for browsers
 * and edge hosts.
 *
 * @module
 */

export { constants, crc32, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/**
 * The tables of the WHATWG Encoding Standard. `web/encoding-tables.ts` stands in for this module in builds for browsers and
 * edge hosts.
 *
 * @module
 */

import { createRequire } from 'node:module'

/** The part of the package that is used. */
interface EncodingTables {
  readonly TextDecoder: typeof TextDecoder
  normalizeEncoding(label: string): string | null
}

let loaded: EncodingTables | undefined

/** Loaded by the first text that is not UTF-8. */
export function encodingTables(): EncodingTables {
  loaded ??= createRequire(import.meta.url)('@exodus/bytes/encoding.js') as EncodingTables
  return loaded
}

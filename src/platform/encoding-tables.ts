/**
 * The tables of the WHATWG Encoding Standard. Builds for browsers and edge hosts use `web/encoding-tables.ts` instead.
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

/** Loads the tables. The first text that is not UTF-8 needs them. */
export function encodingTables(): EncodingTables {
  loaded ??= createRequire(import.meta.url)('@exodus/bytes/encoding.js') as EncodingTables
  return loaded
}

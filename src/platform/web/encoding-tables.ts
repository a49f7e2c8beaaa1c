/**
 * Replaces `../encoding-tables.ts` where there is no Node.js. The large tables of Chinese, Japanese and Korean are those of
 * the browser, which must have them. The small tables and the labels come from the package.
 *
 * @module
 */

import { TextDecoder as LiteDecoder, normalizeEncoding } from '@exodus/bytes/encoding-lite.js'

/** Encodings for which the package needs its large tables (Encoding Standard, 10 to 13). */
const MULTI_BYTE: ReadonlySet<string> = new Set([
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
])

interface DecoderOptions {
  readonly fatal?: boolean
}

class Decoder {
  readonly #decoder: { decode(bytes: Uint8Array): string }

  constructor(encoding: string, options: DecoderOptions) {
    const isLarge = MULTI_BYTE.has(normalizeEncoding(encoding) ?? '')
    this.#decoder = isLarge ? new TextDecoder(encoding, options) : new LiteDecoder(encoding, options)
  }

  decode(bytes: Uint8Array): string {
    return this.#decoder.decode(bytes)
  }
}

const TABLES = { TextDecoder: Decoder, normalizeEncoding }

export function encodingTables(): typeof TABLES {
  return TABLES
}

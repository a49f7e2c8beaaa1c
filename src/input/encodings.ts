/**
 * Decodes bytes in the encodings of the WHATWG Encoding Standard.
 *
 * Runtimes have different tables. Node.js 20 decodes windows-1252 without its euro sign and quotation marks, other runtimes
 * differ in the tables of Chinese, Japanese and Korean, and some know few labels. So the tables come from a package, and no
 * other module makes a decoder for anything but UTF-8 (`test/house/decoders.test.ts`).
 *
 * @module
 */

import { encodingTables } from '../platform/encoding-tables.js'
import { decodeUtf8, isUtf8 } from '../platform/text.js'

/** A decoded text, with the number of its faults. */
export interface DecodedText {
  readonly text: string
  /** Number of byte sequences that are invalid in the encoding. Each became U+FFFD. */
  readonly malformed: number
}

const REPLACEMENT = '\ufffd'

const UTF_8_LABEL = /^utf-?8$/i

/** The bytes of an encoded U+FFFD, for encodings that have it and in which it can be found without decoding. */
const ENCODED_REPLACEMENT: Readonly<Record<string, readonly number[]>> = {
  'utf-8': [0xef, 0xbf, 0xbd],
  'utf-16le': [0xfd, 0xff],
  'utf-16be': [0xff, 0xfd],
}

/** Decoders by encoding. Making one takes many times as long as decoding a short text. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

function decoderOf(encoding: string, mode: 'strict' | 'lenient'): InstanceType<typeof TextDecoder> {
  const key = `${encoding} ${mode}`
  let decoder = decoders.get(key)
  if (decoder === undefined) {
    decoder = new (encodingTables().TextDecoder)(encoding, { fatal: mode === 'strict' })
    decoders.set(key, decoder)
  }
  return decoder
}

/**
 * The name of the encoding with a label, in lower case, for example `windows-1252` for `latin1`; `undefined` for an unknown
 * label.
 */
export function encodingNamed(label: string): string | undefined {
  return UTF_8_LABEL.test(label) ? 'utf-8' : (encodingTables().normalizeEncoding(label) ?? undefined)
}

/** The encoding that a byte order mark states (Encoding Standard, "BOM sniff"). */
export function encodingByMark([first, second, third]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/**
 * Decodes bytes. A byte order mark of the same encoding is left out.
 *
 * @param encoding a name or label that {@link encodingNamed} knows
 */
export function decodeBytes(bytes: Uint8Array, encoding: string): DecodedText {
  const whole = decodeStrictly(bytes, encoding)
  if (whole !== undefined) return { text: whole, malformed: 0 }
  const name = encodingNamed(encoding) ?? encoding
  // The standard decodes encodings that can hide markup from filters to a single U+FFFD.
  const text = name === 'replacement' ? REPLACEMENT : decoderOf(name, 'lenient').decode(bytes)
  return { text, malformed: text.split(REPLACEMENT).length - 1 - countEncodedReplacements(bytes, name) }
}

/** Decodes bytes; `undefined` when some of them are invalid in the encoding. */
export function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  if (UTF_8_LABEL.test(encoding)) return isUtf8(bytes) ? decodeUtf8(bytes) : undefined
  const name = encodingNamed(encoding) ?? encoding
  if (name === 'replacement') return bytes.length === 0 ? '' : undefined
  try {
    return decoderOf(name, 'strict').decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw error
    return undefined
  }
}

function countEncodedReplacements(bytes: Uint8Array, name: string): number {
  const encoded = Object.hasOwn(ENCODED_REPLACEMENT, name) ? ENCODED_REPLACEMENT[name] : undefined
  if (encoded === undefined) return 0
  const unit = encoded.length === 2 ? 2 : 1
  let count = 0
  for (let at = 0; at < bytes.length; at += unit) if (encoded.every((byte, i) => bytes[at + i] === byte)) count++
  return count
}

/**
 * Parsing a JSON body whose bulk is one document in base64.
 *
 * @module
 */

import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { isPlainObject } from '../audit/canonical-json.js'
import { SealwrightError } from '../errors.js'

/** From this size on, in bytes, it pays to keep the document out of the parser. */
const MIN_SPLIT_BYTES = 64 * 1024

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/** A parsed body. */
export interface ParsedBody {
  readonly value: unknown
  /** A document that was cut out: `document.base64` of the value is `standIn` instead of these characters. */
  readonly cut?: { readonly standIn: string; readonly base64: Uint8Array }
}

/**
 * Parses a JSON text. A large `document.base64` is cut out of it first: as a string it would be copied several times.
 *
 * @throws SealwrightError `invalid_json`
 */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  if (!isUtf8(bytes)) throw new SealwrightError('invalid_json', 'The body is not UTF-8.')
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parsed = view.length >= MIN_SPLIT_BYTES ? parseAround(view) : undefined
  return parsed ?? { value: parseText(view.toString('utf8')) }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the body, which belongs into no log.
    throw new SealwrightError('invalid_json', 'The body is not JSON.')
  }
}

/**
 * Parses the text with a stand-in for the document. Where the stand-in, which nobody can have guessed, turns up as the
 * whole of `document.base64`, what it stands for would have turned up there too: neither holds a quote or a backslash,
 * so both leave the rest of the text to be read in the same way. Anything else is `undefined`.
 */
function parseAround(view: Buffer): ParsedBody | undefined {
  const [start, end] = findLongBase64(view)
  if (end - start < MIN_SPLIT_BYTES) return undefined
  const base64 = view.subarray(start, end)
  if (base64.includes(BACKSLASH)) return undefined
  const standIn = randomUUID()
  const value = parseText(view.toString('utf8', 0, start) + standIn + view.toString('utf8', end))
  const document = isPlainObject(value) ? value['document'] : undefined
  if (!isPlainObject(document) || document['base64'] !== standIn) return undefined
  return { value, cut: { standIn, base64 } }
}

/** Where the text after the first `"base64":"` begins and ends. */
function findLongBase64(view: Buffer): [start: number, end: number] {
  const name = view.indexOf('"base64"', 0, 'latin1')
  if (name < 0) return [0, 0]
  let at = skipSpace(view, name + 8)
  if (view[at] !== COLON) return [0, 0]
  at = skipSpace(view, at + 1)
  if (view[at] !== QUOTE) return [0, 0]
  const end = view.indexOf(QUOTE, at + 1)
  return end < 0 ? [0, 0] : [at + 1, end]
}

function skipSpace(view: Buffer, from: number): number {
  let at = from
  while (view[at] === 0x20 || view[at] === 0x0a || view[at] === 0x0d || view[at] === 0x09) at++
  return at
}

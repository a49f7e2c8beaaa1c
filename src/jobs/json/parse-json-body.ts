/**
 * Parsing a JSON body whose bulk is one document in base64.
 *
 * @module
 */

import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { isPlainObject } from '../../audit/canonical-json.js'
import { SealwrightError } from '../../errors.js'
import { JsonFault } from '../../input/json/json-fault.js'
import { parseScanned } from '../../input/json/parse-json.js'
import { type StringSpan, scanJson } from '../../input/json/scan-json.js'

/** Size of a body in bytes from which the document is kept out of the parser. */
const MIN_SPLIT_BYTES = 64 * 1024

const BACKSLASH = 0x5c

/** A parsed body. */
export interface ParsedBody {
  readonly value: unknown
  /** A document that was cut out. `document.base64` of the value is `standIn` in its place. */
  readonly cut?: { readonly standIn: string; readonly base64: Uint8Array }
}

/**
 * Parses a JSON text. A large `document.base64` is cut out of it first: as a string it would be copied several times.
 *
 * @throws SealwrightError `invalid_json`, and `invalid_request` for a member that occurs twice
 */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  if (!isUtf8(bytes)) throw new SealwrightError('invalid_json', describeBytes(bytes))
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const { found, escapedNames } = scanJson(view, ['document', 'base64'])
    const parsed = found === undefined ? undefined : parseAround(view, found, escapedNames)
    return parsed ?? { value: parseScanned(view, escapedNames) }
  } catch (error) {
    throw error instanceof JsonFault ? toBodyError(error) : error
  }
}

function describeBytes([first, second]: Uint8Array): string {
  return first === 0x1f && second === 0x8b
    ? 'The body is compressed (gzip): send it as it is.'
    : 'The body is not text in UTF-8.'
}

function toBodyError(fault: JsonFault): SealwrightError {
  if (fault.kind !== 'repeated_member') return new SealwrightError('invalid_json', fault.describe('The body'))
  const { pointer } = fault
  const message = 'This member is there twice.'
  return new SealwrightError('invalid_request', `The request is not valid: ${message} (at ${pointer})`, {
    errors: [{ pointer, code: 'repeated', message }],
  })
}

/**
 * Parses the text with a stand-in for the document. Neither base64 nor the stand-in contains a quote or a backslash, so the rest
 * of the text is parsed alike with either.
 */
function parseAround(
  view: Buffer,
  { start, end }: StringSpan,
  escapedNames: readonly number[],
): ParsedBody | undefined {
  if (end - start < MIN_SPLIT_BYTES) return undefined
  const base64 = view.subarray(start, end)
  if (base64.includes(BACKSLASH)) return undefined
  const standIn = randomUUID()
  const value = parseScanned(view, escapedNames, { start, end, text: standIn })
  const document = isPlainObject(value) ? value['document'] : undefined
  if (!isPlainObject(document) || document['base64'] !== standIn) return undefined
  return { value, cut: { standIn, base64 } }
}

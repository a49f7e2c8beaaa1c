/**
 * Parsing a JSON body whose bulk is one document in base64.
 *
 * @module
 */

import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { isPlainObject } from '../../audit/canonical-json.js'
import { SealwrightError } from '../../errors.js'
import { type StringSpan, scanJson } from './scan-json.js'

/** From this size on, in bytes, it pays to keep the document out of the parser. */
const MIN_SPLIT_BYTES = 64 * 1024

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
 * @throws SealwrightError `invalid_json`, and `invalid_request` for members that are there twice
 */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  if (!isUtf8(bytes)) throw new SealwrightError('invalid_json', describeBytes(bytes))
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { document, escapedNames } = scanJson(view)
  const parsed = document === undefined ? undefined : parseAround(view, document, escapedNames)
  return parsed ?? { value: parseWith(view, escapedNames) }
}

function describeBytes([first, second]: Uint8Array): string {
  return first === 0x1f && second === 0x8b
    ? 'The body is compressed (gzip): send it as it is.'
    : 'The body is not text in UTF-8.'
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
 * Parses the text with a stand-in for the document. Base64 holds neither a quote nor a backslash, and no more does the
 * stand-in, so that the rest of the text reads the same with either.
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
  const value = parseWith(view, escapedNames, { start, end, text: standIn })
  const document = isPlainObject(value) ? value['document'] : undefined
  if (!isPlainObject(document) || document['base64'] !== standIn) return undefined
  return { value, cut: { standIn, base64 } }
}

/** What stands in the place of some bytes of a text. */
interface Edit extends StringSpan {
  readonly text: string
}

/** A UUID, and the number of the name, so that no two names of one text begin alike. */
const MARK_LENGTH = 36 + 8

/**
 * Parses the text, with a mark of its own before each name that is written with a backslash, which is then taken away. V8 13.6
 * (Node 24) takes such a name for another one, of an object that it parsed before for somebody else, when that begins as this one
 * is spelled: after `{"a":0,"\\":1}`, it reads `{"a":0,"\u00e9":1}` as the former. No name begins with a mark that nobody knows.
 */
function parseWith(view: Buffer, escapedNames: readonly number[], cut?: Edit): unknown {
  const secret = escapedNames.length === 0 ? '' : randomUUID()
  const marks = escapedNames.map(
    (start, index): Edit => ({ start, end: start, text: secret + index.toString(16).padStart(8, '0') }),
  )
  const edits = cut === undefined ? marks : [...marks, cut].sort((a, b) => a.start - b.start)
  const value = parseText(withEdits(view, edits))
  return secret === '' ? value : withoutMarks(value, secret)
}

function withEdits(view: Buffer, edits: readonly Edit[]): string {
  let text = ''
  let at = 0
  for (const edit of edits) {
    text += view.toString('utf8', at, edit.start) + edit.text
    at = edit.end
  }
  return text + view.toString('utf8', at)
}

/** The depth is that of the text, which has its limit. */
function withoutMarks(value: unknown, secret: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutMarks(item, secret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.startsWith(secret) ? name.slice(MARK_LENGTH) : name,
      withoutMarks(member, secret),
    ]),
  )
}

/**
 * Parses JSON texts of unknown origin.
 *
 * @module
 */

import { randomUUID } from '../../platform/random.js'
import { isUtf8 } from '../../platform/text.js'
import { JsonFault } from './json-fault.js'
import { type StringSpan, scanJson } from './scan-json.js'

/** The byte order mark U+FEFF in UTF-8. */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf)

/**
 * Parses a text whose member names may come from anybody. Unlike `JSON.parse`, it refuses duplicate members and texts that
 * would need far more memory than they have bytes, and it reads every name correctly on each release of Node.js.
 *
 * `JSON.parse` is safe for texts from which the reader takes only known names without a backslash: V8 never mistakes another
 * name for one of those.
 *
 * @param text in UTF-8, or decoded. A byte order mark is skipped (RFC 8259, 8.1).
 * @throws JsonFault
 */
export function parseJson(text: Uint8Array | string): unknown {
  if (typeof text !== 'string' && !isUtf8(text)) throw new JsonFault('not_utf8')
  const bytes =
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte)
  const view = hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
  return parseScanned(view, scanJson(view).escapedNames)
}

/** A text that replaces a span of another text. */
interface Edit extends StringSpan {
  readonly text: string
}

/** Length of a mark: a UUID and the number of the name. The number ensures that no two names of one text begin alike. */
const MARK_LENGTH = 36 + 8

/**
 * Parses a text in UTF-8 after a scan. A unique mark is put before each name that is written with a backslash, and removed
 * afterwards. Without the mark, V8 13.6 (Node 24) may take such a name for one of an object that was parsed earlier, even in
 * another call, when that name begins with the other's spelling: after `{"a":0,"\\":1}`, it reads `{"a":0,"\u00e9":1}` as the
 * former. The mark is secret, so no other name begins with it.
 *
 * @param escapedNames the result of scanJson
 * @param cut a text that replaces a part of the text
 * @throws JsonFault
 */
export function parseScanned(view: Buffer, escapedNames: readonly number[], cut?: Edit): unknown {
  const secret = escapedNames.length === 0 ? '' : randomUUID()
  const marks = escapedNames.map(
    (start, index): Edit => ({ start, end: start, text: secret + index.toString(16).padStart(8, '0') }),
  )
  const edits = cut === undefined ? marks : [...marks, cut].sort((a, b) => a.start - b.start)
  const value = parseText(withEdits(view, edits))
  return secret === '' ? value : withoutMarks(value, secret)
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JsonFault('not_json')
  }
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

/** Removes the marks from all names. The recursion is as deep as the text, whose depth is limited. */
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

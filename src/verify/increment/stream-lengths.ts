/**
 * Finds streams that do not end where they say (ISO 32000-2, 7.3.8.2). Readers then search for `endstream`, each from another
 * place, and the result depends on the bytes that follow: a later revision can make such a stream longer.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, type PdfObject } from '../../pdf/objects.js'
import {
  CHAR_CLASS,
  latin1Text,
  ObjectParser,
  scanReferences,
  startsWithAt,
  viewOf,
  WHITE_SPACE,
} from '../../pdf/reading.js'
import type { Finding } from '../report.js'

/**
 * Finds the first stream of a revision that does not end where /Length says, or that ends beyond the revision.
 *
 * All objects in the bytes are examined, whether or not the cross-reference leads to them: object streams and cross-reference
 * streams, objects with an unusual header, and those that only a search finds. The data of streams with a correct length is
 * not searched.
 *
 * @param document A revision that others follow, without those.
 */
export function findMisstatedLength(document: PdfDocument): Finding | undefined {
  const { bytes } = document
  const view = viewOf(bytes)
  let budget = MAX_FILE_SIZES * bytes.length + MIN_BUDGET
  for (let hit = view.indexOf('obj', 0, 'latin1'); hit >= 0; ) {
    const isHeader = !startsWithAt(bytes, hit - 3, 'end')
    const object = isHeader ? readDictionary(bytes, hit + 3) : { end: hit + 3 }
    budget -= object.end - hit
    if (budget < 0) return TOO_COMPLEX
    const next = object.isStream ? endOfData(document, object) : object.end
    if (next === undefined && !isSuperseded(document, hit)) return describe(document, hit)
    hit = view.indexOf('obj', next ?? object.end, 'latin1')
  }
  return undefined
}

/** Budget for parsing, as a multiple of the file's size: malformed objects can overlap. */
const MAX_FILE_SIZES = 6

/** Smallest budget for parsing, in bytes. */
const MIN_BUDGET = 1024 * 1024

const TOO_COMPLEX: Finding = {
  code: 'document_too_complex',
  message: 'The objects of the signed revision overlap, so that they take more work than its size warrants.',
}

function describe({ bytes }: PdfDocument, keyword: number): Finding {
  const name = numberBefore(bytes, keyword) ?? `at byte ${keyword}`
  const message = `Object ${name} is a stream that does not end where its /Length says, so that bytes added later decide what readers take for its data (ISO 32000-2, 7.3.8.2).`
  return { code: 'object_ambiguous', message }
}

/** True when a newer object of the number comes after it, or is in an object stream: then no reader takes this one. */
function isSuperseded({ bytes, origin, xref }: PdfDocument, keyword: number): boolean {
  const num = numberBefore(bytes, keyword)
  const entry = num === undefined ? undefined : xref.get(num)
  if (entry?.type !== 'in-use' || origin + entry.offset < keyword) return entry?.type === 'compressed'
  const parser = new ObjectParser(bytes, origin + entry.offset)
  return parser.takeUnsigned() === num && parser.takeUnsigned() === entry.gen && parser.takeKeyword('obj')
}

/** The number of the object whose keyword `obj` is at an index; `undefined` for unusual spelling. */
function numberBefore(bytes: Uint8Array, keyword: number): number | undefined {
  const header = /(?:^|[^\d+\-.])(\d{1,10})\s+\d{1,5}\s+$/.exec(latin1Text(bytes, Math.max(0, keyword - 32), keyword))
  return header === null ? undefined : Number(header[1])
}

/** The part of an object that is read here. */
interface PlainObject {
  /** Position after the object, or after the dictionary of a stream. */
  readonly end: number
  readonly isStream?: boolean
  /** /Length of a stream. */
  readonly length?: PdfObject | undefined
}

/** Reads what follows the keyword `obj`. Only dictionaries of streams are parsed. */
function readDictionary(bytes: Uint8Array, start: number): PlainObject {
  const scan = scanReferences(bytes, start)
  if (scan !== undefined) {
    const { end } = scan
    const isStream = new ObjectParser(bytes, end).takeKeyword('stream')
    return isStream ? { end, isStream, length: parseAt(bytes, start).length } : { end }
  }
  return parseAt(bytes, start)
}

function parseAt(bytes: Uint8Array, start: number): PlainObject {
  const parser = new ObjectParser(bytes, start)
  try {
    const object = parser.takeKeyword('endobj') ? null : parser.parseObject()
    const end = parser.pos
    const isStream = object instanceof PdfDict && parser.takeKeyword('stream')
    return isStream ? { end, isStream, length: object.get('Length') } : { end: Math.max(end, start) }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return { end: Math.max(parser.pos, start) }
  }
}

/** Position of the `endstream` at the place given by /Length; `undefined` when there is none. */
function endOfData(document: PdfDocument, { end, length }: PlainObject): number | undefined {
  const { bytes } = document
  const parser = new ObjectParser(bytes, end)
  parser.takeKeyword('stream')
  let start = parser.pos
  if (bytes[start] === 0x0d) start++
  if (bytes[start] === 0x0a) start++
  const count = lengthOf(document, length)
  if (count === undefined) return undefined
  let at = start + count
  for (const last = at + MAX_BLANKS; at < last && CHAR_CLASS[bytes[at] ?? 0] === WHITE_SPACE; ) at++
  return startsWithAt(bytes, at, 'endstream') ? at : undefined
}

/** Most white space between the data and `endstream`. The standard has one line end, some programs write more. */
const MAX_BLANKS = 16

function lengthOf(document: PdfDocument, object: PdfObject | undefined): number | undefined {
  try {
    const value = document.resolve(object)
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

/**
 * Finds the place of a signature dictionary in the file: an indirect object, as required (ISO 32000-2, 12.7.5.5), or inside
 * of its field.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import { ObjectParser } from '../../pdf/reading.js'
import type { Extent } from '../increment/increment-layout.js'
import type { Finding } from '../report.js'

/** The holder of a signature dictionary. */
export interface SignaturePlace {
  /** The indirect object that contains the dictionary: itself, or the field. */
  readonly object: PdfRef
  /** True when the dictionary is a direct object of the field. */
  readonly isDirect: boolean
}

/** Most ancestors of a field that are searched for a value. */
const MAX_ANCESTORS = 64

/** Place of a field's own or inherited value (12.7.4.1); `undefined` when it cannot be a signature. */
export function findSignaturePlace(document: PdfDocument, field: PdfRef | undefined): SignaturePlace | undefined {
  let holder: PdfObject | undefined = field
  for (let i = 0; i < MAX_ANCESTORS && holder instanceof PdfRef; i++) {
    const dict = document.resolve(holder)
    if (!(dict instanceof PdfDict)) return undefined
    const value = dict.get('V')
    if (value instanceof PdfRef) return { object: value, isDirect: false }
    if (value !== undefined) return value instanceof PdfDict ? { object: holder, isDirect: true } : undefined
    holder = dict.get('Parent')
  }
  return undefined
}

/** The dictionary at a place. */
export function signatureAt(document: PdfDocument, { object, isDirect }: SignaturePlace): PdfObject {
  const holder = document.resolve(object)
  return isDirect ? (holder instanceof PdfDict ? (holder.get('V') ?? null) : null) : holder
}

/** Remarks on a place that does no harm. */
export function remarksOn(place: SignaturePlace | undefined): readonly Finding[] {
  if (place?.isDirect !== true) return []
  const message = 'The signature dictionary stands inside of its field instead of being an object of its own.'
  return [{ code: 'signature_dictionary_direct', message }]
}

/** Extent of the string of /Contents in a dictionary with a /ByteRange and without repeated keys. */
export function locateContents(document: PdfDocument, { object, isDirect }: SignaturePlace): Extent | undefined {
  const entry = document.xref.get(object.num)
  if (entry?.type !== 'in-use') return undefined
  const parser = new ObjectParser(document.bytes, document.origin + entry.offset)
  if (parser.takeUnsigned() !== object.num || parser.takeUnsigned() === undefined) return undefined
  if (!parser.takeKeyword('obj')) return undefined
  if (isDirect) {
    const value = readExtents(parser)?.get('V')
    if (value === undefined) return undefined
    parser.pos = value[0]
  }
  const extents = readExtents(parser)
  return extents?.has('ByteRange') ? extents.get('Contents') : undefined
}

/** Extents of the values of the dictionary at the cursor; `undefined` when there is none, or it repeats a key. */
function readExtents(parser: ObjectParser): ReadonlyMap<string, Extent> | undefined {
  parser.skipWhiteSpace()
  if (!isDictionary(parser)) return undefined
  parser.pos += 2
  const extents = new Map<string, Extent>()
  for (;;) {
    parser.skipWhiteSpace()
    if (parser.peek() !== 0x2f) break
    const key = parser.parseName().value
    parser.skipWhiteSpace()
    const start = parser.pos
    // When a key occurs twice, some readers take the first value and others the last.
    if (extents.has(key) || !skipValue(parser)) return undefined
    extents.set(key, [start, parser.pos])
  }
  return parser.peek() === 0x3e && parser.bytes[parser.pos + 1] === 0x3e ? extents : undefined
}

function isDictionary(parser: ObjectParser): boolean {
  return parser.peek() === 0x3c && parser.bytes[parser.pos + 1] === 0x3c
}

function skipValue(parser: ObjectParser): boolean {
  if (parser.peek() === 0x3c && !isDictionary(parser)) {
    // /Contents is long, and its digits are checked elsewhere.
    const close = parser.bytes.indexOf(0x3e, parser.pos)
    parser.pos = close + 1
    return close >= 0
  }
  try {
    parser.parseObject(1)
    return true
  } catch {
    return false
  }
}

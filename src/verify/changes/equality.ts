/**
 * Whether two objects say the same.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../pdf/objects.js'
import { viewOf } from '../../pdf/syntax.js'

/** Steps that one comparison may take through references. */
const MAX_STEPS = 20_000
/** Deeper objects count as different, so that the call stack is bounded. */
const MAX_DEPTH = 64

/**
 * True when both objects hold the same values: numbers by value, whether integer or real, strings by bytes, an entry
 * that is null like one that is absent (ISO 32000-2, 7.3.7), references by the number they name.
 */
export function sameObject(one: PdfObject | undefined, other: PdfObject | undefined): boolean {
  const a = one ?? null
  const b = other ?? null
  if (a === b) return true
  if (a === null || b === null) return false
  const number = numberOf(a)
  if (number !== undefined) return sameNumber(number, numberOf(b))
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value
  if (a instanceof PdfRef) return b instanceof PdfRef && a.num === b.num && a.gen === b.gen
  if (a instanceof PdfString) return b instanceof PdfString && sameBytes(a.bytes, b.bytes)
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameObject(item, b[i]))
  }
  if (a instanceof PdfDict) return b instanceof PdfDict && sameEntries(a, b, sameObject)
  if (a instanceof PdfStream) {
    return (
      b instanceof PdfStream && sameBytes(a.data, b.data) && sameEntries(withoutLength(a), withoutLength(b), sameObject)
    )
  }
  return false
}

/** Share by which reals may differ: some programs keep them in 32 bits. It moves nothing by as much as a hair. */
const REAL_TOLERANCE = 1e-6

function sameNumber(one: number, other: number | undefined): boolean {
  if (other === undefined || one === other) return one === other
  if (Number.isInteger(one) && Number.isInteger(other)) return false
  return Math.abs(one - other) <= REAL_TOLERANCE * Math.max(Math.abs(one), Math.abs(other))
}

/**
 * True when both values say the same in their documents, whether what they hold is direct or indirect. A reference to
 * the same number is taken for the same: changes to that object are judged on their own. What is told by its number is
 * not the same as another object that says the same.
 */
export function sameValue(
  older: PdfDocument,
  one: PdfObject | undefined,
  newer: PdfDocument,
  other: PdfObject | undefined,
): boolean {
  let steps = 0
  const compare = (x: PdfObject | undefined, y: PdfObject | undefined, depth: number): boolean => {
    if (++steps > MAX_STEPS || depth > MAX_DEPTH) return false
    if (x instanceof PdfRef && y instanceof PdfRef && x.num === y.num && x.gen === y.gen) return true
    const a = resolveOrNull(older, x)
    const b = resolveOrNull(newer, y)
    if ((x instanceof PdfRef || y instanceof PdfRef) && isToldByNumber(a)) return false
    if (Array.isArray(a)) {
      return Array.isArray(b) && a.length === b.length && a.every((item, i) => compare(item, b[i], depth + 1))
    }
    const entries = (p: PdfDict, q: PdfDict) => sameEntries(p, q, (v, w) => compare(v, w, depth + 1))
    if (a instanceof PdfDict) return b instanceof PdfDict && entries(a, b)
    if (a instanceof PdfStream) {
      return b instanceof PdfStream && sameBytes(a.data, b.data) && entries(withoutLength(a), withoutLength(b))
    }
    return sameObject(a, b)
  }
  return compare(one, other, 0)
}

/** Kinds of dictionary (/Type) that are told from others of their kind by their numbers. */
const TOLD_BY_NUMBER = new Set(['OCG', 'Page', 'Pages', 'Annot', 'StructElem'])

/**
 * True for a layer, which is on or off by the references that /OCProperties lists (8.11.4.3): content that refers to a
 * copy of it would be shown though the layer is off. The same goes for pages, annotations and fields: other lists say
 * which ones there are.
 */
function isToldByNumber(object: PdfObject): boolean {
  if (!(object instanceof PdfDict)) return false
  // PDFium takes a dictionary without a type for a layer, which has a name for people.
  const type = nameOf(object.get('Type')) ?? (object.get('Name') instanceof PdfString ? 'OCG' : '')
  return TOLD_BY_NUMBER.has(type) || object.has('FT')
}

/** The keys whose values differ between two dictionaries. */
export function differingKeys(older: PdfDocument, one: PdfDict, newer: PdfDocument, other: PdfDict): string[] {
  const keys = new Set([...one.entries.keys(), ...other.entries.keys()])
  return [...keys].filter((key) => !sameValue(older, one.get(key), newer, other.get(key)))
}

/** Follows references; what cannot be read is null. */
export function resolveOrNull(document: PdfDocument, object: PdfObject | undefined): PdfObject {
  if (!(object instanceof PdfRef)) return object ?? null
  try {
    return document.resolve(object)
  } catch {
    return null
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && viewOf(a).equals(b)
}

/** The writer of a stream may choose how its length is told; the data themselves are compared. */
function withoutLength(stream: PdfStream): PdfDict {
  return stream.dict.with({ Length: undefined })
}

function sameEntries(
  a: PdfDict,
  b: PdfDict,
  same: (x: PdfObject | undefined, y: PdfObject | undefined) => boolean,
): boolean {
  for (const [key, value] of a.entries) if (!same(value, b.get(key))) return false
  for (const [key, value] of b.entries) if (value !== null && !a.has(key)) return false
  return true
}

/** Numbers of an array; `undefined` unless there are at least `count`, all finite. */
export function resolveNumbers(
  document: PdfDocument,
  object: PdfObject | undefined,
  count: number,
): number[] | undefined {
  const array = resolveOrNull(document, object)
  if (!Array.isArray(array) || array.length < count) return undefined
  const numbers = array.slice(0, count).map((item) => numberOf(resolveOrNull(document, item)) ?? Number.NaN)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

/**
 * Looks up objects where damage in the file must not stop the reader: unreadable objects become null.
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { numberOf, type PdfObject, PdfRef } from '../objects.js'

/** Follows references; an unreadable object becomes null. */
export function resolveOrNull(document: PdfDocument, object: PdfObject | undefined): PdfObject {
  if (!(object instanceof PdfRef)) return object ?? null
  try {
    return document.resolve(object)
  } catch {
    return null
  }
}

/** The object with a number, whatever its generation; null when it is absent or unreadable. */
export function readOrNull(document: PdfDocument, num: number): PdfObject {
  const entry = document.xref.get(num)
  if (entry === undefined) return null
  try {
    return document.get(new PdfRef(num, entry.type === 'in-use' ? entry.gen : 0))
  } catch {
    return null
  }
}

/** The numbers of an array; `undefined` unless there are at least `count`, all finite. */
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

/**
 * The fields of the form, or the kids of a field (ISO 32000-2, 12.7.3 and 12.7.4): signature fields may be appended, and all
 * others stay.
 *
 * @module
 */

import { readFieldState } from '../../../pdf/forms.js'
import { sameValue } from '../../../pdf/lookup.js'
import { type PdfObject, PdfRef } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import { labelOf } from '../fields/form-field.js'
import { reject, type Verdict } from '../verdict.js'
import { judgeNewField } from './new-signature-field.js'

/** Most removed fields that are named. */
const MAX_NAMED = 10

/** The holder of a list of fields: the form, or a field with the number `parent`. */
interface ListHolder {
  /** Name of the holder, for people. */
  readonly where: string
  readonly parent?: number
}

/** Judges what a revision adds to a list of fields or takes from it. */
export function* judgeFieldList(
  pair: DrawnPair,
  before: PdfObject,
  after: PdfObject,
  { where, parent }: ListHolder,
): Generator<Verdict> {
  const older = Array.isArray(before) ? before : []
  const newer = Array.isArray(after) ? after : []
  pair.spend(older.length + newer.length)
  const oldNumbers = new Set(older.flatMap((item) => (item instanceof PdfRef ? [item.num] : [])))
  const newNumbers = new Set<number>()
  for (const item of newer) {
    if (!(item instanceof PdfRef)) {
      if (older.some((old) => sameValue(pair.older, old, pair.newer, item))) continue
      yield reject('field_added', `A field that is not an object of its own was added to ${where}`)
      continue
    }
    if (newNumbers.has(item.num) && !oldNumbers.has(item.num)) {
      yield reject('field_added', `A field was added twice to ${where}`)
    }
    newNumbers.add(item.num)
    if (!oldNumbers.has(item.num)) yield* judgeNewField(pair, item.num, parent)
  }
  const removed = [...oldNumbers].filter((num) => !newNumbers.has(num) && pair.before(num) !== null)
  for (const num of removed.slice(0, MAX_NAMED)) {
    const field = readFieldState(pair.older, num) ?? { name: '', num }
    yield reject('field_removed', `Field ${labelOf(field)} removed from ${where}`)
  }
}

/**
 * Entries of a widget that repeat what its field states (ISO 32000-2, 12.7.4.1). PDF.js and MuPDF prefer the value and the
 * flags of the widget, Poppler and PDFium those of the field, so they must be equal.
 *
 * @module
 */

import type { PdfDocument } from '../../../pdf/document.js'
import { type FieldState, flagBits, inherited } from '../../../pdf/forms.js'
import { resolveOrNull, sameObject, sameValue } from '../../../pdf/lookup.js'
import type { PdfDict, PdfObject } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey, reject, type Verdict } from '../verdict.js'

/** Flags (/Ff) for the use of a field and not for its look: read-only, required, no export (Table 227). */
const USAGE_FLAGS = 7
/**
 * Entries with a field's value. A widget that is not merged with its field repeats them. /TI, which iText writes into
 * widgets, only scrolls a list.
 */
const VALUES = ['V', 'RV', 'DS', 'I'] as const

/** A field or widget dictionary in both states. */
interface ChangedDictionary {
  readonly before: PdfDict
  readonly after: PdfDict
}

/** Judges a widget that is not merged with its field. */
export function* judgeOwnValues(
  pair: RevisionPair,
  field: FieldState,
  { before, after }: ChangedDictionary,
  name: string,
): Generator<Verdict> {
  for (const key of VALUES) {
    // PDF.js takes a reference to nothing for a value, and ends the search there.
    const isKept = before.has(key) && sameValue(pair.older, before.get(key), pair.newer, after.get(key))
    if (isKept || !after.has(key)) continue
    const ofField = key === 'V' ? field.value : field.dict.get(key)
    if (sameValue(pair.newer, after.get(key), pair.newer, ofField)) continue
    yield reject(
      'field_changed',
      `A widget of field ${name} was given an entry ${quoteKey(key)} that is not that of its field`,
    )
  }
}

/** True when a change of a dictionary's own or inherited flags does not change how the field is drawn. */
export function keepsFlags(pair: RevisionPair, { before, after }: ChangedDictionary): boolean {
  const [older, newer] = [flagsOf(pair.older, before), flagsOf(pair.newer, after)]
  const [old, now] = [flagBits(older), flagBits(newer)]
  // A value that is not an integer may only stay as it is: some readers use it and others ignore it.
  if (old === undefined || now === undefined) return sameObject(older, newer)
  return ((old ^ now) & ~USAGE_FLAGS) === 0
}

function flagsOf(document: PdfDocument, dict: PdfDict): PdfObject {
  return resolveOrNull(document, inherited(document, dict, 'Ff'))
}

/**
 * What a widget says of itself that a field says of all its widgets (ISO 32000-2, 12.7.4.1). PDF.js and MuPDF take the
 * value and the flags from the widget first, Poppler and PDFium from the field: they must be the same.
 *
 * @module
 */

import type { PdfDocument } from '../../../pdf/document.js'
import { type FieldState, flagBits, inherited } from '../../../pdf/forms.js'
import { resolveOrNull, sameObject, sameValue } from '../../../pdf/lookup.js'
import type { PdfDict, PdfObject } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey, reject, type Verdict } from '../verdict.js'

/** Flags (/Ff) that say how a field is used, not how it looks: read-only, required, no export (Table 227). */
const USAGE_FLAGS = 7
/**
 * Entries that hold what a field says; in a widget that is not merged with its field they say it a second time. /TI, which
 * iText writes into widgets, only scrolls a list.
 */
const VALUES = ['V', 'RV', 'DS', 'I'] as const

/** A field or widget dictionary in both states. */
export interface ChangedDictionary {
  readonly before: PdfDict
  readonly after: PdfDict
}

/** Judges a widget that stands apart from its field. */
export function* judgeOwnValues(
  pair: RevisionPair,
  field: FieldState,
  { before, after }: ChangedDictionary,
  name: string,
): Generator<Verdict> {
  for (const key of VALUES) {
    // A reference to nothing is a value to PDF.js, which ends the search.
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

/** True while the flags that hold for a dictionary, its own or inherited ones, draw the field as before. */
export function keepsFlags(pair: RevisionPair, { before, after }: ChangedDictionary): boolean {
  const [older, newer] = [flagsOf(pair.older, before), flagsOf(pair.newer, after)]
  const [old, now] = [flagBits(older), flagBits(newer)]
  // What is no integer may stay as it is: some readers take it for flags, and others for none.
  if (old === undefined || now === undefined) return sameObject(older, newer)
  return ((old ^ now) & ~USAGE_FLAGS) === 0
}

function flagsOf(document: PdfDocument, dict: PdfDict): PdfObject {
  return resolveOrNull(document, inherited(document, dict, 'Ff'))
}

/**
 * The signature that a field was given, and whether the field is visible.
 *
 * @module
 */

import { paintsNothing } from '../../../ink/index.js'
import type { PdfDocument } from '../../../pdf/document.js'
import { type FieldState, isInvisible } from '../../../pdf/forms.js'
import { resolveNumbers, resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, PdfRef, PdfString } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import type { RevisionPair } from '../revision-pair.js'
import { reject, type Verdict } from '../verdict.js'

/** Judges the value of a field that is being signed. */
export function* judgeSignatureValue(pair: DrawnPair, field: FieldState, name: string): Generator<Verdict> {
  const { newer, view } = pair
  const value = resolveOrNull(newer, field.value)
  if (field.value instanceof PdfRef && !pair.isFresh(field.value.num)) {
    yield reject('signature_value_reused', `The signature of field ${name} is an object that existed before`)
    return
  }
  if (!(value instanceof PdfDict) || !(resolveOrNull(newer, value.get('Contents')) instanceof PdfString)) {
    yield reject('signature_value_malformed', `The value of signature field ${name} is not a signature`)
    return
  }
  const byteRange = resolveNumbers(newer, value.get('ByteRange'), 4)
  const end = byteRange === undefined ? Number.NaN : (byteRange[2] ?? 0) + (byteRange[3] ?? 0)
  if (!(end > pair.older.bytes.length && end <= view.end)) {
    yield reject('signature_value_malformed', `The signature of field ${name} does not cover the revision that adds it`)
  }
  const isBlank = !isVisible(pair, field) || field.widgets.every(({ dict }) => paintsNothing(pair, dict))
  if (isAnyStamp(pair.newer, value) && !isBlank) {
    yield reject('timestamp_drawn', `Time stamp ${name} is drawn on the page, as signatures are`)
  }
}

/** True for whatever the report calls a time stamp. Authorities stamp anybody's bytes, so its look is nobody's word. */
function isAnyStamp(document: PdfDocument, signature: PdfDict): boolean {
  const type = nameOf(resolveOrNull(document, signature.get('Type')))
  const subFilter = nameOf(resolveOrNull(document, signature.get('SubFilter')))
  return type === 'DocTimeStamp' || subFilter === 'ETSI.RFC3161'
}

/** True for a document time stamp (12.8.5). */
export function isTimestamp({ newer }: RevisionPair, field: FieldState): boolean {
  const value = resolveOrNull(newer, field.value)
  if (!(value instanceof PdfDict)) return false
  const type = nameOf(resolveOrNull(newer, value.get('Type')))
  const subFilter = nameOf(resolveOrNull(newer, value.get('SubFilter')))
  return subFilter === 'ETSI.RFC3161' && (type === 'DocTimeStamp' || type === undefined)
}

/** True when any of the field's widgets is shown on a screen or on paper. */
export function isVisible(pair: RevisionPair, field: FieldState): boolean {
  return field.widgets.some(({ dict }) => !isInvisible(pair.newer, dict))
}

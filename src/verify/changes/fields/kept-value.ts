/**
 * Whether a revision leaves what a field says as it was, whatever bytes now spell it (ISO 32000-2, 7.9.2.2).
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { chosenValues, type FieldState, isListBox, normalizeShown, valueText } from '../../../pdf/forms.js'
import type { RevisionPair } from '../revision-pair.js'

/** Controls, marks of direction, and all kinds of blanks: characters without a shape of their own. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Z}]/gu

/** True when a text or choice field has the same value for whoever reads it. */
export function keepsText(pair: RevisionPair, older: FieldState, newer: FieldState): boolean {
  return saidBy(pair.older, older) === saidBy(pair.newer, newer)
}

function saidBy(document: PdfDocument, field: FieldState): string {
  const text = isListBox(field) ? chosenValues(document, field).join('\n') : (valueText(document, field) ?? '')
  return normalizeShown(text).replaceAll(SHAPELESS, '')
}

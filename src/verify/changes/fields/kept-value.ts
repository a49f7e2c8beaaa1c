/**
 * Decides whether a revision keeps the meaning of a field's value, however it is encoded (ISO 32000-2, 7.9.2.2).
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { chosenValues, type FieldState, isListBox, normalizeShown, valueText } from '../../../pdf/forms.js'
import type { RevisionPair } from '../revision-pair.js'

/** Characters without a visible shape: controls, direction marks, and all kinds of blanks. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Z}]/gu

/** True when a text or choice field has the same value for every reader. */
export function keepsText(pair: RevisionPair, older: FieldState, newer: FieldState): boolean {
  return saidBy(pair.older, older) === saidBy(pair.newer, newer)
}

function saidBy(document: PdfDocument, field: FieldState): string {
  const text = isListBox(field) ? chosenValues(document, field).join('\n') : (valueText(document, field) ?? '')
  return normalizeShown(text).replaceAll(SHAPELESS, '')
}

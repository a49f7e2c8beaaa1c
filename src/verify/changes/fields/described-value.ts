/**
 * Describes the value of a field for people. The displayed text comes first, and the export value of a choice or button
 * follows in brackets (ISO 32000-2, 12.7.5.2.3 and 12.7.5.4).
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { chosenValues, type FieldState, inherited, isPushButton, readOptions } from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { PdfName, PdfString } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text.js'
import { quoteText } from '../../foreign-text.js'
import { describeValue } from './form-field.js'

/** Most selected options that are named. */
const MAX_NAMED = 5

/** The value of a field: `"Ada"`, `"900 (exported as 100)"`, `Yes`, `nothing`. */
export function describeFieldValue(document: PdfDocument, field: FieldState): string {
  if (field.type === 'Ch') return describeChoice(document, field)
  if (field.type === 'Btn' && !isPushButton(field)) return describeButton(document, field)
  return describeValue(document, field.value)
}

function describeChoice(document: PdfDocument, field: FieldState): string {
  const chosen = chosenValues(document, field)
  if (chosen.length === 0) return describeValue(document, field.value)
  const options = readOptions(document, field)
  const named = chosen.slice(0, MAX_NAMED).map((value) => {
    const shown = options.find(({ exported }) => exported === value)?.shown ?? value
    return shown === '' && value === '' ? 'nothing' : withExport(shown, value)
  })
  return named.join(', ')
}

/** The value of a button. A state that is an index into /Opt stands for the value there. */
function describeButton(document: PdfDocument, field: FieldState): string {
  const value = resolveOrNull(document, field.value)
  const options = resolveOrNull(document, inherited(document, field.dict, 'Opt'))
  const state = value instanceof PdfName ? value.value : ''
  const exported =
    Array.isArray(options) && /^\d{1,4}$/.test(state) ? resolveOrNull(document, options[Number(state)]) : null
  if (!(exported instanceof PdfString)) return describeValue(document, field.value)
  return withExport(state, decodeTextString(exported.bytes))
}

function withExport(shown: string, exported: string): string {
  if (shown === exported) return quoteText(shown)
  return `${quoteText(shown).slice(0, -1)} (exported as ${quoteText(exported).slice(1, -1)})"`
}

/**
 * A form field in one state of the document (ISO 32000-2, 12.7.4).
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../objects.js'
import { readOrNull, resolveOrNull } from '../syntax/lenient-lookup.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { decodeTextString } from '../syntax/text-string.js'

/** Description of our own time stamps for screen readers, in every language. */
export const TIMESTAMP_DESCRIPTION = 'Time stamp'

/** A widget annotation of a field, or the field itself when they are merged. */
export interface FieldWidget {
  readonly num: number
  readonly dict: PdfDict
}

export interface FieldState {
  readonly num: number
  readonly dict: PdfDict
  /** Fully qualified name. */
  readonly name: string
  /** Own or inherited field type: Btn, Tx, Ch, Sig. */
  readonly type: string | undefined
  /** Own or inherited flags (/Ff). */
  readonly flags: number
  /** Own or inherited value, unresolved. */
  readonly value: PdfObject | undefined
  readonly widgets: readonly FieldWidget[]
  /** True when some kid is a field of its own. */
  readonly hasChildFields: boolean
}

/** The array of the form's root fields; null without a form. */
export function rootFields(document: PdfDocument): PdfObject {
  const form = resolveOrNull(document, document.catalog.get('AcroForm'))
  return form instanceof PdfDict ? resolveOrNull(document, form.get('Fields')) : null
}

/** Reads a field in a state; `undefined` when the object is not a dictionary. */
export function readFieldState(document: PdfDocument, num: number): FieldState | undefined {
  const dict = readOrNull(document, num)
  if (!(dict instanceof PdfDict)) return undefined
  const names: string[] = []
  let type: string | undefined
  let value: PdfObject | undefined
  let flags: PdfObject | undefined
  let current: PdfObject = dict
  for (let depth = 0; depth < PDF_LIMITS.maxFieldTreeDepth && current instanceof PdfDict; depth++) {
    const partial = resolveOrNull(document, current.get('T'))
    if (partial instanceof PdfString) names.unshift(decodeTextString(partial.bytes))
    type ??= nameOf(resolveOrNull(document, current.get('FT')))
    value ??= current.get('V')
    flags ??= current.get('Ff')
    current = resolveOrNull(document, current.get('Parent'))
  }
  const widgets: FieldWidget[] = []
  let hasChildFields = false
  if (nameOf(resolveOrNull(document, dict.get('Subtype'))) === 'Widget') widgets.push({ num, dict })
  const kids = resolveOrNull(document, dict.get('Kids'))
  for (const kid of Array.isArray(kids) ? kids : []) {
    const kidDict = resolveOrNull(document, kid)
    if (!(kidDict instanceof PdfDict)) continue
    if (kidDict.has('T')) hasChildFields = true
    else if (kid instanceof PdfRef) widgets.push({ num: kid.num, dict: kidDict })
  }
  const flagBits = resolveOrNull(document, flags)
  return {
    num,
    dict,
    name: names.join('.'),
    type,
    flags: typeof flagBits === 'number' ? flagBits : 0,
    value,
    widgets,
    hasChildFields,
  }
}

/** Pushbutton, bit position 17 (Table 229). */
const FLAG_PUSHBUTTON = 1 << 16

/** True for a button that holds no value (12.7.5.2.2). */
export function isPushButton({ type, flags }: FieldState): boolean {
  return type === 'Btn' && (flags & FLAG_PUSHBUTTON) !== 0
}

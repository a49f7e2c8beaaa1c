/**
 * The text that a field should show for its value (ISO 32000-2, 12.7.5.3 and 12.7.5.4), and a form in which it is compared
 * with the shown text.
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfString } from '../objects.js'
import { resolveOrNull } from '../syntax/lenient-lookup.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { decodeTextString } from '../syntax/text-string.js'
import type { FieldState } from './form-field.js'

export const FLAG_PASSWORD = 1 << 13
const FLAG_MULTILINE = 1 << 12
const FLAG_COMBO = 1 << 17
const FLAG_EDIT = 1 << 18
/** Most options, and most values selected from them, that are read. */
const MAX_OPTIONS = 10_000

/**
 * A form in which two texts are equal when readers may show one for the other. Ligatures, full-width letters and Arabic
 * presentation forms become plain letters. Blanks and line breaks are dropped, since line breaks may differ, except between
 * digits: "1 23" is not "12 3". Everything else counts: case, signs, order, every letter and digit.
 */
export function normalizeShown(text: string): string {
  return text
    .normalize('NFC')
    .replace(PRESENTATION_FORMS, (form) => form.normalize('NFKC'))
    .replace(BETWEEN_DIGITS, '\0')
    .replace(UNSEEN, '')
}

/** As {@link normalizeShown}, without any blanks, for fields with letters in cells. */
export function normalizeCells(text: string): string {
  return normalizeShown(text).replaceAll('\0', '')
}

/** True for a comb, bit position 25 (Table 231). */
export function isComb({ type, flags }: FieldState): boolean {
  return type === 'Tx' && (flags & (1 << 24)) !== 0
}

/** Number of cells of a comb, one for each character that it may hold; `undefined` for other fields. */
export function cellsOf(document: PdfDocument, field: FieldState): number | undefined {
  const cells = isComb(field) ? numberOf(resolveOrNull(document, inherited(document, field.dict, 'MaxLen'))) : undefined
  return cells !== undefined && cells > 1 ? cells : undefined
}

/** Alphabetic and Arabic presentation forms, full-width forms, and the non-breaking hyphen. */
const PRESENTATION_FORMS = /[\u2011\ufb00-\ufdff\ufe70-\ufefc\uff01-\uff5e]/gu
const BETWEEN_DIGITS = /(?<=\p{Nd})[\s\u200b\ufeff]+(?=\p{Nd})/gu
/** Blanks, and characters that mark places for line breaks. */
const UNSEEN = /[\s\u00ad\u200b\ufeff]/gu

/** The text that a text field or a combo box shows for its value; `undefined` when the value is not a text. */
export function valueText(document: PdfDocument, field: FieldState): string | undefined {
  const value = textOf(resolveOrNull(document, field.value))
  if (value === undefined || field.type !== 'Ch') return value
  return readOptions(document, field).find(({ exported }) => exported === value)?.shown ?? value
}

/** True for a text field of several lines, bit position 13 (Table 231). */
export function isMultiline({ type, flags }: FieldState): boolean {
  return type === 'Tx' && (flags & FLAG_MULTILINE) !== 0
}

/** True for a choice field that shows a list instead of one line. */
export function isListBox({ type, flags }: FieldState): boolean {
  return type === 'Ch' && (flags & FLAG_COMBO) === 0
}

/** One option of a choice field: its export value and its display text. */
interface FieldOption {
  readonly exported: string
  readonly shown: string
}

/** The options of a choice field, own or inherited (Table 234). */
export function readOptions(document: PdfDocument, { dict }: FieldState): FieldOption[] {
  const options = resolveOrNull(document, inherited(document, dict, 'Opt'))
  return (Array.isArray(options) ? options.slice(0, MAX_OPTIONS) : []).map((option) => {
    const value = resolveOrNull(document, option)
    const [exported, shown] = Array.isArray(value) ? value.map((item) => textOf(resolveOrNull(document, item))) : []
    const own = textOf(value) ?? ''
    return { exported: exported ?? own, shown: shown ?? own }
  })
}

/** The options that the value of a choice field names, in its order. */
export function chosenValues(document: PdfDocument, { value }: FieldState): string[] {
  const chosen = resolveOrNull(document, value)
  const items = Array.isArray(chosen) ? chosen.slice(0, MAX_OPTIONS) : [chosen]
  return items.flatMap((item) => textOf(resolveOrNull(document, item)) ?? [])
}

/**
 * False when readers may show different options for the value of a choice field. If several options have that value and different
 * texts, some readers show the first and PDF.js the last. A list that is too long is not read to its end here.
 */
export function namesOneText(document: PdfDocument, field: FieldState): boolean {
  const lists = [inherited(document, field.dict, 'Opt'), field.value].map((list) => resolveOrNull(document, list))
  if (lists.some((list) => Array.isArray(list) && list.length > MAX_OPTIONS)) return false
  const chosen = new Set(chosenValues(document, field))
  const texts = new Map<string, string>()
  for (const { exported, shown } of readOptions(document, field)) {
    if (!chosen.has(exported)) continue
    if ((texts.get(exported) ?? shown) !== shown) return false
    texts.set(exported, shown)
  }
  return true
}

/**
 * True when the value of a choice field is made of its options, or may be another text (Table 233, Edit). Readers that draw the
 * field show nothing for other values, or the text.
 */
export function namesOptions(document: PdfDocument, field: FieldState): boolean {
  if (!isListBox(field) && (field.flags & FLAG_EDIT) !== 0) return true
  const exported = new Set(readOptions(document, field).map((option) => option.exported))
  return chosenValues(document, field).every((value) => value === '' || exported.has(value))
}

/** An entry of a field or widget, or the one that it inherits (12.7.4.1). */
export function inherited(document: PdfDocument, dict: PdfDict, key: string): PdfObject | undefined {
  let current: PdfObject = dict
  for (let depth = 0; depth < PDF_LIMITS.maxFieldTreeDepth && current instanceof PdfDict; depth++) {
    const own = current.get(key)
    if (own !== undefined) return own
    current = resolveOrNull(document, current.get('Parent'))
  }
  return undefined
}

function textOf(value: PdfObject | undefined): string | undefined {
  return value instanceof PdfString ? decodeTextString(value.bytes) : nameOf(value)
}

/**
 * Whether the appearance of a field shows its value, and nothing else (ISO 32000-2, 12.5.5 and 12.7.4.3).
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, type PdfDict, type PdfObject, PdfString } from '../../pdf/objects.js'
import { decodeTextString } from '../../pdf/text-string.js'
import { shownAppearance } from './appearance.js'
import type { ContentScan } from './content-scan.js'
import { resolveOrNull } from './equality.js'
import type { FieldState } from './form-field.js'
import type { PaintedContents } from './painted-contents.js'

const FLAG_PASSWORD = 1 << 13
const FLAG_COMBO = 1 << 17
const MAX_OUTLINES = 128

/** True when the scan holds what fields are drawn with: text, borders and grounds. */
export function isPlainAppearance(scan: ContentScan): boolean {
  const plain = scan.items.every(({ kind }) => kind !== 'image' && kind !== 'shading')
  return scan.complete && plain && scan.outlines <= MAX_OUTLINES && scan.forms <= 2
}

/** The text that can be seen; `undefined` when the fonts do not tell. */
export function shownText(scan: ContentScan): string | undefined {
  let text = ''
  for (const item of scan.items) {
    if (item.kind !== 'text' || !item.visible) continue
    if (item.text === undefined) return undefined
    text += item.text
  }
  return text
}

/** False when some appearance of the field certainly shows another text than its value. */
export function appearanceShowsValue(contents: PaintedContents, document: PdfDocument, field: FieldState): boolean {
  return field.widgets.every(({ dict }) => {
    const stream = shownAppearance(document, dict)
    if (stream === undefined) return true
    const shown = shownText(contents.form(document, stream))
    return shown === undefined || textFitsValue(document, field, shown)
  })
}

/** True when a field with this value may look like this. */
export function textFitsValue(document: PdfDocument, field: FieldState, shown: string): boolean {
  const { type, flags } = field
  if (type === 'Tx' && (flags & FLAG_PASSWORD) !== 0) return /^[*•●\s]*$/.test(shown)
  const values = readValues(document, field.value)
  if (type === 'Ch' && (flags & FLAG_COMBO) === 0) {
    // A list box shows its options, chosen or not.
    return values.every((value) => includesText(shown, displayText(document, field.dict, value))) || shown === ''
  }
  const value = values.map((item) => (type === 'Ch' ? displayText(document, field.dict, item) : item)).join(' ')
  return sameText(shown, value)
}

function readValues(document: PdfDocument, object: PdfObject | undefined): string[] {
  const value = resolveOrNull(document, object)
  const items = Array.isArray(value) ? value.slice(0, 1000).map((item) => resolveOrNull(document, item)) : [value]
  return items.flatMap((item) => (item instanceof PdfString ? [decodeTextString(item.bytes)] : (nameOf(item) ?? [])))
}

/** What a choice field shows for an export value (12.7.5.4). */
function displayText(document: PdfDocument, field: PdfDict, value: string): string {
  const options = resolveOrNull(document, field.get('Opt'))
  for (const option of Array.isArray(options) ? options.slice(0, 10_000) : []) {
    const pair = resolveOrNull(document, option)
    if (!Array.isArray(pair)) continue
    const [exported, shown] = pair.map((item) => resolveOrNull(document, item))
    if (!(exported instanceof PdfString) || !(shown instanceof PdfString)) continue
    if (decodeTextString(exported.bytes) === value) return decodeTextString(shown.bytes)
  }
  return value
}

/** The same letters and digits; the same number or date in another format; or a part of a text too long for its box. */
function sameText(shown: string, value: string): boolean {
  const a = essence(shown)
  const b = essence(value)
  if (a === b) return true
  if (/\d/.test(b)) return sameNumber(shown, value) || sameDate(shown, value)
  return a.length * 2 >= b.length && a.length >= 8 && b.includes(a)
}

function includesText(shown: string, value: string): boolean {
  return essence(shown).includes(essence(value))
}

function essence(text: string): string {
  const folded = text.normalize('NFKD').toLowerCase()
  return folded.replace(/[^\p{L}\p{N}]/gu, '') || folded.replace(/\s/g, '')
}

function sameNumber(shown: string, value: string): boolean {
  const readings = (text: string) => {
    const digits = text.replace(/[^\d.,+-]/g, '')
    return [digits.replace(/,/g, ''), digits.replace(/\./g, '').replace(',', '.')].map(Number).filter(Number.isFinite)
  }
  const wanted = readings(value)
  return readings(shown).some((number) => wanted.some((other) => Math.abs(number - other) < 0.005))
}

function sameDate(shown: string, value: string): boolean {
  const parts = (text: string) => (text.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b)
  const a = parts(shown)
  const b = parts(value)
  return a.length === 3 && b.length === 3 && a.every((part, i) => part === b[i])
}

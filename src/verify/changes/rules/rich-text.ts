/**
 * Rich text values (/RV, ISO 32000-2, 12.7.4.4): some readers show them instead of the value, so both must say the same.
 *
 * @module
 */

import { type PdfObject, PdfStream, PdfString } from '../../../pdf/objects.js'
import { latin1Text } from '../../../pdf/syntax.js'
import { decodeTextString } from '../../../pdf/text-string.js'
import { sameValue } from '../equality.js'
import { normalizeShown, valueText } from '../fields/field-text.js'
import { type FieldState, readFieldState } from '../fields/form-field.js'
import type { RevisionPair } from '../revision-pair.js'
import { reject, type Verdict } from '../verdict.js'

/** RichText, bit position 26 (Table 231). */
const FLAG_RICH_TEXT = 1 << 25
const MAX_RICH_TEXT_BYTES = 256 * 1024
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Judges the rich text of a field that was touched. */
export function* judgeRichText(
  pair: RevisionPair,
  field: FieldState,
  valueChanged: boolean,
  name: string,
): Generator<Verdict> {
  const rich = pair.newValue(field.dict, 'RV')
  const before = readFieldState(pair.older, field.num)
  const richChanged = !sameValue(pair.older, before?.dict.get('RV'), pair.newer, field.dict.get('RV'))
  const isShown = (field.flags & FLAG_RICH_TEXT) !== 0
  if (rich === null || !(richChanged || (valueChanged && isShown))) return
  const text = plainText(pair, rich)
  if (text !== undefined && normalizeShown(text) === normalizeShown(valueText(pair.newer, field) ?? '')) return
  yield reject('rich_text_mismatch', `The rich text of field ${name} says something else than its value`)
}

/** The text of an XHTML fragment without its mark-up; `undefined` for what is none. */
function plainText(pair: RevisionPair, object: PdfObject): string | undefined {
  let xml: string
  if (object instanceof PdfString) {
    xml = decodeTextString(object.bytes)
  } else if (object instanceof PdfStream) {
    try {
      xml = latin1Text(pair.newer.decode(object, { maxBytes: MAX_RICH_TEXT_BYTES }))
    } catch {
      return undefined
    }
  } else {
    return undefined
  }
  if (xml.length > MAX_RICH_TEXT_BYTES || /<!|<\?(?!xml)/.test(xml)) return undefined
  return xml
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (_, decimal?: string, hex?: string, entity?: string) => {
      if (entity !== undefined) return ENTITIES[entity] ?? '\ufffd'
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
    })
}

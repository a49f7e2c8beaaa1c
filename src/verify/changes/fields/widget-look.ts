/**
 * Compares the frame and colours of a widget (/MK, ISO 32000-2, Table 192), which programs often rewrite.
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { numberOf, PdfDict, type PdfObject } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'

/** Largest difference of equal colour components: PDF.js rounds them to bytes. */
const COLOUR_STEP = 1 / 255
const COLOUR_KEYS = new Set(['BG', 'BC'])

/**
 * True when two /MK dictionaries mean the same. Colours may be given in grey or RGB, and a missing rotation is 0. Captions
 * and icons are only content of push-buttons. PDF.js drops them from other fields: in a check box or radio button they name
 * the shape of the mark, and a reader that draws one itself uses a tick.
 */
export function sameLook(pair: RevisionPair, before: PdfObject, after: PdfObject, isPushButton: boolean): boolean {
  const [older, newer] = [asLook(before), asLook(after)]
  if (older === undefined || newer === undefined) return false
  return [...new Set([...older.entries.keys(), ...newer.entries.keys()])].every((key) => {
    if (COLOUR_KEYS.has(key)) return sameColour(pair, older.get(key), newer.get(key))
    if (key === 'R') return (numberOf(pair.oldValue(older, key)) ?? 0) === (numberOf(pair.newValue(newer, key)) ?? 0)
    if (!isPushButton && !newer.has(key)) return true
    return sameValue(pair.older, older.get(key), pair.newer, newer.get(key))
  })
}

function asLook(object: PdfObject): PdfDict | undefined {
  if (object === null) return new PdfDict()
  return object instanceof PdfDict ? object : undefined
}

function sameColour(pair: RevisionPair, before: PdfObject | undefined, after: PdfObject | undefined): boolean {
  const [older, newer] = [componentsOf(pair.older, before), componentsOf(pair.newer, after)]
  return older.length === newer.length && older.every((value, i) => Math.abs(value - (newer[i] ?? 0)) <= COLOUR_STEP)
}

/** Components of a colour as RGB, grey included; none for a transparent one. */
function componentsOf(document: PdfDocument, object: PdfObject | undefined): readonly number[] {
  const list = resolveOrNull(document, object)
  const numbers = (Array.isArray(list) ? list : []).map((item) => numberOf(resolveOrNull(document, item)) ?? Number.NaN)
  const [grey = 0] = numbers
  return numbers.length === 1 ? [grey, grey, grey] : numbers
}

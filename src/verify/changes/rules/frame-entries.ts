/**
 * Entries of a field for its frame and colours, and entries that show nothing else than without them: PyMuPDF writes
 * such into every field that it fills in.
 *
 * @module
 */
import { isThinBorder, lightnessOfComponents } from '../../../ink/index.js'
import type { PdfDocument } from '../../../pdf/document.js'
import { inherited } from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfString } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'

/** Entries for the frame and colours of a field, which belong to its appearance (Table 192, 12.5.4). */
export const LOOK_KEYS = new Set(['MK', 'BS', 'Border'])

/**
 * True for an /MK dictionary without captions and icons, which would be content (Table 192), and with which a reader still
 * shows the text: without a dark background or a border that fills the field.
 */
export function isLook(pair: RevisionPair, value: PdfObject, widget: PdfDict): boolean {
  if (value === null) return true
  if (!isThinBorder(pair.newer, value, widget)) return false
  if (Array.isArray(value)) return true
  if (!(value instanceof PdfDict) || ![...value.entries.keys()].every((key) => FRAME_KEYS.has(key))) return false
  const ground = pair.newValue(value, 'BG')
  const colour = Array.isArray(ground)
    ? ground.map((item) => numberOf(resolveOrNull(pair.newer, item)) ?? Number.NaN)
    : []
  return colour.length === 0 || lightnessOfComponents(colour) >= PALE
}

const FRAME_KEYS = new Set(['BG', 'BC', 'W', 'S', 'D', 'Type'])
/** Smallest lightness of a background, from 0 for black to 1 for white. */
const PALE = 0.55

/** True for an entry that shows the same to all readers as what it replaces. */
export function saysNothing(pair: RevisionPair, key: string, before: PdfDict, after: PdfDict): boolean {
  if (key === 'TU') return !before.has(key) && isUnnamed(pair, before, after)
  return key === 'BS' && isSameBorder(pair, before, after)
}

/** True for an empty name for people (Table 226), where none is inherited that it would replace. */
function isUnnamed(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const name = pair.newValue(after, 'TU')
  const isEmpty = name instanceof PdfString && name.bytes.length === 0
  return isEmpty && resolveOrNull(pair.older, inherited(pair.older, before, 'TU')) === null
}

/**
 * True for a border style with its usual values written out (Table 168), and for the usual one in the place of none where it has
 * no colour to be seen in.
 */
function isSameBorder(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const style = borderOf(pair.newer, pair.newValue(after, 'BS'))
  const object = pair.oldValue(before, 'BS')
  const former = borderOf(pair.older, object)
  if (style === undefined) return false
  if (former !== undefined && former.width === style.width && former.kind === style.kind) return true
  const isNone = (object === null && !before.has('Border')) || former?.width === 0
  return isNone && style.width === 1 && style.kind === 'S' && isUncoloured(pair, after)
}

/** A border style; `undefined` for one with dashes, or with entries of no known meaning. */
function borderOf(document: PdfDocument, object: PdfObject) {
  if (!(object instanceof PdfDict) || ![...object.entries.keys()].every((key) => USUAL.has(key))) return undefined
  const entryOf = (key: string, usual: PdfObject) =>
    object.has(key) ? resolveOrNull(document, object.get(key)) : usual
  return { width: numberOf(entryOf('W', 1)), kind: nameOf(entryOf('S', PdfName.of('S'))) }
}

const USUAL: ReadonlySet<string> = new Set(['Type', 'W', 'S'])

function isUncoloured(pair: RevisionPair, after: PdfDict): boolean {
  const look = pair.newValue(after, 'MK')
  return look === null || (look instanceof PdfDict && !look.has('BC'))
}

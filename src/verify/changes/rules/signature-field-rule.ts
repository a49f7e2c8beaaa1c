/**
 * Signature fields (ISO 32000-2, 12.7.5.5): they may be added and, while they are empty, be signed.
 *
 * @module
 */
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../../pdf/objects.js'
import { changedStreams } from '../drawings/changed-streams.js'
import { rectangleOf } from '../drawings/file-drawings.js'
import { paintsNothing } from '../drawings/paints-nothing.js'
import { hasOddRectangle, isInvisible } from '../drawings/visibility.js'
import { differingKeys, resolveNumbers, resolveOrNull } from '../equality.js'
import { type FieldState, labelOf, readFieldState, rootFields, terminalFields } from '../fields/form-field.js'
import type { RevisionPair } from '../revision-pair.js'
import { accept, quoteKey, reject, type Verdict } from '../verdict.js'
import { judgeDroppedAppearances } from './dropped-appearances.js'
import { keepsVisibility } from './keeps-visibility.js'
import { judgeSignatureDrawing } from './signature-drawing.js'
import { takesFreshKey } from './structure-tables.js'

/** Fields up to which a new name is compared with all others. */
const MAX_COMPARED_NAMES = 2000
/** Levels of new fields within new fields. */
const MAX_DEPTH = 8

/** Keys that a field without a place gets together with its first one. */
const FIRST_WIDGET_KEYS = new Set(['Type', 'Subtype', 'Rect', 'P', 'F', 'AP', 'MK'])

/** Keys that would make a new field do something, or show it in some layers only. */
const ACTIVE_KEYS = ['A', 'AA', 'PMD', 'Popup', 'OC']

/** A field that is new in the form. */
export function* judgeNewField(pair: RevisionPair, num: number, depth = 0): Generator<Verdict> {
  const field = readFieldState(pair.newer, num)
  if (field === undefined || !pair.isFresh(num) || depth > MAX_DEPTH) {
    yield reject('field_added', `Object ${num}, which was not a field of the form, was made one`)
    return
  }
  if (field.hasChildFields) {
    const kids = pair.newValue(field.dict, 'Kids')
    for (const kid of Array.isArray(kids) ? kids : []) {
      if (kid instanceof PdfRef) yield* judgeNewField(pair, kid.num, depth + 1)
      else yield reject('field_added', `A field that is not an object of its own was added to field ${labelOf(field)}`)
    }
    return
  }
  const name = labelOf(field)
  const fault = newFieldFault(pair, field, name)
  if (fault !== undefined) yield fault
  else if (resolveOrNull(pair.newer, field.value) === null) yield* judgeEmptyField(pair, field, name)
  else yield* judgeNewSignature(pair, field, name)
}

function newFieldFault(pair: RevisionPair, field: FieldState, name: string): Verdict | undefined {
  if (field.type !== 'Sig') return reject('field_added', `Form field ${name} added`)
  if (ACTIVE_KEYS.some((key) => field.dict.has(key) || field.widgets.some(({ dict }) => dict.has(key)))) {
    return reject('signature_field_active', `Signature field ${name} was added with an action or a layer of its own`)
  }
  if (isNameTaken(pair, field)) return reject('field_name_taken', `A second field with the name ${name} was added`)
  if (field.widgets.every((widget) => pair.isFresh(widget.num))) return undefined
  return reject('signature_field_retargeted', `Signature field ${name} was added on an object that existed before`)
}

/** Without a signature a field may paint nothing at all, whatever its flags: anybody can add one. */
function* judgeEmptyField(pair: RevisionPair, field: FieldState, name: string): Generator<Verdict> {
  if (!field.widgets.every(({ dict }) => paintsNothing(pair, dict))) {
    yield reject('empty_signature_drawn', `Signature field ${name} was added without a signature, but with a drawing`)
  }
  const code = isVisible(pair, field) ? 'visible_signature_field_added' : 'signature_field_added'
  yield accept('form-filling', code, `Signature field ${name} added`, field.name)
}

function* judgeNewSignature(pair: RevisionPair, field: FieldState, name: string): Generator<Verdict> {
  yield* judgeSignature(pair, field, name)
  const visible = isVisible(pair, field)
  if (isTimestamp(pair, field) && !visible) {
    yield accept('validation-data', 'document_timestamp_added', `Document time stamp ${name} added`)
  } else {
    const code = visible ? 'visible_signature_field_added' : 'signature_added'
    yield accept('form-filling', code, `Signature ${name} added`, field.name)
  }
}

/** A signature field that existed, and has another state now. */
export function* judgeSignatureField(pair: RevisionPair, older: FieldState, newer: FieldState): Generator<Verdict> {
  const name = labelOf(older)
  if (resolveOrNull(pair.older, older.value) !== null) {
    yield* judgeSignedField(pair, older, newer, name)
    return
  }
  const signed = resolveOrNull(pair.newer, newer.value) !== null
  yield* judgeEntries(pair, older, newer, signed, name)
  yield* judgePlaces(pair, older, newer, signed, name)
  if (signed) yield* judgeSigning(pair, newer, name)
  else yield* judgeRedrawnField(pair, older, newer, name)
}

function* judgeRedrawnField(
  pair: RevisionPair,
  older: FieldState,
  newer: FieldState,
  name: string,
): Generator<Verdict> {
  if (appearanceDiffers(pair, older, newer) && !newer.widgets.every(({ dict }) => paintsNothing(pair, dict))) {
    yield reject('empty_signature_drawn', `Signature field ${name} holds no signature, but was drawn anew`)
  } else {
    yield accept('form-filling', 'signature_field_updated', `Empty signature field ${name} updated`, older.name)
  }
}

/** The look of a signature that some readers left out until now: it was signed, but not seen by everybody who signed. */
export function* judgeRestoredSignature(pair: RevisionPair, field: FieldState): Generator<Verdict> {
  const isSigned = resolveOrNull(pair.newer, field.value) !== null
  for (const { num, dict } of field.widgets) {
    for (const page of pair.pagesShowing(num)) {
      if (isSigned) {
        yield* judgeSignatureDrawing(pair, { dict, num }, page, 'new')
      } else if (!paintsNothing(pair, dict)) {
        const message = `Signature field ${labelOf(field)} holds no signature, but its drawing is to be shown`
        yield reject('empty_signature_drawn', message)
      }
    }
  }
}

function* judgeSigning(pair: RevisionPair, field: FieldState, name: string): Generator<Verdict> {
  yield* judgeSignature(pair, field, name)
  for (const { num, dict } of field.widgets) {
    for (const page of pair.pagesShowing(num)) yield* judgeSignatureDrawing(pair, { dict, num }, page, 'signed')
  }
  if (isTimestamp(pair, field) && !isVisible(pair, field)) {
    yield accept('validation-data', 'document_timestamp_added', `Document time stamp ${name} added`)
  } else {
    yield accept('form-filling', 'field_signed', `Signature field ${name} signed`, field.name)
  }
}

function* judgeEntries(
  pair: RevisionPair,
  older: FieldState,
  newer: FieldState,
  signed: boolean,
  name: string,
): Generator<Verdict> {
  for (const key of differingKeys(pair.older, older.dict, pair.newer, newer.dict)) {
    if (key === 'V' || key === 'Kids' || mayChangeBySigning(pair, key, older.dict, newer.dict, signed)) continue
    if (signed && older.widgets.length === 0 && FIRST_WIDGET_KEYS.has(key)) continue
    yield entryChanged(key, name)
  }
}

function* judgePlaces(
  pair: RevisionPair,
  older: FieldState,
  newer: FieldState,
  signed: boolean,
  name: string,
): Generator<Verdict> {
  const known = new Map(older.widgets.map((widget) => [widget.num, widget.dict]))
  for (const widget of newer.widgets) {
    const before = known.get(widget.num)
    known.delete(widget.num)
    if (before === undefined) {
      const isOwn = widget.num === older.num || pair.isFresh(widget.num)
      if (signed && older.widgets.length === 0 && isOwn) continue
      yield reject('signature_field_changed', `Signature field ${name} was given another place`)
      continue
    }
    yield* judgeDroppedAppearances(pair, before, widget.dict)
    if (widget.num === older.num) continue
    for (const key of differingKeys(pair.older, before, pair.newer, widget.dict)) {
      if (!mayChangeBySigning(pair, key, before, widget.dict, signed)) yield entryChanged(key, name)
    }
  }
  if (known.size > 0) yield reject('signature_field_changed', `Signature field ${name} lost one of its places`)
}

function entryChanged(key: string, name: string): Verdict {
  return reject('signature_field_changed', `The entry ${quoteKey(key)} of signature field ${name} was changed`)
}

/** What was signed stays as it is. */
function* judgeSignedField(pair: RevisionPair, older: FieldState, newer: FieldState, name: string): Generator<Verdict> {
  const changed = new Set(changedWhenSigned(pair, older.dict, newer.dict))
  const known = new Map(newer.widgets.map((widget) => [widget.num, widget.dict]))
  if (older.widgets.length !== newer.widgets.length) changed.add('Kids')
  for (const widget of older.widgets) {
    const after = known.get(widget.num)
    if (after === undefined) changed.add('Kids')
    else for (const key of changedWhenSigned(pair, widget.dict, after)) changed.add(key)
  }
  if (appearanceDiffers(pair, older, newer)) changed.add('AP')
  const { value } = older
  if (value instanceof PdfRef && pair.changed.has(value.num)) changed.add('V')
  for (const key of changed) {
    const message = `Signature field ${name} was signed, and its entry ${quoteKey(key)} was changed afterwards`
    yield reject('signed_field_changed', message)
  }
}

/** Entries of a signed field, or of a widget of it, that differ and may not. */
function changedWhenSigned(pair: RevisionPair, before: PdfDict, after: PdfDict): string[] {
  return differingKeys(pair.older, before, pair.newer, after).filter(
    (key) =>
      !(key === 'StructParent' && !before.has(key) && takesFreshKey(pair, pair.newValue(after, key))) &&
      !(key === 'F' && keepsVisibility(pair, before, after)),
  )
}

function mayChangeBySigning(
  pair: RevisionPair,
  key: string,
  before: PdfDict,
  after: PdfDict,
  signed: boolean,
): boolean {
  const value = pair.newValue(after, key)
  switch (key) {
    case 'AP':
      return value === null || value instanceof PdfDict
    case 'F':
      return keepsVisibility(pair, before, after)
    case 'Rect':
      // Signed without being seen: the place is given up.
      return signed && rectangleOf(pair.newer, after) === undefined && !hasOddRectangle(pair.newer, after)
    case 'Type':
      return !before.has(key)
    case 'StructParent':
      return !before.has(key) && takesFreshKey(pair, value)
    case 'P':
      return !before.has(key) && after.get(key) instanceof PdfRef
    case 'DA':
    case 'M':
    case 'MK':
    case 'DR':
    case 'Q':
    case 'NM':
    case 'Ff':
      return signed
    case 'AF':
      return signed && !before.has(key) && isNewList(pair, after.get(key))
    case 'Contents':
    case 'TU':
    case 'Lock':
      return signed && !before.has(key)
    default:
      return false
  }
}

function isNewList(pair: RevisionPair, object: PdfObject | undefined): boolean {
  const list = resolveOrNull(pair.newer, object)
  return Array.isArray(list) && list.every((item) => pair.isNew(item))
}

/** The value of a field that is being signed. */
function* judgeSignature(pair: RevisionPair, field: FieldState, name: string): Generator<Verdict> {
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
}

function isTimestamp({ newer }: RevisionPair, field: FieldState): boolean {
  const value = resolveOrNull(newer, field.value)
  if (!(value instanceof PdfDict)) return false
  const type = nameOf(resolveOrNull(newer, value.get('Type')))
  const subFilter = nameOf(resolveOrNull(newer, value.get('SubFilter')))
  return subFilter === 'ETSI.RFC3161' && (type === 'DocTimeStamp' || type === undefined)
}

function isVisible(pair: RevisionPair, field: FieldState): boolean {
  return field.widgets.some(({ dict }) => !isInvisible(pair.newer, dict))
}

/** True when any appearance stream of the field's widgets says something else than before. */
function appearanceDiffers(pair: RevisionPair, older: FieldState, newer: FieldState): boolean {
  const after = new Map(newer.widgets.map((widget) => [widget.num, widget.dict]))
  return older.widgets.some(({ num, dict }) => {
    const other = after.get(num)
    return other === undefined || changedStreams(pair, dict, other).length > 0
  })
}

function isNameTaken(pair: RevisionPair, field: FieldState): boolean {
  const roots = pair.membersOf(pair.older, rootFields(pair.older), 'fields')
  let compared = 0
  // A group may bear the name as well as a field, whether the new one stands in a group of its own or not.
  for (const fields of [roots, terminalFields(pair, pair.older)]) {
    for (const num of fields) {
      if (++compared > MAX_COMPARED_NAMES) return false
      pair.spend(1)
      if (readFieldState(pair.older, num)?.name === field.name) return true
    }
  }
  return false
}

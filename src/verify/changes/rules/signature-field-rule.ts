/**
 * Signature fields (ISO 32000-2, 12.7.5.5) that the form already had. They may be signed while they are empty.
 *
 * @module
 */
import { paintsNothing } from '../../../ink/index.js'
import { type FieldState, type FieldWidget, hasOddRectangle, rectangleOf } from '../../../pdf/forms.js'
import { differingKeys, resolveOrNull } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfRef } from '../../../pdf/objects.js'
import { changedStreams } from '../changed-streams.js'
import type { DrawnPair } from '../drawn-pair.js'
import { labelOf } from '../fields/form-field.js'
import { findWidgetFault } from '../fields/new-field-shape.js'
import { accept, quoteKey, reject, type Verdict } from '../verdict.js'
import { judgeDroppedAppearances } from './dropped-appearances.js'
import { keepsVisibility } from './keeps-visibility.js'
import { judgeSignatureDrawing } from './signature-drawing.js'
import { isTimestamp, isVisible, judgeSignatureValue } from './signature-value.js'
import { judgeDescription } from './spoken-text.js'
import { takesFreshKey } from './structure-tables.js'

/** Keys that a field without a widget gets together with its first one. */
const FIRST_WIDGET_KEYS = new Set(['Type', 'Subtype', 'Rect', 'P', 'F', 'AP', 'MK'])

/** Judges an existing signature field that changed. */
export function* judgeSignatureField(pair: DrawnPair, older: FieldState, newer: FieldState): Generator<Verdict> {
  const name = labelOf(older)
  if (resolveOrNull(pair.older, older.value) !== null) {
    yield* judgeSignedField(pair, older, newer, name)
    return
  }
  const signed = resolveOrNull(pair.newer, newer.value) !== null
  yield* judgeEntries(pair, older, newer, signed, name)
  yield* judgePlaces(pair, older, newer, signed, name)
  if (signed) yield* judgeSigning(pair, older, newer, name)
  else yield* judgeRedrawnField(pair, older, newer, name)
}

function* judgeRedrawnField(pair: DrawnPair, older: FieldState, newer: FieldState, name: string): Generator<Verdict> {
  if (appearanceDiffers(pair, older, newer) && !newer.widgets.every(({ dict }) => paintsNothing(pair, dict))) {
    yield reject('empty_signature_drawn', `Signature field ${name} holds no signature, but was drawn again`)
  } else {
    const description = `Empty signature field ${name} updated`
    yield { ...accept('form-filling', 'signature_field_updated', description, older.name), shows: [] }
  }
}

/** Judges a signature appearance that some readers did not show until now: it was signed, but not every signer saw it. */
export function* judgeRestoredSignature(pair: DrawnPair, field: FieldState): Generator<Verdict> {
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

function* judgeSigning(pair: DrawnPair, older: FieldState, field: FieldState, name: string): Generator<Verdict> {
  yield* judgeSignatureValue(pair, field, name)
  for (const { num, dict } of field.widgets) {
    for (const page of pair.pagesShowing(num)) yield* judgeSignatureDrawing(pair, { dict, num }, page, 'signed')
  }
  if (isTimestamp(pair, field) && !isVisible(pair, field)) {
    yield* judgeDescription(pair, field, name, older)
    yield accept('validation-data', 'document_timestamp_added', `Document time stamp ${name} added`)
  } else {
    yield accept('form-filling', 'field_signed', `Signature field ${name} signed`, field.name)
  }
}

function* judgeEntries(
  pair: DrawnPair,
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
  pair: DrawnPair,
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
      if (signed && older.widgets.length === 0) yield* judgeFirstWidget(pair, newer, widget, name)
      else yield reject('signature_field_changed', `Signature field ${name} was given another place`)
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

/**
 * Judges the first widget that a field gets when it is signed: its own dictionary, whose entries are judged above, or a kid.
 */
function* judgeFirstWidget(pair: DrawnPair, field: FieldState, widget: FieldWidget, name: string): Generator<Verdict> {
  if (widget.num === field.num) return
  const fault = findWidgetFault(pair, widget.num, field.num)
  if (fault !== undefined) yield reject('signature_field_changed', `Signature field ${name} was given a place ${fault}`)
}

function entryChanged(key: string, name: string): Verdict {
  return reject('signature_field_changed', `The entry ${quoteKey(key)} of signature field ${name} was changed`)
}

/** Judges a signed field, which must stay as it is. */
function* judgeSignedField(pair: DrawnPair, older: FieldState, newer: FieldState, name: string): Generator<Verdict> {
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

/** Entries of a signed field or its widget that were changed although they may not be. */
function changedWhenSigned(pair: DrawnPair, before: PdfDict, after: PdfDict): string[] {
  return differingKeys(pair.older, before, pair.newer, after).filter(
    (key) =>
      !(key === 'StructParent' && !before.has(key) && takesFreshKey(pair, pair.newValue(after, key))) &&
      !(key === 'F' && keepsVisibility(pair, before, after)),
  )
}

function mayChangeBySigning(pair: DrawnPair, key: string, before: PdfDict, after: PdfDict, signed: boolean): boolean {
  const value = pair.newValue(after, key)
  switch (key) {
    case 'AP':
      return value === null || value instanceof PdfDict
    case 'F':
      return keepsVisibility(pair, before, after)
    case 'Rect':
      // A signature without an area gives up the field's place.
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

function isNewList(pair: DrawnPair, object: PdfObject | undefined): boolean {
  const list = resolveOrNull(pair.newer, object)
  return Array.isArray(list) && list.every((item) => pair.isNew(item))
}

/** True when any appearance stream of the field's widgets changed. */
function appearanceDiffers(pair: DrawnPair, older: FieldState, newer: FieldState): boolean {
  const after = new Map(newer.widgets.map((widget) => [widget.num, widget.dict]))
  return older.widgets.some(({ num, dict }) => {
    const other = after.get(num)
    return other === undefined || changedStreams(pair, dict, other).length > 0
  })
}

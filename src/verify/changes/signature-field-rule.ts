/**
 * Signature fields (ISO 32000-2, 12.7.5.5): they may be added and, while they are empty, be signed.
 *
 * @module
 */
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../pdf/objects.js'
import { appearanceStreams, isInvisible, shownAppearance } from './appearance.js'
import { inspectCover } from './cover-check.js'
import { differingKeys, resolveOrNull, sameObject } from './equality.js'
import { type FieldState, readFieldState, rootFields } from './form-field.js'
import { readNumbers } from './matrix.js'
import type { RevisionPair } from './revision-pair.js'

/** Characters of the page that the drawing of a new signature may hide, and of one in a place that was signed. */
const MAX_HIDDEN_BY_NEW_FIELD = 1
const MAX_HIDDEN_IN_SIGNED_PLACE = 24
/** Part of an image of the page that it may hide. */
const MAX_HIDDEN_IMAGE = 0.5
/** Fields up to which a new name is compared with all others. */
const MAX_COMPARED_NAMES = 2000

/** Keys that a field without a place gets together with its first one. */
const FIRST_WIDGET_KEYS = new Set(['Type', 'Subtype', 'Rect', 'P', 'F', 'AP', 'MK'])

/** Keys that would make a new field do something. */
const ACTIVE_KEYS = ['A', 'AA', 'PMD', 'Popup']

/** A field that is new in the form. */
export function judgeNewField(pair: RevisionPair, num: number, depth = 0): void {
  const { log } = pair
  const field = readFieldState(pair.newer, num)
  if (field === undefined || !pair.isFresh(num) || depth > 8) {
    log.reject('field_added', `Object ${num}, which was no field of the form, was made one`)
    return
  }
  const name = field.name || `object ${num}`
  if (field.hasChildFields) {
    const kids = resolveOrNull(pair.newer, field.dict.get('Kids'))
    for (const kid of Array.isArray(kids) ? kids : []) {
      if (kid instanceof PdfRef) judgeNewField(pair, kid.num, depth + 1)
    }
    return
  }
  if (field.type !== 'Sig') {
    log.reject('field_added', `Form field ${name} added`)
    return
  }
  if (ACTIVE_KEYS.some((key) => field.dict.has(key) || field.widgets.some(({ dict }) => dict.has(key)))) {
    log.reject('signature_field_active', `Signature field ${name} was added with an action`)
    return
  }
  if (isNameTaken(pair, field)) {
    log.reject('field_name_taken', `A second field with the name ${name} was added`)
    return
  }
  if (field.widgets.some((widget) => !pair.isFresh(widget.num))) {
    log.reject('signature_field_retargeted', `Signature field ${name} was added on an object that existed before`)
    return
  }
  for (const widget of field.widgets) pair.signatureWidgets.add(widget.num)
  const visible = field.widgets.some(({ dict }) => !isInvisible(pair.newer, dict))
  if (resolveOrNull(pair.newer, field.value) === null) {
    if (visible && field.widgets.some(({ dict }) => paintsSomething(pair, dict))) {
      log.reject('empty_signature_drawn', `Signature field ${name} was added without a signature, but looks like one`)
    }
    const code = visible ? 'visible_signature_field_added' : 'signature_field_added'
    log.accept('form-filling', code, `Signature field ${name} added`, field.name)
    return
  }
  const timestamp = judgeSignature(pair, field, name)
  if (timestamp && !visible)
    log.accept('validation-data', 'document_timestamp_added', `Document time stamp ${name} added`)
  else if (visible) log.accept('form-filling', 'visible_signature_field_added', `Signature ${name} added`, field.name)
  else log.accept('form-filling', 'signature_added', `Signature ${name} added`, field.name)
}

/** A signature field that existed, and has another state now. */
export function judgeSignatureField(pair: RevisionPair, older: FieldState, newer: FieldState): void {
  const { log } = pair
  const name = older.name || `object ${older.num}`
  if (resolveOrNull(pair.older, older.value) !== null) {
    judgeSignedField(pair, older, newer, name)
    return
  }
  const signed = resolveOrNull(pair.newer, newer.value) !== null
  for (const key of differingKeys(pair.older, older.dict, pair.newer, newer.dict)) {
    if (key === 'V' || key === 'Kids' || mayChangeBySigning(pair, key, older.dict, newer.dict, signed)) continue
    if (signed && older.widgets.length === 0 && FIRST_WIDGET_KEYS.has(key)) continue
    log.reject('signature_field_changed', `The entry /${key.slice(0, 60)} of signature field ${name} was changed`)
  }
  const known = new Map(older.widgets.map((widget) => [widget.num, widget.dict]))
  for (const widget of newer.widgets) {
    const before = known.get(widget.num)
    known.delete(widget.num)
    if (before === undefined) {
      const isOwn = widget.num === older.num || pair.isFresh(widget.num)
      if (signed && older.widgets.length === 0 && isOwn) continue
      log.reject('signature_field_changed', `Signature field ${name} was given another place`)
      continue
    }
    noteDroppedAppearances(pair, before, widget.dict)
    if (widget.num === older.num) continue
    for (const key of differingKeys(pair.older, before, pair.newer, widget.dict)) {
      if (mayChangeBySigning(pair, key, before, widget.dict, signed)) continue
      log.reject('signature_field_changed', `The entry /${key.slice(0, 60)} of signature field ${name} was changed`)
    }
  }
  if (known.size > 0) log.reject('signature_field_changed', `Signature field ${name} lost one of its places`)
  if (!signed) {
    if (appearanceDiffers(pair, older, newer) && newer.widgets.some(({ dict }) => paintsSomething(pair, dict))) {
      log.reject('empty_signature_drawn', `Signature field ${name} holds no signature, but was drawn anew`)
    } else {
      log.accept('form-filling', 'signature_field_updated', `Empty signature field ${name} updated`, older.name)
    }
    return
  }
  for (const widget of newer.widgets) pair.signatureWidgets.add(widget.num)
  const visible = newer.widgets.some(({ dict }) => !isInvisible(pair.newer, dict))
  const timestamp = judgeSignature(pair, newer, name)
  for (const { num, dict } of visible ? newer.widgets : []) {
    const widget = { dict, num }
    for (const page of pair.pagesShowing(num)) judgeDrawing(pair, newer.name, widget, page, MAX_HIDDEN_IN_SIGNED_PLACE)
  }
  if (timestamp && !visible)
    log.accept('validation-data', 'document_timestamp_added', `Document time stamp ${name} added`)
  else log.accept('form-filling', 'field_signed', `Signature field ${name} signed`, older.name)
}

/** What was signed stays as it is. */
function judgeSignedField(pair: RevisionPair, older: FieldState, newer: FieldState, name: string): void {
  const changed = new Set(differingKeys(pair.older, older.dict, pair.newer, newer.dict))
  const known = new Map(newer.widgets.map((widget) => [widget.num, widget.dict]))
  if (older.widgets.length !== newer.widgets.length) changed.add('Kids')
  for (const widget of older.widgets) {
    const after = known.get(widget.num)
    if (after === undefined) changed.add('Kids')
    else for (const key of differingKeys(pair.older, widget.dict, pair.newer, after)) changed.add(key)
  }
  if (appearanceDiffers(pair, older, newer)) changed.add('AP')
  const value = older.value
  if (value instanceof PdfRef && pair.changed.has(value.num)) changed.add('V')
  for (const key of changed) {
    if (key === 'StructParent' && !older.dict.has(key)) continue
    if (key === 'F' && keepsVisibility(pair, older.dict, newer.dict)) continue
    const message = `Signature field ${name} was signed, and its entry /${key.slice(0, 60)} was changed afterwards`
    pair.log.reject('signed_field_changed', message)
  }
}

function mayChangeBySigning(
  pair: RevisionPair,
  key: string,
  before: PdfDict,
  after: PdfDict,
  signed: boolean,
): boolean {
  switch (key) {
    case 'AP':
      return pair.newValue(after, key) === null || pair.newValue(after, key) instanceof PdfDict
    case 'F':
      return keepsVisibility(pair, before, after)
    case 'Type':
    case 'StructParent':
      return !before.has(key)
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

const VISIBILITY_FLAGS = 1 | 2 | 32 | 256
const PRINT_FLAG = 4

/**
 * True when a change of the flags (12.5.3) neither hides nor shows the annotation. That it comes to be printed is no
 * more than signers do with the field that they sign.
 */
export function keepsVisibility(pair: RevisionPair, before: PdfDict, after: PdfDict): boolean {
  const older = pair.oldValue(before, 'F')
  const newer = pair.newValue(after, 'F')
  const bits = (value: PdfObject) => (typeof value === 'number' ? value : 0)
  const isStillPrinted = (bits(older) & ~bits(newer) & PRINT_FLAG) === 0
  return isStillPrinted && ((bits(older) ^ bits(newer)) & VISIBILITY_FLAGS) === 0
}

/** The value of a field that is being signed; gives whether it is a time stamp. */
function judgeSignature(pair: RevisionPair, field: FieldState, name: string): boolean {
  const { newer, log, view } = pair
  const value = resolveOrNull(newer, field.value)
  if (field.value instanceof PdfRef && !pair.isFresh(field.value.num)) {
    log.reject('signature_value_reused', `The signature of field ${name} is an object that existed before`)
    return false
  }
  if (!(value instanceof PdfDict) || !(resolveOrNull(newer, value.get('Contents')) instanceof PdfString)) {
    log.reject('signature_value_malformed', `The value of signature field ${name} is no signature`)
    return false
  }
  const byteRange = readNumbers(newer, value.get('ByteRange'), 4)
  const end = byteRange === undefined ? Number.NaN : (byteRange[2] ?? 0) + (byteRange[3] ?? 0)
  const start = pair.older.bytes.length
  if (!(end > start && end <= view.end)) {
    log.reject('signature_value_malformed', `The signature of field ${name} does not cover the revision that adds it`)
  }
  const type = nameOf(resolveOrNull(newer, value.get('Type')))
  const subFilter = nameOf(resolveOrNull(newer, value.get('SubFilter')))
  return subFilter === 'ETSI.RFC3161' && (type === 'DocTimeStamp' || type === undefined)
}

/** A widget of a new signature field, on the page that shows it. */
export function judgeNewWidget(pair: RevisionPair, widget: PdfDict, page: number): void {
  if (isInvisible(pair.newer, widget)) return
  judgeDrawing(pair, 'of a new field', { dict: widget }, page, MAX_HIDDEN_BY_NEW_FIELD)
}

/** The drawing of a signature may hide nothing of its page. */
function judgeDrawing(
  pair: RevisionPair,
  name: string,
  { dict, num }: { readonly dict: PdfDict; readonly num?: number },
  page: number,
  maxHidden: number,
): void {
  const beneath = () => pair.contents.beneath(pair.older, page, num)
  const { hiddenCharacters, hiddenImage } = inspectCover(pair.contents, pair.newer, dict, beneath)
  if (hiddenCharacters <= maxHidden && hiddenImage <= MAX_HIDDEN_IMAGE) return
  const message = `The drawing of signature ${name} hides content of ${pair.describePage(page)}`
  pair.log.reject('content_covered', message)
}

function paintsSomething(pair: RevisionPair, widget: PdfDict): boolean {
  const form = shownAppearance(pair.newer, widget)
  if (form === undefined) return appearanceStreams(pair.newer, widget).size > 0
  const { items, complete } = pair.contents.form(pair.newer, form)
  return (
    !complete || items.some(({ kind, opaque }) => kind === 'text' || kind === 'image' || (kind === 'area' && opaque))
  )
}

/** True when any appearance stream of the field's widgets says something else than before. */
function appearanceDiffers(pair: RevisionPair, older: FieldState, newer: FieldState): boolean {
  const after = new Map(newer.widgets.map((widget) => [widget.num, widget.dict]))
  return older.widgets.some(({ num, dict }) => {
    const other = after.get(num)
    return other === undefined || changedStreams(pair, dict, other).length > 0
  })
}

/** Notes the objects of an appearance that a widget had and has no more: they must serve no other purpose. */
export function noteDroppedAppearances(pair: RevisionPair, before: PdfDict, after: PdfDict): void {
  const older = appearanceObjects(pair.oldValue(before, 'AP'), before.get('AP'))
  const newer = appearanceObjects(pair.newValue(after, 'AP'), after.get('AP'))
  for (const num of older) if (!newer.has(num)) pair.droppedAppearances.add(num)
}

function appearanceObjects(value: PdfObject, object: PdfObject | undefined): Set<number> {
  const numbers = new Set<number>()
  if (object instanceof PdfRef) numbers.add(object.num)
  for (const item of value instanceof PdfDict ? value.entries.values() : []) {
    if (item instanceof PdfRef) numbers.add(item.num)
    else if (item instanceof PdfDict) {
      for (const state of item.entries.values()) if (state instanceof PdfRef) numbers.add(state.num)
    }
  }
  return numbers
}

/** Places of the appearance streams that differ between two states of an annotation. */
export function changedStreams(pair: RevisionPair, before: PdfDict, after: PdfDict): string[] {
  const older = appearanceStreams(pair.older, before)
  const newer = appearanceStreams(pair.newer, after)
  const places = new Set([...older.keys(), ...newer.keys()])
  return [...places].filter((place) => {
    const a = older.get(place)
    const b = newer.get(place)
    if (a instanceof PdfRef && b instanceof PdfRef && a.num === b.num) return pair.changed.has(a.num)
    return !sameObject(resolveOrNull(pair.older, a), resolveOrNull(pair.newer, b))
  })
}

function isNameTaken(pair: RevisionPair, field: FieldState): boolean {
  const roots = pair.membersOf(pair.older, rootFields(pair.older), 'fields')
  if (roots.size > MAX_COMPARED_NAMES || field.dict.has('Parent')) return false
  pair.spend(roots.size)
  for (const num of roots) if (readFieldState(pair.older, num)?.name === field.name) return true
  return false
}

/**
 * Filling in a form field (ISO 32000-2, 12.7.4): its value and the appearances that show it may change.
 *
 * @module
 */
import { nameOf, numberOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { appearanceStreams, shownAppearance } from './appearance.js'
import { isPlainAppearance, shownText, textFitsValue } from './appearance-check.js'
import type { ChangeRule } from './change-rule.js'
import { differingKeys, resolveOrNull, sameValue } from './equality.js'
import { describeValue, type FieldState, readFieldState } from './form-field.js'
import { judgeFieldList } from './form-rule.js'
import type { RevisionPair } from './revision-pair.js'
import { changedStreams, judgeSignatureField, keepsVisibility, noteDroppedAppearances } from './signature-field-rule.js'

/** Flags (/Ff) that say how a field is used, not how it looks: read-only, required, no export. */
const USAGE_FLAGS = 7
const FLAG_PUSHBUTTON = 1 << 16

export const fieldRule: ChangeRule = {
  kind: 'field',
  judge(pair, num) {
    const older = readFieldState(pair.older, num)
    const newer = readFieldState(pair.newer, num)
    if (older === undefined) return
    const name = older.name || `object ${num}`
    if (newer === undefined) {
      pair.log.reject('field_removed', `Field ${name} removed`)
    } else if (newer.name !== older.name || newer.type !== older.type) {
      pair.log.reject('field_changed', `The name or the type of field ${name} was changed`)
    } else if (older.hasChildFields || newer.hasChildFields) {
      judgeParent(pair, older, newer, name)
    } else if (older.type === 'Sig') {
      judgeSignatureField(pair, older, newer)
    } else {
      judgeFilling(pair, older, newer, name)
    }
  },
}

/** A field that groups others: it may gain signature fields. */
function judgeParent(pair: RevisionPair, older: FieldState, newer: FieldState, name: string): void {
  for (const key of differingKeys(pair.older, older.dict, pair.newer, newer.dict)) {
    if (key === 'Kids') continue
    pair.log.reject('field_changed', `The entry /${key.slice(0, 60)} of field ${name} was changed`)
  }
  const kids = (state: FieldState, lookup: 'oldValue' | 'newValue') => pair[lookup](state.dict, 'Kids')
  judgeFieldList(pair, kids(older, 'oldValue'), kids(newer, 'newValue'), `field ${name}`)
}

function judgeFilling(pair: RevisionPair, older: FieldState, newer: FieldState, name: string): void {
  const { log } = pair
  const valueChanged = !sameValue(pair.older, older.value, pair.newer, newer.value) || isTouched(pair, older.value)
  const reject = (key: string) =>
    log.reject('field_changed', `The entry /${key.slice(0, 60)} of field ${name} was changed, which is no filling in`)
  for (const key of differingKeys(pair.older, older.dict, pair.newer, newer.dict)) {
    if (!mayChange(pair, key, older.dict, newer.dict, valueChanged)) reject(key)
  }
  const after = new Map(newer.widgets.map((widget) => [widget.num, widget.dict]))
  for (const widget of older.widgets) {
    const other = after.get(widget.num)
    after.delete(widget.num)
    if (other === undefined) {
      log.reject('field_changed', `Field ${name} lost one of its places`)
      continue
    }
    if (widget.num !== older.num) {
      for (const key of differingKeys(pair.older, widget.dict, pair.newer, other)) {
        if (!mayChange(pair, key, widget.dict, other, valueChanged)) reject(key)
      }
    }
    noteDroppedAppearances(pair, widget.dict, other)
    judgeWidget(pair, newer, widget.dict, other, valueChanged, name)
  }
  if (after.size > 0) log.reject('field_changed', `Field ${name} was given another place`)
  if (!valueChanged) {
    log.accept('form-filling', 'field_updated', `Field ${name} updated`, older.name)
    return
  }
  const from = describeValue(pair.older, older.value)
  const to = describeValue(pair.newer, newer.value)
  log.accept('form-filling', 'field_filled', `Field ${name} changed from ${from} to ${to}`, older.name)
}

function isTouched(pair: RevisionPair, object: PdfObject | undefined): boolean {
  return object instanceof PdfRef && pair.changed.has(object.num)
}

function mayChange(pair: RevisionPair, key: string, before: PdfDict, after: PdfDict, valueChanged: boolean): boolean {
  switch (key) {
    case 'V':
    case 'RV':
      return !(pair.newValue(after, key) instanceof PdfStream) && !(pair.newValue(after, key) instanceof PdfDict)
    case 'AP': {
      const value = pair.newValue(after, key)
      return value === null || value instanceof PdfDict
    }
    case 'AS':
    case 'I':
    case 'TI':
    case 'M':
      return true
    case 'DA':
    case 'Q':
      // The style of a value that was signed is part of what was signed.
      return valueChanged
    case 'F':
      return keepsVisibility(pair, before, after)
    case 'Ff': {
      const bits = (value: PdfObject) => numberOf(value) ?? 0
      return ((bits(pair.oldValue(before, key)) ^ bits(pair.newValue(after, key))) & ~USAGE_FLAGS) === 0
    }
    case 'Type':
    case 'StructParent':
    case 'P':
      return !before.has(key)
    default:
      return false
  }
}

/** What a widget shows must be the value: an attacker exchanges the one and leaves the other. */
function judgeWidget(
  pair: RevisionPair,
  field: FieldState,
  before: PdfDict,
  after: PdfDict,
  valueChanged: boolean,
  name: string,
): void {
  if (field.type === 'Btn') judgeButton(pair, field, before, after, name)
  else judgeText(pair, field, before, after, valueChanged, name)
}

function judgeText(
  pair: RevisionPair,
  field: FieldState,
  before: PdfDict,
  after: PdfDict,
  valueChanged: boolean,
  name: string,
): void {
  const { log, newer, older } = pair
  const changed = changedStreams(pair, before, after)
  for (const place of changed) {
    const stream = resolveOrNull(newer, appearanceStreams(newer, after).get(place))
    if (stream instanceof PdfStream && !isPlainAppearance(pair.contents.form(newer, stream))) {
      log.reject('appearance_unlike_field', `The new appearance of field ${name} is not that of a form field`)
      return
    }
  }
  const form = resolveOrNull(newer, newer.catalog.get('AcroForm'))
  const redrawn = form instanceof PdfDict && resolveOrNull(newer, form.get('NeedAppearances')) === true
  if (changed.length === 0 && (!valueChanged || redrawn)) return
  const stream = shownAppearance(newer, after)
  // Without an appearance readers draw the value (12.7.4.3).
  if (stream === undefined) {
    if (!valueChanged && shownAppearance(older, before) !== undefined) {
      const old = shownAppearance(older, before)
      const shown = old === undefined ? undefined : shownText(pair.contents.form(older, old))
      if (shown === undefined || !textFitsValue(newer, field, shown)) {
        log.reject('appearance_mismatch', `The appearance of field ${name} was removed, which changes what it shows`)
      }
    }
    return
  }
  const shown = shownText(pair.contents.form(newer, stream))
  if (shown !== undefined && !textFitsValue(newer, field, shown)) {
    log.reject('appearance_mismatch', `Field ${name} shows "${shown.trim().slice(0, 60)}", which is not its value`)
    return
  }
  const old = shownAppearance(older, before)
  if (valueChanged || old === undefined) return
  const shownBefore = shownText(pair.contents.form(older, old))
  if (shownBefore === undefined || shown === undefined || !textFitsValue(newer, field, shownBefore)) {
    log.reject('appearance_replaced', `The appearance of field ${name} was exchanged while its value stayed the same`)
  }
}

function judgeButton(pair: RevisionPair, field: FieldState, before: PdfDict, after: PdfDict, name: string): void {
  const { log, older, newer } = pair
  const changed = changedStreams(pair, before, after)
  if (changed.length > 0 && (field.flags & FLAG_PUSHBUTTON) !== 0) {
    log.reject('appearance_replaced', `The appearance of button ${name} was exchanged`)
    return
  }
  const oldStreams = appearanceStreams(older, before)
  for (const place of changed) {
    const stream = resolveOrNull(newer, appearanceStreams(newer, after).get(place))
    const old = resolveOrNull(older, oldStreams.get(place))
    if (stream instanceof PdfStream && !isPlainAppearance(pair.contents.form(newer, stream))) {
      log.reject('appearance_unlike_field', `The new appearance of field ${name} is not that of a form field`)
    } else if (old instanceof PdfStream) {
      log.reject('appearance_replaced', `The appearance of field ${name} for one of its states was exchanged`)
    }
  }
  const state = nameOf(pair.newValue(after, 'AS'))
  if (state === nameOf(pair.oldValue(before, 'AS')) || state === undefined || state === 'Off') return
  if (nameOf(resolveOrNull(newer, field.value)) !== state && !hasOptions(pair, field)) {
    log.reject('appearance_mismatch', `Field ${name} shows the state ${state.slice(0, 60)}, which is not its value`)
  }
}

/** With /Opt the states are indices into a list of values (12.7.5.2.3). */
function hasOptions(pair: RevisionPair, field: FieldState): boolean {
  return Array.isArray(pair.newValue(field.dict, 'Opt'))
}

/**
 * Check boxes, radio buttons and push-buttons (ISO 32000-2, 12.7.5.2).
 *
 * @module
 */
import { isCheckMark, isEmptyMark, isMarkOfSome } from '../../../ink/index.js'
import type { PdfDocument } from '../../../pdf/document.js'
import {
  appearanceStreams,
  type FieldState,
  inherited,
  isInvisible,
  isPushButton,
  shownAppearance,
  stateOfPlace,
} from '../../../pdf/forms.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text.js'
import { changedStreams } from '../changed-streams.js'
import type { DrawnPair } from '../drawn-pair.js'
import { quoteName, reject, type Verdict } from '../verdict.js'
import type { WidgetChange } from './widget-change.js'

const OFF = 'Off'
/** Radio buttons, bit position 16 (Table 229). */
const FLAG_RADIO = 1 << 15
/** Radio buttons with the same state that are on together, bit position 26 (Table 229). */
const FLAG_IN_UNISON = 1 << 25
/** Most options of a field that are examined. */
const MAX_OPTIONS = 10_000

/** Judges the states of a button. They must match its value: each widget is on exactly when its state is the value. */
export function* judgeButton(pair: DrawnPair, change: WidgetChange): Generator<Verdict> {
  const { field, before, after, valueChanged, name } = change
  const changed = changedStreams(pair, before, after)
  if (isPushButton(field)) {
    if (changed.length > 0) yield reject('appearance_replaced', `The appearance of button ${name} was exchanged`)
    if (valueChanged) yield reject('field_changed', `Button ${name} was given a value, which it cannot show`)
    return
  }
  const [older, newer] = [appearanceStreams(pair.older, before), appearanceStreams(pair.newer, after)]
  for (const place of changed) yield* judgeState(pair, change, place, older.get(place), newer.get(place))
  const state = nameOf(pair.newValue(after, 'AS'))
  const isSame = !valueChanged && changed.length === 0 && state === nameOf(pair.oldValue(before, 'AS'))
  if (isSame || showsValue(pair.newer, field, after, state)) return
  const shown = state === undefined ? 'none' : quoteName(state)
  yield reject('appearance_mismatch', `Field ${name} shows the state ${shown}, which is not its value`)
}

/**
 * Judges the appearances of states. They may be added or redrawn as a mark for on, and as nothing but a frame for off. A mark
 * that some viewers leave out says no more than a box without a drawing, and comes with the same warning: with a new value alone.
 */
function* judgeState(
  pair: DrawnPair,
  { after, name, keepsText }: WidgetChange,
  place: string,
  before: PdfObject | undefined,
  now: PdfObject | undefined,
): Generator<Verdict> {
  const old = resolveOrNull(pair.older, before)
  const stream = resolveOrNull(pair.newer, now)
  // Without a drawing for a pressed button or one under the pointer, readers show the normal one (Table 170).
  if (stream === null && !isNormal(place)) return
  const isOff = stateOfPlace(place) === OFF
  const isFine = isOff ? isEmptyMark : isCheckMark
  if (stream instanceof PdfStream && isFine(pair, after, stream)) return
  if (stream instanceof PdfStream && !keepsText && !isOff && isMarkOfSome(pair, after, stream)) return
  if (old instanceof PdfStream) {
    yield reject('appearance_replaced', `The appearance of field ${name} for one of its states was exchanged`)
  } else if (stream instanceof PdfStream) {
    yield reject('appearance_unlike_field', `The new appearance of field ${name} is not that of a form field`)
  }
}

function isNormal(place: string): boolean {
  return place === 'N' || place.startsWith('N/')
}

/**
 * True when every widget of a check box or radio button looks as a reader would draw its state: a mark for on, nothing but a
 * frame for off.
 */
export function showsItsState(pair: DrawnPair, field: FieldState): boolean {
  return field.widgets.every(({ dict }) => {
    if (isInvisible(pair.newer, dict) || normalStates(pair.newer, dict) === undefined) return true
    // A widget without a state shows the same as one that is off.
    const state = nameOf(pair.newValue(dict, 'AS')) ?? OFF
    if (!showsValue(pair.newer, field, dict, state)) return false
    const stream = shownAppearance(pair.newer, dict)
    if (stream === undefined) return state === OFF
    return (state === OFF ? isEmptyMark : isCheckMark)(pair, dict, stream)
  })
}

function showsValue(document: PdfDocument, field: FieldState, widget: PdfDict, state: string | undefined): boolean {
  const states = normalStates(document, widget)
  // A widget without appearances shows nothing itself, and readers draw it from the value.
  if (states === undefined || isWithoutLook(document, widget)) {
    if (state === undefined || state === OFF) return true
    return matchesValue(document, field, state) && !isOfOneOther(document, field, state)
  }
  if (state === undefined) return false
  const wanted = [...states].filter((name) => name !== OFF && matchesValue(document, field, name))
  return wanted.length === 0 ? state === OFF : wanted.includes(state)
}

/** True when the value of a check box or radio button turns this widget on. */
export function isOnByValue(document: PdfDocument, field: FieldState, widget: PdfDict): boolean {
  const states = normalStates(document, widget)
  if (states === undefined || isWithoutLook(document, widget)) {
    const value = onValue(document, field)
    return value !== undefined && !isOfOneOther(document, field, value)
  }
  return [...states].some((name) => name !== OFF && matchesValue(document, field, name))
}

/** The value of a check box or group of radio buttons that is on; `undefined` when it is off. */
export function onValue(document: PdfDocument, field: FieldState): string | undefined {
  const value = textOf(resolveOrNull(document, field.value)) ?? ''
  return value === '' || value === OFF ? undefined : value
}

/** True for a widget without an appearance for any state, including off. */
export function isWithoutLook(document: PdfDocument, widget: PdfDict): boolean {
  return ![...appearanceStreams(document, widget).keys()].some(isNormal)
}

/** True when the state belongs to another radio button of an exclusive group: when that one is on, this one is off. */
function isOfOneOther(document: PdfDocument, field: FieldState, state: string): boolean {
  const isExclusive = (field.flags & FLAG_RADIO) !== 0 && (field.flags & FLAG_IN_UNISON) === 0
  return isExclusive && statesOf(document, field).has(state)
}

function normalStates(document: PdfDocument, widget: PdfDict): Set<string> | undefined {
  const appearances = resolveOrNull(document, widget.get('AP'))
  const normal = appearances instanceof PdfDict ? resolveOrNull(document, appearances.get('N')) : null
  return normal instanceof PdfDict ? new Set(normal.entries.keys()) : undefined
}

/** True when the value names the state. With /Opt, states may be indices into a list of values (12.7.5.2.3). */
function matchesValue(document: PdfDocument, field: FieldState, state: string): boolean {
  const value = textOf(resolveOrNull(document, field.value))
  if (value === undefined) return false
  if (state === value) return true
  const options = resolveOrNull(document, inherited(document, field.dict, 'Opt'))
  if (!Array.isArray(options) || !/^\d{1,4}$/.test(state) || options.length > MAX_OPTIONS) return false
  // When a value is both the name of a state and the text of another option, readers take the name.
  if (statesOf(document, field).has(value)) return false
  return textOf(resolveOrNull(document, options[Number(state)])) === value
}

const statesByField = new WeakMap<FieldState, ReadonlySet<string>>()

/** The states of all widgets of a field. The set is kept, since each of many widgets asks for it. */
function statesOf(document: PdfDocument, field: FieldState): ReadonlySet<string> {
  let states = statesByField.get(field)
  if (states === undefined) {
    states = new Set(field.widgets.flatMap(({ dict }) => [...(normalStates(document, dict) ?? [])]))
    statesByField.set(field, states)
  }
  return states
}

function textOf(value: PdfObject): string | undefined {
  if (value instanceof PdfName) return value.value
  return value instanceof PdfString ? decodeTextString(value.bytes) : undefined
}

/**
 * Filling in a form field (ISO 32000-2, 12.7.4): its value may change, and the appearances that show it.
 *
 * @module
 */
import {
  findStyleFault,
  formattedValue,
  hidesPageAnew,
  isHarmlessDefaultAppearance,
  readShownText,
} from '../../../ink/index.js'
import {
  type FieldState,
  isInvisible,
  isListBox,
  isPushButton,
  namesOneText,
  readFieldState,
  shownAppearance,
  valueText,
} from '../../../pdf/forms.js'
import { differingKeys, resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { numberOf, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text.js'
import { quoteText } from '../../foreign-text.js'
import type { ChangeRule } from '../change-rule.js'
import { changedStreams } from '../changed-streams.js'
import type { DrawnPair } from '../drawn-pair.js'
import { describeFieldValue } from '../fields/described-value.js'
import { labelOf } from '../fields/form-field.js'
import { keepsText } from '../fields/kept-value.js'
import { sameLook } from '../fields/widget-look.js'
import { accept, quoteKey, reject, type Verdict } from '../verdict.js'
import { judgeButton } from './button-rule.js'
import { judgeDroppedAppearances } from './dropped-appearances.js'
import { judgeFieldList } from './field-list.js'
import { isLook, LOOK_KEYS, saysNothing } from './frame-entries.js'
import { keepsVisibility } from './keeps-visibility.js'
import { judgeKeptMark } from './kept-mark-rule.js'
import { judgeOwnValues, keepsFlags } from './own-entries.js'
import { judgeReadersDrawing } from './readers-drawing-rule.js'
import { isHarmlessStyle, judgeRichText } from './rich-text.js'
import { judgeShownValue } from './shown-value-rule.js'
import { judgeSignatureField } from './signature-field-rule.js'
import { takesFreshKey } from './structure-tables.js'
import { judgeUnseenMark } from './unseen-mark.js'
import type { WidgetChange } from './widget-change.js'

export const fieldRule: ChangeRule<DrawnPair> = {
  kind: 'field',
  *judge(pair, num) {
    const older = readFieldState(pair.older, num)
    const newer = readFieldState(pair.newer, num)
    if (older === undefined) return
    const name = labelOf(older)
    if (newer === undefined) {
      yield reject('field_removed', `Field ${name} removed`)
    } else if (newer.name !== older.name || newer.type !== older.type) {
      yield reject('field_changed', `The name or the type of field ${name} was changed`)
    } else if (older.hasChildFields !== newer.hasChildFields) {
      // A name (/T) turns a widget into a field of its own, which no longer shows the signed value.
      yield reject('field_changed', `The kids of field ${name} became fields of their own, or its widgets`)
    } else if (older.hasChildFields) {
      yield* judgeParent(pair, older, newer, name)
    } else if (older.type === 'Sig') {
      yield* judgeSignatureField(pair, older, newer)
    } else {
      yield* judgeFilling(pair, { older, newer, name })
    }
  },
}

/** Judges a field that groups others. It may gain signature fields. */
function* judgeParent(pair: DrawnPair, older: FieldState, newer: FieldState, name: string): Generator<Verdict> {
  for (const key of differingKeys(pair.older, older.dict, pair.newer, newer.dict)) {
    if (key === 'Kids') continue
    yield reject('field_changed', `The entry ${quoteKey(key)} of field ${name} was changed`)
  }
  const widgets = new Map(newer.widgets.map((widget) => [widget.num, widget.dict]))
  for (const widget of older.widgets) {
    const after = widgets.get(widget.num)
    const isSame = after !== undefined && changedStreams(pair, widget.dict, after).length === 0
    if (isSame && differingKeys(pair.older, widget.dict, pair.newer, after).length === 0) continue
    yield reject('field_changed', `A widget of field ${name}, which groups others, was changed`)
  }
  const kids = [pair.oldValue(older.dict, 'Kids'), pair.newValue(newer.dict, 'Kids')] as const
  yield* judgeFieldList(pair, ...kids, { where: `field ${name}`, parent: newer.num })
}

/** A field in both states, with the name by which people know it. */
interface FieldChange {
  readonly older: FieldState
  readonly newer: FieldState
  readonly name: string
}

function* judgeFilling(pair: DrawnPair, change: FieldChange): Generator<Verdict> {
  const { older, newer, name } = change
  const valueChanged = !sameValue(pair.older, older.value, pair.newer, newer.value) || isTouched(pair, older.value)
  const isKept = !valueChanged || (older.type !== 'Btn' && keepsText(pair, older, newer))
  const context = { valueChanged: !isKept, isPush: isPushButton(older), name, fieldName: older.name }
  yield* judgeEntries(pair, older.dict, newer.dict, context)
  const after = new Map(newer.widgets.map((widget) => [widget.num, widget.dict]))
  for (const { num, dict: before } of older.widgets) {
    const other = after.get(num)
    after.delete(num)
    if (other === undefined) {
      yield reject('field_changed', `Field ${name} lost one of its places`)
      continue
    }
    if (num !== older.num) {
      yield* judgeEntries(pair, before, other, context)
      yield* judgeOwnValues(pair, newer, { before, after: other }, name)
    }
    yield* judgeWidget(pair, { field: newer, num, before, after: other, valueChanged, keepsText: isKept, name })
  }
  if (after.size > 0) yield reject('field_changed', `Field ${name} was given another place`)
  if (valueChanged) yield* judgeNewValue(pair, newer, name)
  yield* judgeRichText(pair, { older, newer, valueChanged, keepsText: isKept, name })
  yield describeFilling(pair, change, !isKept)
}

/**
 * Judges what readers show of a newly filled value. Some show nothing for a value that is not text, and no mark for a button
 * without an appearance.
 */
function* judgeNewValue(pair: DrawnPair, field: FieldState, name: string): Generator<Verdict> {
  yield* judgeUnseenMark(pair, field, name)
  const value = resolveOrNull(pair.newer, field.value)
  const malformed = (what: string) =>
    reject('field_value_malformed', `Field ${name} was given ${what}, which some readers show and others do not`)
  const holdsText = field.type === 'Tx' || (field.type === 'Ch' && !isListBox(field))
  if (holdsText && !isTextValue(value)) yield malformed('a value that is not text')
  if (hasEscape(value)) yield malformed('a value with an escape sequence')
  if (field.type === 'Ch' && !namesOneText(pair.newer, field)) {
    yield reject('appearance_unknown', `Readers show different options for the value that field ${name} was given`)
  }
}

/** Judges one widget of a field: how it is drawn, and what it shows. */
function* judgeWidget(pair: DrawnPair, change: WidgetChange): Generator<Verdict> {
  const { field, before, after, name } = change
  yield* judgeStyle(pair, change)
  yield* judgeDroppedAppearances(pair, before, after)
  yield* judgeReadersDrawing(pair, change)
  yield* judgeGround(pair, change, name)
  if (field.type !== 'Btn') {
    yield* judgeShownValue(pair, change)
    return
  }
  yield* judgeButton(pair, change)
  if (!isPushButton(field)) yield* judgeKeptMark(pair, change)
}

/** Judges the style of a field: readers that draw it themselves must show its text in new colours, fonts and frames too. */
function* judgeStyle(pair: DrawnPair, change: WidgetChange): Generator<Verdict> {
  const { field, before, after, keepsText: isKept, name } = change
  if (!keepsFlags(pair, change)) {
    yield reject('field_changed', `The entry /Ff of field ${name} was changed, which is not filling it in`)
  }
  const differs = (older: PdfDict | undefined, newer: PdfDict, key: string) =>
    !sameValue(pair.older, older?.get(key), pair.newer, newer.get(key), key)
  const older = readFieldState(pair.older, field.num)?.dict
  const isRestyled =
    (differs(before, after, 'MK') &&
      !sameLook(pair, pair.oldValue(before, 'MK'), pair.newValue(after, 'MK'), isPushButton(field))) ||
    differs(before, after, 'DA') ||
    differs(older, field.dict, 'DA')
  if (!isRestyled) return
  const fault = findStyleFault(pair.newer, after)
  const former = isKept ? findStyleFault(pair.older, before) : undefined
  if (fault !== undefined) {
    yield reject('appearance_hidden', `Readers that draw field ${name} by themselves make its text ${fault}`)
  } else if (former !== undefined && valueText(pair.newer, field)) {
    const message = `Readers that draw field ${name} by themselves made its text ${former}, and show it now, although nobody changed its value`
    yield reject('shown_text_changed', message)
  }
}

/** Judges a new background of an appearance, which may not hide the page beneath it. */
function* judgeGround(
  pair: DrawnPair,
  { num, before, after }: { readonly num: number; readonly before: PdfDict; readonly after: PdfDict },
  name: string,
): Generator<Verdict> {
  const isSame = changedStreams(pair, before, after).length === 0
  if (isSame && sameValue(pair.older, before.get('MK'), pair.newer, after.get('MK'))) return
  for (const page of pair.pagesShowing(num)) {
    const hides = hidesPageAnew(pair, { before, after, page })
    const where = pair.describePage(page)
    if (hides === true) {
      yield reject('content_covered', `The new appearance of field ${name} hides content of ${where}`)
    } else if (hides === undefined) {
      yield reject('content_unknown', `It cannot be told what the new appearance of field ${name} hides of ${where}`)
    }
  }
}

/**
 * True for a text string or text stream (ISO 32000-2, Tables 232 and 234). A list of them is for list boxes. For a name,
 * Poppler shows nothing where others show the name.
 */
function isTextValue(value: PdfObject): boolean {
  return value === null || value instanceof PdfString || value instanceof PdfStream
}

/**
 * True for a value with the character ESCAPE: PDF.js takes it for the beginning of a language code (ISO 32000-1,
 * 7.9.2.2), and leaves out what follows, up to the next one. Without a mark of Unicode it is a byte, which other
 * readers show as a dot.
 */
function hasEscape(value: PdfObject): boolean {
  if (!(value instanceof PdfString)) return false
  const { bytes } = value
  return bytes.includes(ESCAPE) && ((bytes[0] ?? 0) < UNICODE_MARK || decodeTextString(bytes).includes('\u001b'))
}

const ESCAPE = 0x1b
/** The lowest first byte of a mark of Unicode. */
const UNICODE_MARK = 0xef

function describeFilling(pair: DrawnPair, { older, newer, name }: FieldChange, valueChanged: boolean): Verdict {
  if (!valueChanged) return accept('form-filling', 'field_updated', `Field ${name} updated`, older.name)
  const from = describeFieldValue(pair.older, older) + describeFormerLook(pair, older)
  const to = describeFieldValue(pair.newer, newer) + describeFormat(pair, newer)
  return accept('form-filling', 'field_filled', `Field ${name} changed from ${from} to ${to}`, older.name)
}

/** The text that a field showed before it was filled in, if that was not its value. */
function describeFormerLook(pair: DrawnPair, older: FieldState): string {
  const [widget] = older.widgets
  const stream = widget === undefined ? undefined : shownAppearance(pair.older, widget.dict)
  if (widget === undefined || stream === undefined || older.type === 'Btn' || isListBox(older)) return ''
  if (isInvisible(pair.older, widget.dict) || !pair.drawings.formerLooks.take()) return ''
  const { text, fault } = readShownText(pair.olderAlone, older, widget.dict, stream)
  if (fault?.kind !== 'mismatch' || text.trim() === '') return ''
  return ` (shown as ${quoteText(text)})`
}

/** The text that a signed script makes of a new value, as `5 million EUR` of `5`. */
function describeFormat(pair: DrawnPair, newer: FieldState): string {
  const value = newer.type === 'Tx' ? valueText(pair.newer, newer) : undefined
  const text = value === undefined ? undefined : formattedValue(pair, newer, value)
  return text === undefined || text === value ? '' : ` (formatted as ${quoteText(text)})`
}

function isTouched(pair: DrawnPair, object: PdfObject | undefined): boolean {
  return object instanceof PdfRef && pair.changed.has(object.num)
}

interface EntryContext {
  readonly valueChanged: boolean
  readonly isPush: boolean
  /** Name of the field, for people. */
  readonly name: string
  /** Full name of the field, for signatures that lock fields. */
  readonly fieldName: string
}

function* judgeEntries(
  pair: DrawnPair,
  before: PdfDict,
  after: PdfDict,
  { valueChanged, isPush, name, fieldName }: EntryContext,
): Generator<Verdict> {
  for (const key of differingKeys(pair.older, before, pair.newer, after)) {
    if (key === 'MK' && sameLook(pair, pair.oldValue(before, key), pair.newValue(after, key), isPush)) continue
    if (saysNothing(pair, key, before, after)) continue
    if (LOOK_KEYS.has(key) && isLook(pair, pair.newValue(after, key), after)) {
      yield accept('annotations', 'field_look_changed', `The frame or colour of field ${name} was changed`, fieldName)
    } else if (!mayChange(pair, key, before, after, valueChanged)) {
      const message = `The entry ${quoteKey(key)} of field ${name} was changed, which is not filling it in`
      yield reject('field_changed', message)
    }
  }
}

function mayChange(pair: DrawnPair, key: string, before: PdfDict, after: PdfDict, valueChanged: boolean): boolean {
  const value = pair.newValue(after, key)
  switch (key) {
    case 'V':
    case 'RV':
      return !(value instanceof PdfStream) && !(value instanceof PdfDict)
    case 'AP':
      return value === null || value instanceof PdfDict
    case 'AS':
      return value === null || value instanceof PdfName
    case 'I':
    case 'TI':
    case 'M':
      return true
    case 'NM': // Name for programs (12.5.2).
      return value instanceof PdfString
    case 'DA':
      // The style of a signed value was signed as well.
      return (
        valueChanged &&
        value instanceof PdfString &&
        isHarmlessDefaultAppearance(pair, value, pair.oldValue(before, key))
      )
    case 'Q':
      return valueChanged && ALIGNMENTS.has(numberOf(value) ?? 0)
    case 'DS':
      return valueChanged && value instanceof PdfString && isHarmlessStyle(decodeTextString(value.bytes))
    case 'F':
      return keepsVisibility(pair, before, after)
    case 'Ff':
      return keepsFlags(pair, { before, after })
    case 'Type':
    case 'P':
    case 'StructParent':
      return !before.has(key) && (key !== 'StructParent' || takesFreshKey(pair, value))
    default:
      return false
  }
}

/** Values of /Q: left, centred, right (Table 228). */
const ALIGNMENTS = new Set([0, 1, 2])

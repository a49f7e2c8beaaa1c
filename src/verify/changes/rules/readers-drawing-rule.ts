/**
 * Widgets that readers draw by themselves, because they have no appearance or the form asks for new ones. What is shown then
 * depends on entries that say nothing about the value: a changed entry may make a signed value disappear, although it stays.
 *
 * @module
 */
import {
  chosenValues,
  inherited,
  isInvisible,
  isListBox,
  isPushButton,
  namesOptions,
  readFieldState,
  readOptions,
  shownAppearance,
} from '../../../pdf/forms.js'
import { resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import { reject, type Verdict } from '../verdict.js'
import { isOnByValue } from './button-rule.js'
import { remarkOnPart } from './drawn-by-readers.js'
import type { WidgetChange } from './widget-change.js'

/** Judges the entries of a widget by which readers draw it. */
export function* judgeReadersDrawing(pair: DrawnPair, change: WidgetChange): Generator<Verdict> {
  const { field, before, after, name } = change
  if (isPushButton(field) || isInvisible(pair.newer, after)) return
  const isBare = shownAppearance(pair.newer, after) === undefined
  const differs = (key: string) => !sameValue(pair.older, before.get(key), pair.newer, after.get(key))
  // Without a normal appearance (12.5.5), Poppler shows that of another state, PDFium nothing, and others the value.
  if (isBare && pair.newValue(after, 'AP') !== null && differs('AP')) {
    const message = `Field ${name} was given appearances, but not the one to be shown: some readers show nothing`
    yield reject('appearance_removed', message)
    return
  }
  if (!isBare && !isRedrawn(pair)) return
  if (field.type === 'Ch' && change.valueChanged && !namesOptions(pair.newer, field)) {
    yield change.keepsText
      ? reject(
          'shown_text_changed',
          `Field ${name} has a value that is none of its options now, which some readers do not show`,
        )
      : remarkOnPart(pair, field, name, '')
  }
  if (isListBox(field) && !showsChosenOptions(pair, change)) {
    yield reject('shown_text_changed', `Field ${name} was scrolled, so that its chosen options may be out of sight`)
  }
  const isMarkChanged = (isBare && differs('AS')) || captionDiffers(pair, change)
  if (field.type === 'Btn' && isMarkChanged && staysOn(pair, change)) {
    const message = `Field ${name} stays on, but readers that draw its mark by themselves show another one, or none`
    yield reject('shown_text_changed', message)
  }
}

/**
 * True for a list that begins with the same option as before (/TI, Table 234), or when it is filled in, with one that lets the
 * chosen ones be seen: the first of them, or one above it.
 */
function showsChosenOptions(pair: DrawnPair, { field, before, after, keepsText }: WidgetChange): boolean {
  const [older, newer] = [inherited(pair.older, before, 'TI'), inherited(pair.newer, after, 'TI')]
  if (sameValue(pair.older, older, pair.newer, newer)) return true
  const top = resolveOrNull(pair.newer, newer)
  const isIndex = top === null || (typeof top === 'number' && Number.isInteger(top) && top >= 0)
  if (keepsText || !isIndex) return false
  const chosen = new Set(chosenValues(pair.newer, field))
  const first = readOptions(pair.newer, field).findIndex(({ exported }) => chosen.has(exported))
  return (top ?? 0) <= Math.max(first, 0)
}

/** True for a box or radio button that was on, and is on now. */
function staysOn(pair: DrawnPair, { field, before, after }: WidgetChange): boolean {
  const older = readFieldState(pair.older, field.num)
  return older !== undefined && isOnByValue(pair.older, older, before) && isOnByValue(pair.newer, field, after)
}

/** True where the mark that Poppler draws changed (Table 192, /CA). It draws none for a button without a caption. */
function captionDiffers(pair: DrawnPair, { before, after }: WidgetChange): boolean {
  const [older, newer] = [pair.oldValue(before, 'MK'), pair.newValue(after, 'MK')]
  const captionOf = (look: PdfObject) => (look instanceof PdfDict ? look.get('CA') : undefined)
  return !sameValue(pair.older, captionOf(older), pair.newer, captionOf(newer))
}

/** True where readers draw all fields of either state. */
function isRedrawn(pair: DrawnPair): boolean {
  const [older, newer] = [pair.oldValue(pair.older.catalog, 'AcroForm'), pair.newValue(pair.newer.catalog, 'AcroForm')]
  return (
    (older instanceof PdfDict && pair.oldValue(older, 'NeedAppearances') === true) ||
    (newer instanceof PdfDict && pair.newValue(newer, 'NeedAppearances') === true)
  )
}

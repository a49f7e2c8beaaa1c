/**
 * /NeedAppearances (ISO 32000-2, 12.7.3), which tells readers to draw all fields from their values.
 *
 * @module
 */

import {
  findDrawingFault,
  fontOfWidget,
  hidesPageAnew,
  readShownText,
  showsItsCaption,
  showsItsValue,
} from '../../../ink/index.js'
import {
  chosenValues,
  type FieldState,
  FLAG_PASSWORD,
  isInvisible,
  isPushButton,
  normalizeShown,
  readFieldState,
  shownAppearance,
  valueText,
} from '../../../pdf/forms.js'
import { sameValue } from '../../../pdf/lookup.js'
import { numberOf, PdfDict, PdfRef } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import { isWidgetOfSigning, labelOf, terminalFields } from '../fields/form-field.js'
import { accept, reject, type Verdict } from '../verdict.js'
import { showsItsState } from './button-rule.js'
import { isDrawnInFull, isFontOfDocument } from './drawn-by-readers.js'
import { saysItsValue } from './rich-text.js'
import { judgeRestoredSignature } from './signature-field-rule.js'

/**
 * Judges a change of /NeedAppearances. Fields then show values instead of appearances, or the reverse, so both must agree,
 * except for fields that are filled in now. Poppler also redraws buttons from their states and captions, and does not show
 * signatures while the request stands.
 *
 * LibreOffice writes empty appearances and lets readers draw the values over them. A program that drops the request, as iText
 * does with every save, makes what the signer saw disappear in Poppler and PDF.js. That is a finding, and not a habit of a
 * program to be ignored.
 *
 * @param isRequested True when fields are drawn from their values from now on.
 */
export function* judgeRedrawing(pair: DrawnPair, isRequested: boolean): Generator<Verdict> {
  yield isRequested
    ? accept('form-filling', 'appearances_requested', 'Fields are to be drawn again from their values')
    : accept('form-filling', 'appearances_restored', 'Fields are to be shown by their appearances')
  for (const num of terminalFields(pair, pair.newer)) {
    const field = readFieldState(pair.newer, num)
    // The change of a field that is filled in now is judged separately.
    if (field === undefined) continue
    if (field.type !== 'Sig' && isRefilled(pair, field)) {
      yield* judgeNewGround(pair, field, isRequested)
      continue
    }
    if (field.type === 'Sig') {
      const isNew = field.widgets.some((widget) => isWidgetOfSigning(pair, widget.num))
      if (!isRequested && !isNew) yield* judgeRestoredSignature(pair, field)
    } else if (!isRequested && dependsOnRequest(pair, field)) {
      const message = `Field ${labelOf(field)} has no appearance, and some readers only showed its value because the form asked them to`
      yield reject('appearance_removed', message)
    } else if (!staysAsItIs(pair, field, isRequested)) {
      const message = `Field ${labelOf(field)} is to be drawn in another way, and will show another text or state than before`
      yield reject('appearance_mismatch', message)
    } else {
      yield* judgeNewDrawing(pair, field, isRequested)
    }
  }
}

/** Judges a field whose signed appearance and whose drawing by readers say the same, and may look different. */
function* judgeNewDrawing(pair: DrawnPair, field: FieldState, isRequested: boolean): Generator<Verdict> {
  const name = labelOf(field)
  if (!keepsItsLetters(pair, field, isRequested)) {
    const message = `Field ${name} is to be drawn in other letters of the document: nobody can tell what they look like`
    yield reject('appearance_unknown', message)
  }
  const fault = isRequested ? findRequestedFault(pair, field) : undefined
  if (fault !== undefined) {
    yield reject('appearance_hidden', `Readers that draw field ${name} as they are told make its text ${fault}`)
  }
  yield* judgeNewGround(pair, field, isRequested)
}

/** Judges grounds and frames that were not shown: those of the entries on request, those of the appearance after it. */
function* judgeNewGround(pair: DrawnPair, field: FieldState, isRequested: boolean): Generator<Verdict> {
  for (const { dict, num } of field.widgets) {
    if (isInvisible(pair.newer, dict)) continue
    const [byAppearance, byEntries] = [dict.with({ MK: undefined }), dict.with({ AP: undefined })]
    const [before, after] = isRequested ? [byAppearance, byEntries] : [byEntries, byAppearance]
    for (const page of pair.pagesShowing(num)) {
      const hides = hidesPageAnew(pair, { before, after, page })
      if (hides === false) continue
      const where = `field ${labelOf(field)} is to be drawn with hides content of ${pair.describePage(page)}`
      yield hides === true
        ? reject('content_covered', `The ground that ${where}`)
        : reject('content_unknown', `It cannot be told whether the ground that ${where}`)
    }
  }
}

/** What readers make of a value, if it is another text than the one that was signed. */
function findRequestedFault(pair: DrawnPair, field: FieldState): string | undefined {
  if (field.type === 'Btn' || chosenValues(pair.newer, field).join('') === '') return undefined
  if (!saysItsValue(pair, field)) return 'what its rich text says'
  for (const { dict } of field.widgets) {
    const stream = isInvisible(pair.newer, dict) ? undefined : shownAppearance(pair.newer, dict)
    if (stream === undefined) continue
    const { text, glyphs } = readShownText(pair, field, dict, stream)
    const isMasked = field.type === 'Tx' && (field.flags & FLAG_PASSWORD) !== 0
    if (isMasked && normalizeShown(text) === normalizeShown(valueText(pair.newer, field) ?? '')) return 'a mask'
    const turn = turnOf(pair, dict)
    if (glyphs.some(({ glyph }) => Math.abs(angleOf(glyph.matrix) - turn) > 1)) return 'turned'
    const fault = findDrawingFault(pair, dict)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** By how much readers turn a field, in degrees, counter-clockwise (Table 192, /R). */
function turnOf(pair: DrawnPair, widget: PdfDict): number {
  const look = pair.newValue(widget, 'MK')
  const degrees = look instanceof PdfDict ? (numberOf(pair.newValue(look, 'R')) ?? 0) : 0
  return ((degrees % 360) + 360) % 360
}

function angleOf([a, b]: readonly number[]): number {
  return (Math.round((Math.atan2(b ?? 0, a ?? 1) * 180) / Math.PI) + 360) % 360
}

/** True for a value that has no appearance. PDF.js draws it on request only, others always. */
function dependsOnRequest({ newer }: DrawnPair, field: FieldState): boolean {
  if (field.type === 'Btn' || chosenValues(newer, field).join('') === '') return false
  return field.widgets.some(({ dict }) => !isInvisible(newer, dict) && shownAppearance(newer, dict) === undefined)
}

function staysAsItIs(pair: DrawnPair, field: FieldState, isRequested: boolean): boolean {
  return showsTheSame(pair, field) && (!isRequested || hasItsLetters(pair, field))
}

/** True when the appearance of a field shows the same as readers that draw it from its value. */
function showsTheSame(pair: DrawnPair, field: FieldState): boolean {
  if (field.type !== 'Btn') return showsItsValue(pair, field)
  return isPushButton(field) ? showsItsCaption(pair, field) : showsItsState(pair, field)
}

/** True when readers have all letters that the signed appearance shows. They skip letters that their font lacks. */
function hasItsLetters(pair: DrawnPair, field: FieldState): boolean {
  return field.type === 'Btn' || field.widgets.every(({ dict }) => isDrawnInFull(pair, field, dict))
}

/**
 * False for a value that will be shown in letters that the document draws itself, and was shown in others: a form may bring a
 * font whose 1 is drawn as a 9.
 */
function keepsItsLetters(pair: DrawnPair, field: FieldState, isRequested: boolean): boolean {
  if (field.type === 'Btn' || chosenValues(pair.newer, field).join('') === '') return true
  return field.widgets.every(({ dict }) => {
    const stream = isInvisible(pair.newer, dict) ? undefined : shownAppearance(pair.newer, dict)
    if (stream === undefined) return true
    const letters = readShownText(pair, field, dict, stream).glyphs.filter(({ text }) => text?.trim() !== '')
    const fonts = letters.map(({ glyph }) => glyph.font.facts)
    const style = fontOfWidget(pair.newer, dict)
    const named = style instanceof PdfRef ? style.num : undefined
    if (fonts.every(({ objectNumber }) => objectNumber !== undefined && objectNumber === named)) return true
    return isRequested ? !isFontOfDocument(pair, dict) : fonts.every(({ isEmbedded }) => !isEmbedded)
  })
}

/** True for a field whose value is new in this revision. It may show another text, and its change is judged separately. */
function isRefilled(pair: DrawnPair, { num, value }: FieldState): boolean {
  const before = readFieldState(pair.older, num)
  return before !== undefined && !sameValue(pair.older, before.value, pair.newer, value)
}

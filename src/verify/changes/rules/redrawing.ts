/**
 * /NeedAppearances (ISO 32000-2, 12.7.3): readers are told to draw all fields again from their values.
 *
 * @module
 */

import { showsItsCaption, showsItsValue } from '../../../ink/index.js'
import { type FieldState, isPushButton, readFieldState } from '../../../pdf/forms.js'
import { sameValue } from '../../../pdf/lookup.js'
import type { DrawnPair } from '../drawn-pair.js'
import { isWidgetOfSigning, labelOf, terminalFields } from '../fields/form-field.js'
import { accept, reject, type Verdict } from '../verdict.js'
import { showsItsState } from './button-rule.js'
import { isDrawnInFull } from './drawn-by-readers.js'
import { judgeRestoredSignature } from './signature-field-rule.js'

/**
 * Fields then show values where they showed appearances, or appearances where they showed values: both must agree, but
 * for fields that are filled in now. Poppler draws buttons again too, from their states and captions, and leaves out the
 * looks of signatures as long as the request stands.
 *
 * LibreOffice writes empty appearances and has readers draw the values over them. A program that drops the request, as
 * iText does with every save, makes what the signer saw disappear in Poppler and PDF.js: that is a finding, and not a
 * writer's habit to be ignored.
 *
 * @param isRequested Whether fields are drawn again from now on, or not any more.
 */
export function* judgeRedrawing(pair: DrawnPair, isRequested: boolean): Generator<Verdict> {
  yield isRequested
    ? accept('form-filling', 'appearances_requested', 'Fields are to be drawn again from their values')
    : accept('form-filling', 'appearances_restored', 'Fields are to be shown by their appearances')
  for (const num of terminalFields(pair, pair.newer)) {
    const field = readFieldState(pair.newer, num)
    if (field === undefined) continue
    if (field.type === 'Sig') {
      const isNew = field.widgets.some((widget) => isWidgetOfSigning(pair, widget.num))
      if (!isRequested && !isNew) yield* judgeRestoredSignature(pair, field)
    } else if (!isRefilled(pair, field) && !staysAsItIs(pair, field, isRequested)) {
      const message = `Field ${labelOf(field)} is to be drawn in another way, and will show another text or state than before`
      yield reject('appearance_mismatch', message)
    }
  }
}

function staysAsItIs(pair: DrawnPair, field: FieldState, isRequested: boolean): boolean {
  return showsTheSame(pair, field) && (!isRequested || hasItsLetters(pair, field))
}

/** Whether the appearance of a field shows the same as readers that ignore it draw. */
function showsTheSame(pair: DrawnPair, field: FieldState): boolean {
  if (field.type !== 'Btn') return showsItsValue(pair, field)
  return isPushButton(field) ? showsItsCaption(pair, field) : showsItsState(pair, field)
}

/** Readers leave out letters that their font lacks, where the appearance that was signed had them. */
function hasItsLetters(pair: DrawnPair, field: FieldState): boolean {
  return field.type === 'Btn' || field.widgets.every(({ dict }) => isDrawnInFull(pair, field, dict))
}

/** A field whose value is new in this revision shows another text by right; its own change is judged by itself. */
function isRefilled(pair: DrawnPair, { num, value }: FieldState): boolean {
  const before = readFieldState(pair.older, num)
  return before !== undefined && !sameValue(pair.older, before.value, pair.newer, value)
}

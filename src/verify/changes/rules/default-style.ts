/**
 * The default appearance string of the form (/DA, ISO 32000-2, 12.7.3). Programs add one before they fill in a form without
 * one.
 *
 * Readers use it to draw fields that have no string of their own. So it may only be added if no unchanged value is drawn in
 * that way. It is always mentioned: a signature that does not permit filling in does not permit a style either.
 *
 * @module
 */

import { type FieldState, inherited, readFieldState, shownAppearance } from '../../../pdf/forms.js'
import { resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { nameOf, PdfString } from '../../../pdf/objects.js'
import { labelOf, terminalFields } from '../fields/form-field.js'
import type { RevisionPair } from '../revision-pair.js'
import { accept, reject, type Verdict } from '../verdict.js'

/** Judges a default appearance string that is new in the form. */
export function* judgeDefaultStyle(pair: RevisionPair, isRedrawn: boolean): Generator<Verdict> {
  let isUsed = false
  for (const num of terminalFields(pair, pair.older)) {
    const field = readFieldState(pair.older, num)
    if (field === undefined || field.type === 'Sig' || !lacksStyle(pair, field)) continue
    isUsed = true
    if (!keepsValue(pair, field) || !isDrawnByReaders(pair, field, isRedrawn)) continue
    const message = `A style of text was added to the form, and readers draw the value of field ${labelOf(field)} in it`
    yield reject('form_changed', message)
    return
  }
  if (isUsed) yield accept('form-filling', 'form_style_added', 'A style of text was added to the form')
}

/** True for a field with a widget that has no string, not even from the fields above it. */
function lacksStyle({ older }: RevisionPair, field: FieldState): boolean {
  return field.widgets.some(({ dict }) => inherited(older, dict, 'DA') === undefined)
}

/** True for a field that had a drawn value and keeps it. */
function keepsValue(pair: RevisionPair, { num, value }: FieldState): boolean {
  const before = resolveOrNull(pair.older, value)
  if (before === null || nameOf(before) === 'Off' || (before instanceof PdfString && before.bytes.length === 0))
    return false
  const after = readFieldState(pair.newer, num)?.value
  return sameValue(pair.older, value, pair.newer, after)
}

function isDrawnByReaders({ newer }: RevisionPair, { num }: FieldState, isRedrawn: boolean): boolean {
  const widgets = readFieldState(newer, num)?.widgets ?? []
  return isRedrawn || widgets.some(({ dict }) => shownAppearance(newer, dict) === undefined)
}

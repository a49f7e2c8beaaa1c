/**
 * Check boxes and radio buttons that are turned on without a drawn mark (ISO 32000-2, 12.7.5.2.3). Some readers draw a mark
 * of their own, and others show nothing.
 *
 * @module
 */

import { isMarkOfSome } from '../../../ink/index.js'
import { type FieldState, isInvisible, isPushButton, shownAppearance } from '../../../pdf/forms.js'
import { PdfDict, PdfString } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text.js'
import type { DrawnPair } from '../drawn-pair.js'
import { describeFieldValue } from '../fields/described-value.js'
import { reject, remark, type Verdict } from '../verdict.js'
import { isOnByValue, isWithoutLook, onValue } from './button-rule.js'
import { markOf } from './kept-mark-rule.js'

/** Characters that are ticks, crosses, discs, squares, diamonds and stars in ZapfDingbats (Table 192, /CA). */
const MARK_CODES = /^[3-8HlmnoqruvJN]?$/

/** Judges a field with a new value. */
export function* judgeUnseenMark(pair: DrawnPair, field: FieldState, name: string): Generator<Verdict> {
  if (field.type !== 'Btn' || isPushButton(field) || onValue(pair.newer, field) === undefined) return
  const seen = field.widgets.filter(({ dict }) => !isInvisible(pair.newer, dict))
  const on = seen.filter(({ dict }) => isOnByValue(pair.newer, field, dict))
  if (on.some(({ dict }) => isWithoutLook(pair.newer, dict) && !hasPlainCaption(pair, dict))) {
    yield reject(
      'appearance_unknown',
      `Readers that draw field ${name} by themselves show another mark or a text in it`,
    )
  }
  const isShown = on.length > 0 && on.every(({ dict }) => isSeenByAll(pair, dict))
  if (isShown || seen.length === 0) return
  const value = describeFieldValue(pair.newer, field)
  yield remark('field_mark_unseen', `Field ${name} has the value ${value}, for which not all programs show a mark`)
}

/** False for a widget that shows no mark, or one that some programs leave out. */
function isSeenByAll(pair: DrawnPair, widget: PdfDict): boolean {
  const stream = shownAppearance(pair.newer, widget)
  return markOf(pair, widget) !== 'off' && !(stream !== undefined && isMarkOfSome(pair, widget, stream))
}

/** True for a caption that is a mark, or none: Poppler shows the caption of a button as its mark. */
function hasPlainCaption(pair: DrawnPair, widget: PdfDict): boolean {
  const look = pair.newValue(widget, 'MK')
  const caption = look instanceof PdfDict ? pair.newValue(look, 'CA') : null
  return caption === null || (caption instanceof PdfString && MARK_CODES.test(decodeTextString(caption.bytes)))
}

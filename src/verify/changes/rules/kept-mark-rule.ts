/**
 * Check boxes and radio buttons that show another mark although their value stays. A box that was ticked when it was signed
 * may not become empty, nor the reverse, unless its value was changed.
 *
 * @module
 */
import { isCheckMark, isEmptyMark } from '../../../ink/index.js'
import { isInvisible, readFieldState, shownAppearance } from '../../../pdf/forms.js'
import type { PdfDict } from '../../../pdf/objects.js'
import type { DrawnPair } from '../drawn-pair.js'
import { reject, remark, type Verdict } from '../verdict.js'
import { isOnByValue } from './button-rule.js'
import { isDrawnAgain } from './kept-text-rule.js'
import type { WidgetChange } from './widget-change.js'

/** The look of a button; `undefined` when it looks neither on nor off. */
type Mark = 'on' | 'off' | undefined

/** Judges a widget of a check box or a radio button. */
export function* judgeKeptMark(pair: DrawnPair, { field, before, after, name }: WidgetChange): Generator<Verdict> {
  const older = readFieldState(pair.older, field.num)
  if (older === undefined || isInvisible(pair.newer, after) || !isDrawnAgain(pair, before, after)) return
  if (isOnByValue(pair.older, older, before) !== isOnByValue(pair.newer, field, after)) return
  const [former, shown] = [markOf(pair.olderAlone, before), markOf(pair, after)]
  if (former !== undefined && former === shown) return
  if (pair.oldValue(before, 'AP') === null) {
    if (shown === 'on') {
      const message = `Field ${name}, which had no drawing, is shown as on now: that was its value, which some programs showed and others did not`
      yield remark('field_drawn_first', message)
    }
    return
  }
  const message = `Field ${name} is shown as ${describe(shown)} where it was shown as ${describe(former)}, although nobody changed its value`
  yield reject('shown_text_changed', message)
}

function describe(mark: Mark): string {
  return mark ?? 'neither on nor off'
}

/** The look of a button's widget in the newer state. Without a stream it shows nothing, like one that is off. */
export function markOf(pair: DrawnPair, widget: PdfDict): Mark {
  const stream = shownAppearance(pair.newer, widget)
  if (stream === undefined || isEmptyMark(pair, widget, stream)) return 'off'
  return isCheckMark(pair, widget, stream) ? 'on' : undefined
}

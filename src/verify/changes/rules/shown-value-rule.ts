/**
 * The text that a text or choice field shows must be its value (ISO 32000-2, 12.7.4.3): an attacker may change only one of
 * them.
 *
 * @module
 */
import { dependsOnReader, keepsIndices, readShownPart, readShownText, type ShownFault } from '../../../ink/index.js'
import { appearanceStreams, shownAppearance } from '../../../pdf/forms.js'
import { readOrNull, resolveOrNull, sameObject } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfStream } from '../../../pdf/objects.js'
import { quoteText } from '../../foreign-text.js'
import { changedStreams } from '../changed-streams.js'
import type { DrawnPair } from '../drawn-pair.js'
import { reject, remark, type Verdict } from '../verdict.js'
import { judgeDrawnByReaders, remarkOnLetters, remarkOnPart } from './drawn-by-readers.js'
import { hasUnseenLetters, isDrawnAgain, judgeKeptText } from './kept-text-rule.js'
import type { WidgetChange } from './widget-change.js'

export function* judgeShownValue(pair: DrawnPair, change: WidgetChange): Generator<Verdict> {
  const { before, after, valueChanged, name } = change
  if (change.field.type === 'Ch' && !keepsIndices(pair, change.field)) {
    yield reject('appearance_mismatch', `The chosen indices of field ${name} name other options than its value`)
  }
  if (valueChanged) yield* judgeDrawnByReaders(pair, change, isRedrawn(pair))
  const changed = changedStreams(pair, before, after)
  // Readers that redraw fields ignore an appearance of the former value. Other readers keep showing what was signed, and
  // nothing newer.
  const isStale = valueChanged && isRedrawn(pair)
  const isSame = changed.length === 0 && !isDrawnAgain(pair, before, after)
  if (isSame && (!valueChanged || (isStale && showsWhatWasSigned(pair, change)))) return
  const stream = shownAppearance(pair.newer, after)
  if (stream === undefined) {
    if (shownAppearance(pair.older, before) === undefined || isStale) return
    // iText leaves drawing a new value to readers. They show that value, or nothing until someone clicks.
    if (valueChanged && pair.newValue(after, 'AP') === null) return
    yield reject('appearance_removed', `The appearance of field ${name} was removed, so that readers show nothing`)
    return
  }
  const streams = appearanceStreams(pair.newer, after)
  const objects: PdfObject[] = changed.map((place) => resolveOrNull(pair.newer, streams.get(place)))
  for (const object of new Set([stream, ...objects])) {
    if (!(object instanceof PdfStream)) continue
    const shown = readShownText(pair, change.field, after, object)
    if (shown.fault !== undefined) yield describeFilledFault(pair, change, object, shown.fault)
    else if (change.keepsText && object === stream) yield* judgeKeptText(pair, change, shown)
    if (object === stream && hasUnseenLetters(pair, change, shown)) yield remarkOnLetters(name)
    if (shown.fault === undefined && dependsOnReader(pair, change.field, after, object)) {
      yield remark('letters_of_reader', `Field ${name} has letters that readers without its font leave out`)
    }
  }
}

/**
 * Describes a fault in showing a new value. The value may be shown in part where the font lacks letters or the field is too
 * short.
 */
function describeFilledFault(
  pair: DrawnPair,
  { field, after, keepsText, name }: WidgetChange,
  stream: PdfStream,
  fault: ShownFault,
): Verdict {
  const part = keepsText ? undefined : readShownPart(pair, field, after, stream)
  return part === undefined ? describeFault(fault, name) : remarkOnPart(pair, field, name, part)
}

function describeFault(fault: ShownFault, name: string): Verdict {
  switch (fault.kind) {
    case 'mismatch':
      return reject('appearance_mismatch', `Field ${name} shows ${quoteText(fault.shown)}, which is not its value`)
    case 'hidden':
      return reject('appearance_hidden', `Field ${name} shows its value only in part: ${fault.detail}`)
    case 'unlike':
      return reject(
        'appearance_unlike_field',
        `The new appearance of field ${name} is not that of a form field: ${fault.detail}`,
      )
    case 'unknown':
      return reject('appearance_unknown', `It cannot be told what field ${name} shows: ${fault.detail}`)
  }
}

function showsWhatWasSigned(pair: DrawnPair, { num, after }: WidgetChange): boolean {
  if (pair.signed === pair.older) return true
  const shown = shownAppearance(pair.newer, after)
  const signed = readOrNull(pair.signed, num)
  const before = signed instanceof PdfDict ? shownAppearance(pair.signed, signed) : undefined
  return shown === undefined || (before !== undefined && sameObject(before, shown))
}

function isRedrawn(pair: DrawnPair): boolean {
  const form = pair.newValue(pair.newer.catalog, 'AcroForm')
  return form instanceof PdfDict && pair.newValue(form, 'NeedAppearances') === true
}

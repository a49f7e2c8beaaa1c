/**
 * The form as a whole (ISO 32000-2, 12.7.3). It may gain signature fields and what filling in needs.
 *
 * @module
 */
import { isHarmlessDefaultAppearance } from '../../../ink/index.js'
import { rootFields } from '../../../pdf/forms.js'
import { differingKeys } from '../../../pdf/lookup.js'
import { numberOf, PdfDict, PdfName, PdfString } from '../../../pdf/objects.js'
import type { ChangeRule } from '../change-rule.js'
import type { DrawnPair } from '../drawn-pair.js'
import { quoteKey, reject } from '../verdict.js'
import { judgeDefaultResources } from './default-resources.js'
import { judgeDefaultStyle } from './default-style.js'
import { judgeFieldList } from './field-list.js'
import { judgeRedrawing } from './redrawing.js'
import { judgeXfa } from './xfa-rule.js'

export const formRule: ChangeRule<DrawnPair> = {
  kind: 'form',
  *judge(pair) {
    const before = pair.oldValue(pair.older.catalog, 'AcroForm')
    const after = pair.newValue(pair.newer.catalog, 'AcroForm')
    if (!(after instanceof PdfDict)) {
      yield reject('form_removed', 'The form was removed')
      return
    }
    const older = before instanceof PdfDict ? before : new PdfDict()
    yield* judgeFieldList(pair, rootFields(pair.older), rootFields(pair.newer), { where: 'the form' })
    for (const key of differingKeys(pair.older, older, pair.newer, after)) {
      if (key === 'Fields' || key === 'DR' || mayChange(pair, key, older, after)) continue
      yield reject('form_changed', `The form entry ${quoteKey(key)} was changed`)
    }
    // Judged even if the reference is unchanged, since it may lead to another object now.
    yield* judgeDefaultResources(pair, pair.oldValue(older, 'DR'), pair.newValue(after, 'DR'))
    yield* judgeXfa(pair, pair.oldValue(older, 'XFA'), pair.newValue(after, 'XFA'))
    const isRedrawn = pair.newValue(after, 'NeedAppearances') === true
    if (pair.oldValue(older, 'DA') === null && pair.newValue(after, 'DA') !== null)
      yield* judgeDefaultStyle(pair, isRedrawn)
    if (isRedrawn !== (pair.oldValue(older, 'NeedAppearances') === true)) yield* judgeRedrawing(pair, isRedrawn)
  },
}

function mayChange(pair: DrawnPair, key: string, older: PdfDict, newer: PdfDict): boolean {
  const before = pair.oldValue(older, key)
  const after = pair.newValue(newer, key)
  switch (key) {
    case 'SigFlags': {
      const bits = numberOf(after) ?? 0
      return Number.isInteger(bits) && ((numberOf(before) ?? 0) & ~bits) === 0
    }
    case 'NeedAppearances':
      return after === null || typeof after === 'boolean'
    case 'Type':
      return before === null && after instanceof PdfName
    case 'DA':
      return before === null && after instanceof PdfString && isHarmlessDefaultAppearance(pair, after)
    case 'Q':
      return before === null && after === 0
    case 'CO':
      return before === null && Array.isArray(after) && after.length === 0
    default:
      return false
  }
}

/**
 * Appearances that were removed from a widget (ISO 32000-2, 12.5.5).
 *
 * @module
 */
import { PdfDict, type PdfObject, PdfRef } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'
import { anchorKind } from '../usages.js'
import { reject, type Verdict } from '../verdict.js'

/** Judges replaced appearances, which must not have served another purpose as well. */
export function* judgeDroppedAppearances(pair: RevisionPair, before: PdfDict, after: PdfDict): Generator<Verdict> {
  const older = appearanceObjects(pair.oldValue(before, 'AP'), before.get('AP'))
  const newer = appearanceObjects(pair.newValue(after, 'AP'), after.get('AP'))
  for (const num of older) {
    if (newer.has(num) || isOnlyAppearance(pair, num)) continue
    const message = `The appearance of a field was exchanged, while object ${num}, its former one, is used elsewhere too`
    yield reject('appearance_used_elsewhere', message)
  }
}

function isOnlyAppearance(pair: RevisionPair, num: number): boolean {
  for (const { anchor, path, complete } of pair.usages.usagesOf(num)) {
    const kind = anchorKind(pair, anchor, pair.before(anchor))
    if (!complete || (kind !== 'annotation' && kind !== 'field') || path[0] !== 'AP') return false
  }
  return true
}

function appearanceObjects(value: PdfObject, object: PdfObject | undefined): Set<number> {
  const numbers = new Set<number>()
  if (object instanceof PdfRef) numbers.add(object.num)
  for (const item of value instanceof PdfDict ? value.entries.values() : []) {
    if (item instanceof PdfRef) numbers.add(item.num)
    else if (item instanceof PdfDict) {
      for (const state of item.entries.values()) if (state instanceof PdfRef) numbers.add(state.num)
    }
  }
  return numbers
}

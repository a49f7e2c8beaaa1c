/**
 * Pages (ISO 32000-2, 7.7.3): they stay as they are, but for annotations.
 *
 * @module
 */
import { nameOf, PdfDict, type PdfObject, PdfRef } from '../../../pdf/objects.js'
import type { ChangeRule } from '../change-rule.js'
import { differingKeys, resolveOrNull, sameValue } from '../equality.js'
import { inherited } from '../fields/field-text.js'
import { isWidgetOfSigning } from '../fields/form-field.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey, reject, type Verdict } from '../verdict.js'
import { judgeAddedAnnotation, judgeRemovedAnnotation } from './annotation-rule.js'
import { keepsPageEntry } from './inherited-entries.js'
import { judgePageTree } from './page-tree.js'
import { judgePrompt, judgeSignatureDrawing } from './signature-drawing.js'

export const pageRule: ChangeRule = {
  kind: 'page',
  *judge(pair, num) {
    const before = pair.before(num)
    const after = pair.after(num)
    const page = pair.describePage(num)
    if (!(before instanceof PdfDict)) {
      yield reject('page_added', 'An object that is used as a page was added in the place of none')
      return
    }
    if (!(after instanceof PdfDict)) {
      yield reject('page_removed', `The object of ${page} was removed`)
      return
    }
    if (before.has('Kids') || nameOf(pair.oldValue(before, 'Type')) === 'Pages') {
      yield* judgePageTree(pair, before, after)
      return
    }
    for (const key of differingKeys(pair.older, before, pair.newer, after)) {
      if (key === 'Annots' || key === 'LastModified' || isHarmless(key, before, after)) continue
      if (keepsPageEntry(pair, num, key, before, after)) continue
      yield reject('page_changed', `The entry ${quoteKey(key)} of ${page} was changed`)
    }
    yield* judgeAnnotations(pair, num, before, after)
  },
}

/** Tab order and the link to the structure tree come with the first annotation. */
function isHarmless(key: string, before: PdfDict, after: PdfDict): boolean {
  return (key === 'Tabs' || key === 'StructParents' || key === 'Type') && !before.has(key) && after.has(key)
}

function* judgeAnnotations(pair: RevisionPair, num: number, before: PdfDict, after: PdfDict): Generator<Verdict> {
  const page = pair.describePage(num)
  const value = pair.newValue(after, 'Annots')
  if (value !== null && !Array.isArray(value)) {
    yield reject('page_changed', `The annotations of ${page} are no array any more`)
    return
  }
  const oldItems = itemsOf(pair.oldValue(before, 'Annots'))
  const newItems = itemsOf(value)
  pair.spend(oldItems.length + newItems.length)
  const [older, newer] = [numbersOf(oldItems), numbersOf(newItems)]
  const [oldNumbers, newNumbers] = [new Set(older), new Set(newer)]
  for (const item of newItems) {
    const isOld =
      item instanceof PdfRef
        ? oldNumbers.has(item.num)
        : oldItems.some((old) => sameValue(pair.older, old, pair.newer, item))
    if (!isOld) yield* judgeAdded(pair, num, item)
  }
  for (const item of oldItems) {
    const isKept =
      item instanceof PdfRef
        ? newNumbers.has(item.num)
        : newItems.some((other) => sameValue(pair.older, item, pair.newer, other))
    if (!isKept) yield* judgeRemovedAnnotation(pair, item, page)
  }
  const kept = newer.filter((num) => oldNumbers.has(num))
  const expected = older.filter((num) => newNumbers.has(num))
  // The order of annotations is that of painting, and what is listed twice is painted twice (12.5.2).
  if (kept.length !== expected.length || kept.some((num, i) => num !== expected[i])) {
    yield reject('annotations_reordered', `The annotations of ${page} were put into another order, or listed again`)
  } else if (newer.length - kept.length > newNumbers.size - new Set(kept).size) {
    yield reject('annotations_reordered', `A new annotation is listed twice on ${page}`)
  }
}

function* judgeAdded(pair: RevisionPair, page: number, item: PdfObject): Generator<Verdict> {
  const dict = resolveOrNull(pair.newer, item)
  if (!(dict instanceof PdfDict)) return
  if (nameOf(pair.newValue(dict, 'Subtype')) !== 'Widget') {
    yield* judgeAddedAnnotation(pair, item, dict, page)
  } else if (item instanceof PdfRef && isWidgetOfSigning(pair, item.num)) {
    yield* judgeSignatureDrawing(pair, { dict }, page, 'new')
    if (resolveOrNull(pair.newer, inherited(pair.newer, dict, 'V')) === null) yield* judgePrompt(pair, { dict }, page)
  } else {
    const message = `A form widget that belongs to no new signature field was added to ${pair.describePage(page)}`
    yield reject('widget_added', message)
  }
}

function itemsOf(object: PdfObject): readonly PdfObject[] {
  return Array.isArray(object) ? object.filter((item) => item !== null) : []
}

function numbersOf(items: readonly PdfObject[]): number[] {
  return items.flatMap((item) => (item instanceof PdfRef ? [item.num] : []))
}

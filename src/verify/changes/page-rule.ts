/**
 * Pages (ISO 32000-2, 7.7.3): they stay as they are, but for annotations.
 *
 * @module
 */
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../pdf/objects.js'
import { judgeAddedAnnotation, judgeRemovedAnnotation } from './annotation-rule.js'
import type { ChangeRule } from './change-rule.js'
import { differingKeys, resolveOrNull, sameValue } from './equality.js'
import type { RevisionPair } from './revision-pair.js'
import { judgeNewWidget } from './signature-field-rule.js'

export const pageRule: ChangeRule = {
  kind: 'page',
  judge(pair, num) {
    const before = pair.before(num)
    const after = pair.after(num)
    const page = pair.describePage(num)
    if (!(before instanceof PdfDict)) {
      pair.log.reject('page_added', `An object that is used as a page was added in the place of none`)
      return
    }
    if (!(after instanceof PdfDict)) {
      pair.log.reject('page_removed', `The object of ${page} was removed`)
      return
    }
    if (before.has('Kids') || nameOf(pair.oldValue(before, 'Type')) === 'Pages') {
      judgeTree(pair, before, after)
      return
    }
    for (const key of differingKeys(pair.older, before, pair.newer, after)) {
      if (key === 'Annots' || key === 'LastModified' || isHarmless(key, before, after)) continue
      pair.log.reject('page_changed', `The entry /${key.slice(0, 60)} of ${page} was changed`)
    }
    judgeAnnotations(pair, num, page, before, after)
  },
}

/** Tab order and the link to the structure tree come with the first annotation. */
function isHarmless(key: string, before: PdfDict, after: PdfDict): boolean {
  return (key === 'Tabs' || key === 'StructParents' || key === 'Type') && !before.has(key) && after.has(key)
}

/** A node of the page tree: says in words what happened to its pages. */
function judgeTree(pair: RevisionPair, before: PdfDict, after: PdfDict): void {
  const { log } = pair
  const older = numbersOf(pair.oldValue(before, 'Kids'))
  const newer = numbersOf(pair.newValue(after, 'Kids'))
  pair.spend(older.length + newer.length)
  const oldSet = new Set(older)
  const newSet = new Set(newer)
  for (const num of newSet)
    if (!oldSet.has(num)) log.reject('page_added', `${capital(pair.describePage(num, pair.newer))} added`)
  for (const num of oldSet)
    if (!newSet.has(num)) log.reject('page_removed', `${capital(pair.describePage(num))} removed`)
  const kept = newer.filter((num) => oldSet.has(num))
  const expected = older.filter((num) => newSet.has(num))
  if (kept.length !== expected.length || kept.some((num, i) => num !== expected[i])) {
    log.reject('pages_reordered', 'Pages were put into another order')
  }
  for (const key of differingKeys(pair.older, before, pair.newer, after)) {
    if (key === 'Kids' && newer.length > 0 && (kept.length !== newer.length || kept.length !== older.length)) continue
    // A mark of some versions of iText.
    if (key === 'ITXT' && pair.newValue(after, key) instanceof PdfString) continue
    if (key === 'Count' && newSet.size !== oldSet.size) continue
    log.reject('page_tree_changed', `The entry /${key.slice(0, 60)} of the page tree was changed`)
  }
}

function judgeAnnotations(pair: RevisionPair, num: number, page: string, before: PdfDict, after: PdfDict): void {
  const { log } = pair
  const oldItems = itemsOf(pair.oldValue(before, 'Annots'))
  const value = pair.newValue(after, 'Annots')
  if (value !== null && !Array.isArray(value)) {
    log.reject('page_changed', `The annotations of ${page} are no array any more`)
    return
  }
  const newItems = itemsOf(value)
  pair.spend(oldItems.length + newItems.length)
  const oldNumbers = new Set(numbersOf(oldItems))
  const newNumbers = new Set(numbersOf(newItems))
  for (const item of newItems) {
    if (
      item instanceof PdfRef
        ? oldNumbers.has(item.num)
        : oldItems.some((old) => sameValue(pair.older, old, pair.newer, item))
    )
      continue
    judgeAdded(pair, num, page, item)
  }
  for (const item of oldItems) {
    if (
      item instanceof PdfRef
        ? newNumbers.has(item.num)
        : newItems.some((other) => sameValue(pair.older, item, pair.newer, other))
    )
      continue
    judgeRemovedAnnotation(pair, item, page)
  }
  // The order is that of painting.
  const kept = [...newNumbers].filter((item) => oldNumbers.has(item))
  const expected = [...oldNumbers].filter((item) => newNumbers.has(item))
  if (kept.some((item, i) => item !== expected[i])) {
    log.reject('annotations_reordered', `The annotations of ${page} were put into another order`)
  }
}

function judgeAdded(pair: RevisionPair, page: number, where: string, item: PdfObject): void {
  const dict = resolveOrNull(pair.newer, item)
  if (!(dict instanceof PdfDict)) return
  if (nameOf(pair.newValue(dict, 'Subtype')) !== 'Widget') {
    judgeAddedAnnotation(pair, item, dict, page, where)
    return
  }
  if (!(item instanceof PdfRef) || !pair.signatureWidgets.has(item.num)) {
    pair.log.reject('widget_added', `A form widget that belongs to no new signature field was added to ${where}`)
  } else {
    judgeNewWidget(pair, dict, page)
  }
}

function itemsOf(object: PdfObject): readonly PdfObject[] {
  return Array.isArray(object) ? object.filter((item) => item !== null) : []
}

function numbersOf(object: PdfObject | readonly PdfObject[]): number[] {
  return Array.isArray(object) ? object.flatMap((item: PdfObject) => (item instanceof PdfRef ? [item.num] : [])) : []
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Pages (ISO 32000-2, 7.7.3): only their annotations may change.
 *
 * @module
 */

import { inherited } from '../../../pdf/forms.js'
import { differingKeys, resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../pdf/objects.js'
import type { ChangeRule } from '../change-rule.js'
import type { DrawnPair } from '../drawn-pair.js'
import { isWidgetOfSigning } from '../fields/form-field.js'
import { accept, quoteKey, reject, rejectEntry, type Verdict } from '../verdict.js'
import { judgeAddedAnnotation, judgeRemovedAnnotation } from './annotation-rule.js'
import { keepsPageEntry } from './inherited-entries.js'
import { judgePageTree } from './page-tree.js'
import { judgePrompt, judgeSignatureDrawing } from './signature-drawing.js'
import { takesFreshKey } from './structure-tables.js'

export const pageRule: ChangeRule<DrawnPair> = {
  kind: 'page',
  *judge(pair, num) {
    const before = pair.before(num)
    const after = pair.after(num)
    const page = pair.describePage(num)
    if (!(before instanceof PdfDict)) {
      yield reject('page_added', 'An object that is used as a page was added where there was none')
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
      if (key === 'Annots' || isHarmless(pair, key, before, after)) continue
      if (key === 'Tabs' && isTabOrder(pair, before, after)) {
        yield accept('annotations', 'tab_order_changed', `Tab order of ${page} changed`)
        continue
      }
      if (keepsPageEntry(pair, num, key, before, after)) continue
      yield rejectEntry('page_changed', `The entry ${quoteKey(key)} of ${page} was changed`)
    }
    yield* judgeAnnotations(pair, num, before, after)
  },
}

/**
 * True for changed entries without an effect: the modification date, and the tab order and structure link that come with the
 * first annotation. MuPDF does not count pages below a node of type `/Pages`.
 *
 * Values must have their types: if a page were also the dictionary of its own fonts or drawings (7.8.3), it would draw
 * anything added there.
 */
function isHarmless(pair: DrawnPair, key: string, before: PdfDict, after: PdfDict): boolean {
  const value = pair.newValue(after, key)
  if (key === 'LastModified') return isTextOrNothing(pair.oldValue(before, key)) && isTextOrNothing(value)
  if (before.has(key) || !after.has(key)) return false
  if (key === 'StructParents') return takesFreshKey(pair, value)
  return (key === 'Tabs' && TAB_ORDERS.has(nameOf(value))) || (key === 'Type' && nameOf(value) === 'Page')
}

/** True for a change of the tab order by a revision that may change annotations. */
function isTabOrder(pair: DrawnPair, before: PdfDict, after: PdfDict): boolean {
  const [older, newer] = [pair.oldValue(before, 'Tabs'), pair.newValue(after, 'Tabs')]
  return TAB_ORDERS.has(nameOf(older)) && (newer === null || TAB_ORDERS.has(nameOf(newer)))
}

/** Tab orders: by row, column, structure, array or widget (Table 31). */
const TAB_ORDERS: ReadonlySet<string | undefined> = new Set(['R', 'C', 'S', 'A', 'W'])

function isTextOrNothing(value: PdfObject): boolean {
  return value === null || value instanceof PdfString
}

function* judgeAnnotations(pair: DrawnPair, num: number, before: PdfDict, after: PdfDict): Generator<Verdict> {
  const page = pair.describePage(num)
  const value = pair.newValue(after, 'Annots')
  if (value !== null && !Array.isArray(value)) {
    yield reject('page_changed', `The annotations of ${page} are no longer an array`)
    return
  }
  const [oldItems, newItems] = [itemsOf(pair.oldValue(before, 'Annots')), itemsOf(value)]
  pair.spend(oldItems.length + newItems.length)
  const older = oldItems.map((item, i) => (item instanceof PdfRef ? item.num : -1 - i))
  const newer = identify(pair, oldItems, newItems)
  const [oldOnes, newOnes] = [new Set(older), new Set(newer)]
  const added = newItems.filter((_, i) => !oldOnes.has(newer[i] ?? NEW))
  if (!pair.drawings.inspections.has(added.length)) {
    // Rejected before drawing, which would take seconds and lead to the same result.
    yield reject('content_unknown', `${added.length} annotations were added to ${page}, too many to be drawn`)
    return
  }
  for (const item of added) yield* about(item, judgeAdded(pair, num, item))
  for (const [i, item] of oldItems.entries()) {
    if (!newOnes.has(older[i] ?? NEW)) yield* about(item, judgeRemovedAnnotation(pair, item, page))
  }
  const kept = newer.filter((one) => oldOnes.has(one))
  const expected = older.filter((one) => newOnes.has(one))
  // Annotations are painted in their order, and one that is listed twice is painted twice (12.5.2).
  if (kept.length !== expected.length || kept.some((one, i) => one !== expected[i])) {
    yield reject('annotations_reordered', `The annotations of ${page} were put into another order, or listed again`)
  } else if (isListedTwice(newer, oldOnes)) {
    yield reject('annotations_reordered', `A new annotation is listed twice on ${page}`)
  }
}

/** Adds the annotation to faults about it. */
function* about(item: PdfObject, verdicts: Iterable<Verdict>): Generator<Verdict> {
  const shows = item instanceof PdfRef ? [item.num] : item instanceof PdfDict ? [item] : []
  for (const verdict of verdicts) yield verdict.verdict === 'rejected' ? { ...verdict, shows } : verdict
}

/** Stands for a new direct annotation in the page's list. */
const NEW = Number.NEGATIVE_INFINITY

/**
 * Identities of the newer list's annotations: the object number, or for a direct annotation -1 minus its index in the older
 * list.
 */
function identify(pair: DrawnPair, oldItems: readonly PdfObject[], newItems: readonly PdfObject[]): number[] {
  const taken = new Set<number>()
  const isSame = (item: PdfObject, place: number) => {
    const old = oldItems[place]
    return (
      old !== undefined && !(old instanceof PdfRef) && !taken.has(place) && sameValue(pair.older, old, pair.newer, item)
    )
  }
  return newItems.map((item, i) => {
    if (item instanceof PdfRef) return item.num
    let place = isSame(item, i) ? i : -1
    if (place < 0) {
      // Each comparison may go through a whole annotation.
      pair.spend(STEPS_PER_COMPARISON * oldItems.length)
      place = oldItems.findIndex((_, other) => isSame(item, other))
    }
    if (place < 0) return NEW
    taken.add(place)
    return -1 - place
  })
}

const STEPS_PER_COMPARISON = 8

function isListedTwice(newer: readonly number[], older: ReadonlySet<number>): boolean {
  const added = newer.filter((one) => one !== NEW && !older.has(one))
  return new Set(added).size < added.length
}

function* judgeAdded(pair: DrawnPair, page: number, item: PdfObject): Generator<Verdict> {
  const dict = resolveOrNull(pair.newer, item)
  if (dict instanceof PdfStream) {
    // MuPDF and PDFium read a stream's entries like those of a dictionary.
    yield reject('annotation_added', `A stream was added to the annotations of ${pair.describePage(page)}`)
    return
  }
  if (!(dict instanceof PdfDict)) return
  if (nameOf(pair.newValue(dict, 'Subtype')) !== 'Widget') {
    yield* judgeAddedAnnotation(pair, item, dict, page)
  } else if (item instanceof PdfRef && isWidgetOfSigning(pair, item.num)) {
    const widget = { dict, num: item.num }
    yield* judgeSignatureDrawing(pair, widget, page, 'new')
    if (resolveOrNull(pair.newer, inherited(pair.newer, dict, 'V')) === null) yield* judgePrompt(pair, widget, page)
  } else {
    const message = `A form widget that belongs to no new signature field was added to ${pair.describePage(page)}`
    yield reject('widget_added', message)
  }
}

function itemsOf(object: PdfObject): readonly PdfObject[] {
  return Array.isArray(object) ? object.filter((item) => item !== null) : []
}

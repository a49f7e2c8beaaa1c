/**
 * Annotations other than form fields (ISO 32000-2, 12.5), for documents that permit to change them. Even there no
 * annotation may hide the page or pass for its content.
 *
 * @module
 */
import { nameOf, PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import { shownAppearance } from './appearance.js'
import type { ChangeRule } from './change-rule.js'
import { type CoverReport, inspectCover } from './cover-check.js'
import { differingKeys, resolveOrNull } from './equality.js'
import type { RevisionPair } from './revision-pair.js'
import { changedStreams, keepsVisibility } from './signature-field-rule.js'

/** Kinds that comment on a page. All others play, run, print or replace something. */
const COMMENTS = new Set([
  'Text',
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Stamp',
  'Caret',
  'Ink',
  'Popup',
  'Link',
])

/** Kinds that readers draw by themselves when there is no appearance, so that they hide what is beneath. */
const DRAWN_OPAQUE: Record<string, readonly string[]> = {
  FreeText: ['C'],
  Square: ['IC'],
  Circle: ['IC'],
  Polygon: ['IC'],
}

/** Kinds whose text may pass for text of the page. */
const WRITTEN = new Set(['FreeText', 'Stamp'])

/** Actions that only move the view (12.6.4). */
const HARMLESS_ACTIONS = new Set(['GoTo', 'URI', 'Named'])

const MAX_HIDDEN_CHARACTERS = 1
const MAX_HIDDEN_IMAGE = 0.3

/** Entries that an edit may change. */
const EDITABLE = new Set([
  'AP',
  'AS',
  'Border',
  'BS',
  'C',
  'CA',
  'Contents',
  'CreationDate',
  'DA',
  'DS',
  'F',
  'IC',
  'InkList',
  'IRT',
  'L',
  'LE',
  'M',
  'Name',
  'NM',
  'Open',
  'Popup',
  'Q',
  'QuadPoints',
  'RC',
  'RD',
  'Rect',
  'RT',
  'State',
  'StateModel',
  'StructParent',
  'Subj',
  'T',
  'Type',
  'Vertices',
])

export const annotationRule: ChangeRule = {
  kind: 'annotation',
  judge(pair, num) {
    const before = pair.before(num)
    const after = pair.after(num)
    if (!(before instanceof PdfDict)) return
    const subtype = kindOf(pair, before, 'oldValue')
    if (!(after instanceof PdfDict)) {
      judgeRemovedAnnotation(pair, new PdfRef(num), 'a page')
      return
    }
    if (subtype === 'Widget') {
      pair.log.reject('widget_changed', 'A form widget that belongs to no field was changed')
      return
    }
    const keys = differingKeys(pair.older, before, pair.newer, after)
    const streams = changedStreams(pair, before, after)
    if (keys.length === 0 && streams.length === 0) return
    const fixed = keys.find((key) => !EDITABLE.has(key) || (key === 'F' && !keepsVisibility(pair, before, after)))
    if (fixed !== undefined || !COMMENTS.has(subtype)) {
      const what = fixed === undefined ? '' : `: /${fixed.slice(0, 60)}`
      pair.log.reject('annotation_changed', `An annotation of the kind ${subtype} was changed${what}`)
      return
    }
    for (const page of pair.pagesShowing(num)) judgeDrawing(pair, after, subtype, page, num)
    pair.log.accept('annotations', 'annotation_changed', `Annotation (${subtype}) changed`)
  },
}

/** A new annotation on a page. */
export function judgeAddedAnnotation(
  pair: RevisionPair,
  item: PdfObject,
  dict: PdfDict,
  page: number,
  where: string,
): void {
  const subtype = kindOf(pair, dict, 'newValue')
  if (!COMMENTS.has(subtype) || !pair.isNew(item)) {
    pair.log.reject('annotation_added', `An annotation of the kind ${subtype} was added to ${where}`)
    return
  }
  if (dict.has('AA') || !hasHarmlessAction(pair, dict)) {
    pair.log.reject('annotation_active', `An annotation with an action was added to ${where}`)
    return
  }
  if (dict.has('FT') || dict.has('V')) {
    pair.log.reject('annotation_added', `An annotation that poses as a form field was added to ${where}`)
    return
  }
  if (item instanceof PdfRef) pair.newAnnotations.add(item.num)
  judgeDrawing(pair, dict, subtype, page, undefined)
  pair.log.accept('annotations', 'annotation_added', `Annotation (${subtype}) added to ${where}`)
}

/** An annotation that a page no longer has. */
export function judgeRemovedAnnotation(pair: RevisionPair, item: PdfObject, where: string): void {
  const dict = resolveOrNull(pair.older, item)
  if (!(dict instanceof PdfDict)) return
  const subtype = kindOf(pair, dict, 'oldValue')
  if (item instanceof PdfRef) pair.removedAnnotations.add(item.num)
  if (COMMENTS.has(subtype) && subtype !== 'Link') {
    pair.log.accept('annotations', 'annotation_removed', `Annotation (${subtype}) removed from ${where}`)
  } else if (subtype === 'Link') {
    pair.log.accept('annotations', 'annotation_removed', `Link removed from ${where}`)
  } else {
    const what = subtype === 'Widget' ? 'A form field' : `An annotation of the kind ${subtype}`
    pair.log.reject('annotation_removed', `${what} was removed from ${where}`)
  }
}

function judgeDrawing(pair: RevisionPair, dict: PdfDict, subtype: string, page: number, num: number | undefined): void {
  if (subtype === 'Popup' || subtype === 'Link') return
  const cover = inspectCover(pair.contents, pair.newer, dict, () => pair.contents.beneath(pair.older, page, num))
  const where = pair.describePage(page)
  if (cover.hiddenCharacters > MAX_HIDDEN_CHARACTERS || cover.hiddenImage > MAX_HIDDEN_IMAGE) {
    pair.log.reject('content_covered', `An annotation (${subtype}) hides content of ${where}`)
  } else if (!cover.complete) {
    pair.log.reject(
      'content_unknown',
      `It cannot be told what an annotation (${subtype}) does to the content of ${where}`,
    )
  } else if (shownAppearance(pair.newer, dict) === undefined && mayHide(pair, dict, subtype, cover)) {
    pair.log.reject('content_covered', `An annotation (${subtype}) is drawn over content of ${where}`)
  } else if (WRITTEN.has(subtype) && cover.touchesText) {
    pair.log.reject('content_imitated', `An annotation (${subtype}) writes into the text of ${where}`)
  }
}

/** Without an appearance readers draw from the entries: a ground colour hides all of the rectangle. */
function mayHide(pair: RevisionPair, dict: PdfDict, subtype: string, { overText }: CoverReport): boolean {
  if (!overText) return false
  if (subtype === 'FreeText') return true
  return (DRAWN_OPAQUE[subtype] ?? []).some((key) => {
    const colour = pair.newValue(dict, key)
    return Array.isArray(colour) && colour.length > 0
  })
}

function hasHarmlessAction(pair: RevisionPair, dict: PdfDict): boolean {
  const action = pair.newValue(dict, 'A')
  if (action === null) return true
  if (!(action instanceof PdfDict) || action.has('Next')) return false
  return HARMLESS_ACTIONS.has(nameOf(pair.newValue(action, 'S')) ?? '')
}

function kindOf(pair: RevisionPair, dict: PdfDict, lookup: 'oldValue' | 'newValue'): string {
  return (nameOf(pair[lookup](dict, 'Subtype')) ?? 'unknown').slice(0, 40)
}

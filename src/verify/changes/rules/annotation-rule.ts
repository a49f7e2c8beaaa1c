/**
 * Annotations other than form fields (ISO 32000-2, 12.5), for documents that permit changing them. Even there, no annotation
 * may hide the page or look like its content.
 *
 * @module
 */
import { type Allowance, type AnnotationKey, inspectDrawing, POLICY } from '../../../ink/index.js'
import type { PdfDocument } from '../../../pdf/document.js'
import { differingKeys, resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../pdf/objects.js'
import { latin1Text } from '../../../pdf/reading.js'
import { quoteText } from '../../foreign-text.js'
import type { ChangeRule } from '../change-rule.js'
import { changedStreams } from '../changed-streams.js'
import type { DrawnPair } from '../drawn-pair.js'
import { MAX_PAGES_OF_ANNOTATION } from '../revision-pair.js'
import { accept, quoteKey, quoteName, reject, remark, type Verdict } from '../verdict.js'
import { isHarmlessAction } from './action-rule.js'
import { keepsVisibility } from './keeps-visibility.js'
import { takesFreshKey } from './structure-tables.js'

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

/**
 * Kinds that may be added, including attached files. An attached file may matter as much as the page, so a signed one may be
 * neither replaced nor removed.
 */
const ADDABLE = new Set([...COMMENTS, 'FileAttachment'])

/** Limits on what an annotation may hide: one character of the page, and a part of an image. */
const MAY_HIDE: Allowance = {
  characters: POLICY.charactersHidden,
  image: POLICY.pictureHidden,
  isMeant: false,
  isHeldAgainstText: true,
}
/** Limits for the icon of a note, which is as large as a few letters and is drawn over them by viewers. */
const MAY_HIDE_AS_ICON: Allowance = { ...MAY_HIDE, characters: POLICY.charactersUnderIcon }

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

export const annotationRule: ChangeRule<DrawnPair> = {
  kind: 'annotation',
  *judge(pair, num) {
    const before = pair.before(num)
    const after = pair.after(num)
    if (!(before instanceof PdfDict)) return
    if (after instanceof PdfStream) {
      yield reject(
        'annotation_changed',
        'An annotation was replaced by a stream, whose entries some readers take for one',
      )
      return
    }
    if (!(after instanceof PdfDict)) {
      yield* judgeRemovedAnnotation(pair, new PdfRef(num), 'a page')
      return
    }
    const subtype = kindOf(pair, before, 'oldValue')
    if (subtype === 'Widget') {
      yield reject('widget_changed', 'A form widget that belongs to no field was changed')
      return
    }
    const keys = differingKeys(pair.older, before, pair.newer, after)
    if (keys.length === 0 && changedStreams(pair, before, after).length === 0) return
    const fixed = keys.find((key) => !mayEdit(pair, key, before, after))
    if (fixed !== undefined || !COMMENTS.has(subtype)) {
      const what = fixed === undefined ? '' : `: ${quoteKey(fixed)}`
      yield reject('annotation_changed', `An annotation of the kind ${subtype} was changed${what}`)
      return
    }
    yield* judgeOnPages(pair, after, subtype, num)
    yield accept('annotations', 'annotation_changed', `Annotation (${subtype}) changed`)
  },
}

/**
 * True for an annotation that may have an action. In the standard only links do (12.5.6.5), but some viewers run it in other
 * kinds.
 */
function mayAct(pair: DrawnPair, dict: PdfDict, subtype: string): boolean {
  return subtype === 'Link' ? isHarmlessAction(pair, dict.get('A')) : pair.newValue(dict, 'A') === null
}

function mayEdit(pair: DrawnPair, key: string, before: PdfDict, after: PdfDict): boolean {
  if (key === 'F') return keepsVisibility(pair, before, after)
  if (key === 'StructParent' && after.has(key)) return takesFreshKey(pair, pair.newValue(after, key))
  return EDITABLE.has(key)
}

function* judgeOnPages(pair: DrawnPair, dict: PdfDict, subtype: string, num: number): Generator<Verdict> {
  const pages = pair.pagesShowing(num)
  if (pages.length === MAX_PAGES_OF_ANNOTATION) {
    yield reject('content_unknown', `An annotation (${subtype}) that stands on many pages was changed`)
  }
  for (const page of pages) yield* judgeDrawing(pair, dict, subtype, page, num)
}

/** Judges a new annotation on a page. */
export function* judgeAddedAnnotation(
  pair: DrawnPair,
  item: PdfObject,
  dict: PdfDict,
  page: number,
): Generator<Verdict> {
  const subtype = kindOf(pair, dict, 'newValue')
  const where = pair.describePage(page)
  if (!ADDABLE.has(subtype) || !pair.isNew(item) || (subtype === 'FileAttachment' && !holdsNewFile(pair, dict))) {
    yield reject('annotation_added', `An annotation of the kind ${subtype} was added to ${where}`)
  } else if (dict.has('AA') || !mayAct(pair, dict, subtype)) {
    yield reject('annotation_active', `An annotation with an action was added to ${where}`)
  } else if (dict.has('FT') || dict.has('V')) {
    yield reject('annotation_added', `An annotation that poses as a form field was added to ${where}`)
  } else {
    yield* judgeDrawing(pair, dict, subtype, page, item instanceof PdfRef ? item.num : undefined)
    const shows = [keyOf(item, dict)]
    const what = `${subtype}${addressOf(pair.newer, dict)}`
    yield { ...accept('annotations', 'annotation_added', `Annotation (${what}) added to ${where}`), shows }
  }
}

/** Judges an annotation that was removed from a page. */
export function* judgeRemovedAnnotation(pair: DrawnPair, item: PdfObject, where: string): Generator<Verdict> {
  const dict = resolveOrNull(pair.older, item)
  if (!(dict instanceof PdfDict)) return
  const subtype = kindOf(pair, dict, 'oldValue')
  const shows = [keyOf(item, dict)]
  if (subtype === 'Link') {
    const what = `Link${addressOf(pair.older, dict)}`
    yield { ...accept('annotations', 'annotation_removed', `${what} removed from ${where}`), shows }
  } else if (COMMENTS.has(subtype)) {
    yield { ...accept('annotations', 'annotation_removed', `Annotation (${subtype}) removed from ${where}`), shows }
  } else {
    const what = subtype === 'Widget' ? 'A form field' : `An annotation of the kind ${subtype}`
    yield reject('annotation_removed', `${what} was removed from ${where}`)
  }
}

/** Where a link leads, if that is outside of the document. */
function addressOf(document: PdfDocument, dict: PdfDict): string {
  const action = resolveOrNull(document, dict.get('A'))
  const address = action instanceof PdfDict ? resolveOrNull(document, action.get('URI')) : null
  return address instanceof PdfString ? ` to ${quoteText(latin1Text(address.bytes))}` : ''
}

function keyOf(item: PdfObject, dict: PdfDict): AnnotationKey {
  return item instanceof PdfRef ? item.num : dict
}

/** Judges the drawing of an annotation, which may neither hide text of its page nor continue it, whatever its kind. */
function* judgeDrawing(
  pair: DrawnPair,
  dict: PdfDict,
  subtype: string,
  page: number,
  num: number | undefined,
): Generator<Verdict> {
  const mayHide = subtype === 'Text' ? MAY_HIDE_AS_ICON : MAY_HIDE
  const effect = inspectDrawing(pair, { dict, num }, page, mayHide)
  const where = pair.describePage(page)
  if (effect.hidesTooMuch || effect.erasesText) {
    yield reject('content_covered', `An annotation (${subtype}) hides content of ${where}`)
  } else if (effect.unknown !== undefined) {
    const message = `It cannot be told what an annotation (${subtype}) does to the content of ${where}`
    yield reject('content_unknown', `${message}: ${effect.unknown}`)
  } else if (effect.continuesText || effect.marksText) {
    yield reject('content_imitated', `An annotation (${subtype}) writes into the text of ${where}`)
  } else if (effect.hidesCharacters) {
    yield remark('character_covered', `An annotation (${subtype}) hides characters of ${where}`)
  }
}

/** True for a file specification (7.11.3) whose embedded file is a new object of the document. */
function holdsNewFile(pair: DrawnPair, dict: PdfDict): boolean {
  const spec = pair.newValue(dict, 'FS')
  const files = spec instanceof PdfDict ? pair.newValue(spec, 'EF') : null
  if (!(files instanceof PdfDict) || !pair.isNew(dict.get('FS'))) return false
  return [...files.entries.values()].every((file) => {
    return file instanceof PdfRef && pair.isFresh(file.num) && resolveOrNull(pair.newer, file) instanceof PdfStream
  })
}

function kindOf(pair: DrawnPair, dict: PdfDict, lookup: 'oldValue' | 'newValue'): string {
  return quoteName(nameOf(pair[lookup](dict, 'Subtype')) ?? 'unknown')
}

/**
 * Structure elements of annotations (ISO 32000-2, 14.7.5.3).
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef } from '../../../pdf/objects.js'
import { isWidgetOfSigning } from '../fields/form-field.js'
import type { RevisionPair } from '../revision-pair.js'

/** Entries of a node of a number or name tree (7.9.6, 7.9.7). */
export const TREE_KEYS: ReadonlySet<string> = new Set(['Nums', 'Names', 'Kids', 'Limits'])
/**
 * Entries that a new element may not have: text or sound that replaces content or abbreviations (14.9.4 to 14.9.6), an
 * associated file (14.13), and entries of a tree node.
 */
const FORBIDDEN_KEYS = ['ActualText', 'E', 'Phoneme', 'AF', ...TREE_KEYS]
/** Entries that would turn a reference to an annotation into an element, in readers that ignore its /Type. */
const ELEMENT_KEYS = ['S', 'K', 'Alt', ...FORBIDDEN_KEYS]
/** Deepest nesting of new elements. A new annotation brings one or a few. */
const MAX_DEPTH = 8

/** The kids as a list, whether the entry is one kid or an array. */
export function toList(value: PdfObject, object: PdfObject | undefined): readonly PdfObject[] {
  if (Array.isArray(value)) return value
  return object === undefined || object === null ? [] : [object]
}

/** An annotation that a structure element refers to. */
interface ListedAnnotation {
  readonly num: number
  readonly dict: PdfDict
}

/** The annotations among the kids of an element, by its object references. */
export function listedAnnotations(document: PdfDocument, element: PdfObject): ListedAnnotation[] {
  if (!(element instanceof PdfDict)) return []
  const kids = toList(resolveOrNull(document, element.get('K')), element.get('K'))
  return kids.flatMap((kid) => {
    const reference = resolveOrNull(document, kid)
    const target = reference instanceof PdfDict ? reference.get('Obj') : undefined
    const dict = resolveOrNull(document, target)
    return target instanceof PdfRef && dict instanceof PdfDict ? [{ num: target.num, dict }] : []
  })
}

/** True for new elements whose only content is annotations that the revision adds. */
export function elementsOnlyFor(pair: RevisionPair, object: PdfObject, depth = 0): boolean {
  pair.spend(1)
  const value = resolveOrNull(pair.newer, object)
  if (value === null) return true
  if (depth > MAX_DEPTH || !pair.isNew(object)) return object instanceof PdfRef && isAddedAnnotation(pair, object.num)
  if (Array.isArray(value)) return value.every((item) => elementsOnlyFor(pair, item, depth + 1))
  if (!(value instanceof PdfDict)) return false
  if (nameOf(pair.newValue(value, 'Type')) === 'OBJR') {
    const target = value.get('Obj')
    if (ELEMENT_KEYS.some((key) => value.has(key))) return false
    return target instanceof PdfRef && isAddedAnnotation(pair, target.num)
  }
  if (FORBIDDEN_KEYS.some((key) => value.has(key))) return false
  // An element without kids may still be read out, by /Alt.
  const kids = toList(pair.newValue(value, 'K'), value.get('K')).filter(
    (kid) => resolveOrNull(pair.newer, kid) !== null,
  )
  return kids.length > 0 && kids.every((kid) => elementsOnlyFor(pair, kid, depth + 1))
}

/** True for an annotation that is new in the structure tree: new in the file, signed now, or without an element before. */
export function isAddedAnnotation(pair: RevisionPair, num: number): boolean {
  const dict = resolveOrNull(pair.newer, new PdfRef(num))
  if (!(dict instanceof PdfDict)) return false
  if (pair.isFresh(num) || isWidgetOfSigning(pair, num)) return true
  const before = pair.before(num)
  return before instanceof PdfDict && before.has('Subtype') && !before.has('StructParent')
}

/** True for an annotation that pages listed before and no longer list. */
export function isRemovedAnnotation(pair: RevisionPair, num: number): boolean {
  const pages = pair.pagesShowing(num)
  return pages.length > 0 && pages.every((page) => !pair.annotationsAfter(page).has(num))
}

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
 * What a new element may not have: text or sounds that are read out in the place of content or of an abbreviation (14.9.4 to
 * 14.9.6), a file that is presented in its place (14.13), and what would make it a node of a table as well.
 */
const FORBIDDEN_KEYS = ['ActualText', 'E', 'Phoneme', 'AF', ...TREE_KEYS]
/** What makes an element of a reference to an annotation, for readers that do not look at its /Type. */
const ELEMENT_KEYS = ['S', 'K', 'Alt', ...FORBIDDEN_KEYS]
/** What a new annotation brings is one element or a few. */
const MAX_DEPTH = 8

/** One kid, or an array of kids, as a list. */
export function toList(value: PdfObject, object: PdfObject | undefined): readonly PdfObject[] {
  if (Array.isArray(value)) return value
  return object === undefined || object === null ? [] : [object]
}

/** An annotation that a structure element refers to. */
export interface ListedAnnotation {
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
  // An empty element may still be read out: /Alt of a figure.
  const kids = toList(pair.newValue(value, 'K'), value.get('K')).filter(
    (kid) => resolveOrNull(pair.newer, kid) !== null,
  )
  return kids.length > 0 && kids.every((kid) => elementsOnlyFor(pair, kid, depth + 1))
}

/** True for an annotation that is new in the tree: new in the file, signed now, or without an element until now. */
export function isAddedAnnotation(pair: RevisionPair, num: number): boolean {
  const dict = resolveOrNull(pair.newer, new PdfRef(num))
  if (!(dict instanceof PdfDict)) return false
  if (pair.isFresh(num) || isWidgetOfSigning(pair, num)) return true
  const before = pair.before(num)
  return before instanceof PdfDict && before.has('Subtype') && !before.has('StructParent')
}

/** True for an annotation that pages listed, and list no more. */
export function isRemovedAnnotation(pair: RevisionPair, num: number): boolean {
  const pages = pair.pagesShowing(num)
  return pages.length > 0 && pages.every((page) => !pair.annotationsAfter(page).has(num))
}

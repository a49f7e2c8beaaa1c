/**
 * The entries that the dictionaries of a new signature field may have (ISO 32000-2, 12.7.4 and 12.7.5.5).
 *
 * Viewers read a form from several sides: from the form down through /Kids, and from a page's /Annots up through /Parent.
 * They take a type, a value or an action from the first dictionary where they find it. So each dictionary of a new field may
 * only hold what its part in the field needs, and its links must lead to the same place from both sides. Every other entry is
 * a fault, even an unknown one.
 *
 * @module
 */

import { resolveOrNull } from '../../../pdf/lookup.js'
import { nameOf, PdfDict, type PdfObject, PdfRef, PdfString } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'
import { quoteKey } from '../verdict.js'

/** Entries of a group, which gives its name and type to the fields below it (12.7.4.2). */
const GROUP_KEYS: ReadonlySet<string> = new Set(['FT', 'Kids', 'Parent', 'T'])

/** Entries of the field itself (Tables 226, 227, 229 and 235). */
const FIELD_KEYS: ReadonlySet<string> = new Set([
  ...['FT', 'Ff', 'Kids', 'Lock', 'Parent', 'SV', 'T', 'TM', 'TU', 'Type', 'V'],
  // Text style, which has no effect in a signature field, but which some programs write into every field.
  ...['DA', 'DR', 'Q'],
])

/** Entries of an annotation (Tables 166 and 191) that neither act nor decide when it is shown. */
const WIDGET_KEYS: ReadonlySet<string> = new Set([
  ...['AF', 'AP', 'AS', 'BM', 'BS', 'Border', 'C', 'CA', 'Contents', 'F', 'H', 'Lang', 'M', 'MK', 'NM', 'P'],
  ...['Parent', 'Rect', 'StructParent', 'Subtype', 'Type', 'ca', 'DA'],
])

/** Entries by which a widget acts, or is shown in some layers only. */
const ACTIVE_KEYS: ReadonlySet<string> = new Set(['A', 'AA', 'PMD', 'Popup', 'OC'])

/** The role of a dictionary in its field. A field with one widget often shares a dictionary with it. */
type FieldPart = 'group' | 'field' | 'widget'

export interface ShapeFault {
  /** True when the dictionary has an entry that acts. */
  readonly isActive: boolean
  /** Continuation of a sentence that ends with "was added": `with the entry /V in ...`. */
  readonly detail: string
}

/**
 * The first fault of a new dictionary of a signature field; `undefined` when it has none.
 *
 * @param parent Number of the field whose /Kids list it; `undefined` for one that the form lists.
 */
export function findShapeFault(
  pair: RevisionPair,
  dict: PdfDict,
  part: FieldPart,
  parent: number | undefined,
): ShapeFault | undefined {
  const isWidget = part === 'widget' || (part === 'field' && nameOf(pair.newValue(dict, 'Subtype')) === 'Widget')
  for (const [key, value] of dict.entries) {
    if (value === null) continue
    const isKnown =
      (isWidget && WIDGET_KEYS.has(key)) ||
      (part !== 'widget' && keysOf(part).has(key)) ||
      (key === 'DV' && part === 'field' && isValueOf(dict, value))
    if (!isKnown) return { isActive: ACTIVE_KEYS.has(key), detail: `with the entry ${quoteKey(key)}` }
  }
  const up = dict.get('Parent')
  const leadsUp = up === undefined || (up instanceof PdfRef && up.num === parent)
  if (!leadsUp) return passive('with a /Parent that does not list it')
  if (part === 'widget') return isWidgetDict(pair, dict) ? undefined : passive('with a kid that is not a widget')
  if (!(pair.newValue(dict, 'T') instanceof PdfString)) return passive('without a name')
  const type = pair.newValue(dict, 'FT')
  return type === null || nameOf(type) === 'Sig' ? undefined : passive('with another type')
}

/** The first fault of a new widget that is not merged with its field, as the continuation of a sentence after "a place". */
export function findWidgetFault(pair: RevisionPair, num: number, field: number): string | undefined {
  const dict = pair.after(num)
  if (!(dict instanceof PdfDict) || !pair.isFresh(num)) return 'that was another object before'
  return findShapeFault(pair, dict, 'widget', field)?.detail
}

/** The kids of a new field, all groups or all widgets; `undefined` when they are mixed, or some are not indirect objects. */
export function sortKids(pair: RevisionPair, dict: PdfDict): { isGroup: boolean; kids: number[] } | undefined {
  const value = pair.newValue(dict, 'Kids')
  if (value !== null && !Array.isArray(value)) return undefined
  const kids: number[] = []
  let fields = 0
  for (const item of value ?? []) {
    const kid = resolveOrNull(pair.newer, item)
    if (!(item instanceof PdfRef) || !(kid instanceof PdfDict) || kids.includes(item.num)) return undefined
    kids.push(item.num)
    if (hasName(kid)) fields++
  }
  return fields === 0 || fields === kids.length ? { isGroup: fields > 0, kids } : undefined
}

function keysOf(part: 'group' | 'field'): ReadonlySet<string> {
  return part === 'group' ? GROUP_KEYS : FIELD_KEYS
}

/** True for the reference that is the field's value as well. LibreOffice writes its signatures as /V and /DV. */
function isValueOf(dict: PdfDict, object: PdfObject): boolean {
  const value = dict.get('V')
  return value instanceof PdfRef && object instanceof PdfRef && value.num === object.num && value.gen === object.gen
}

function isWidgetDict(pair: RevisionPair, dict: PdfDict): boolean {
  return nameOf(pair.newValue(dict, 'Subtype')) === 'Widget'
}

function hasName(dict: PdfDict): boolean {
  const name: PdfObject | undefined = dict.get('T')
  return name !== undefined && name !== null
}

function passive(detail: string): ShapeFault {
  return { isActive: false, detail }
}

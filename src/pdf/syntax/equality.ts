/**
 * Decides whether two objects have the same meaning.
 *
 * @module
 */

import { INHERITED_BY_FIELDS, INHERITED_BY_PAGES } from '../catalog/inherited-entries.js'
import type { PdfDocument } from '../document.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../objects.js'
import { resolveOrNull } from './lenient-lookup.js'
import { viewOf } from './syntax.js'

/** Most steps of one comparison through references. */
const MAX_STEPS = 20_000
/** Deepest nesting that is compared, to bound the call stack. Deeper objects count as different. */
const MAX_DEPTH = 64

/**
 * Entries with measures, for which readers accept integers and reals alike (ISO 32000-2, 7.3.3). In other entries some reader
 * ignores a value of the unexpected type: Poppler ignores /Rotate 90.0.
 */
const MEASURES = new Set([
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'Rect', 'BBox', 'RD', 'Matrix', 'UserUnit'],
  ...['QuadPoints', 'InkList', 'Vertices', 'L', 'Border', 'C', 'IC', 'BG', 'BC', 'CA', 'ca', 'LW', 'ML', 'D'],
  ...['Widths', 'FontBBox', 'FontMatrix', 'Ascent', 'Descent', 'CapHeight', 'XHeight', 'Leading', 'ItalicAngle'],
  ...['StemV', 'StemH', 'AvgWidth', 'MaxWidth', 'MissingWidth', 'FontWeight'],
])

/** Entries that a page or a field inherits (7.7.3.4, 12.7.4). In some readers a null there ends the search. */
const INHERITABLE: ReadonlySet<string> = new Set([...INHERITED_BY_PAGES, ...INHERITED_BY_FIELDS, 'V', 'DV'])

/**
 * True when both objects hold the same values. Numbers are compared by value, measures regardless of integer or real, strings
 * by bytes, and references by number. An entry that is null equals an absent one (ISO 32000-2, 7.3.7) unless it could be
 * inherited.
 *
 * @param key The entry that holds the values.
 */
export function sameObject(one: PdfObject | undefined, other: PdfObject | undefined, key?: string): boolean {
  const a = one ?? null
  const b = other ?? null
  if (a === b) return true
  if (a === null || b === null) return false
  if (numberOf(a) !== undefined) return sameNumber(a, b, key)
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value
  if (a instanceof PdfRef) return b instanceof PdfRef && a.num === b.num && a.gen === b.gen
  if (a instanceof PdfString) return b instanceof PdfString && sameBytes(a.bytes, b.bytes)
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameObject(item, b[i], key))
  }
  if (a instanceof PdfDict) return b instanceof PdfDict && sameEntries(a, b, sameObject)
  if (a instanceof PdfStream) {
    return (
      b instanceof PdfStream && sameBytes(a.data, b.data) && sameEntries(withoutLength(a), withoutLength(b), sameObject)
    )
  }
  return false
}

/** Largest relative difference of equal measures. Some programs keep them in 32 bits, which moves nothing visibly. */
const REAL_TOLERANCE = 1e-6

/** Largest integer that every reader supports (Annex C of ISO 32000-1). */
export const MAX_INTEGER = 2 ** 31 - 1

/**
 * True for equal numbers. Outside of measures a tiny difference may matter: the seam of a function, two equal radii of a
 * shading.
 */
function sameNumber(one: PdfObject, other: PdfObject, key: string | undefined): boolean {
  const [a, b] = [numberOf(one), numberOf(other)]
  if (a === undefined || b === undefined) return false
  if (key === undefined || !MEASURES.has(key)) return a === b && isIntegerObject(one) === isIntegerObject(other)
  // PDFium reads an oversized integer as 0, and a real as it is.
  if (Math.abs(a) > MAX_INTEGER) return a === b && isIntegerObject(one) === isIntegerObject(other)
  if (a === b) return true
  if (Number.isInteger(a) && Number.isInteger(b)) return false
  return Math.abs(a - b) <= REAL_TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
}

function isIntegerObject(number: PdfObject): boolean {
  return typeof number === 'number' && Number.isInteger(number)
}

/**
 * True when two values mean the same in their documents, whether their parts are direct or indirect. A reference to the same
 * number counts as equal, since changes of that object are judged separately. An object that is identified by its number
 * never equals another one.
 *
 * @param key The entry that holds the values.
 */
export function sameValue(
  older: PdfDocument,
  one: PdfObject | undefined,
  newer: PdfDocument,
  other: PdfObject | undefined,
  key?: string,
): boolean {
  // Most comparisons end here, at the lowest cost.
  if (one instanceof PdfRef && other instanceof PdfRef && one.num === other.num && one.gen === other.gen) return true
  return new Comparison(older, newer).isSame(one, other, 0, key)
}

/** Two states of a document, and which objects are equal in both. */
export interface ComparedStates {
  readonly older: PdfDocument
  readonly newer: PdfDocument
  /** True when an object and everything that it leads to is unchanged. */
  isUntouched(num: number): boolean
  /** Charges the cost of a comparison. */
  spend(steps: number): void
}

/** Number of values that cost one step. */
const VALUES_PER_STEP = 4

/**
 * True when both values and everything that they lead to are equal. Unlike {@link sameValue}, this also compares objects with
 * the same number, unless they are known to be untouched.
 */
export function sameThroughout(
  states: ComparedStates,
  one: PdfObject | undefined,
  other: PdfObject | undefined,
  key?: string,
): boolean {
  const comparison = new Comparison(states.older, states.newer, (num) => states.isUntouched(num))
  const isSame = comparison.isSame(one, other, 0, key)
  states.spend(1 + comparison.steps / VALUES_PER_STEP)
  return isSame
}

/** One comparison of values in two states of a document. */
class Comparison {
  readonly #older: PdfDocument
  readonly #newer: PdfDocument
  /** True when references to this number are equal without a comparison. */
  readonly #isTrusted: (num: number) => boolean
  /** Pairs of references that were followed, since they may form cycles. */
  readonly #followed = new Set<string>()
  #steps = 0

  constructor(older: PdfDocument, newer: PdfDocument, isTrusted: (num: number) => boolean = () => true) {
    this.#older = older
    this.#newer = newer
    this.#isTrusted = isTrusted
  }

  get steps(): number {
    return this.#steps
  }

  isSame(x: PdfObject | undefined, y: PdfObject | undefined, depth: number, entry?: string): boolean {
    if (++this.#steps > MAX_STEPS || depth > MAX_DEPTH) return false
    const isSameNumber = x instanceof PdfRef && y instanceof PdfRef && x.num === y.num && x.gen === y.gen
    if (isSameNumber) {
      if (this.#isTrusted(x.num) || this.#followed.has(`${x.num} ${x.gen}`)) return true
      this.#followed.add(`${x.num} ${x.gen}`)
    }
    const a = resolveOrNull(this.#older, x)
    const b = resolveOrNull(this.#newer, y)
    const isTold = isToldByNumber(this.#older, x, a) || isToldByNumber(this.#newer, y, b)
    if (isTold && !isSameNumber) return a === null && b === null
    if (Array.isArray(a)) {
      const isSameList = Array.isArray(b) && a.length === b.length
      return isSameList && a.every((item, i) => this.isSame(item, b[i], depth + 1, entry))
    }
    if (a instanceof PdfDict) return b instanceof PdfDict && this.#hasSameEntries(a, b, depth)
    if (a instanceof PdfStream) {
      const isSameData = b instanceof PdfStream && sameBytes(a.data, b.data)
      return isSameData && this.#hasSameEntries(withoutLength(a), withoutLength(b), depth)
    }
    return sameObject(a, b, entry)
  }

  #hasSameEntries(a: PdfDict, b: PdfDict, depth: number): boolean {
    return sameEntries(a, b, (x, y, key) => this.isSame(x, y, depth + 1, key))
  }
}

/** Types of dictionaries (/Type) that are identified by their numbers. */
const TOLD_BY_NUMBER = new Set(['OCG', 'Page', 'Pages', 'Annot', 'StructElem'])

/**
 * True for a reference to an object that is identified by its number. A layer is on or off by the references in /OCProperties
 * (8.11.4.3): content that refers to a copy of it would be shown although the layer is off. Pages, annotations and fields are
 * also listed elsewhere by their numbers.
 */
function isToldByNumber(document: PdfDocument, holder: PdfObject | undefined, object: PdfObject): boolean {
  if (!(holder instanceof PdfRef)) return false
  // Poppler and PDFium treat any listed object as a layer, whatever its type.
  if (layersOf(document).has(holder.num)) return true
  if (!(object instanceof PdfDict)) return false
  if (resolveOrNull(document, object.get('Name')) instanceof PdfString) return true
  // Pages, fields and bookmarks have a parent, even without a type.
  if (object.has('FT') || object.has('Parent')) return true
  return TOLD_BY_NUMBER.has(nameOf(resolveOrNull(document, object.get('Type'))) ?? '')
}

const layersByDocument = new WeakMap<PdfDocument, ReadonlySet<number>>()

/** Numbers of the objects that the catalog lists as layers, or turns on or off. */
function layersOf(document: PdfDocument): ReadonlySet<number> {
  let layers = layersByDocument.get(document)
  if (layers === undefined) {
    const properties = resolveOrNull(document, document.catalog.get('OCProperties'))
    const all = properties instanceof PdfDict ? properties : new PdfDict()
    const shown = resolveOrNull(document, all.get('D'))
    const lists = [all.get('OCGs'), ...(shown instanceof PdfDict ? [shown.get('ON'), shown.get('OFF')] : [])]
    const listed = lists.flatMap((list) => {
      const items = resolveOrNull(document, list)
      return Array.isArray(items) ? items : []
    })
    layers = new Set(listed.flatMap((item) => (item instanceof PdfRef ? [item.num] : [])))
    layersByDocument.set(document, layers)
  }
  return layers
}

/** The keys whose values differ between two dictionaries. */
export function differingKeys(older: PdfDocument, one: PdfDict, newer: PdfDocument, other: PdfDict): string[] {
  const keys = new Set([...one.entries.keys(), ...other.entries.keys()])
  return [...keys].filter((key) => {
    if (INHERITABLE.has(key) && one.has(key) !== other.has(key)) return true
    return !sameValue(older, one.get(key), newer, other.get(key), key)
  })
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && viewOf(a).equals(b)
}

/**
 * The dictionary without the length of the data, which programs may give in different ways. The data themselves are compared.
 */
function withoutLength(stream: PdfStream): PdfDict {
  return stream.dict.with({ Length: undefined })
}

function sameEntries(
  a: PdfDict,
  b: PdfDict,
  same: (x: PdfObject | undefined, y: PdfObject | undefined, key: string) => boolean,
): boolean {
  for (const [key, value] of a.entries) {
    if (!same(value, b.get(key), key) || (INHERITABLE.has(key) && !b.has(key))) return false
  }
  for (const [key, value] of b.entries) if ((value !== null || INHERITABLE.has(key)) && !a.has(key)) return false
  return true
}

/**
 * Finds signatures in a file that no form lists. Viewers show those that a page lists, so a file with one is not unsigned,
 * whatever its form says.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../document.js'
import { numberOf, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../objects.js'
import { plainPlacesOf } from '../syntax/name-spellings.js'
import { ObjectParser } from '../syntax/object-parser.js'
import { scanReferences } from '../syntax/object-scan.js'
import { viewOf } from '../syntax/syntax.js'

/** A signature dictionary that no form lists. */
interface UnlistedSignature {
  /** Number of the object that contains the dictionary. */
  readonly num: number
  /** True when the catalog leads to it, so that it is not just the rest of a removed signature. */
  readonly isReached: boolean
}

/**
 * Searches all objects, whether anything leads to them or not. A signature counts when its /Contents is filled and its
 * /ByteRange omits bytes of its own object, which excludes copies from other files. Such a dictionary cannot be in an object
 * stream. The usage rights signature (ISO 32000-2, 12.8.2.3) belongs to no form, and is left out.
 *
 * @param listed dictionaries of the signatures that the form lists
 */
export function findUnlistedSignatures(document: PdfDocument, listed: ReadonlySet<PdfDict>): UnlistedSignature[] {
  const found: number[] = []
  for (const [num, offset, end] of objectsWithKey(document, listed)) {
    const place = [document.origin + offset, document.origin + end] as const
    const holder = read(document, new PdfRef(num, document.xref.generationOf(num) ?? 0))
    if (holdsUnlisted(document, holder, place, listed)) found.push(num)
  }
  if (found.length === 0) return []
  const reached = reachedFrom(document, usageRights(document))
  const rights = new Set(usageRights(document).map(({ num }) => num))
  return found
    .map((num) => ({ num, isReached: reached.has(num) }))
    .filter(({ num, isReached }) => isReached || !rights.has(num))
}

const KEY = '/ByteRange'
/**
 * Length of an object that is looked into although all keys belong to listed signatures, in bytes. The smallest CMS
 * takes more.
 */
const MIN_BYTES = 400
/** Mean length of objects from which each is looked into, in bytes: to search these bytes for the key takes as long. */
const SPARSE_BYTES = 8192

/**
 * Numbers and extents of the objects outside of object streams that the key of a signature stands in, or that cannot be
 * scanned, such as those with a name that is spelled with escapes (7.3.5).
 *
 * Where objects are long, each is looked into. Where they are short, most are passed over because of where the key stands in
 * the file. Unless all keys belong to listed signatures, the place of the next object says nothing about the end of an
 * object, since an entry may lead to anything.
 */
function* objectsWithKey(
  document: PdfDocument,
  listed: ReadonlySet<PdfDict>,
): Generator<[num: number, offset: number, end: number]> {
  const view = viewOf(document.bytes.subarray(document.origin))
  const { numbers, offsets } = document.xref.inUse()
  const isSparse = numbers.length * SPARSE_BYTES < view.length
  const keys = isSparse ? [] : plainPlacesOf(view, KEY)
  // Each signature that the form lists has its own key. In nearly all files there is no other.
  const areListed = keys.length <= [...listed].filter((dict) => dict.has('ByteRange')).length
  const parser = new ObjectParser(view)
  let budget = MAX_FILE_SIZES * view.length + MIN_BUDGET
  for (let i = 0; i < numbers.length; i++) {
    const offset = offsets[i] ?? 0
    const key = firstAfter(keys, offset)
    const gap = (offsets[i + 1] ?? offset) - offset
    if (!isSparse && (areListed || key === undefined) && gap > 0 && gap < MIN_BYTES) continue
    parser.pos = offset
    const isObject = parser.takeUnsigned() !== undefined && parser.takeUnsigned() !== undefined
    if (!isObject || !parser.takeKeyword('obj')) continue
    const end = budget > 0 ? scanReferences(view, parser.pos)?.end : undefined
    budget -= end === undefined ? UNSCANNED_BYTES : end - offset
    const hasKey = (before: number) =>
      isSparse ? plainPlacesOf(view.subarray(offset, before), KEY).length > 0 : key !== undefined && key < before
    if (end === undefined || hasKey(end)) yield [numbers[i] ?? 0, offset, end ?? view.length]
  }
}

/** Budget for scanning, as a multiple of the file's size: malformed objects can overlap. */
const MAX_FILE_SIZES = 6
/** Smallest budget for scanning, in bytes. */
const MIN_BUDGET = 1024 * 1024
/** What an object that cannot be scanned takes of the budget, in bytes: so much is scanned before it is given up. */
const UNSCANNED_BYTES = 16 * 1024

/** The first of some ascending numbers that is greater than another. */
function firstAfter(numbers: readonly number[], than: number): number | undefined {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) > than) high = middle
    else low = middle + 1
  }
  return numbers[low]
}

function read(document: PdfDocument, ref: PdfRef): PdfObject {
  try {
    return document.get(ref)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return null
  }
}

type Place = readonly [start: number, end: number]

/** Deepest nesting of dictionaries that is searched. A signature may be inside of its field. */
const MAX_DEPTH = 8

function holdsUnlisted(
  document: PdfDocument,
  object: PdfObject,
  place: Place,
  listed: ReadonlySet<PdfDict>,
  depth = 0,
): boolean {
  if (depth > MAX_DEPTH) return false
  if (Array.isArray(object)) return object.some((item) => holdsUnlisted(document, item, place, listed, depth + 1))
  if (!(object instanceof PdfDict) || listed.has(object)) return false
  if (object.has('ByteRange') && isSignatureAt(document, object, place)) return true
  return [...object.entries.values()].some((item) => holdsUnlisted(document, item, place, listed, depth + 1))
}

/** True when /Contents is filled, and the gap of the /ByteRange lies in the object itself. */
function isSignatureAt(document: PdfDocument, dict: PdfDict, [start, end]: Place): boolean {
  const contents = document.lookup(dict, 'Contents')
  if (!(contents instanceof PdfString) || contents.bytes.every((byte) => byte === 0)) return false
  const range = (document.lookupArray(dict, 'ByteRange') ?? []).map((item) => numberOf(document.resolve(item)) ?? -1)
  const [first = -1, length = -1, resume = -1] = range
  if (range.length !== 4 || first < 0 || resume <= first + length) return false
  // In files with bytes before the header, the ByteRange is relative to the header or to the start.
  return [0, document.origin].some((shift) => first + length + shift > start && resume + shift <= end + 1)
}

/** Usage rights signatures in /Perms. */
function usageRights(document: PdfDocument): PdfRef[] {
  const perms = document.lookupDict(document.catalog, 'Perms')
  return ['UR', 'UR3'].flatMap((key) => {
    const value = perms?.get(key)
    return value instanceof PdfRef ? [value] : []
  })
}

/** Numbers of all objects that the trailer leads to, except for those that only the given entries of /Perms lead to. */
function reachedFrom(document: PdfDocument, rights: readonly PdfRef[]): ReadonlySet<number> {
  const perms = document.lookupDict(document.catalog, 'Perms')
  const reached = new Set<number>()
  const pending: PdfObject[] = [document.trailer]
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object instanceof PdfRef) {
      if (reached.has(object.num)) continue
      reached.add(object.num)
      pending.push(read(document, object))
    } else if (Array.isArray(object)) {
      for (const item of object) pending.push(item)
    } else if (object instanceof PdfDict || object instanceof PdfStream) {
      const dict = object instanceof PdfStream ? object.dict : object
      for (const item of dict.entries.values()) {
        if (dict !== perms || !(item instanceof PdfRef) || !rights.some(({ num }) => num === item.num))
          pending.push(item)
      }
    }
  }
  return reached
}

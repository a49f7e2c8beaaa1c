/**
 * Signatures that stand in a file although no form lists them. Viewers show those that a page lists, so a file with one is
 * not unsigned, whatever its form says.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../document.js'
import { numberOf, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../objects.js'
import { ObjectParser } from '../syntax/object-parser.js'
import { scanReferences } from '../syntax/object-scan.js'
import { viewOf } from '../syntax/syntax.js'

/** A signature dictionary that no form lists. */
interface UnlistedSignature {
  /** The object in which the dictionary stands. */
  readonly num: number
  /** Something leads to it from the catalog: it was not just left behind when it was removed. */
  readonly isReached: boolean
}

/**
 * Looks through all objects, whatever leads to them. A signature counts when its /Contents is filled and its /ByteRange
 * leaves out bytes of its own object: what was copied here from another file does not. Such a dictionary cannot stand in
 * an object stream. The signature of usage rights (ISO 32000-2, 12.8.2.3) is in no form, and is left out.
 *
 * @param listed dictionaries of the signatures that the form lists
 */
export function findUnlistedSignatures(document: PdfDocument, listed: ReadonlySet<PdfDict>): UnlistedSignature[] {
  const found: number[] = []
  const view = viewOf(document.bytes.subarray(document.origin))
  const parser = new ObjectParser(view)
  for (const { num, offset } of largeObjects(document)) {
    const end = mayHoldSignature(parser, view, offset)
    if (end === undefined) continue
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

/** The shortest object that can hold a signature: the smallest CMS takes more. */
const MIN_BYTES = 400
const NUMBER_SIGN = 0x23

/**
 * Objects outside of object streams that may have room for a signature. An object has none when the one with the next
 * number begins shortly behind it. That finds most, as most files are written in the order of their numbers.
 */
function largeObjects({ xref }: PdfDocument): { readonly num: number; readonly offset: number }[] {
  const { numbers, offsets } = xref.inUse()
  const large: { readonly num: number; readonly offset: number }[] = []
  for (let i = 0; i < numbers.length; i++) {
    const offset = offsets[i] ?? 0
    const gap = (offsets[i + 1] ?? offset) - offset
    if (gap <= 0 || gap >= MIN_BYTES) large.push({ num: numbers[i] ?? 0, offset })
  }
  return large
}

/**
 * A quick look at an object, which reads no values: where it ends, if it may be or hold a signature dictionary. Names may be
 * spelled with escapes (7.3.5).
 */
function mayHoldSignature(parser: ObjectParser, view: Buffer, offset: number): number | undefined {
  parser.pos = offset
  if (parser.takeUnsigned() === undefined || parser.takeUnsigned() === undefined) return undefined
  if (!parser.takeKeyword('obj')) return undefined
  const start = parser.pos
  const end = scanReferences(view, start)?.end
  // What only the parser can read is looked at by whoever asks.
  if (end === undefined) return endOfObject(view, start)
  if (end - start < MIN_BYTES) return undefined
  const object = view.subarray(start, end)
  return object.includes('/ByteRange', 0, 'latin1') || object.includes(NUMBER_SIGN) ? end : undefined
}

function endOfObject(view: Buffer, start: number): number {
  const end = view.indexOf('endobj', start, 'latin1')
  return end < 0 ? view.length : end
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

/** Dictionaries inside of one another that are looked at: a signature may stand in its field. */
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
  // Files with bytes before the header are signed with offsets from either.
  return [0, document.origin].some((shift) => first + length + shift > start && resume + shift <= end + 1)
}

/** The signatures of /Perms that are for usage rights. */
function usageRights(document: PdfDocument): PdfRef[] {
  const perms = document.lookupDict(document.catalog, 'Perms')
  return ['UR', 'UR3'].flatMap((key) => {
    const value = perms?.get(key)
    return value instanceof PdfRef ? [value] : []
  })
}

/** Numbers of all objects that something leads to from the trailer, but for what only the given entries of /Perms lead to. */
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

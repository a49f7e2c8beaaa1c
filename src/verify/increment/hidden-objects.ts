/**
 * Finds objects that only readers which search the file find, and what makes readers search.
 *
 * The grammar makes sure that no reader gives up the cross-reference of an increment. But Poppler also searches when it
 * follows a reference to a missing object, and PDF.js when a generation does not match. That is harmless if a search only
 * finds what the cross-reference names. If it would find more, such as objects in the data of a signed attachment, an
 * increment must not cause a search.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { numberOf, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/objects.js'
import { findHeader, isDigit, ObjectParser, viewOf, type XrefSection } from '../../pdf/reading.js'
import { skipLeadingBlanks } from './known-writers.js'
import { isHeader } from './search-traps.js'
import { findStraySections } from './stray-sections.js'
import { leavesOutOlder } from './trailer-check.js'

/** What an increment refers to and defines, which may make readers search. */
export interface IncrementReach {
  /** References in its objects and its trailer. */
  readonly references: readonly PdfRef[]
  /** Numbers of the objects that it defines. */
  readonly numbers: Iterable<number>
  /** Numbers that were in use and are free now. */
  readonly freed: readonly number[]
}

/** An object header or trailer that only a search finds. */
export interface HiddenHeader {
  /** `undefined` for a trailer, and for a number with unusual spelling. */
  readonly num: number | undefined
  /** Offset in the file. */
  readonly at: number
}

/** Most hidden headers that are listed for one file. More would not change the result. */
export const MAX_HIDDEN = 1000

/**
 * Object headers in a file that its final cross-reference does not name, or names for an older object that comes after the
 * newer one. Also sections outside of the chain.
 */
export function findHiddenHeaders(document: PdfDocument): readonly HiddenHeader[] {
  const { bytes, origin, xref, sections } = document
  const named = new Set(sections.map(({ offset }) => skipLeadingBlanks(bytes, origin + offset)))
  const hidden: HiddenHeader[] = []
  const view = viewOf(bytes)
  for (let hit = view.indexOf('obj', 0, 'latin1'); hit >= 0; hit = view.indexOf('obj', hit + 3, 'latin1')) {
    if (!isHeader(bytes, hit, 0)) continue
    const header = readHeaderBefore(bytes, hit)
    const entry = header && xref.get(header.num)
    const start = header?.start ?? hit
    const place = entry?.type === 'in-use' ? skipLeadingBlanks(bytes, origin + entry.offset) : -1
    // An entry that leads to no object of the number hides the one that is there.
    const isNamed = place === start || (place > start && beginsObject(bytes, place, header?.num))
    if (!isNamed && !named.has(start)) hidden.push({ num: header?.num, at: start })
    if (hidden.length === MAX_HIDDEN) return hidden
  }
  for (const at of findStraySections(document, MAX_HIDDEN - hidden.length)) hidden.push({ num: undefined, at })
  return hidden
}

function beginsObject(bytes: Uint8Array, at: number, num: number | undefined): boolean {
  const parser = new ObjectParser(bytes, at)
  return parser.takeUnsigned() === num && parser.takeUnsigned() !== undefined && parser.takeKeyword('obj')
}

/** The first header that was hidden when an increment was appended. Objects that the increment frees were not hidden. */
export function firstHidden(
  hidden: readonly HiddenHeader[],
  { bytes, xref, origin }: PdfDocument,
): HiddenHeader | undefined {
  return hidden.find(({ num, at }) => {
    const entry = num === undefined ? undefined : xref.get(num)
    return entry?.type !== 'in-use' || skipLeadingBlanks(bytes, origin + entry.offset) !== at
  })
}

/** Longest header that is read, in bytes: two numbers of ten digits with blanks. */
const MAX_HEADER = 48

/** The number before the keyword `obj`, and its position; `undefined` for unusual spelling. */
function readHeaderBefore(bytes: Uint8Array, keyword: number): { num: number; start: number } | undefined {
  const generation = readNumberBefore(bytes, keyword, keyword - MAX_HEADER)
  const num = generation && readNumberBefore(bytes, generation.start, keyword - MAX_HEADER)
  return num === undefined || num.end === generation?.start ? undefined : { num: num.value, start: num.start }
}

function readNumberBefore(bytes: Uint8Array, before: number, limit: number) {
  let end = before
  while (end > limit && end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--
  let start = end
  let value = 0
  for (let scale = 1; start > limit && isDigit(bytes[start - 1]); scale *= 10) {
    start--
    value += ((bytes[start] ?? 0) - 0x30) * scale
  }
  return start === end ? undefined : { value, start, end }
}

/** What in an increment makes some reader search the file for the first time; `undefined` when nothing does. */
export function findProvocation(
  document: PdfDocument,
  previous: PdfDocument,
  { references, numbers, freed }: IncrementReach,
): string | undefined {
  if (document.origin !== findHeader(document.bytes)) return 'its offsets do not count from the header'
  if (isStream(document) !== isStream(previous)) return 'its section is of another kind than the one before it'
  if (leavesOutOlder(document)) return 'its /Size leaves out objects of older revisions'
  if (isHybridTwice(document)) return 'its /XRefStm leads to the stream of an older section'
  if (freed.length > 0) return `it frees object ${freed[0]}`
  const lost = findLost(document, previous, references, numbers)
  return lost === undefined ? undefined : `it leads to object ${lost.num} of generation ${lost.gen}, which is not there`
}

/** True when a hybrid stream is used twice, which Poppler takes for a loop. */
function isHybridTwice({ sections }: PdfDocument): boolean {
  const stream = numberOf(sections[0]?.trailer.get('XRefStm'))
  return stream !== undefined && sections.some(({ trailer }, i) => i > 0 && numberOf(trailer.get('XRefStm')) === stream)
}

function isStream({ sections }: PdfDocument): boolean {
  return (sections[0] as XrefSection).kind === 'stream'
}

function isThere({ xref }: PdfDocument, { num, gen }: PdfRef): boolean {
  return xref.generationOf(num) === gen
}

/**
 * Finds a reference to a missing object that readers follow because of the increment: in its objects, or in objects that only
 * these lead to. A reference that was already in the same place and led to nothing caused a search before.
 */
function findLost(
  document: PdfDocument,
  previous: PdfDocument,
  references: readonly PdfRef[],
  numbers: Iterable<number>,
): PdfRef | undefined {
  const reached = new Set<number>()
  follow(previous, [previous.trailer], reached, () => false)
  const own = references.some((reference) => !isThere(document, reference))
    ? findLostInOwn(document, previous, numbers, reached)
    : undefined
  if (own !== undefined) return own
  const others = references.filter((reference) => isThere(document, reference))
  return follow(document, others, reached, (reference) => !isThere(document, reference))
}

/**
 * Finds a reference to a missing object in the trailer or in an object of the increment, unless it was in the same place
 * before.
 */
function findLostInOwn(
  document: PdfDocument,
  previous: PdfDocument,
  numbers: Iterable<number>,
  reached: ReadonlySet<number>,
): PdfRef | undefined {
  const isLost = (reference: PdfRef) => !isThere(document, reference)
  const findAdded = (after: PdfObject, before: PdfObject) => {
    const known = new Set<string>()
    findPlaced(before, '', (reference, place) => {
      if (!isThere(previous, reference)) known.add(`${place} ${reference.num} ${reference.gen}`)
      return false
    })
    return findPlaced(after, '', (reference, place) => {
      return isLost(reference) && !known.has(`${place} ${reference.num} ${reference.gen}`)
    })
  }
  for (const num of numbers) {
    // An object that nothing led to before was read by no reader.
    const before = reached.has(num) ? readOrUndefined(previous, refTo(previous, num)) : null
    const added = findAdded(readOrUndefined(document, refTo(document, num)) ?? null, before ?? null)
    if (added !== undefined) return added
  }
  return findAdded(document.trailer, previous.trailer)
}

function refTo({ xref }: PdfDocument, num: number): PdfRef {
  return new PdfRef(num, xref.generationOf(num) ?? 0)
}

/** The first reference in an object for which `isFound` holds, by the keys that lead to it. */
function findPlaced(
  object: PdfObject,
  place: string,
  isFound: (reference: PdfRef, place: string) => boolean,
): PdfRef | undefined {
  if (object instanceof PdfRef) return isFound(object, place) ? object : undefined
  if (object instanceof PdfStream) return findPlaced(object.dict, place, isFound)
  const items =
    object instanceof PdfDict ? object.entries : Array.isArray(object) ? object.map((item) => ['', item] as const) : []
  for (const [key, item] of items) {
    const found = findPlaced(item, `${place}/${key}`, isFound)
    if (found !== undefined) return found
  }
  return undefined
}

/** The first reference for which `isFound` holds, following all references. An unreadable object counts as found. */
function follow(
  document: PdfDocument,
  roots: readonly PdfObject[],
  reached: Set<number>,
  isFound: (reference: PdfRef) => boolean,
): PdfRef | undefined {
  const pending: PdfObject[] = [...roots]
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object instanceof PdfRef) {
      if (isFound(object)) return object
      if (reached.has(object.num)) continue
      reached.add(object.num)
      const target = readOrUndefined(document, object)
      if (target === undefined && isFound(NOTHING)) return object
      if (target !== undefined && target !== null) pending.push(target)
    } else if (Array.isArray(object)) {
      for (const item of object) pending.push(item)
    } else if (object instanceof PdfDict) {
      for (const item of object.entries.values()) pending.push(item)
    } else if (object instanceof PdfStream) {
      pending.push(object.dict)
    }
  }
  return undefined
}

/**
 * Adds the numbers of everything that some objects lead to.
 *
 * @param onLost Called for each reference that leads to nothing that can be read.
 */
export function followReferences(
  document: PdfDocument,
  roots: readonly PdfObject[],
  reached: Set<number>,
  onLost: (reference: PdfRef) => void,
): void {
  follow(document, roots, reached, (reference) => {
    if (!isThere(document, reference)) onLost(reference)
    return false
  })
}

/** Reference to no object: none has the number 0. */
const NOTHING = new PdfRef(0)

function readOrUndefined(document: PdfDocument, reference: PdfRef): PdfObject | undefined {
  try {
    return document.get(reference)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

/**
 * Finds numbers for new objects. A reference to a number without an object means null (ISO 32000-2, 7.3.10). If a new object
 * got that number, the meaning of existing content would change.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../document.js'
import { PdfDict, type PdfObject, PdfRef } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { CHAR_CLASS, isDigit, viewOf, WHITE_SPACE } from '../syntax/syntax.js'
import { ENTRY_COMPRESSED } from './xref-section.js'

/** Largest number of new objects in an increment. Numbers that begin this far below a referenced number never reach it. */
const REACH = 65_536

/**
 * The first number of a range that no revision used, reserved by its /Size or refers to.
 *
 * @param options.searchAll Searches references in the whole file instead of only its trailers. That takes a third of the
 *   time of hashing it, and the decoding of its object streams.
 * @throws SealwrightError `document_too_complex` when reading the object streams takes too much.
 */
export function firstFreeNumber(document: PdfDocument, options: { readonly searchAll: boolean }): number {
  const taken = new NumberSet(document.nextObjectNumber)
  for (const { trailer } of document.sections) noteReferences(trailer, taken)
  if (options.searchAll) {
    noteMentions(document.bytes, taken)
    for (const data of objectStreams(document)) noteMentions(data, taken)
  }
  return taken.findGap(REACH)
}

/** A set of object numbers from a first one on, one bit for each. Most documents refer to no free number. */
class NumberSet {
  readonly #first: number
  #bits: Uint8Array | undefined
  #end: number

  constructor(first: number) {
    this.#first = first
    this.#end = first
  }

  add(num: number): void {
    if (num < this.#first || num > PDF_LIMITS.maxObjectNumber) return
    this.#bits ??= new Uint8Array((PDF_LIMITS.maxObjectNumber >> 3) + 1)
    this.#bits[num >> 3] = (this.#bits[num >> 3] ?? 0) | (1 << (num & 7))
    this.#end = Math.max(this.#end, num + 1)
  }

  /** The lowest number at the start of a gap of `length` numbers that are not in the set. */
  findGap(length: number): number {
    let start = this.#first
    for (let num = start; num < Math.min(this.#end, start + length); num++) {
      if (((this.#bits?.[num >> 3] ?? 0) & (1 << (num & 7))) !== 0) start = num + 1
    }
    return start
  }
}

function noteReferences(dict: PdfDict, taken: NumberSet): void {
  const pending: PdfObject[] = [dict]
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    if (object instanceof PdfRef) taken.add(object.num)
    else if (Array.isArray(object)) for (const item of object) pending.push(item)
    else if (object instanceof PdfDict) for (const item of object.entries.values()) pending.push(item)
  }
}

/**
 * Adds the numbers of everything that reads as `N G R` or `N G obj`, even in stream data. A chance match only leaves one
 * number unused.
 */
function noteMentions(bytes: Uint8Array, taken: NumberSet): void {
  const view = viewOf(bytes)
  // Searching for one byte is many times faster than searching for a string.
  for (let at = view.indexOf(LETTER_R); at >= 0; at = view.indexOf(LETTER_R, at + 1)) noteNumberBefore(bytes, at, taken)
  for (let at = view.indexOf('obj'); at >= 0; at = view.indexOf('obj', at + 1)) noteNumberBefore(bytes, at, taken)
}

const LETTER_R = 0x52

/** Adds N when `N G` and white space come before an offset. */
function noteNumberBefore(bytes: Uint8Array, offset: number, taken: NumberSet): void {
  const generationEnd = skipWhiteSpaceBefore(bytes, offset)
  if (generationEnd === offset) return
  const generation = skipDigitsBefore(bytes, generationEnd)
  if (generation === generationEnd) return
  const end = skipWhiteSpaceBefore(bytes, generation)
  const start = skipDigitsBefore(bytes, end)
  if (end === generation || start === end) return
  let num = 0
  // Apart from leading zeros, longer numbers exceed the limit.
  for (let i = start; i < end && num <= PDF_LIMITS.maxObjectNumber; i++) num = num * 10 + (bytes[i] ?? 0) - 0x30
  taken.add(num)
}

function skipWhiteSpaceBefore(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at > 0 && CHAR_CLASS[bytes[at - 1] ?? -1] === WHITE_SPACE) at--
  return at
}

function skipDigitsBefore(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at > 0 && isDigit(bytes[at - 1])) at--
  return at
}

/** The data of every object stream that any revision names. Unreadable streams have no meaning for any reader. */
function* objectStreams(document: PdfDocument): Generator<Uint8Array> {
  const numbers = new Set<number>()
  for (const { subsections, hiddenSubsections } of document.sections) {
    for (const { types, positions } of [...subsections, ...hiddenSubsections]) {
      types.forEach((type, i) => {
        if (type === ENTRY_COMPRESSED) numbers.add(positions[i] ?? 0)
      })
    }
  }
  for (const num of numbers) {
    const data = readObjectStreamData(document, num)
    if (data !== undefined) yield data
  }
}

function readObjectStreamData(document: PdfDocument, num: number): Uint8Array | undefined {
  try {
    return document.objectStream(num)?.data
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'invalid_document') return undefined
    throw error
  }
}

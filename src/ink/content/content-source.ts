/**
 * Objects of a document for drawing, and the numbers in them. An unreadable object becomes null and is reported; nothing throws.
 *
 * @module
 */

import { isPackedPlainly } from '../../pdf/codecs.js'
import type { PdfDocument } from '../../pdf/document.js'
import { type Box, IDENTITY, type Matrix } from '../../pdf/matrix.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { type ContentBudget, spend } from './content-budget.js'

/** A document with the budget for drawing it. */
export class ContentSource {
  readonly document: PdfDocument
  readonly budget: ContentBudget
  /** Called when an object or stream cannot be read; set by the interpreter that is running. */
  onUnreadable: ((what: string) => void) | undefined
  readonly #decoded = new Map<PdfStream, Uint8Array>()
  readonly #undecodable = new WeakSet<PdfStream>()

  constructor(document: PdfDocument, budget: ContentBudget) {
    this.document = document
    this.budget = budget
  }

  /** The object that a reference leads to; null when it is missing or cannot be read. */
  resolve(object: PdfObject | undefined): PdfObject {
    try {
      return this.document.resolve(object)
    } catch {
      this.onUnreadable?.('an object cannot be read')
      return null
    }
  }

  /** The resolved value of a key; null when it is absent. */
  lookup(dict: PdfDict, key: string): PdfObject {
    return this.resolve(dict.get(key))
  }

  /** The dictionary of a key, or the dictionary of the stream there. */
  lookupDict(dict: PdfDict | undefined, key: string): PdfDict | undefined {
    const value = dict === undefined ? null : this.lookup(dict, key)
    return value instanceof PdfDict ? value : value instanceof PdfStream ? value.dict : undefined
  }

  lookupNumber(dict: PdfDict, key: string): number | undefined {
    return numberOf(this.lookup(dict, key))
  }

  lookupName(dict: PdfDict, key: string): string | undefined {
    return nameOf(this.lookup(dict, key))
  }

  /** The decoded bytes of a stream; `undefined`, and reported, when it cannot be decoded within the limits. */
  decode(stream: PdfStream, maxBytes: number): Uint8Array | undefined {
    const known = this.#decoded.get(stream)
    const bytes = known ?? this.#decode(stream, Math.max(0, Math.min(maxBytes, this.budget.bytes)))
    if (bytes === undefined) this.onUnreadable?.('a stream cannot be decoded')
    return bytes ?? undefined
  }

  /** The decoded samples of a picture, from a separate budget: a scanned page has more of them than any text has bytes. */
  decodePicture(stream: PdfStream, maxBytes: number): Uint8Array | undefined {
    if (this.#undecodable.has(stream) || !this.#isPlain(stream)) return undefined
    try {
      const bytes = this.document.decode(stream, {
        maxBytes: Math.max(0, Math.min(maxBytes, this.budget.pictureBytes)),
      })
      return spend(this.budget, 'pictureBytes', bytes.length) ? bytes : undefined
    } catch {
      this.#undecodable.add(stream)
      spend(this.budget, 'pictureBytes', Math.min(this.budget.pictureBytes, COST_OF_FAILURE))
      return undefined
    }
  }

  /** A stream that readers unpack in different ways, or replace by something else, counts as unreadable. */
  #isPlain(stream: PdfStream): boolean {
    return (
      !standsForAnother(stream) && isPackedPlainly(stream, (object) => this.resolve(object), this.document.security)
    )
  }

  #decode(stream: PdfStream, maxBytes: number): Uint8Array | undefined {
    if (this.#undecodable.has(stream) || !this.#isPlain(stream)) return undefined
    try {
      const bytes = this.document.decode(stream, { maxBytes })
      if (!spend(this.budget, 'bytes', bytes.length)) return undefined
      if (this.#decoded.size >= MAX_KEPT_STREAMS) this.#decoded.clear()
      if (bytes.length <= MAX_KEPT_BYTES) this.#decoded.set(stream, bytes)
      return bytes
    } catch {
      this.#undecodable.add(stream)
      spend(this.budget, 'bytes', Math.min(this.budget.bytes, COST_OF_FAILURE))
      return undefined
    }
  }
}

/**
 * True for a form or a picture in whose place some readers show a page of another file (8.10.4), or print another picture
 * (8.9.5.4, 14.11.7) or PostScript (8.8.2).
 */
export function standsForAnother({ dict }: PdfStream): boolean {
  return STAND_INS.some((key) => dict.has(key))
}

const STAND_INS = ['Ref', 'OPI', 'Alternates', 'PS'] as const

/** Largest decoded stream that is kept, in bytes. Small streams, especially appearances, are drawn many times. */
const MAX_KEPT_BYTES = 64 * 1024
/** Most streams that are kept. Together they take less than 16 MB. */
const MAX_KEPT_STREAMS = 256

/** Bytes that a failed decoding is charged: see the floor in `decodeStreamData`. */
const COST_OF_FAILURE = 1024 * 1024

/** The numbers of an array; `undefined` unless it holds at least `count` items, all of them finite numbers. */
export function readNumbers(source: ContentSource, object: PdfObject | undefined, count: number): number[] | undefined {
  const array = source.resolve(object)
  if (!Array.isArray(array) || array.length < count) return undefined
  const numbers = array.slice(0, count).map((item) => numberOf(source.resolve(item)) ?? Number.NaN)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

/**
 * True for anything that is present but is not an array of exactly `count` numbers. Some viewers fill up such an array with 0;
 * others ignore it.
 */
export function isOddArray(source: ContentSource, object: PdfObject | undefined, count: number): boolean {
  const value = source.resolve(object)
  if (value === null) return false
  if (!Array.isArray(value) || value.length !== count) return true
  const numbers = readNumbers(source, value, count)
  return numbers === undefined || numbers.some((number) => Math.abs(number) > MAX_INTEGER)
}

/** Largest integer (Annex C of ISO 32000-1). Some viewers read a larger one as 0. */
const MAX_INTEGER = 2 ** 31 - 1

/** A rectangle (7.9.5) with its corners in order; it may be without area. */
export function readRectangle(source: ContentSource, object: PdfObject | undefined): Box | undefined {
  const numbers = readNumbers(source, object, 4)
  if (numbers === undefined) return undefined
  const [a, b, c, d] = numbers as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** A matrix entry; the identity when it is absent or malformed. */
export function readMatrix(source: ContentSource, object: PdfObject | undefined): Matrix {
  return (readNumbers(source, object, 6) as Matrix | undefined) ?? IDENTITY
}

/** Lowest and highest value of an interval. */
export type Interval = readonly [number, number]

/** Pairs of numbers, in the form of /Domain, /Range, /Encode and /Decode. */
export function readIntervals(source: ContentSource, object: PdfObject | undefined): Interval[] | undefined {
  const array = source.resolve(object)
  if (!Array.isArray(array)) return undefined
  const count = Math.min(array.length, MAX_NUMBERS)
  const numbers = spend(source.budget, 'functionSteps', count) ? readNumbers(source, array, count) : undefined
  if (numbers === undefined) return undefined
  const intervals: Interval[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2) intervals.push([numbers[i] ?? 0, numbers[i + 1] ?? 0])
  return intervals
}

/** From a place in one interval to the same place in another. */
export function interpolate(x: number, from: Interval, to: Interval): number {
  const width = from[1] - from[0]
  return width === 0 ? to[0] : to[0] + ((x - from[0]) * (to[1] - to[0])) / width
}

/** Most numbers of an array of intervals. No sound array has as many. */
const MAX_NUMBERS = 512

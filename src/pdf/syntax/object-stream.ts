/**
 * Object streams (ISO 32000-2, 7.5.7).
 *
 * @module
 */

import type { Resolve } from '../filter/decode-stream.js'
import { nameOf, numberOf, type PdfDict } from '../objects.js'
import { ObjectParser } from './object-parser.js'

/** A decoded object stream: the numbers of its objects, and their positions in `data`. */
export interface ObjectStream {
  readonly numbers: Uint32Array
  readonly offsets: Uint32Array
  readonly data: Uint8Array
}

/** Reads the index of an object stream; `undefined` when the stream is not one. */
export function readObjectStream(dict: PdfDict, data: Uint8Array, resolve: Resolve): ObjectStream | undefined {
  if (nameOf(resolve(dict.get('Type'))) !== 'ObjStm') return undefined
  const count = numberOf(resolve(dict.get('N')))
  const first = numberOf(resolve(dict.get('First')))
  if (count === undefined || first === undefined || count < 0 || first < 0 || first > data.length) return undefined
  // A pair of numbers takes at least 4 bytes, which bounds the memory that /N can claim.
  const capacity = Math.min(Math.trunc(count), (first + 1) >> 2)
  const numbers = new Uint32Array(capacity)
  const offsets = new Uint32Array(capacity)
  const parser = new ObjectParser(data, 0, first)
  let length = 0
  while (length < capacity) {
    const num = parser.takeUnsigned()
    const offset = num === undefined ? undefined : parser.takeUnsigned()
    if (num === undefined || offset === undefined) break
    numbers[length] = num
    offsets[length] = Math.min(first + offset, data.length)
    length++
  }
  return { numbers: numbers.subarray(0, length), offsets: offsets.subarray(0, length), data }
}

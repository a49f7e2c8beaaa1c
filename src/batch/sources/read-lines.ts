/**
 * Splits a text into lines without holding all of it.
 *
 * @module
 */

import { types } from 'node:util'
import { SealwrightError } from '../../errors.js'
import { BATCH_LIMITS } from '../batch-limits.js'

/** A text in UTF-8: as a whole, or in pieces, such as a stream. */
export type TextSource = string | Uint8Array | AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

/** A line with its number, counted from 1, or the reason why it cannot be read. */
type Line = { readonly number: number; readonly text: string } | { readonly number: number; readonly fault: string }

const LINE_FEED = 0x0a

/** Splits UTF-8 into lines. A line that is too long or not UTF-8 is reported, and the next one is read. */
export async function* readLines(source: TextSource): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let number = 0
  let parts: Uint8Array[] = []
  let length = 0
  const end = (): Line => {
    number++
    const isTooLong = length > BATCH_LIMITS.maxManifestLineLength
    const bytes = Buffer.concat(isTooLong ? [] : parts)
    parts = []
    length = 0
    if (isTooLong) return { number, fault: `The line has more than ${BATCH_LIMITS.maxManifestLineLength} bytes.` }
    try {
      return { number, text: decoder.decode(bytes).replace(/\r$/, '') }
    } catch {
      return { number, fault: 'The line is not UTF-8.' }
    }
  }
  for await (const piece of piecesOf(source)) {
    const chunk = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
    if (!types.isUint8Array(chunk)) throw noText()
    let start = 0
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
      parts.push(chunk.subarray(start, at))
      length += at - start
      yield end()
      start = at + 1
    }
    const rest = chunk.subarray(start)
    length += rest.length
    if (rest.length > 0 && length <= BATCH_LIMITS.maxManifestLineLength) parts.push(Uint8Array.from(rest))
  }
  if (length > 0) yield end()
}

function piecesOf(source: TextSource): AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string> {
  if (typeof source === 'string' || types.isUint8Array(source)) return [source]
  if (typeof source !== 'object' || source === null) throw noText()
  if (!(Symbol.asyncIterator in source) && !(Symbol.iterator in source)) throw noText()
  return source
}

function noText(): SealwrightError {
  return new SealwrightError('invalid_request', 'The list must be a string, a Uint8Array, or a stream of either.')
}

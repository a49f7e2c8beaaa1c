/**
 * Lines of a text that is too long to be held.
 *
 * @module
 */

import { BATCH_LIMITS } from '../../limits.js'

/** A line with its number from 1 on, or why it cannot be read. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly fault: string }

const LINE_FEED = 0x0a

/** Splits UTF-8 into lines. A line that is too long or not UTF-8 is told, and the next one is read all the same. */
export async function* readLines(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Line> {
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
  for await (const chunk of source) {
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

/**
 * Files that were cut off: what follows the last revision, and what looks like a signature in bytes that cannot be read.
 *
 * An interrupted transfer leaves such a file. Readers open the last complete revision, which may be unsigned, so that a
 * signed file would be reported as "not signed". These findings make nothing valid. They tell why nothing could be confirmed.
 *
 * @module
 */

import { CHAR_CLASS, viewOf, WHITE_SPACE } from '../pdf/reading.js'
import { isHeader } from './increment/search-traps.js'
import type { Finding } from './report.js'
import type { StructuredView } from './revision-view.js'
import { VERIFY_LIMITS } from './verify-limits.js'

/**
 * Describes what is wrong with the bytes after the last revision.
 *
 * @param from index of the first byte that belongs neither to the revision nor to what its signature covers
 */
export function describeRemainder(bytes: Uint8Array, from: number, last: StructuredView | undefined): Finding {
  const count = bytes.length - from
  const stand = count === 1 ? 'One byte stands' : `${count} bytes stand`
  if (beginsRevision(bytes, from)) {
    const message = `The end of the file is missing: ${stand} after its last whole revision and ${count === 1 ? 'begins' : 'begin'} another.`
    return { code: 'end_missing', message }
  }
  const message =
    last?.isClosed === false
      ? 'The last revision of the file does not end with startxref and %%EOF.'
      : `${stand} after the last revision of the file and ${count === 1 ? 'belongs' : 'belong'} to none. Remove them, and verify again.`
  return { code: 'trailing_bytes', message }
}

/** True when an object begins there (ISO 32000-2, 7.3.10), as in the body of an update (7.5.6). */
function beginsRevision(bytes: Uint8Array, from: number): boolean {
  const view = viewOf(bytes)
  for (let hit = view.indexOf('obj', from, 'latin1'); hit >= 0; hit = view.indexOf('obj', hit + 3, 'latin1')) {
    if (isHeader(bytes, hit, from)) return true
  }
  return false
}

/** Finds what looks like signatures from an index on, where nothing can be confirmed. */
export function findUnconfirmed(bytes: Uint8Array, from: number): readonly Finding[] {
  const count = countSignatures(bytes, from)
  if (count === 0) return []
  const many = `What looks like ${count} signatures${count === VERIFY_LIMITS.maxSignatures ? ' or more' : ''}`
  const where = from === 0 ? 'the damaged file' : 'the damaged end of the file'
  const message =
    count === 1
      ? `What looks like a signature stands in ${where}, and cannot be confirmed.`
      : `${many} stands in ${where}, and none of them can be confirmed.`
  return [{ code: 'signature_unconfirmed', message }]
}

const BYTE_RANGE = '/ByteRange'
const OPENING_BRACKET = 0x5b

/** Counts arrays under the key that every signature has (12.8.1, Table 255), and a cut-off one at the end of the file. */
function countSignatures(bytes: Uint8Array, from: number): number {
  const view = viewOf(bytes)
  let count = 0
  let hit = view.indexOf(BYTE_RANGE, from, 'latin1')
  while (hit >= 0 && count < VERIFY_LIMITS.maxSignatures) {
    let pos = hit + BYTE_RANGE.length
    while (pos < bytes.length && CHAR_CLASS[bytes[pos] ?? -1] === WHITE_SPACE) pos++
    if (pos === bytes.length || bytes[pos] === OPENING_BRACKET) count++
    hit = view.indexOf(BYTE_RANGE, pos, 'latin1')
  }
  return count
}

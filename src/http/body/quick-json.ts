/**
 * Whether a JSON text is parsed in the thread of the host, or where it holds up nobody.
 *
 * @module
 */

import { WORK_LIMITS } from '../../work/work-limits.js'

const COMMA = 0x2c

/**
 * Whether parsing and checking a text takes a few milliseconds at most. A document in base64 is soon read, however long it is;
 * members and items, of which there is one more than there are commas, cost some microseconds each.
 */
export function isQuicklyParsed(json: Uint8Array): boolean {
  if (json.length > WORK_LIMITS.maxInlineBytes) return false
  const view = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  let at = -1
  for (let commas = 0; commas <= WORK_LIMITS.maxInlineValues; commas++) {
    at = view.indexOf(COMMA, at + 1)
    if (at < 0) return true
  }
  return false
}

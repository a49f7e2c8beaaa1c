/**
 * Decides whether a JSON text is parsed in the host's thread or in a worker.
 *
 * @module
 */

import { WORK_LIMITS } from '../../work/work-limits.js'

const COMMA = 0x2c

/**
 * Whether parsing and checking a text takes a few milliseconds at most. A document in base64 is parsed quickly, however long it
 * is. Members and items take some microseconds each; their number is estimated by counting commas.
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

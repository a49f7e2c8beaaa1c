/**
 * Loads the bidirectional algorithm when it is first needed.
 *
 * @module
 */

import { createRequire } from 'node:module'
import type createBidi from 'bidi-js'

let bidi: ReturnType<typeof createBidi> | undefined

/** The bidirectional algorithm (UAX #9), loaded when text first asks for it: most documents run from left to right. */
export function loadBidi(): ReturnType<typeof createBidi> {
  if (bidi === undefined) {
    const create = createRequire(import.meta.url)('bidi-js') as typeof createBidi
    bidi = create()
  }
  return bidi
}

/**
 * Recognises fonts and graphics states that a program rewrites without changing their meaning: PDFBox turns direct parts into
 * indirect objects, other programs the reverse.
 *
 * @module
 */

import { sameValue } from '../../pdf/lookup.js'
import { nameOf, PdfDict } from '../../pdf/objects.js'
import type { RevisionPair } from './revision-pair.js'

/**
 * Types of dictionaries that have a meaning of their own, whatever their object number is. Fields, annotations, pages and
 * layers are identified by their numbers.
 */
const NAMELESS = new Set(['Font', 'FontDescriptor', 'Encoding', 'ExtGState'])

/** Cost of one comparison. A font has about a hundred parts, including the widths of its letters. */
const STEPS = 500

/** True when an object has such a type and the same meaning as before, whether its parts are direct or indirect (7.3.10). */
export function isWrittenAnew(pair: RevisionPair, num: number): boolean {
  const [before, after] = [pair.before(num), pair.after(num)]
  if (!(before instanceof PdfDict) || !NAMELESS.has(nameOf(pair.oldValue(before, 'Type')) ?? '')) return false
  pair.spend(STEPS)
  return sameValue(pair.older, before, pair.newer, after)
}

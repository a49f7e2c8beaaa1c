/**
 * Fonts and graphics states that a program writes again without changing what they say: PDFBox gives numbers to parts that
 * were written directly, others put parts with numbers into the whole.
 *
 * @module
 */

import { sameValue } from '../../pdf/lookup.js'
import { nameOf, PdfDict } from '../../pdf/objects.js'
import type { RevisionPair } from './revision-pair.js'

/**
 * Kinds of dictionary (/Type) that are what they say, whichever object they are. Fields, annotations, pages and layers
 * are not: those are told from one another by their numbers.
 */
const NAMELESS = new Set(['Font', 'FontDescriptor', 'Encoding', 'ExtGState'])

/** What one comparison counts: a font has some hundred parts, the widths of its letters among them. */
const STEPS = 500

/** True when an object is of such a kind and says what it said, whether its parts are direct or indirect (7.3.10). */
export function isWrittenAnew(pair: RevisionPair, num: number): boolean {
  const [before, after] = [pair.before(num), pair.after(num)]
  if (!(before instanceof PdfDict) || !NAMELESS.has(nameOf(pair.oldValue(before, 'Type')) ?? '')) return false
  pair.spend(STEPS)
  return sameValue(pair.older, before, pair.newer, after)
}

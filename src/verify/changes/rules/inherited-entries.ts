/**
 * Entries that a page inherits from the page tree (ISO 32000-2, 7.7.3.4). iText copies them into the page with every save.
 *
 * @module
 */

import { MAX_INTEGER, resolveNumbers, resolveOrNull, sameValue } from '../../../pdf/lookup.js'
import { PdfDict, type PdfObject, PdfRef } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'

const INHERITED = new Set(['Resources', 'MediaBox', 'CropBox', 'Rotate'])
const BOXES = new Set(['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'])
/** Deepest page tree. A cycle ends here. */
const MAX_LEVELS = 64
/** Tolerance for the coordinates of a page's box, in points: @libpdf/core rounds to five decimals. */
const BOX_TOLERANCE = 1e-4

/** True when an entry of a page has the value that it had before, or that the page inherited before. */
export function keepsPageEntry(
  pair: RevisionPair,
  page: number,
  key: string,
  before: PdfDict,
  after: PdfDict,
): boolean {
  if (BOXES.has(key) && sameBox(pair, before.get(key), after.get(key))) return true
  if (!INHERITED.has(key) || before.has(key) || !after.has(key)) return false
  const inherited = inheritedValue(pair, page, key)
  if (inherited !== undefined) return sameValue(pair.older, inherited, pair.newer, after.get(key), key)
  return key === 'Rotate' && pair.newValue(after, key) === 0
}

function sameBox(pair: RevisionPair, before: PdfObject | undefined, after: PdfObject | undefined): boolean {
  // Most readers ignore a box of five numbers.
  const counts = [resolveOrNull(pair.older, before), resolveOrNull(pair.newer, after)].map(countOf)
  if (counts[0] !== counts[1]) return false
  const [older, newer] = [resolveNumbers(pair.older, before, 4), resolveNumbers(pair.newer, after, 4)]
  if (older === undefined || newer === undefined || older.some((value) => Math.abs(value) > MAX_INTEGER)) return false
  return older.every((value, i) => Math.abs(value - (newer[i] ?? Number.NaN)) <= BOX_TOLERANCE)
}

function countOf(box: PdfObject): number {
  return Array.isArray(box) ? box.length : 0
}

/**
 * The value that a page inherits. Some readers go up by /Parent, others down by /Kids; where these disagree the result is
 * null, which equals no value.
 */
function inheritedValue(pair: RevisionPair, page: number, key: string): PdfObject | undefined {
  let num = page
  for (let level = 0; level < MAX_LEVELS; level++) {
    const node = pair.before(num)
    if (!(node instanceof PdfDict)) return null
    if (node.has(key)) return node.get(key)
    if (isRoot(pair, num)) return undefined
    const parent = node.get('Parent')
    if (!(parent instanceof PdfRef) || !lists(pair, parent.num, num)) return null
    num = parent.num
  }
  return null
}

function isRoot(pair: RevisionPair, num: number): boolean {
  const root = pair.older.catalog.get('Pages')
  return root instanceof PdfRef && root.num === num
}

function lists(pair: RevisionPair, parent: number, kid: number): boolean {
  const node = pair.before(parent)
  return node instanceof PdfDict && pair.membersOf(pair.older, node.get('Kids'), `page kids ${parent}`).has(kid)
}

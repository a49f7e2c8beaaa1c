/**
 * The order of an increment's parts (ISO 32000-2, 7.5.6): objects, the section, `startxref` and `%%EOF`, with only blanks and
 * known comments in between.
 *
 * @module
 */
import { latin1Text } from '../../pdf/reading.js'
import { StrictCursor } from './strict/strict-cursor.js'

/**
 * Most bytes after the end of a file: one or two line ends. Readers look for `startxref` in the last kilobyte or so, and
 * search the whole file when it is not there.
 */
export const MAX_END_BYTES = 16

/** A part of the increment, from its first byte up to, but not including, its end. */
export type Extent = readonly [start: number, end: number]

/** The first byte that belongs to no part; `undefined` when there is none. Sorts the parts. */
export function findStrayByte(bytes: Uint8Array, from: number, parts: Extent[]): number | undefined {
  parts.sort(([a], [b]) => a - b)
  let at = from
  for (const [start, end] of parts) {
    if (start < at) return start
    const cursor = new StrictCursor(bytes, at, start)
    skipFiller(cursor)
    if (cursor.pos !== start) return cursor.pos
    at = end
  }
  return undefined
}

/**
 * Reads `startxref`, the offset of the section and `%%EOF`, each on a line of its own (7.5.5), and returns the position after
 * the marker.
 *
 * @throws GrammarBreach
 */
export function readIncrementEnd(cursor: StrictCursor, section: number): { keyword: number; end: number } {
  skipFiller(cursor)
  const keyword = cursor.pos
  cursor.expect('startxref', 'startxref does not follow the cross-reference section', '7.5.5')
  takeLineEnd(cursor)
  const offset = cursor.takeUnsigned()
  if (offset !== section) cursor.fail('startxref does not lead to the cross-reference section', '7.5.5')
  takeLineEnd(cursor)
  cursor.expect('%%EOF', '%%EOF does not follow the offset of the cross-reference section', '7.5.5')
  return { keyword, end: cursor.pos }
}

function takeLineEnd(cursor: StrictCursor): void {
  if (!cursor.takeLineEnd()) cursor.fail('startxref, its offset and %%EOF are not on lines of their own', '7.5.5')
}

/** Skips blanks, and comments that name a program. */
function skipFiller(cursor: StrictCursor): void {
  do cursor.skipBlanks()
  while (takeComment(cursor))
}

/** Longest comment that is accepted, in bytes. */
const MAX_COMMENT = 120

/**
 * Accepts a comment of a known kind. iText writes its version before `startxref`, and so do other programs. Another check
 * searches all bytes of the increment, including comments, for keywords.
 */
function takeComment(cursor: StrictCursor): boolean {
  if (cursor.peek() !== 0x25) return false
  let end = cursor.pos
  while (end < cursor.end && cursor.bytes[end] !== 0x0a && cursor.bytes[end] !== 0x0d) end++
  const text = latin1Text(cursor.bytes, cursor.pos, Math.min(end, cursor.pos + MAX_COMMENT + 1))
  if (!/^%(?!%EOF|PDF-)[\x20-\x7e\x80-\xff]*$/.test(text) || text.length > MAX_COMMENT) return false
  cursor.pos = end
  return true
}

/**
 * Finds what a reader would find in an increment if it gave up the cross-reference and searched the bytes instead.
 *
 * Poppler, MuPDF and PDF.js do so when there is an error, each in its own way: by lines, by tokens, by a regular expression.
 * None of them may find anything that the cross-reference does not name, not even in the data of a stream.
 *
 * @module
 */
import { isDigit, viewOf } from '../../pdf/reading.js'

/** A keyword outside of known objects and sections, and what it could be taken for. */
interface SearchTrap {
  readonly at: number
  readonly what: string
}

/**
 * Finds keywords between two offsets, outside of the known objects and sections.
 *
 * @param known Offsets where the grammar accepted a keyword.
 */
export function findSearchTrap(
  bytes: Uint8Array,
  from: number,
  to: number,
  known: ReadonlySet<number>,
): SearchTrap | undefined {
  const range = viewOf(bytes.subarray(from, to))
  for (const { keyword, what, isTrap } of TRAPS) {
    for (let hit = range.indexOf(keyword, 0, 'latin1'); hit >= 0; ) {
      const at = from + hit
      if (!known.has(at) && isTrap(bytes, at, from)) return { at, what }
      hit = range.indexOf(keyword, hit + keyword.length, 'latin1')
    }
  }
  return undefined
}

interface Trap {
  readonly keyword: string
  readonly what: string
  /** True when some reader would accept the keyword at `at`; nothing before `from` belongs to the increment. */
  readonly isTrap: (bytes: Uint8Array, at: number, from: number) => boolean
}

const TRAPS: readonly Trap[] = [
  { keyword: 'obj', what: 'an object stands where no entry leads', isTrap: isHeader },
  { keyword: 'trailer', what: 'a trailer stands where no section ends', isTrap: opensTrailer },
  { keyword: 'xref', what: 'a cross-reference table stands where nothing leads', isTrap: opensTable },
  // None of these occurs in a text by chance.
  { keyword: 'startxref', what: 'the keyword startxref stands inside of something else', isTrap: () => true },
  { keyword: 'endstream', what: 'the keyword endstream stands inside of something else', isTrap: () => true },
  { keyword: 'endobj', what: 'the keyword endobj stands inside of something else', isTrap: () => true },
]

/**
 * True when a number comes before the keyword `obj`, whatever follows: some readers accept `object` as well. A line with a
 * comment may hide the number from this search, but not from readers that skip comments.
 */
export function isHeader(bytes: Uint8Array, at: number, from: number): boolean {
  let pos = at - 1
  let isNewLine = false
  while (pos >= from && isSpace(bytes[pos] ?? 0)) {
    isNewLine ||= isLineBreak(bytes[pos] ?? 0)
    pos--
  }
  if (pos >= from && isDigit(bytes[pos])) return true
  return isNewLine && hasComment(bytes, pos, from)
}

/** Longest line that is searched for a comment, in bytes. */
const MAX_LINE = 1024

function hasComment(bytes: Uint8Array, end: number, from: number): boolean {
  for (let pos = end; pos >= from && end - pos < MAX_LINE && !isLineBreak(bytes[pos] ?? 0); pos--) {
    if (bytes[pos] === 0x25) return true
  }
  return false
}

/** True for white space in any reader: the six characters of PDF, vertical tab, NEL and the no-break space. */
function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0x85 || code === 0xa0
}

function isLineBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d
}

/** True when a dictionary or a comment follows. The word alone may occur in any text. */
export function opensTrailer(bytes: Uint8Array, at: number): boolean {
  let pos = at + 7
  while (pos < bytes.length && isSpace(bytes[pos] ?? 0)) pos++
  return bytes[pos] === 0x25 || (bytes[pos] === 0x3c && bytes[pos + 1] === 0x3c)
}

/** True at the beginning of a line, when white space follows. */
function opensTable(bytes: Uint8Array, at: number, from: number): boolean {
  if (!isSpace(bytes[at + 4] ?? 0)) return false
  let pos = at - 1
  while (pos >= from && (bytes[pos] === 0x20 || bytes[pos] === 0x09)) pos--
  const before = bytes[pos] ?? 0
  return pos < from || isLineBreak(before) || before === 0x3c
}

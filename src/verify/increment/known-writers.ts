/**
 * Accepted departures of well-known programs from the standard, with the reason why no viewer shows another document because
 * of them. Nothing else outside of the grammar is accepted. Longer exceptions are in `repeated-section.ts` and
 * `hybrid-check.ts`.
 *
 * A table may follow a stream, as @cantoo/pdf-lib and PoDoFo write it. (7.5.8.1 puts streams in the place of tables, and
 * leaves open what an update is.) Poppler, MuPDF and PDF.js accept either kind at each /Prev. PDFium and older readers search
 * instead: see `hidden-objects.ts` and `searched-objects.ts`.
 *
 * @module
 */
import { isBlank, type StrictCursor } from './strict/strict-cursor.js'

/**
 * Entries of a trailer that no reader draws from.
 *
 * - LibreOffice: `/DocChecksum`, a digest of what it wrote, and `/AdditionalStreams`, which leads to the source document
 *   inside of a hybrid file. PDFBox carries both over, renumbering the latter to a number that is not there yet.
 */
export const PRIVATE_TRAILER_KEYS: ReadonlySet<string> = new Set(['DocChecksum', 'AdditionalStreams'])

/**
 * Position of the object that an offset leads to. `@signpdf/placeholder-plain` and old versions of DSS count to the line end
 * before a section or an object. Every reader skips white space there.
 */
export function skipLeadingBlanks(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at - offset < MAX_LEADING_BLANKS && isBlank(bytes[at])) at++
  return at
}

/** Most white space between an offset and its object. More is not a counting error. */
const MAX_LEADING_BLANKS = 4

/**
 * Accepts one blank before the line end of `xref`, and of a subsection's first line, which annotation programs write. Every
 * reader accepts one; for two, MuPDF warns.
 */
export function takeTrailingBlank(cursor: StrictCursor): void {
  cursor.take(' ')
}

/**
 * Accepts a blank line between the last entry of a table and `trailer`, which OpenPDF writes and every reader skips. Between
 * subsections, it would end the table for MuPDF.
 */
export function takeBlankLine(cursor: StrictCursor): void {
  cursor.takeLineEnd()
}

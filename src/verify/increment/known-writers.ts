/**
 * Where well-known writers depart from the letter of the standard, and why no viewer shows another document because of
 * it. Nothing else that is not in the grammar is accepted. What takes more than a few lines stands in
 * `repeated-section.ts` and `hybrid-check.ts`.
 *
 * A table may follow a stream, as @cantoo/pdf-lib and PoDoFo write it (7.5.8.1 has streams in the place of tables, and
 * leaves open what an update is): Poppler, MuPDF, PDF.js and PDFium look at each /Prev for whichever stands there. Older
 * readers that search instead are thought of in `hidden-objects.ts`.
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
 * Index of what an offset leads to. `@signpdf/placeholder-plain` and old versions of DSS count to the line end before a
 * section or an object. Every reader skips white space there.
 */
export function skipLeadingBlanks(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at - offset < MAX_LEADING_BLANKS && isBlank(bytes[at])) at++
  return at
}

/** White space between the place that an offset gives and what stands there: more is no slip in counting. */
const MAX_LEADING_BLANKS = 4

/**
 * A blank before the line end of `xref`, and of the two numbers that a subsection begins with. Annotators write it. Every
 * reader passes over one; of two MuPDF warns.
 */
export function takeTrailingBlank(cursor: StrictCursor): void {
  cursor.take(' ')
}

/**
 * A blank line between the last entry of a table and `trailer`, as OpenPDF leaves. Between subsections it would end the
 * table for MuPDF; here every reader skips it.
 */
export function takeBlankLine(cursor: StrictCursor): void {
  cursor.takeLineEnd()
}

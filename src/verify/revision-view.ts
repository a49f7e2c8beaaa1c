/**
 * The file as it was at the end of each of its revisions.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'

/** One state of the file: its first `end` bytes, read on their own. */
export interface RevisionView {
  /** 0 for the original file. */
  readonly index: number
  /** First byte after the revision, an index into the file. */
  readonly end: number
  /** Opened strictly on the bytes before `end` alone. */
  readonly document: PdfDocument
  /** Numbers of the objects that this revision's own cross-reference sections define, in use or free. */
  readonly defined: ReadonlySet<number>
  /** The subset of `defined` that the revision frees. */
  readonly freed: ReadonlySet<number>
}

/**
 * The file as it was at the end of each of its revisions.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import type { Finding } from './report.js'

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

/** A revision with the faults of its own structure, which count against every signature made before it. */
export interface StructuredView extends RevisionView {
  /** Index behind the `%%EOF` marker, without the line end; behind its trailer when it is not closed. */
  readonly markerEnd: number
  /** False when no startxref and %%EOF lead back to the revision: then it can neither be signed nor follow a signature. */
  readonly isClosed: boolean
  readonly faults: readonly Finding[]
  /**
   * Why readers may differ on this revision once others follow; `undefined` when nothing makes them. They may rebuild the
   * file, and what they find then includes bytes of later revisions; or an object says two things.
   */
  readonly damage: Finding | undefined
}

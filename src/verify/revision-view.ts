/**
 * States of the file at the ends of its revisions.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import type { Finding } from './report.js'

/** One state of the file: its first `end` bytes, read as a file of their own. */
export interface RevisionView {
  /** Index of the revision; 0 for the original file. */
  readonly index: number
  /** Position of the first byte after the revision. */
  readonly end: number
  /** The document in the bytes before `end`, opened strictly. */
  readonly document: PdfDocument
  /** Numbers of the objects that this revision's own cross-reference sections define, in use or free. */
  readonly defined: ReadonlySet<number>
  /** Those of `defined` that the revision frees. */
  readonly freed: ReadonlySet<number>
}

/** A revision with the faults of its own structure, which affect every signature made before it. */
export interface StructuredView extends RevisionView {
  /** Position after the `%%EOF` marker, without the line end; in an unclosed revision, position after its trailer. */
  readonly markerEnd: number
  /** False when no startxref and %%EOF lead back to the revision. Then it can neither be signed nor follow a signature. */
  readonly isClosed: boolean
  readonly faults: readonly Finding[]
  /**
   * Why readers may differ on this revision once others follow; `undefined` when nothing makes them. They may rebuild the
   * file from its bytes, including those of later revisions, or an object may be contradictory.
   */
  readonly damage: Finding | undefined
}

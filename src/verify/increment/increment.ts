/**
 * One increment, with what it stands behind.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import type { StructuredView } from '../revision-view.js'
import type { FaultList } from './grammar-breach.js'

/** An increment with all that is known of it. Offsets count from the header. */
export interface Increment {
  readonly faults: FaultList
  /** The whole file. */
  readonly document: PdfDocument
  /** The file up to the end of the increment, and without it. */
  readonly view: StructuredView
  readonly previous: StructuredView
  /** The bytes of the file from the one that offsets count from. */
  readonly body: Uint8Array
  /** Behind the marker of the previous revision, and behind that of this one. */
  readonly from: number
  readonly to: number
}

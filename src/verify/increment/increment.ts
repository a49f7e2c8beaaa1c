/**
 * One increment, with the state before it.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import type { StructuredView } from '../revision-view.js'
import type { FaultList } from './grammar-breach.js'

/** An increment with all known facts. Offsets are relative to the header. */
export interface Increment {
  readonly faults: FaultList
  /** The whole file. */
  readonly document: PdfDocument
  /** The file up to the end of the increment, and without it. */
  readonly view: StructuredView
  readonly previous: StructuredView
  /** The bytes of the file from the header on. */
  readonly body: Uint8Array
  /** Position after the marker of the previous revision. */
  readonly from: number
  /** Position after the marker of this revision. */
  readonly to: number
}

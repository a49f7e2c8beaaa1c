/**
 * The input of the judgement of ink: two states of a document, and what its pages draw.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import type { PdfDict, PdfObject } from '../pdf/objects.js'
import type { FileDrawings } from './annotations/file-drawings.js'

/** Two consecutive states of a document. */
export interface DrawnStates {
  readonly older: PdfDocument
  readonly newer: PdfDocument
  /** The state that the first signature covers. */
  readonly signed: PdfDocument
  /** Drawings of pages and annotations in all states of the file. */
  readonly drawings: FileDrawings
  /** The object in the older state. */
  before(num: number): PdfObject
  /** The older value of a key, references followed. */
  oldValue(dict: PdfDict | undefined, key: string): PdfObject
  /** The newer value of a key, references followed. */
  newValue(dict: PdfDict | undefined, key: string): PdfObject
  /** True when the earliest signature covers an object and everything that it leads to. */
  isSignedThroughout(num: number): boolean
  /** Takes steps from the budget of the whole file; throws when it is used up. */
  spend(steps: number): void
}

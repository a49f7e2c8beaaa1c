/**
 * What the judgement of ink is given: two states of a document, and what its pages draw.
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
  /** The state that was signed first. */
  readonly signed: PdfDocument
  /** What pages and annotations draw, in all states of the file. */
  readonly drawings: FileDrawings
  /** The object in the older state. */
  before(num: number): PdfObject
  /** The older value of a key, references followed. */
  oldValue(dict: PdfDict | undefined, key: string): PdfObject
  /** The newer value of a key, references followed. */
  newValue(dict: PdfDict | undefined, key: string): PdfObject
  /** True for an object of which the earliest signature covers everything that it leads to. */
  isSignedThroughout(num: number): boolean
  /** Takes from what may be looked at for the whole file; throws when that is used up. */
  spend(steps: number): void
}

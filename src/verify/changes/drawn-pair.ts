/**
 * Two states of a file with what their pages draw, for the rules that examine ink.
 *
 * @module
 */
import type { DrawnStates, FileDrawings } from '../../ink/index.js'
import { DrawnObjects } from './drawn-objects.js'
import { type PairInput, RevisionPair } from './revision-pair.js'

/** A pair of revisions whose pages can be drawn. */
export class DrawnPair extends RevisionPair implements DrawnStates {
  readonly drawings: FileDrawings
  #objects: DrawnObjects | undefined
  #olderAlone: DrawnPair | undefined

  constructor(input: PairInput, drawings: FileDrawings) {
    super(input)
    this.drawings = drawings
  }

  /** The objects that pages draw, and which of them the revision changed. */
  get objects(): DrawnObjects {
    this.#objects ??= new DrawnObjects(this)
    return this.#objects
  }

  /** True for a drawn object that leads to nothing that the revision changed. */
  isUntouched(num: number): boolean {
    return this.objects.isUntouched(num)
  }

  /**
   * A pair that has the older state on both sides, so that a rule tells about the older state what it tells about the newer
   * one.
   */
  get olderAlone(): DrawnPair {
    this.#olderAlone ??= new DrawnPair(this.olderInput(), this.drawings)
    return this.#olderAlone
  }
}

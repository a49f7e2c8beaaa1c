/**
 * Two states of a file, and what their pages draw: for the rules that look at ink.
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

  /** True for an object that is drawn, and that leads to nothing that the revision changed. */
  isUntouched(num: number): boolean {
    return this.objects.isUntouched(num)
  }

  /** The older state as both of the states: what a rule says of the newer one is then said of what was there before. */
  get olderAlone(): DrawnPair {
    this.#olderAlone ??= new DrawnPair(this.olderInput(), this.drawings)
    return this.#olderAlone
  }
}

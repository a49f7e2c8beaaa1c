/**
 * What a file in the making offers to those who write odd parts of it.
 *
 * @module
 */

import type { Random } from '../../../support/mutate.js'
import type { Entry } from './section-writer.js'

/** Objects of one revision, by number, as they stand between `obj` and `endobj`. */
export type Bodies = Map<number, string>

/** A file in the making. */
export interface OddMaker {
  readonly random: Random
  /** Offsets of all forms of an object, decoys included, by number. */
  readonly places: ReadonlyMap<number, readonly number[]>
  /** The newest entries of all numbers. */
  readonly entries: ReadonlyMap<number, Entry>
  /** Offsets of the sections. */
  readonly sections: readonly number[]
  /** The next object number. */
  readonly next: number
  /** True by chance, and noted then. */
  odd(weight: number, note: string): boolean
  /** Content with a mark that no other one has. */
  content(): string
  /** Takes an object number. */
  add(): number
}

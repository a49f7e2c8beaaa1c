/**
 * A package whose files are in memory, with the interface of an archive.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import type { ExpansionBudget, PartArchive } from './zip-reader.js'

/** A file of a package. */
export interface PartFile {
  /** Name of the file, such as `word/document.xml`. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Files in memory, read within the limits of an archive. */
export class PartFiles implements PartArchive {
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #taken = new Set<string>()
  readonly #budget: ExpansionBudget

  constructor(files: readonly PartFile[], budget: ExpansionBudget = { remaining: OOXML_LIMITS.maxExpandedBytes }) {
    this.#files = new Map(files.map(({ name, bytes }) => [name, bytes]))
    this.#budget = budget
  }

  get names(): Iterable<string> {
    return this.#files.keys()
  }

  read(name: string): Uint8Array | undefined {
    const bytes = this.#files.get(name)
    if (bytes === undefined || this.#taken.has(name)) return bytes
    this.#taken.add(name)
    this.#budget.remaining -= bytes.length
    if (this.#budget.remaining < 0) {
      throw new SealwrightError('document_too_complex', 'The parts of the document are larger than the limit.')
    }
    return bytes
  }
}

/**
 * How the grammar says that bytes are not in it.
 *
 * @module
 */
import type { Finding } from '../report.js'

/** Thrown at the first byte that a production does not take; caught where the production was asked for. */
export class GrammarBreach extends Error {
  /** What stands there, as the end of a sentence that begins with the place. */
  readonly what: string
  /** Clause of ISO 32000-2, such as `7.5.4`. */
  readonly clause: string
  readonly at: number

  constructor(what: string, clause: string, at: number) {
    super(what)
    this.what = what
    this.clause = clause
    this.at = at
  }
}

/** Faults listed for one revision: one would do, and hostile files offer millions. */
const MAX_FAULTS = 50

/** The faults of one revision, with the words that they share. */
export class FaultList {
  readonly faults: Finding[] = []
  readonly #where: string

  /** @param revision Counted from 1. */
  constructor(revision: number) {
    this.#where = `Revision ${revision}`
  }

  /** True when no more faults are taken. */
  get isFull(): boolean {
    return this.faults.length >= MAX_FAULTS
  }

  /** Adds a fault. `what` completes a sentence that names the revision; `at` is an offset in the file. */
  add(code: string, what: string, clause: string, at?: number): void {
    if (this.isFull) return
    const place = at === undefined ? this.#where : `${this.#where}, byte ${at}`
    this.faults.push({ code, message: `${place}: ${what} (ISO 32000-2, ${clause}).` })
  }

  /**
   * What a production gives; `undefined` and a fault of this code when its bytes are not in the grammar.
   *
   * @param origin What offsets of the production count from.
   */
  attempt<T>(code: string, origin: number, production: () => T): T | undefined {
    try {
      return production()
    } catch (error) {
      if (!(error instanceof GrammarBreach)) throw error
      this.add(code, error.what, error.clause, origin + error.at)
      return undefined
    }
  }
}

/**
 * How a production of the grammar reports bytes that it does not accept.
 *
 * @module
 */
import type { Finding } from '../report.js'

/** Thrown at the first byte that a production does not accept; caught by the caller of the production. */
export class GrammarBreach extends Error {
  /** What was found, as the end of a sentence that begins with the place. */
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

/** Most faults that are listed for one revision. One would suffice, and hostile files contain millions. */
const MAX_FAULTS = 50

/** The faults of one revision, with common wording. */
export class FaultList {
  readonly faults: Finding[] = []
  readonly #where: string

  /** @param revision Number of the revision, counted from 1. */
  constructor(revision: number) {
    this.#where = `Revision ${revision}`
  }

  /** True when no more faults are accepted. */
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
   * Runs a production; returns `undefined` and adds a fault with this code when the bytes do not match the grammar.
   *
   * @param origin Position in the file that the production's offsets are relative to.
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

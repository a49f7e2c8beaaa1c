/**
 * How much of the host's memory requests may hold at once.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** What one request holds of the budget. */
export interface ByteLease {
  /**
   * Takes so many bytes more.
   *
   * @throws SealwrightError `overloaded` when the budget is used up.
   */
  take(bytes: number): void
  /** Gives everything back; a second call does nothing. */
  release(): void
}

/** Counts the bytes of all requests together. */
export class ByteBudget {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Bytes that are taken at the moment. */
  get used(): number {
    return this.#used
  }

  open(): ByteLease {
    let held = 0
    return {
      take: (bytes) => {
        if (this.#used + bytes > this.#limit) {
          throw new SealwrightError('overloaded', 'The service holds as many documents as it can; try again shortly.')
        }
        this.#used += bytes
        held += bytes
      },
      release: () => {
        this.#used -= held
        held = 0
      },
    }
  }
}

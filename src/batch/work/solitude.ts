/**
 * Lets many run side by side, or one alone, for jobs that may end the process.
 *
 * @module
 */

/** A lock that several share, or that one has alone. */
export class Solitude {
  #together = 0
  #isTaken = false
  readonly #waiting: (() => void)[] = []

  /** Whether someone has the lock alone, or waits for that. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Runs work beside others. Waits while someone has the lock alone. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    while (this.#isTaken) await this.#change()
    this.#together++
    try {
      return await work()
    } finally {
      this.#together--
      this.#tell()
    }
  }

  /** Runs work alone: after all others have finished, and before any others begin. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#isTaken) await this.#change()
    this.#isTaken = true
    try {
      while (this.#together > 0) await this.#change()
      return await work()
    } finally {
      this.#isTaken = false
      this.#tell()
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

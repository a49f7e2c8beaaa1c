/**
 * Many work side by side, or one alone: for jobs that may end the process.
 *
 * @module
 */

/** Who works in a process: several together, or one with nobody beside it. */
export class Solitude {
  #together = 0
  #isTaken = false
  readonly #waiting: (() => void)[] = []

  /** Whether somebody is alone, or waits to be. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Works beside others; waits while somebody is alone. */
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

  /** Works when all others have come to their end, and before anybody begins. */
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

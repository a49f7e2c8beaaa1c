/**
 * A limited number of places. Those who find all taken wait in the order in which they came.
 *
 * @module
 */

/** Work that may go on at the same time. */
export class Places {
  #free: number
  readonly #waiting: (() => void)[] = []

  /** @param count number of places */
  constructor(count: number) {
    this.#free = count
  }

  /**
   * Waits for a place.
   *
   * @returns a function that gives the place to the next one; a second call does nothing
   */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}

/**
 * Places for so many who work at once; the others wait for one in the order in which they came.
 *
 * @module
 */

/** Work that may go on at the same time. */
export class Places {
  #free: number
  readonly #waiting: (() => void)[] = []

  /** @param count how many there are */
  constructor(count: number) {
    this.#free = count
  }

  /**
   * Waits for a place.
   *
   * @returns gives it to the next one; called again, it does nothing
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

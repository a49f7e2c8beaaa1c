/**
 * Numbers of code-blocks, told little by little (ITU-T T.800, B.10.2): each is at least as large as the one above it, which is
 * the smallest of up to four.
 *
 * @module
 */
import type { PacketBits } from './packet-bits.js'

interface Level {
  readonly across: number
  /** What is known at least, and whether that is the number itself. */
  readonly least: Uint8Array
  readonly isKnown: Uint8Array
}

/** A tree over a grid. */
export class TagTree {
  /** From the grid to the root. */
  readonly #levels: Level[] = []

  constructor(across: number, down: number) {
    let [width, height] = [across, down]
    while (width > 0 && height > 0) {
      const count = width * height
      this.#levels.push({ across: width, least: new Uint8Array(count), isKnown: new Uint8Array(count) })
      if (count === 1) break
      width = Math.ceil(width / 2)
      height = Math.ceil(height / 2)
    }
  }

  /**
   * Reads on until it is known whether the number of a place is below a threshold.
   *
   * @returns The number, or the threshold where it is not below.
   */
  read(column: number, row: number, threshold: number, bits: PacketBits): number {
    let least = 0
    for (let depth = this.#levels.length - 1; depth >= 0; depth--) {
      const level = this.#levels[depth] as Level
      const at = (row >> depth) * level.across + (column >> depth)
      least = Math.max(least, level.least[at] as number)
      while (level.isKnown[at] === 0 && least < threshold) {
        if (bits.bit() === 1) level.isKnown[at] = 1
        else least++
      }
      level.least[at] = least
      if (least >= threshold) return threshold
    }
    return least
  }
}

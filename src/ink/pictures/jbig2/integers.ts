/**
 * Numbers in arithmetic code (ITU-T T.88, Annex A).
 *
 * @module
 */
import type { ArithmeticDecoder } from '../arithmetic-decoder.js'

/** Contexts of one kind of numbers. */
const CONTEXTS = 512
/** Bits of the value and what is added to it, by how many ones stand before (Table A.1). */
const RANGES: readonly (readonly [bits: number, offset: number])[] = [
  [2, 0],
  [4, 4],
  [6, 20],
  [8, 84],
  [12, 340],
  [32, 4436],
]

/** Numbers of one kind, with statistics of their own. */
export class IntegerDecoder {
  readonly #contexts = new Uint8Array(CONTEXTS)

  /** The next number; `undefined` for the mark that a list ends (OOB). */
  next(decoder: ArithmeticDecoder): number | undefined {
    let previous = 1
    const bit = () => {
      const value = decoder.bit(this.#contexts, previous)
      // A.2: beyond nine bits the first one stays.
      previous = previous < 256 ? (previous << 1) | value : (((previous << 1) | value) & 511) | 256
      return value
    }
    const isNegative = bit() === 1
    let range = 0
    while (range < RANGES.length - 1 && bit() === 1) range++
    const [bits, offset] = RANGES[range] as (typeof RANGES)[number]
    let value = 0
    for (let i = 0; i < bits; i++) value = 2 * value + bit()
    value += offset
    if (!isNegative) return value
    return value > 0 ? -value : undefined
  }
}

/** The numbers of symbols (A.3), each of as many bits. */
export class SymbolIdDecoder {
  readonly #contexts: Uint8Array
  readonly #bits: number

  constructor(bits: number) {
    this.#bits = bits
    this.#contexts = new Uint8Array(2 ** bits)
  }

  next(decoder: ArithmeticDecoder): number {
    let previous = 1
    for (let i = 0; i < this.#bits; i++) previous = (previous << 1) | decoder.bit(this.#contexts, previous)
    return previous - 2 ** this.#bits
  }
}

/**
 * Shared parts of the JBIG2 and JPEG 2000 decoders: faults, counting of work, and the adaptive binary arithmetic decoder, known
 * as the MQ coder (ITU-T T.88, Annex E; T.800, Annex C).
 *
 * @module
 */

/** Thrown when a picture is damaged, takes too much work, or is coded in a way on which viewers differ. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault'
}

/** Throws PictureFault unless a condition holds. */
export function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new PictureFault(what)
}

/** Counts the work of decoding. A decoded pixel costs one unit, and so does a byte of copied pixels. */
export class PixelWork {
  readonly #limit: number
  #spent = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The work done so far. */
  get spent(): number {
    return this.#spent
  }

  /** Charges work. Must be called before memory is allocated or pixels are decoded. */
  spend(amount: number): void {
    demand(this.#spent + amount <= this.#limit, 'the picture takes too much work')
    this.#spent += amount
  }
}

/** The states of a context (Table E.1), by number. */
export const ARITHMETIC_STATES = {
  /** Probability of the less probable symbol. */
  probability: [
    0x5601, 0x3401, 0x1801, 0x0ac1, 0x0521, 0x0221, 0x5601, 0x5401, 0x4801, 0x3801, 0x3001, 0x2401, 0x1c01, 0x1601,
    0x5601, 0x5401, 0x5101, 0x4801, 0x3801, 0x3401, 0x3001, 0x2801, 0x2401, 0x2201, 0x1c01, 0x1801, 0x1601, 0x1401,
    0x1201, 0x1101, 0x0ac1, 0x09c1, 0x08a1, 0x0521, 0x0441, 0x02a1, 0x0221, 0x0141, 0x0111, 0x0085, 0x0049, 0x0025,
    0x0015, 0x0009, 0x0005, 0x0001, 0x5601,
  ],
  /** The state that follows the more probable symbol. */
  nextMore: [
    1, 2, 3, 4, 5, 38, 7, 8, 9, 10, 11, 12, 13, 29, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 45, 46,
  ],
  /** The state that follows the less probable symbol. */
  nextLess: [
    1, 6, 9, 12, 29, 33, 6, 14, 14, 14, 17, 18, 20, 21, 14, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 46,
  ],
  /** States in which the less probable symbol swaps the two symbols. */
  switching: [0, 6, 14],
} as const

/** The probabilities by context value, which is twice the number of the state plus the more probable symbol. */
const QE = Uint16Array.from(
  { length: 2 * ARITHMETIC_STATES.probability.length },
  (_, i) => ARITHMETIC_STATES.probability[i >> 1] ?? 0,
)
const AFTER_MORE = Uint8Array.from(QE, (_, i) => 2 * (ARITHMETIC_STATES.nextMore[i >> 1] ?? 0) + (i & 1))
const AFTER_LESS = Uint8Array.from(QE, (_, i) => {
  const isSwitched = ARITHMETIC_STATES.switching.some((state) => state === i >> 1)
  return 2 * (ARITHMETIC_STATES.nextLess[i >> 1] ?? 0) + ((i & 1) ^ (isSwitched ? 1 : 0))
})

/** Largest byte after FF that is data. A larger one makes a marker, at which the decoder stays and reads ones. */
const LAST_STUFFED = 0x8f
/** How often a decoder may read beyond the end, since it reads ahead. PDFium has the same limit. */
const MOST_BEHIND_END = 2

/** Decodes single bits by the statistics of a context. A context is a byte that begins as 0. */
export class ArithmeticDecoder {
  readonly #bytes: Uint8Array
  #at = 0
  #interval = 0x8000
  #code: number
  /** Bits before the next byte is needed. */
  #left = 0
  #behindEnd = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#code = (bytes[0] ?? 0xff) << 16
    this.#takeByte()
    this.#code <<= 7
    this.#left -= 7
  }

  /** True when more was decoded than was coded, so that further bits are made up. */
  get isExhausted(): boolean {
    return this.#behindEnd > MOST_BEHIND_END
  }

  bit(contexts: Uint8Array, at: number): number {
    const state = contexts[at] ?? 0
    const qe = QE[state] ?? 0
    let interval = this.#interval - qe
    let isMore: boolean
    if (this.#code >>> 16 < qe) {
      isMore = interval < qe
      interval = qe
    } else {
      this.#code -= qe << 16
      if ((interval & 0x8000) !== 0) {
        this.#interval = interval
        return state & 1
      }
      isMore = interval >= qe
    }
    contexts[at] = (isMore ? AFTER_MORE[state] : AFTER_LESS[state]) as number
    this.#renormalize(interval)
    return isMore ? state & 1 : 1 - (state & 1)
  }

  #renormalize(from: number): void {
    let interval = from
    do {
      if (this.#left === 0) this.#takeByte()
      interval <<= 1
      this.#code <<= 1
      this.#left--
    } while ((interval & 0x8000) === 0)
    this.#interval = interval
  }

  /** Takes the next byte, of which only seven bits count after FF (E.3.4). */
  #takeByte(): void {
    const bytes = this.#bytes
    const isStuffed = (bytes[this.#at] ?? 0xff) === 0xff
    const next = bytes[this.#at + 1] ?? 0xff
    if (isStuffed && next > LAST_STUFFED) {
      this.#code += 0xff00
      this.#left = 8
      this.#behindEnd++
      return
    }
    this.#at++
    this.#code += next << (isStuffed ? 9 : 8)
    this.#left = isStuffed ? 7 : 8
  }
}

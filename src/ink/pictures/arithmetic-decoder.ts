/**
 * The adaptive binary arithmetic decoder that JBIG2 and JPEG 2000 share, the MQ coder (ITU-T T.88, Annex E; T.800, Annex C).
 *
 * @module
 */

/**
 * Probability of the less probable symbol, and the state that follows the more and the less probable one; a fourth value where
 * the two change places (Table E.1).
 */
export const ARITHMETIC_STATES: readonly (readonly [qe: number, nextMore: number, nextLess: number, isSwitched?: 1])[] =
  [
    [0x5601, 1, 1, 1],
    [0x3401, 2, 6],
    [0x1801, 3, 9],
    [0x0ac1, 4, 12],
    [0x0521, 5, 29],
    [0x0221, 38, 33],
    [0x5601, 7, 6, 1],
    [0x5401, 8, 14],
    [0x4801, 9, 14],
    [0x3801, 10, 14],
    [0x3001, 11, 17],
    [0x2401, 12, 18],
    [0x1c01, 13, 20],
    [0x1601, 29, 21],
    [0x5601, 15, 14, 1],
    [0x5401, 16, 14],
    [0x5101, 17, 15],
    [0x4801, 18, 16],
    [0x3801, 19, 17],
    [0x3401, 20, 18],
    [0x3001, 21, 19],
    [0x2801, 22, 19],
    [0x2401, 23, 20],
    [0x2201, 24, 21],
    [0x1c01, 25, 22],
    [0x1801, 26, 23],
    [0x1601, 27, 24],
    [0x1401, 28, 25],
    [0x1201, 29, 26],
    [0x1101, 30, 27],
    [0x0ac1, 31, 28],
    [0x09c1, 32, 29],
    [0x08a1, 33, 30],
    [0x0521, 34, 31],
    [0x0441, 35, 32],
    [0x02a1, 36, 33],
    [0x0221, 37, 34],
    [0x0141, 38, 35],
    [0x0111, 39, 36],
    [0x0085, 40, 37],
    [0x0049, 41, 38],
    [0x0025, 42, 39],
    [0x0015, 43, 40],
    [0x0009, 44, 41],
    [0x0005, 45, 42],
    [0x0001, 45, 43],
    [0x5601, 46, 46],
  ]

/** The tables by twice the number of a state, plus the more probable symbol: what a context holds. */
const QE = Uint16Array.from(
  { length: 2 * ARITHMETIC_STATES.length },
  (_, i) => (ARITHMETIC_STATES[i >> 1] as readonly number[])[0] as number,
)
const AFTER_MORE = Uint8Array.from(
  QE,
  (_, i) => 2 * ((ARITHMETIC_STATES[i >> 1] as readonly number[])[1] as number) + (i & 1),
)
const AFTER_LESS = Uint8Array.from(QE, (_, i) => {
  const [, , next, isSwitched = 0] = ARITHMETIC_STATES[i >> 1] as (typeof ARITHMETIC_STATES)[number]
  return 2 * next + ((i & 1) ^ isSwitched)
})

/** Bytes after which a decoder is at a marker: it gets ones from there on, and does not move. */
const LAST_STUFFED = 0x8f
/** How often a decoder may ask for more behind the end: it looks ahead. PDFium ends there too. */
const MOST_BEHIND_END = 2

/** Decodes one bit after another, each by the statistics of a context; a context is a byte that begins as 0. */
export class ArithmeticDecoder {
  readonly #bytes: Uint8Array
  #at = 0
  #interval = 0x8000
  #code: number
  /** Bits until the next byte is needed. */
  #left = 0
  #behindEnd = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#code = (bytes[0] ?? 0xff) << 16
    this.#takeByte()
    this.#code <<= 7
    this.#left -= 7
  }

  /** Whether more was decoded than was coded: from there on, every bit is made up. */
  get isExhausted(): boolean {
    return this.#behindEnd > MOST_BEHIND_END
  }

  /** @param at The number of the context. */
  bit(contexts: Uint8Array, at: number): number {
    const state = contexts[at] as number
    const qe = QE[state] as number
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

  /** E.3.4: behind a byte FF there are only seven bits in the next. */
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

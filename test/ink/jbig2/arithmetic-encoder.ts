/**
 * The arithmetic encoder of JBIG2 (ITU-T T.88, Annex E; Annex A for numbers), for pictures that tests make.
 *
 * @module
 */
import { ARITHMETIC_STATES } from '../../../src/ink/pictures/decoding.js'

const { probability, nextMore, nextLess, switching } = ARITHMETIC_STATES

/** Contexts by name or number: the number of the state, and the more probable bit. */
type Contexts = Map<string | number, { state: number; more: number }>

/** Codes bits, numbers and numbers of symbols. */
export class ArithmeticEncoder {
  readonly #out: number[] = [0]
  #interval = 0x8000
  #code = 0
  #left = 12
  readonly #contexts: Contexts = new Map()

  bit(name: string | number, bit: number): void {
    let context = this.#contexts.get(name)
    if (context === undefined) {
      context = { state: 0, more: 0 }
      this.#contexts.set(name, context)
    }
    const { state } = context
    const qe = probability[state] ?? 0
    this.#interval -= qe
    if (bit === context.more) {
      const isLow = this.#interval < 0x8000 && this.#interval < qe
      if (isLow) this.#interval = qe
      else this.#code += qe
      if (this.#interval >= 0x8000 && !isLow) return
      context.state = nextMore[state] ?? 0
    } else {
      if (this.#interval < qe) this.#code += qe
      else this.#interval = qe
      if (switching.some((one) => one === state)) context.more = 1 - context.more
      context.state = nextLess[state] ?? 0
    }
    do {
      this.#interval *= 2
      this.#code *= 2
      if (--this.#left === 0) this.#putByte()
    } while (this.#interval < 0x8000)
  }

  /** @param value `undefined` for the mark that a list ends. */
  number(kind: string, value: number | undefined): void {
    let previous = 1
    const put = (bit: number) => {
      this.bit(`${kind} ${previous}`, bit)
      previous = previous < 256 ? 2 * previous + bit : ((2 * previous + bit) & 511) | 256
    }
    put(value === undefined || value < 0 ? 1 : 0)
    const magnitude = Math.abs(value ?? 0)
    const bounds = [0, 4, 20, 84, 340, 4436]
    const widths = [2, 4, 6, 8, 12, 32]
    const range = bounds.filter((bound) => magnitude >= bound).length - 1
    for (let i = 0; i < range; i++) put(1)
    if (range < 5) put(0)
    const rest = magnitude - (bounds[range] ?? 0)
    for (let i = (widths[range] ?? 0) - 1; i >= 0; i--) put(Math.floor(rest / 2 ** i) % 2)
  }

  symbolId(bits: number, id: number): void {
    let previous = 1
    for (let i = bits - 1; i >= 0; i--) {
      const bit = (id >> i) & 1
      this.bit(`id ${previous}`, bit)
      previous = 2 * previous + bit
    }
  }

  /** The bytes, with the mark of the end. */
  finish(): Uint8Array {
    const highest = this.#code + this.#interval
    this.#code = Math.floor(this.#code / 0x10000) * 0x10000 + 0xffff
    if (this.#code >= highest) this.#code -= 0x8000
    for (let i = 0; i < 2; i++) {
      this.#code *= 2 ** this.#left
      this.#putByte()
    }
    const bytes = this.#out.slice(1)
    return Uint8Array.from(bytes.at(-1) === 0xff ? [...bytes, 0xac] : [...bytes, 0xff, 0xac])
  }

  #putByte(): void {
    const out = this.#out
    const last = out.length - 1
    if (out[last] !== 0xff && this.#code >= 0x8000000) {
      out[last] = (out[last] ?? 0) + 1
      this.#code -= 0x8000000
    }
    const isStuffed = out[last] === 0xff
    const unit = isStuffed ? 0x100000 : 0x80000
    out.push(Math.floor(this.#code / unit))
    this.#code %= unit
    this.#left = isStuffed ? 7 : 8
  }
}

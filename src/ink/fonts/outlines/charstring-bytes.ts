/**
 * What the charstrings of Type 1 and of Type 2 have in common: numbers, operators, and a bound on how much they do.
 *
 * @module
 */
import { type ContentBudget, spend } from '../../content/content-budget.js'

/** Numbers and operators that one glyph may read: the richest of real fonts, with pictures for glyphs, have some ten thousand. */
const MAX_OPERATIONS = 100_000
/** Subroutines inside of each other: ten by the standard. */
export const MAX_SUBROUTINE_DEPTH = 12

/** Counts what one glyph does, the glyphs that it is composed of included. */
export class OperationCount {
  readonly #budget: ContentBudget
  #left = MAX_OPERATIONS

  constructor(budget: ContentBudget) {
    this.#budget = budget
  }

  take(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0 || !spend(this.#budget, 'outlines', steps)) throw new RangeError('a glyph does too much')
  }
}

/** A number of one or two bytes (Adobe Technical Note 5177, table 1), which both types have. */
export function readShortNumber(bytes: Uint8Array, at: number): readonly [value: number, length: number] {
  const byte = byteAt(bytes, at)
  if (byte <= 246) return [byte - 139, 1]
  const next = byteAt(bytes, at + 1)
  return byte <= 250 ? [(byte - 247) * 256 + next + 108, 2] : [-(byte - 251) * 256 - next - 108, 2]
}

/** Reads past the end are damage. */
export function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new RangeError('a charstring ends early')
  return byte
}

/** Four bytes as a signed number. */
export function longAt(bytes: Uint8Array, at: number): number {
  const [a, b, c, d] = [byteAt(bytes, at), byteAt(bytes, at + 1), byteAt(bytes, at + 2), byteAt(bytes, at + 3)]
  return (a << 24) | (b << 16) | (c << 8) | d
}

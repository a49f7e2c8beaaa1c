/**
 * Decodes code-blocks (ITU-T T.800, Annex D) bit plane by bit plane, from the highest, each in up to three passes. The statistics
 * depend on which neighbours are known to be non-zero.
 *
 * @module
 */
import { concatBytes } from '../../../bytes.js'
import { ArithmeticDecoder, demand } from '../decoding.js'
import type { BandKind, CodeBlock } from './tile-layout.js'

/** Contexts of refinements, runs and uniform bits (Table D.7), after nine contexts of zeros and five of signs. */
const [REFINEMENTS, RUN, EVEN] = [14, 17, 18]
const CONTEXTS = 19
/** Initial states of the contexts that do not begin with state 0, times two (Table D.7). */
const FIRST_STATES = [
  [0, 8],
  [RUN, 6],
  [EVEN, 92],
] as const
/** Rows of a stripe, which is coded column by column. */
const STRIPE = 4
/** Most bit planes that fit 32 bits together with a sign and a half. */
const MAX_PLANES = 30
/** Units in which non-zero neighbours are counted: horizontal, vertical and diagonal ones, each in bits of its own. */
const [BESIDE, ALONG, CORNER] = [1, 4, 16]
const NEIGHBOURS = 128
/** Bits at the end of each plane, if the style has segmentation symbols (D.5). */
const SEGMENT_END = 0b1010

/** Contexts of zeros by their neighbours (Table D.1). */
const ZERO_CONTEXTS: Readonly<Record<BandKind, Uint8Array>> = {
  LL: zeroContexts((beside, along, corner) => lowContext(beside, along, corner)),
  LH: zeroContexts((beside, along, corner) => lowContext(beside, along, corner)),
  HL: zeroContexts((beside, along, corner) => lowContext(along, beside, corner)),
  HH: zeroContexts((beside, along, corner) => diagonalContext(beside + along, corner)),
}

function zeroContexts(contextOf: (beside: number, along: number, corner: number) => number): Uint8Array {
  return Uint8Array.from({ length: NEIGHBOURS }, (_, i) => contextOf(i & 3, (i >> 2) & 3, i >> 4))
}

function lowContext(main: number, other: number, corner: number): number {
  if (main === 2) return 8
  if (main === 1) return other > 0 ? 7 : corner > 0 ? 6 : 5
  return other > 0 ? 2 + Math.min(2, other) : Math.min(2, corner)
}

function diagonalContext(straight: number, corner: number): number {
  if (corner >= 3) return 8
  if (corner === 2) return straight > 0 ? 7 : 6
  return (corner === 1 ? 3 : 0) + Math.min(2, straight)
}

/** Contexts of signs by the contributions of horizontal and vertical neighbours, which may also invert the sign (Table D.3). */
const SIGN_CONTEXTS = [13, 12, 11, 10, 9, 10, 11, 12, 13]
const IS_TURNED = [1, 1, 1, 1, 0, 0, 0, 0, 0]

/** Parameters of a code-block's coding. */
interface BlockCoding {
  readonly kind: BandKind
  /** Number of bit planes of the subband, including empty ones. */
  readonly planes: number
  readonly hasSegmentSymbols: boolean
}

/**
 * Decodes a code-block.
 *
 * @returns Twice the values, row by row. Each value other than zero has half of its unknown bits' range added.
 */
export function decodeBlock(block: CodeBlock, coding: BlockCoding): Int32Array {
  const [width, height] = [block.x1 - block.x0, block.y1 - block.y0]
  const planes = coding.planes - block.emptyPlanes
  const passes = block.parts.reduce((sum, part) => sum + part.passes, 0)
  if (passes === 0) return new Int32Array(width * height)
  demand(planes > 0 && planes <= MAX_PLANES && passes <= 3 * planes - 2, 'a code-block has too many planes')
  const data = concatBytes(block.parts.map((part) => part.data))
  const decoder = new BlockDecoder(width, height, ZERO_CONTEXTS[coding.kind], data)
  // The highest plane only has the last of the three passes.
  for (let pass = 2; pass < passes + 2; pass++) {
    const plane = planes - 1 - Math.floor(pass / 3)
    if (pass % 3 === 0) decoder.propagate(plane)
    else if (pass % 3 === 1) decoder.refine(plane)
    else {
      decoder.cleanUp(plane)
      if (coding.hasSegmentSymbols) decoder.checkSegmentEnd()
    }
  }
  return decoder.values()
}

class BlockDecoder {
  readonly #width: number
  readonly #height: number
  /** Length of a row in the arrays, which have a margin of one row and one column on each side. */
  readonly #stride: number
  readonly #zeroContexts: Uint8Array
  readonly #contexts = new Uint8Array(CONTEXTS)
  readonly #decoder: ArithmeticDecoder
  readonly #magnitudes: Int32Array
  /** 1 or -1 for values known to be non-zero; otherwise 0. */
  readonly #signs: Int8Array
  readonly #neighbours: Uint8Array
  /** 1 for values that the current plane has coded already. */
  readonly #visited: Uint8Array
  /** 1 for values that were refined before. */
  readonly #refined: Uint8Array

  constructor(width: number, height: number, zeroContexts: Uint8Array, data: Uint8Array) {
    this.#width = width
    this.#height = height
    this.#stride = width + 2
    const cells = this.#stride * (height + 2)
    this.#zeroContexts = zeroContexts
    for (const [context, state] of FIRST_STATES) this.#contexts[context] = state
    this.#decoder = new ArithmeticDecoder(data)
    this.#magnitudes = new Int32Array(cells)
    this.#signs = new Int8Array(cells)
    this.#neighbours = new Uint8Array(cells)
    this.#visited = new Uint8Array(cells)
    this.#refined = new Uint8Array(cells)
  }

  /** Significance propagation pass: zeros with a non-zero neighbour (D.3.1). */
  propagate(plane: number): void {
    for (let top = 0; top < this.#height; top += STRIPE) {
      const rows = Math.min(STRIPE, this.#height - top)
      for (let x = 0; x < this.#width; x++) {
        let at = (top + 1) * this.#stride + x + 1
        for (let i = 0; i < rows; i++, at += this.#stride) {
          if (this.#signs[at] !== 0 || this.#neighbours[at] === 0) continue
          this.#visited[at] = 1
          if (this.#zeroBit(at) === 1) this.#begin(at, plane)
        }
      }
    }
  }

  /** Magnitude refinement pass: further bits of non-zero values (D.3.3). */
  refine(plane: number): void {
    for (let top = 0; top < this.#height; top += STRIPE) {
      const rows = Math.min(STRIPE, this.#height - top)
      for (let x = 0; x < this.#width; x++) {
        let at = (top + 1) * this.#stride + x + 1
        for (let i = 0; i < rows; i++, at += this.#stride) {
          if (this.#signs[at] !== 0 && this.#visited[at] === 0) this.#refineOne(at, plane)
        }
      }
    }
  }

  #refineOne(at: number, plane: number): void {
    const first = this.#neighbours[at] === 0 ? 0 : 1
    const bit = this.#decoder.bit(this.#contexts, REFINEMENTS + (this.#refined[at] === 1 ? 2 : first))
    this.#refined[at] = 1
    const half = 1 << plane
    this.#magnitudes[at] = (this.#magnitudes[at] ?? 0) + (bit === 1 ? half : -half)
  }

  /** Cleanup pass: the values left in the plane, four zeros at a time where no neighbour is non-zero (D.3.4). */
  cleanUp(plane: number): void {
    for (let top = 0; top < this.#height; top += STRIPE) {
      const rows = Math.min(STRIPE, this.#height - top)
      for (let x = 0; x < this.#width; x++) {
        const first = (top + 1) * this.#stride + x + 1
        const skipped = rows === STRIPE && this.#isQuiet(first) ? this.#readRun(first, plane) : 0
        let at = first + skipped * this.#stride
        for (let i = skipped; i < rows; i++, at += this.#stride) {
          if (this.#signs[at] === 0 && this.#visited[at] === 0 && this.#zeroBit(at) === 1) this.#begin(at, plane)
        }
      }
    }
    this.#visited.fill(0)
  }

  /** True for four uncoded zeros of a column without non-zero neighbours. */
  #isQuiet(first: number): boolean {
    for (let i = 0, at = first; i < STRIPE; i++, at += this.#stride) {
      if (this.#neighbours[at] !== 0 || this.#signs[at] !== 0 || this.#visited[at] !== 0) return false
    }
    return true
  }

  /** Reads a run: how many of four values need no further bit, which are all, or those up to the first non-zero one. */
  #readRun(first: number, plane: number): number {
    const [decoder, contexts] = [this.#decoder, this.#contexts]
    if (decoder.bit(contexts, RUN) === 0) return STRIPE
    const zeros = 2 * decoder.bit(contexts, EVEN) + decoder.bit(contexts, EVEN)
    this.#begin(first + zeros * this.#stride, plane)
    return zeros + 1
  }

  checkSegmentEnd(): void {
    let pattern = 0
    for (let i = 0; i < 4; i++) pattern = 2 * pattern + this.#decoder.bit(this.#contexts, EVEN)
    demand(pattern === SEGMENT_END, 'a code-block is damaged')
  }

  #zeroBit(at: number): number {
    return this.#decoder.bit(this.#contexts, this.#zeroContexts[this.#neighbours[at] ?? 0] ?? 0)
  }

  /** Makes a value non-zero from this plane on: reads its sign and informs its neighbours (D.3.2). */
  #begin(at: number, plane: number): void {
    const [signs, near, stride] = [this.#signs, this.#neighbours, this.#stride]
    const across = Math.sign((signs[at - 1] ?? 0) + (signs[at + 1] ?? 0))
    const down = Math.sign((signs[at - stride] ?? 0) + (signs[at + stride] ?? 0))
    const place = 4 + 3 * across + down
    const bit = this.#decoder.bit(this.#contexts, SIGN_CONTEXTS[place] ?? 0)
    signs[at] = bit === IS_TURNED[place] ? 1 : -1
    this.#magnitudes[at] = 3 << plane
    near[at - 1] = (near[at - 1] ?? 0) + BESIDE
    near[at + 1] = (near[at + 1] ?? 0) + BESIDE
    for (const row of [at - stride, at + stride]) {
      near[row] = (near[row] ?? 0) + ALONG
      near[row - 1] = (near[row - 1] ?? 0) + CORNER
      near[row + 1] = (near[row + 1] ?? 0) + CORNER
    }
  }

  values(): Int32Array {
    const values = new Int32Array(this.#width * this.#height)
    for (let y = 0, to = 0; y < this.#height; y++) {
      let at = (y + 1) * this.#stride + 1
      for (let x = 0; x < this.#width; x++, at++, to++) {
        values[to] = (this.#signs[at] ?? 0) * (this.#magnitudes[at] ?? 0)
      }
    }
    return values
  }
}

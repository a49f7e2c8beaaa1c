/**
 * Converts the coefficients of blocks to samples (ITU-T T.81, A.3.3), at full, half, quarter or eighth size.
 *
 * A block of eight by eight samples is reduced by using only those low frequencies that a smaller block can have.
 *
 * @module
 */
import type { JpegComponent, JpegFrame } from './jpeg-frame.js'

/** How many samples of a picture in each direction become one. */
export type Reduction = 1 | 2 | 4 | 8

/** A part of a picture in its own samples: from (x0, y0) up to, but not including, (x1, y1), from the top left corner. */
export interface PictureWindow {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** Position in the block of each coefficient in zigzag order, row by row (figure 5). */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]
/** Half of the range of samples, which is added to all of them. */
const MIDDLE = 128

/** Values of the cosines at each position of a block of `side` samples, scaled so that a uniform block keeps its value. */
function wavesOf(side: number): Float64Array {
  return Float64Array.from({ length: side * side }, (_, i) => {
    const [wave, place] = [Math.floor(i / side), i % side]
    const angle = ((2 * place + 1) * wave * Math.PI) / (2 * side)
    return ((wave === 0 ? Math.SQRT1_2 : 1) * Math.cos(angle)) / 2
  })
}

/** The requested part, extended to whole units of its scans. */
export function unitsWithin({ x0, y0, x1, y1 }: PictureWindow, frame: JpegFrame): PictureWindow {
  const { width, height, mostAcross, mostDown } = frame
  const between = (value: number, limit: number) => Math.min(limit, Math.max(0, value))
  const units = (value: number, most: number, round: (n: number) => number) => round(value / (8 * most))
  return {
    x0: units(between(x0, width - 1), mostAcross, Math.floor),
    y0: units(between(y0, height - 1), mostDown, Math.floor),
    x1: units(between(x1, width), mostAcross, Math.ceil),
    y1: units(between(y1, height), mostDown, Math.ceil),
  }
}

/** Samples of one component within a part of the picture. */
export class Plane {
  readonly stride: number
  readonly samples: Uint8ClampedArray
  /** Range of blocks in the part, without its end. */
  readonly blocks: PictureWindow
  readonly #side: number
  readonly #waves: Float64Array
  readonly #block = new Float64Array(64)
  readonly #line = new Float64Array(8)

  /** @param units The part of the picture in units of its scans. */
  constructor({ across, down }: JpegComponent, units: PictureWindow, reduction: Reduction) {
    this.#side = 8 / reduction
    this.#waves = wavesOf(this.#side)
    this.blocks = { x0: units.x0 * across, y0: units.y0 * down, x1: units.x1 * across, y1: units.y1 * down }
    this.stride = (this.blocks.x1 - this.blocks.x0) * this.#side
    this.samples = new Uint8ClampedArray(this.stride * (this.blocks.y1 - this.blocks.y0) * this.#side)
  }

  /**
   * Adds a block, unless it lies outside of the part.
   *
   * @param coefficients Sixty-four values from `from` on, in zigzag order.
   */
  put(column: number, row: number, coefficients: Int16Array, from: number, quantization: Uint16Array): void {
    const { x0, y0, x1, y1 } = this.blocks
    if (column < x0 || column >= x1 || row < y0 || row >= y1) return
    const side = this.#side
    const at = (row - y0) * side * this.stride + (column - x0) * side
    const hasWaves = this.#read(coefficients, from, quantization)
    if (hasWaves) this.#transform()
    const block = this.#block
    const shade = MIDDLE + (block[0] ?? 0) / 8
    for (let y = 0; y < side; y++) {
      const start = at + y * this.stride
      if (!hasWaves) this.samples.fill(shade, start, start + side)
      else for (let x = 0; x < side; x++) this.samples[start + x] = MIDDLE + (block[8 * y + x] ?? 0)
    }
  }

  /** Multiplies the needed coefficients by the quantization table; true for a block with more than one shade. */
  #read(coefficients: Int16Array, from: number, quantization: Uint16Array): boolean {
    const side = this.#side
    let hasWaves = false
    for (let k = 0; k < 64; k++) {
      const place = ZIGZAG[k] ?? 0
      if ((place & 7) >= side || place >= 8 * side) continue
      const value = (coefficients[from + k] ?? 0) * (quantization[k] ?? 0)
      this.#block[place] = value
      if (k > 0 && value !== 0) hasWaves = true
    }
    return hasWaves
  }

  /** The inverse cosine transform, rows first. */
  #transform(): void {
    for (let row = 0; row < this.#side; row++) this.#transformLine(8 * row, 1)
    for (let column = 0; column < this.#side; column++) this.#transformLine(column, 8)
  }

  #transformLine(start: number, step: number): void {
    const side = this.#side
    for (let place = 0; place < side; place++) {
      let sum = 0
      for (let wave = 0; wave < side; wave++) {
        sum += (this.#block[start + wave * step] ?? 0) * (this.#waves[side * wave + place] ?? 0)
      }
      this.#line[place] = sum
    }
    for (let place = 0; place < side; place++) this.#block[start + place * step] = this.#line[place] ?? 0
  }
}

/**
 * Computes which share of each pixel a shape covers.
 *
 * In each row that it crosses, an edge adds the area to its right to two pixels. The sum from left to right is the winding
 * number of each pixel, weighted with its covered share. This is exact except where edges cross within a pixel.
 *
 * @module
 */

/** Receives a row of a shape: the range of pixels, and the coverage of each (0 to 255) by column. */
export type TakeRow = (row: number, from: number, to: number, shares: Uint8Array) => void

/** Least winding number. Smaller values are rounding errors. */
const LEAST_WINDING = 1 / 1024

/** Collects the edges of a shape, one shape after the other. */
export class PixelCoverage {
  readonly width: number
  readonly height: number
  readonly #stride: number
  readonly #areas: Float32Array
  readonly #first: Int32Array
  readonly #last: Int32Array
  readonly #shares: Uint8Array
  #top: number
  #bottom = -1
  #work = 0

  /** @param width in pixels, like `height`; parts outside are left out */
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#stride = width + 1
    this.#areas = new Float32Array(this.#stride * height)
    this.#first = new Int32Array(height).fill(width)
    this.#last = new Int32Array(height).fill(-1)
    this.#shares = new Uint8Array(width)
    this.#top = height
  }

  /** The rows of the current shape, from `top` to before `bottom`. */
  get rows(): { readonly top: number; readonly bottom: number } {
    return { top: Math.min(this.#top, this.#bottom + 1), bottom: this.#bottom + 1 }
  }

  /** Number of pixels processed since the last call. */
  takeWork(): number {
    const work = this.#work
    this.#work = 0
    return work
  }

  /** Adds an edge. The edges of a shape must form closed outlines. */
  addEdge(x1: number, y1: number, x2: number, y2: number): void {
    if (!(Math.abs(x1) < 1e7 && Math.abs(y1) < 1e7 && Math.abs(x2) < 1e7 && Math.abs(y2) < 1e7) || y1 === y2) return
    const isDown = y1 < y2
    const [topX, topY, bottomX, bottomY] = isDown ? [x1, y1, x2, y2] : [x2, y2, x1, y1]
    if (bottomY <= 0 || topY >= this.height) return
    const slope = (bottomX - topX) / (bottomY - topY)
    const start = Math.max(0, topY)
    const end = Math.min(this.height, bottomY)
    const firstRow = Math.floor(start)
    const lastRow = Math.min(this.height - 1, Math.ceil(end) - 1)
    if (firstRow < this.#top) this.#top = firstRow
    if (lastRow > this.#bottom) this.#bottom = lastRow
    let x = topX + (start - topY) * slope
    for (let row = firstRow; row <= lastRow; row++) {
      const from = Math.max(row, start)
      const to = Math.min(row + 1, end)
      const next = x + (to - from) * slope
      this.#addPiece(row, x, next, isDown ? to - from : from - to)
      x = next
    }
  }

  /** Ends a shape: passes each of its rows on and removes its edges. */
  finish(isEvenOdd: boolean, takeRow: TakeRow): void {
    for (let row = this.#top; row <= this.#bottom; row++) {
      const from = this.#first[row] ?? 0
      if (from >= this.width) continue
      const to = this.#sumUp(row, isEvenOdd)
      this.#work += to - from
      if (to > from) takeRow(row, from, to, this.#shares)
    }
    this.#top = this.height
    this.#bottom = -1
  }

  /** Adds the part of an edge within one row. `height` is negative for an upward edge. */
  #addPiece(row: number, x1: number, x2: number, height: number): void {
    const { width } = this
    let [left, right] = x1 < x2 ? [x1, x2] : [x2, x1]
    if (left >= width) return
    const base = row * this.#stride
    if (right <= 0) {
      this.#touch(row, 0, 0)
      this.#areas[base] = (this.#areas[base] ?? 0) + height
      return
    }
    let rest = height
    if (left < 0) {
      const outside = (rest * -left) / (right - left)
      this.#areas[base] = (this.#areas[base] ?? 0) + outside
      rest -= outside
      left = 0
    }
    if (right > width) {
      rest *= (width - left) / (right - left)
      right = width
    }
    const first = Math.floor(left)
    const last = Math.max(first, Math.ceil(right) - 1)
    this.#work += last - first + 1
    this.#touch(row, first, last + 1)
    if (first === last) {
      this.#addArea(base + first, rest, (left + right) / 2 - first)
      return
    }
    const perPixel = rest / (right - left)
    let x = left
    for (let column = first; column <= last; column++) {
      const end = Math.min(right, column + 1)
      this.#addArea(base + column, perPixel * (end - x), (x + end) / 2 - column)
      x = end
    }
  }

  /** Adds the area to the right of an edge of this height: a part of its pixel, and all pixels after it. */
  #addArea(index: number, height: number, middle: number): void {
    this.#areas[index] = (this.#areas[index] ?? 0) + height * (1 - middle)
    this.#areas[index + 1] = (this.#areas[index + 1] ?? 0) + height * middle
  }

  #touch(row: number, from: number, to: number): void {
    if (from < (this.#first[row] ?? 0)) this.#first[row] = from
    if (to > (this.#last[row] ?? 0)) this.#last[row] = to
  }

  /** Converts the areas of a row to coverage and clears them. Returns the column after the last covered one. */
  #sumUp(row: number, isEvenOdd: boolean): number {
    const areas = this.#areas
    const base = row * this.#stride
    const from = this.#first[row] ?? 0
    const to = Math.min(this.width, (this.#last[row] ?? -1) + 1)
    let winding = 0
    let share = 0
    for (let column = from; column < to; column++) {
      const area = areas[base + column] ?? 0
      if (area !== 0) {
        winding += area
        areas[base + column] = 0
        share = isEvenOdd ? evenOddShare(winding) : Math.min(255, Math.round(Math.abs(winding) * 255))
      }
      this.#shares[column] = share
    }
    areas[base + this.width] = 0
    this.#first[row] = this.width
    this.#last[row] = -1
    // An outline that extends beyond the right edge covers all pixels up to that edge.
    if (Math.abs(winding) < LEAST_WINDING || to === this.width) return to
    this.#shares.fill(share, to, this.width)
    return this.width
  }
}

function evenOddShare(winding: number): number {
  const rest = Math.abs(winding) % 2
  return Math.round((rest > 1 ? 2 - rest : rest) * 255)
}

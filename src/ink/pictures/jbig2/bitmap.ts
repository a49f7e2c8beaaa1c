/**
 * Bitmaps of one bit per pixel, and how they are combined (ITU-T T.88, 6.1 and 7.4.1.5).
 *
 * @module
 */
import { demand, type PixelWork } from '../decoding.js'

/** Combination operators, by their numbers in segments. */
export const COMBINE = { or: 0, and: 1, xor: 2, xnor: 3, replace: 4 } as const

/** Pixels in rows of whole bytes from the top, 1 for black. The bits after the last pixel of a row have no meaning. */
export class Bitmap {
  readonly width: number
  readonly height: number
  /** Bytes in a row. */
  readonly stride: number
  readonly bytes: Uint8Array

  /** @param work Budget that is charged for the memory before it is allocated. */
  constructor(width: number, height: number, work: PixelWork) {
    demand(width >= 0 && height >= 0, 'a bitmap is smaller than nothing')
    this.width = width
    this.height = height
    this.stride = Math.ceil(width / 8)
    work.spend(this.stride * height + this.stride + height)
    this.bytes = new Uint8Array(this.stride * height)
  }

  /** A pixel; 0 outside of the bitmap. */
  at(x: number, y: number): number {
    if (x < 0 || x >= this.width || y < 0 || y >= this.height) return 0
    return ((this.bytes[y * this.stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
  }

  /** Writes a row that is given as one byte per pixel. */
  setRow(y: number, pixels: Uint8Array): void {
    const start = y * this.stride
    for (let x = 0; x < this.width; x += 8) {
      let byte = 0
      const end = Math.min(8, this.width - x)
      for (let i = 0; i < end; i++) byte |= (pixels[x + i] ?? 0) << (7 - i)
      this.bytes[start + (x >> 3)] = byte
    }
  }

  /** Reads a row into `target` from `offset` on, one byte per pixel; nothing when there is no such row. */
  getRow(y: number, target: Uint8Array, offset = 0): void {
    if (y < 0 || y >= this.height) {
      target.fill(0)
      return
    }
    const start = y * this.stride
    for (let x = 0; x < this.width; x++) {
      target[offset + x] = ((this.bytes[start + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
    }
  }

  /** A copy of a part, which is white where it reaches beyond the bitmap. */
  part(x: number, y: number, width: number, height: number, work: PixelWork): Bitmap {
    const part = new Bitmap(width, height, work)
    part.draw(this, -x, -y, COMBINE.or, work)
    return part
  }

  /** Draws another bitmap with its upper left corner at (x, y). What reaches beyond this one is left out. */
  draw(other: Bitmap, x: number, y: number, operator: number, work: PixelWork): void {
    const [x0, x1] = [Math.max(0, x), Math.min(this.width, x + other.width)]
    const [y0, y1] = [Math.max(0, y), Math.min(this.height, y + other.height)]
    if (x0 >= x1 || y0 >= y1) return
    const [first, last] = [x0 >> 3, (x1 - 1) >> 3]
    work.spend((last - first + 1) * (y1 - y0))
    const firstMask = 0xff >> (x0 & 7)
    const lastMask = (0xff << (7 - ((x1 - 1) & 7))) & 0xff
    for (let row = y0; row < y1; row++) {
      const from = (row - y) * other.stride
      for (let column = first; column <= last; column++) {
        const mask = (column === first ? firstMask : 0xff) & (column === last ? lastMask : 0xff)
        const source = other.#eightAt(from, 8 * column - x)
        const i = row * this.stride + column
        const target = this.bytes[i] ?? 0
        this.bytes[i] = (target & ~mask) | (combine(target, source, operator) & mask)
      }
    }
  }

  /** Eight pixels of a row whose first byte is at `rowStart`; `x` may lie before the row. */
  #eightAt(rowStart: number, x: number): number {
    const column = x >> 3
    const one = this.#byteAt(rowStart, column)
    return (x & 7) === 0 ? one : (((one << 8) | this.#byteAt(rowStart, column + 1)) >> (8 - (x & 7))) & 0xff
  }

  #byteAt(rowStart: number, column: number): number {
    return column < 0 || column >= this.stride ? 0 : (this.bytes[rowStart + column] ?? 0)
  }
}

/** Operators on which all viewers agree: poppler is wrong for AND at the ends of rows, and old PDFium for replace. */
export const AGREED: ReadonlySet<number> = new Set([COMBINE.or, COMBINE.xor, COMBINE.xnor])

/** Draws a symbol or a pattern in a region, if viewers agree on the result. */
export function drawPiece(
  region: Bitmap,
  piece: Bitmap,
  [x, y]: readonly [number, number],
  operator: number,
  work: PixelWork,
): void {
  demand(AGREED.has(operator), 'a piece is drawn in a way that viewers do not agree on')
  // Poppler loses some of what is left of pieces that are cut off at the left.
  demand(x >= 0 || x + piece.width <= 0, 'a piece reaches beyond the left edge')
  region.draw(piece, x, y, operator, work)
}

function combine(target: number, source: number, operator: number): number {
  switch (operator) {
    case COMBINE.or:
      return target | source
    case COMBINE.and:
      return target & source
    case COMBINE.xor:
      return target ^ source
    case COMBINE.xnor:
      return ~(target ^ source)
    default:
      return source
  }
}

/**
 * Reads pictures for a part of a page. Each picture is read once, however often it is painted.
 *
 * @module
 */
import { type Box, boxOfQuad, intersectBoxes, invert, type Matrix, transformToQuad } from '../../pdf/matrix.js'
import type { Rgb } from '../colour/colour.js'
import type { PictureReader } from '../content/device.js'
import type { PicturePart } from '../pictures/picture-part.js'
import type { GridFrame } from './raster.js'

/** The unit square, on which images lie. */
const UNIT: Box = [0, 0, 1, 1]

/** The colours of a picture, or what it lets through as a stencil; and its mask. */
export interface ReadPicture {
  readonly main: PicturePart | undefined
  readonly mask: PicturePart | undefined
}

/** Reads pictures for a region of a page. */
export class PictureParts {
  readonly #region: Box
  readonly #read = new Map<PictureReader, ReadPicture>()

  constructor(region: Box) {
    this.#region = region
  }

  of(picture: PictureReader): ReadPicture {
    let read = this.#read.get(picture)
    if (read === undefined) {
      const inverse = invert(picture.matrix)
      const part = inverse && intersectBoxes(boxOfQuad(transformToQuad(this.#region, inverse)), UNIT)
      read = { main: part && picture.read(part), mask: part && picture.readMask?.(part) }
      this.#read.set(picture, read)
    }
    return read
  }
}

/** Means of the values of a picture that fall into a cell of a grid. */
export class PartSampler {
  readonly #part: PicturePart
  readonly #frame: GridFrame
  readonly #inverse: Matrix
  /** Half of the values across and down that fall into a cell. */
  readonly #reachX: number
  readonly #reachY: number
  /** For upright pictures: the first value in each column (or row) of cells, then the one after the last. */
  readonly #columns: Int32Array | undefined
  readonly #rows: Int32Array | undefined
  readonly #means: [number, number, number] = [0, 0, 0]

  constructor(part: PicturePart, inverse: Matrix, frame: GridFrame) {
    this.#part = part
    this.#frame = frame
    this.#inverse = inverse
    const [a, b, c, d] = inverse
    this.#reachX = ((Math.abs(a) + Math.abs(c)) * part.across) / (2 * frame.scale)
    this.#reachY = ((Math.abs(b) + Math.abs(d)) * part.down) / (2 * frame.scale)
    if (b !== 0 || c !== 0) return
    this.#columns = Int32Array.from({ length: 2 * frame.width }, (_, i) => this.#across(i >> 1, 0)[i & 1] as number)
    this.#rows = Int32Array.from({ length: 2 * frame.height }, (_, i) => this.#down(0, i >> 1)[i & 1] as number)
  }

  #across(column: number, row: number): [number, number] {
    const { left, bottom, scale } = this.#frame
    const [a, , c, , e] = this.#inverse
    const u = a * (left + (column + 0.5) / scale) + c * (bottom + (row + 0.5) / scale) + e
    return between(u * this.#part.across - this.#part.left, this.#reachX, this.#part.width)
  }

  #down(column: number, row: number): [number, number] {
    const { left, bottom, scale } = this.#frame
    const [, b, , d, , f] = this.#inverse
    const v = b * (left + (column + 0.5) / scale) + d * (bottom + (row + 0.5) / scale) + f
    return between((1 - v) * this.#part.down - this.#part.top, this.#reachY, this.#part.height)
  }

  /** Red, green and blue of a cell from 0 to 1, in a list that the next call changes. A mask has three times the same. */
  at(column: number, row: number): Rgb {
    const [columns, rows] = [this.#columns, this.#rows]
    if (columns !== undefined && rows !== undefined) {
      const [x0, x1] = [columns[2 * column] as number, columns[2 * column + 1] as number]
      return this.#mean(x0, x1, rows[2 * row] as number, rows[2 * row + 1] as number)
    }
    const [x0, x1] = this.#across(column, row)
    const [y0, y1] = this.#down(column, row)
    return this.#mean(x0, x1, y0, y1)
  }

  #mean(x0: number, x1: number, y0: number, y1: number): Rgb {
    const { width, values, channels } = this.#part
    let red = 0
    let green = 0
    let blue = 0
    for (let y = y0; y < y1; y++) {
      for (let i = channels * (y * width + x0); i < channels * (y * width + x1); i += channels) {
        red += values[i] as number
        if (channels === 1) continue
        green += values[i + 1] as number
        blue += values[i + 2] as number
      }
    }
    const all = 255 * (x1 - x0) * (y1 - y0)
    const means = this.#means
    means[0] = red / all
    means[1] = channels === 1 ? means[0] : green / all
    means[2] = channels === 1 ? means[0] : blue / all
    return means
  }
}

/** From the first value about a place to before the last, at least one. */
function between(at: number, reach: number, count: number): [number, number] {
  const first = Math.min(count - 1, Math.max(0, Math.floor(at - reach + 0.5)))
  const last = Math.min(count, Math.max(first + 1, Math.floor(at + reach + 0.5)))
  return [first, last]
}

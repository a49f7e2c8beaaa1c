/**
 * What is read of pictures for a part of a page, each once for all that is painted with it.
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
  readonly #sums: [number, number, number] = [0, 0, 0]

  constructor(part: PicturePart, inverse: Matrix, frame: GridFrame) {
    this.#part = part
    this.#frame = frame
    this.#inverse = inverse
    const [a, b, c, d] = inverse
    this.#reachX = ((Math.abs(a) + Math.abs(c)) * part.across) / (2 * frame.scale)
    this.#reachY = ((Math.abs(b) + Math.abs(d)) * part.down) / (2 * frame.scale)
  }

  /** Red, green and blue of a cell from 0 to 1, in a list that the next call changes. A mask has three times the same. */
  at(column: number, row: number): Rgb {
    const { left, bottom, scale } = this.#frame
    const [a, b, c, d, e, f] = this.#inverse
    const [x, y] = [left + (column + 0.5) / scale, bottom + (row + 0.5) / scale]
    const { width, height, values, channels, across, down } = this.#part
    const atX = (a * x + c * y + e) * across - this.#part.left
    const atY = (1 - (b * x + d * y + f)) * down - this.#part.top
    const [x0, x1] = between(atX, this.#reachX, width)
    const [y0, y1] = between(atY, this.#reachY, height)
    let [red, green, blue] = [0, 0, 0]
    for (let j = y0; j < y1; j++) {
      for (let i = channels * (j * width + x0); i < channels * (j * width + x1); i += channels) {
        red += values[i] as number
        if (channels === 1) continue
        green += values[i + 1] as number
        blue += values[i + 2] as number
      }
    }
    const all = 255 * (x1 - x0) * (y1 - y0)
    const sums = this.#sums
    sums[0] = red / all
    sums[1] = channels === 1 ? sums[0] : green / all
    sums[2] = channels === 1 ? sums[0] : blue / all
    return sums
  }
}

/** From the first value about a place to before the last, at least one. */
function between(at: number, reach: number, count: number): [number, number] {
  const first = Math.min(count - 1, Math.max(0, Math.floor(at - reach + 0.5)))
  const last = Math.min(count, Math.max(first + 1, Math.floor(at + reach + 0.5)))
  return [first, last]
}

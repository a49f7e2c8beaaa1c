/**
 * How light a region of a page is at every place, without its text: shapes and pictures in the order of painting, on white
 * paper. Letters of a page that was scanned, or whose text was turned into shapes, are seen on it.
 *
 * @module
 */

import { type Box, boxOfQuad, intersectBoxes, invert, type Matrix, transformToQuad } from '../../pdf/matrix.js'
import { luminance } from '../colour/colour.js'
import { type ContentBudget, spend } from '../content/content-budget.js'
import { isPaintedForSure, type PaintedArea, type PictureReader } from '../content/device.js'
import type { PicturePart } from '../pictures/picture-part.js'
import { AreaRaster } from './area-raster.js'
import type { CellRange, GridFrame } from './raster.js'

/** The lightness assumed for unknown colours, and what differs so much from it. */
const MIDDLE_GREY = 0.5
const STANDING_OUT = 0.25
/** Opacity from which on a picture that cannot be read makes a cell unknown. */
const FAINT = 0.1
/** Opacity above which nothing of the ground remains. */
const OPAQUE = 0.98
/** Opacity of areas that not all viewers paint, and how many of them are painted at most. */
const BY_HALF = 0.5
const MOST_UNSURE = 2
/** Blend modes that are computed. */
const KNOWN_MODES: ReadonlySet<string> = new Set(['Normal', 'Multiply', 'Darken'])

/** The unit square, on which images lie. */
const UNIT: Box = [0, 0, 1, 1]

/** A grid on which areas are painted; they are to be told in the order of painting. */
export class LightnessGrid {
  /** Of each cell, rows from the bottom: 0 for black to 1 for white. */
  readonly lightness: Float32Array
  /** 1 where a picture lies that cannot be read. */
  readonly unknown: Uint8Array
  readonly #unsure: Uint8Array
  readonly #raster: AreaRaster
  readonly #region: Box
  readonly #budget: ContentBudget
  readonly #parts: Map<PictureReader, PictureParts>

  /**
   * @param scale Cells per point.
   * @param parts What was read of pictures for other grids, and is read for this one.
   */
  constructor(
    region: Box,
    scale: number,
    maxCells: number,
    budget: ContentBudget,
    parts: Map<PictureReader, PictureParts> = new Map(),
  ) {
    this.#region = region
    this.#budget = budget
    this.#parts = parts
    this.#raster = new AreaRaster(region, scale, maxCells, budget)
    this.lightness = new Float32Array(this.#raster.mask.length).fill(1)
    this.unknown = new Uint8Array(this.#raster.mask.length)
    this.#unsure = new Uint8Array(this.#raster.mask.length)
  }

  get frame(): GridFrame {
    return this.#raster.frame
  }

  /** @param wanted The part of the page that pictures are read for: all of the grids that share what was read. */
  paint(area: PaintedArea, wanted: Box): void {
    const { paint, picture } = area
    if (paint.alpha === 0) return
    const parts = picture === undefined ? undefined : this.#read(picture, wanted)
    const mask = area.kind === 'stencil' ? parts?.main : parts?.mask
    // Where a mask was read in detail, its rough map is not needed.
    const range = this.#raster.draw(area, { isMasked: mask === undefined })
    if (range === undefined || !spend(this.#budget, 'cells', (range.x1 - range.x0) * (range.y1 - range.y0))) return
    const matrix = picture === undefined ? undefined : invert(picture.matrix)
    const opacities = mask === undefined || matrix === undefined ? undefined : new PartSampler(mask, matrix, this.frame)
    const shades =
      area.kind === 'stencil' || parts?.main === undefined || matrix === undefined
        ? undefined
        : new PartSampler(parts.main, matrix, this.frame)
    const isUnknown = picture !== undefined && parts?.main === undefined
    this.#mix(area, range, { opacities, shades, isUnknown })
  }

  #mix(
    { paint }: PaintedArea,
    { x0, x1, y0, y1 }: CellRange,
    of: {
      readonly opacities: PartSampler | undefined
      readonly shades: PartSampler | undefined
      readonly isUnknown: boolean
    },
  ): void {
    const { width } = this.frame
    const own = paint.colour === undefined ? undefined : luminance(paint.colour)
    const isSure = isPaintedForSure(paint) && KNOWN_MODES.has(paint.blendMode)
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const i = y * width + x
        let opacity = paint.alpha * Math.min(1, this.#raster.mask[i] as number)
        if (opacity > 0 && of.opacities !== undefined) opacity *= of.opacities.at(x, y)
        if (opacity <= 0) continue
        if (!isSure) opacity *= this.#shareOfUnsure(i)
        const ground = this.lightness[i] as number
        const shade = of.shades === undefined ? (own ?? unlike(ground)) : of.shades.at(x, y)
        const painted = paint.blendMode === 'Multiply' || paint.blendMode === 'Darken' ? shade * ground : shade
        this.lightness[i] = ground + opacity * (painted - ground)
        if (of.isUnknown ? opacity >= FAINT : opacity >= OPAQUE) this.unknown[i] = of.isUnknown ? 1 : 0
      }
    }
  }

  /**
   * An area that only some viewers paint is painted at half opacity, so that both it and what lies beneath can be made
   * out; from the third one on, nobody knows what is seen.
   */
  #shareOfUnsure(cell: number): number {
    const times = this.#unsure[cell] as number
    if (times < MOST_UNSURE) this.#unsure[cell] = times + 1
    else this.unknown[cell] = 1
    return BY_HALF
  }

  #read(picture: PictureReader, wanted: Box): PictureParts {
    const known = this.#parts.get(picture)
    if (known !== undefined) return known
    const inverse = invert(picture.matrix)
    const part = inverse === undefined ? undefined : partOf(wanted, inverse)
    const main = part === undefined ? undefined : picture.read(part)
    const mask = part === undefined ? undefined : picture.readMask?.(part)
    const parts = { main, mask }
    this.#parts.set(picture, parts)
    return parts
  }

  /** The part of the page that the grid shows. */
  get region(): Box {
    return this.#region
  }
}

/** 1 for each cell in which two grids of one size differ by so much at least. */
export function differences(one: Float32Array, other: Float32Array, least: number): Uint8Array {
  const found = new Uint8Array(one.length)
  // `Uint8Array.from` with a function takes forty times as long.
  for (let i = 0; i < found.length; i++) {
    found[i] = Math.abs((one[i] as number) - (other[i] as number)) >= least ? 1 : 0
  }
  return found
}

/** A colour that is not known is one that stands out of its ground. */
function unlike(ground: number): number {
  return Math.abs(ground - MIDDLE_GREY) < STANDING_OUT ? 0 : MIDDLE_GREY
}

/** What was read of a picture: its lightness, or what it lets through as a stencil, and its mask. */
export interface PictureParts {
  readonly main: PicturePart | undefined
  readonly mask: PicturePart | undefined
}

function partOf(wanted: Box, inverse: Matrix): Box | undefined {
  return intersectBoxes(boxOfQuad(transformToQuad(wanted, inverse)), UNIT)
}

/** Means of the values of a picture that fall into a cell of a grid. */
class PartSampler {
  readonly #part: PicturePart
  readonly #frame: GridFrame
  readonly #inverse: Matrix
  /** Half of the values across and down that fall into a cell. */
  readonly #reachX: number
  readonly #reachY: number

  constructor(part: PicturePart, inverse: Matrix, frame: GridFrame) {
    this.#part = part
    this.#frame = frame
    this.#inverse = inverse
    const [a, b, c, d] = inverse
    this.#reachX = ((Math.abs(a) + Math.abs(c)) * part.across) / (2 * frame.scale)
    this.#reachY = ((Math.abs(b) + Math.abs(d)) * part.down) / (2 * frame.scale)
  }

  /** From 0 to 1. */
  at(column: number, row: number): number {
    const { left, bottom, scale } = this.#frame
    const [a, b, c, d, e, f] = this.#inverse
    const [x, y] = [left + (column + 0.5) / scale, bottom + (row + 0.5) / scale]
    const { width, height, values, across, down } = this.#part
    const atX = (a * x + c * y + e) * across - this.#part.left
    const atY = (1 - (b * x + d * y + f)) * down - this.#part.top
    const [x0, x1] = between(atX, this.#reachX, width)
    const [y0, y1] = between(atY, this.#reachY, height)
    let sum = 0
    for (let j = y0; j < y1; j++) for (let i = x0; i < x1; i++) sum += values[j * width + i] as number
    return sum / (255 * (x1 - x0) * (y1 - y0))
  }
}

/** From the first value about a place to before the last, at least one. */
function between(at: number, reach: number, count: number): [number, number] {
  const first = Math.min(count - 1, Math.max(0, Math.floor(at - reach + 0.5)))
  const last = Math.min(count, Math.max(first + 1, Math.floor(at + reach + 0.5)))
  return [first, last]
}

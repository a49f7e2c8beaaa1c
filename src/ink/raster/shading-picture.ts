/**
 * Shows shadings (ISO 32000-2, 8.7.4.5) as pictures, since a function of the place or of the way along an axis may even paint
 * letters. Shadings of triangles and patches are not read.
 *
 * @module
 */

import { type Box, invert, type Matrix } from '../../pdf/matrix.js'
import type { PdfDict, PdfObject } from '../../pdf/objects.js'
import { type ColourSpace, knownColour, PAPER, type Rgb, readColourSpace } from '../colour/colour.js'
import { type PdfFunction, readFunction } from '../colour/pdf-function.js'
import { isUsedUp, spend } from '../content/content-budget.js'
import { type ContentSource, readMatrix, readNumbers } from '../content/content-source.js'
import type { PictureReader } from '../content/drawing.js'
import type { PicturePart } from '../pictures/picture-part.js'
import { once } from '../remember.js'

/** A shading, and where it applies. */
interface ShadingPlace {
  readonly shading: PdfDict
  /** Object of the shading, or of the shading in a pattern. For triangles it is a stream with data. */
  readonly object: PdfObject
  /** Matrix from the shading's space to that of the page. */
  readonly matrix: Matrix
  /** The part of the page that it may paint. */
  readonly box: Box
  readonly resources: PdfDict | undefined
  /** True when its background is painted where the shading does not reach, as in patterns (Table 77). */
  readonly hasGround: boolean
}

/** A shading in the form of an image. */
export interface ShadedPicture {
  readonly picture: PictureReader
}

/** Values per point, enough to separate letters. */
const SCALE = 3
/** Most values of one part. A tile of a page with its margin has as many. */
const MAX_VALUES = 300_000
/** Cost of a value, for which a function is computed. */
const CELLS_PER_VALUE = 16

/** The colour at a place of the page; `undefined` where nothing is painted. */
type ColourAt = (x: number, y: number) => Rgb | undefined

/** A shading as a picture on the box in which it applies. Its parts cannot be read when its colours are not computed. */
export function shadedPicture(source: ContentSource, place: ShadingPlace): ShadedPicture {
  const [left, bottom, right, top] = place.box
  const matrix: Matrix = [Math.max(right - left, 0.001), 0, 0, Math.max(top - bottom, 0.001), left, bottom]
  const colours = once(() => ({ at: readColours(source, place) }))
  const read = (part: Box, channels: 1 | 3, valuesAt: (colour: Rgb | undefined) => readonly number[]) => {
    const { at } = colours()
    return at && readPart(source, matrix, part, channels, (x, y) => valuesAt(at(x, y)))
  }
  return {
    picture: {
      read: (part) => read(part, 3, (colour) => colour ?? PAPER),
      readMask: (part) => read(part, 1, (colour) => (colour === undefined ? NOTHING_THERE : ALL_THERE)),
      matrix,
      origin: [place.object, [...place.matrix], place.resources?.get('ColorSpace') ?? null],
    },
  }
}

/** Stands for a colour that viewers do not agree on: what shows it cannot be read. */
const UNKNOWN: Rgb = [Number.NaN, Number.NaN, Number.NaN]
const NOTHING_THERE = [0]
const ALL_THERE = [1]

function readPart(
  source: ContentSource,
  [width, , , height, left, bottom]: Matrix,
  [x0, y0, x1, y1]: Box,
  channels: 1 | 3,
  valuesAt: (x: number, y: number) => readonly number[],
): PicturePart | undefined {
  const area = (x1 - x0) * width * (y1 - y0) * height
  const scale = Math.min(SCALE, Math.sqrt(MAX_VALUES / Math.max(area, 1)))
  const [across, down] = [Math.max(1, Math.ceil(width * scale)), Math.max(1, Math.ceil(height * scale))]
  const [first, last] = [Math.floor(x0 * across), Math.min(across, Math.ceil(x1 * across))]
  const [start, end] = [Math.floor((1 - y1) * down), Math.min(down, Math.ceil((1 - y0) * down))]
  const [columns, rows] = [Math.max(1, last - first), Math.max(1, end - start)]
  if (!spend(source.budget, 'cells', CELLS_PER_VALUE * columns * rows)) return undefined
  const values = new Uint8Array(columns * rows * channels)
  for (let row = 0; row < rows; row++) {
    if (isUsedUp(source.budget)) return undefined
    const y = bottom + height * (1 - (start + row + 0.5) / down)
    for (let column = 0; column < columns; column++) {
      const found = valuesAt(left + (width * (first + column + 0.5)) / across, y)
      if (Number.isNaN(found[0])) return undefined
      const at = channels * (row * columns + column)
      for (let c = 0; c < channels; c++) values[at + c] = Math.round(255 * (found[c] ?? 0))
    }
  }
  return { width: columns, height: rows, channels, values, left: first, top: start, across, down }
}

/** The function from places to colours; `undefined` when colours are not computed. */
function readColours(source: ContentSource, place: ShadingPlace): ColourAt | undefined {
  const { shading, resources, hasGround } = place
  const space = readColourSpace(source, shading.get('ColorSpace'), resources)
  if (space === undefined || space.components === 0 || space.isPattern) return undefined
  const colourOf = readColourFunction(source, shading.get('Function'), space)
  const inverse = invert(place.matrix)
  if (colourOf === undefined || inverse === undefined) return undefined
  const ground = hasGround ? readNumbers(source, shading.get('Background'), space.components) : undefined
  const beyond = ground === undefined ? undefined : (knownColour(space, ground) ?? UNKNOWN)
  const inputs = readInputs(source, shading)
  if (inputs === undefined) return undefined
  const [a, b, c, d, e, f] = inverse
  return (x, y) => {
    const at = inputs(a * x + c * y + e, b * x + d * y + f)
    return at === undefined ? beyond : colourOf(at)
  }
}

/** Reads the colour function (8.7.4.5.2): one function for all components, or one for each. */
function readColourFunction(
  source: ContentSource,
  object: PdfObject | undefined,
  space: ColourSpace,
): ((inputs: readonly number[]) => Rgb) | undefined {
  const value = source.resolve(object)
  const functions = (Array.isArray(value) ? value : [object]).map((item) => readFunction(source, item))
  if (functions.length === 0 || functions.some((item) => item === undefined)) return undefined
  const all = functions as readonly PdfFunction[]
  const only = all.length === 1 ? all[0] : undefined
  return (inputs) => {
    const components = (only?.(inputs) ?? all.flatMap((item) => item(inputs))).slice(0, space.components)
    const isWhole = components.length === space.components
    return (isWhole ? knownColour(space, components) : undefined) ?? UNKNOWN
  }
}

/** Inputs of the shading's function at a place; `undefined` where the shading does not reach. */
type InputsAt = (x: number, y: number) => readonly number[] | undefined

function readInputs(source: ContentSource, shading: PdfDict): InputsAt | undefined {
  switch (source.lookupNumber(shading, 'ShadingType')) {
    case 1:
      return byPlace(source, shading)
    case 2:
      return alongAxis(source, shading)
    case 3:
      return betweenCircles(source, shading)
    default:
      return undefined
  }
}

/** Inputs of a function-based shading (8.7.4.5.2). */
function byPlace(source: ContentSource, shading: PdfDict): InputsAt | undefined {
  const inverse = invert(readMatrix(source, shading.get('Matrix')))
  if (inverse === undefined) return undefined
  const [x0 = 0, x1 = 1, y0 = 0, y1 = 1] = readNumbers(source, shading.get('Domain'), 4) ?? []
  const [a, b, c, d, e, f] = inverse
  return (x, y) => {
    const [u, v] = [a * x + c * y + e, b * x + d * y + f]
    return u < x0 || u > x1 || v < y0 || v > y1 ? undefined : [u, v]
  }
}

/** The parameter's ends, and whether the shading is extended beyond them. */
interface Way {
  readonly ends: readonly [number, number]
  readonly goesOn: readonly [before: boolean, behind: boolean]
}

function readWay(source: ContentSource, shading: PdfDict): Way {
  const [from = 0, to = 1] = readNumbers(source, shading.get('Domain'), 2) ?? []
  const extend = source.lookup(shading, 'Extend')
  const [before, behind] = Array.isArray(extend) ? extend.map((item) => source.resolve(item) === true) : []
  return { ends: [from, to], goesOn: [before === true, behind === true] }
}

function isOnWay(s: number, { goesOn: [before, behind] }: Way): boolean {
  return (s >= 0 || before) && (s <= 1 || behind)
}

function inputOn(s: number, { ends: [from, to] }: Way): readonly number[] {
  return [from + Math.min(1, Math.max(0, s)) * (to - from)]
}

/** Inputs of an axial shading (8.7.4.5.3). */
function alongAxis(source: ContentSource, shading: PdfDict): InputsAt | undefined {
  const coordinates = readNumbers(source, shading.get('Coords'), 4)
  if (coordinates === undefined) return undefined
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = coordinates
  const length = (x1 - x0) ** 2 + (y1 - y0) ** 2
  const way = readWay(source, shading)
  if (length === 0) return undefined
  return (x, y) => {
    const s = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
    return isOnWay(s, way) ? inputOn(s, way) : undefined
  }
}

/** Inputs of a radial shading (8.7.4.5.4): among the circles through a place, the one farthest along counts. */
function betweenCircles(source: ContentSource, shading: PdfDict): InputsAt | undefined {
  const coordinates = readNumbers(source, shading.get('Coords'), 6)
  if (coordinates === undefined) return undefined
  const [x0 = 0, y0 = 0, r0 = 0, x1 = 0, y1 = 0, r1 = 0] = coordinates
  const [dx, dy, dr] = [x1 - x0, y1 - y0, r1 - r0]
  const a = dx * dx + dy * dy - dr * dr
  const way = readWay(source, shading)
  return (x, y) => {
    const b = (x - x0) * dx + (y - y0) * dy + r0 * dr
    const c = (x - x0) ** 2 + (y - y0) ** 2 - r0 * r0
    const found = rootsOf(a, b, c).find((s) => r0 + s * dr >= 0 && isOnWay(s, way))
    return found === undefined ? undefined : inputOn(found, way)
  }
}

/** Roots of a s² - 2 b s + c, the larger one first. */
function rootsOf(a: number, b: number, c: number): readonly number[] {
  if (Math.abs(a) < 1e-9) return b === 0 ? [] : [c / (2 * b)]
  const square = b * b - a * c
  if (square < 0) return []
  const root = Math.sqrt(square)
  return [(b + root) / a, (b - root) / a].sort((one, other) => other - one)
}

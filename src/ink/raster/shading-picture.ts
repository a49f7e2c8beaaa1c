/**
 * Shows shadings (ISO 32000-2, 8.7.4.5) as pictures, since a function of the place or of the way along an axis may even paint
 * letters. Shadings of triangles and patches are not read.
 *
 * @module
 */

import { type Box, invert, type Matrix } from '../../pdf/matrix.js'
import type { PdfDict, PdfObject } from '../../pdf/objects.js'
import { type ColourSpace, knownColour, type Rgb, readColourSpace } from '../colour/colour.js'
import { type PdfFunction, readFunction } from '../colour/pdf-function.js'
import { isUsedUp, spend } from '../content/content-budget.js'
import { type ContentSource, readNumbers } from '../content/content-source.js'
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

/** The colour at a place of the page. */
type ColourAt = (x: number, y: number) => Rgb

/**
 * A shading as a picture on the box in which it applies. Its parts cannot be read when its colours are not computed. It hides
 * all of the box, and is unknown where it does not reach: viewers differ on such places, and something may be seen there.
 */
export function shadedPicture(source: ContentSource, place: ShadingPlace): ShadedPicture {
  const [left, bottom, right, top] = place.box
  const matrix: Matrix = [Math.max(right - left, 0.001), 0, 0, Math.max(top - bottom, 0.001), left, bottom]
  const colours = once(() => ({ at: readColours(source, place) }))
  const read = (part: Box) => {
    const { at } = colours()
    return at && readPart(source, matrix, part, at)
  }
  return {
    picture: { read, matrix, origin: [place.object, [...place.matrix], place.resources?.get('ColorSpace') ?? null] },
  }
}

/** Stands for a colour that viewers do not agree on: what shows it cannot be read. */
const UNKNOWN: Rgb = [Number.NaN, Number.NaN, Number.NaN]

function readPart(
  source: ContentSource,
  [width, , , height, left, bottom]: Matrix,
  [x0, y0, x1, y1]: Box,
  colourAt: ColourAt,
): PicturePart | undefined {
  const area = (x1 - x0) * width * (y1 - y0) * height
  const scale = Math.min(SCALE, Math.sqrt(MAX_VALUES / Math.max(area, 1)))
  const [across, down] = [Math.max(1, Math.ceil(width * scale)), Math.max(1, Math.ceil(height * scale))]
  const [first, last] = [Math.floor(x0 * across), Math.min(across, Math.ceil(x1 * across))]
  const [start, end] = [Math.floor((1 - y1) * down), Math.min(down, Math.ceil((1 - y0) * down))]
  const [columns, rows] = [Math.max(1, last - first), Math.max(1, end - start)]
  if (!spend(source.budget, 'cells', CELLS_PER_VALUE * columns * rows)) return undefined
  const values = new Uint8Array(3 * columns * rows)
  for (let row = 0; row < rows; row++) {
    if (isUsedUp(source.budget)) return undefined
    const y = bottom + height * (1 - (start + row + 0.5) / down)
    for (let column = 0; column < columns; column++) {
      const found = colourAt(left + (width * (first + column + 0.5)) / across, y)
      if (Number.isNaN(found[0])) return undefined
      const at = 3 * (row * columns + column)
      for (let c = 0; c < 3; c++) values[at + c] = Math.round(255 * (found[c] ?? 0))
    }
  }
  return { width: columns, height: rows, channels: 3, values, left: first, top: start, across, down }
}

/**
 * The function from places to colours; `undefined` when colours are not computed. Viewers differ on nearly all entries that a
 * shading need not have.
 */
function readColours(source: ContentSource, place: ShadingPlace): ColourAt | undefined {
  const { shading, resources } = place
  const space = readColourSpace(source, shading.get('ColorSpace'), resources)
  if (space === undefined || space.components === 0 || space.isPattern || space.isSpecial) return undefined
  if (ODD_ENTRIES.some((key) => shading.has(key))) return undefined
  const colourOf = readColourFunction(source, shading.get('Function'), space)
  const inverse = invert(place.matrix)
  if (colourOf === undefined || inverse === undefined) return undefined
  const way = readWay(source, shading)
  if (way === undefined) return undefined
  const [a, b, c, d, e, f] = inverse
  return (x, y) => {
    const at = way(a * x + c * y + e, b * x + d * y + f)
    return at === undefined ? UNKNOWN : colourOf([at])
  }
}

/** Entries that some viewers ignore, or apply to another part of the page. */
const ODD_ENTRIES = ['Background', 'BBox']

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

/** The place along a shading where its function applies, 0 to 1; `undefined` beyond its ends. */
type WayAt = (x: number, y: number) => number | undefined

/** The way of a shading by axis or by circles. PDF.js does not know shadings by place. */
function readWay(source: ContentSource, shading: PdfDict): WayAt | undefined {
  const domain = shading.has('Domain') ? readNumbers(source, shading.get('Domain'), 2) : [0, 1]
  if (domain?.[0] !== 0 || domain[1] !== 1) return undefined
  const way = readWholeWay(source, shading)
  const extend = source.lookup(shading, 'Extend')
  const [before, behind] = Array.isArray(extend) ? extend.map((item) => source.resolve(item) === true) : []
  return (
    way &&
    ((x, y) => {
      const at = way(x, y)
      if (at === undefined || (at < 0 && before !== true) || (at > 1 && behind !== true)) return undefined
      return Math.min(1, Math.max(0, at))
    })
  )
}

function readWholeWay(source: ContentSource, shading: PdfDict): WayAt | undefined {
  switch (source.lookupNumber(shading, 'ShadingType')) {
    case 2:
      return alongAxis(readNumbers(source, shading.get('Coords'), 4))
    case 3:
      return betweenCircles(readNumbers(source, shading.get('Coords'), 6))
    default:
      return undefined
  }
}

/** Shortest axis or distance between circles, in units of the shading: viewers paint all else in one of the two colours. */
const SHORTEST = 0.1

/** An axial shading (8.7.4.5.3). */
function alongAxis(coordinates: readonly number[] | undefined): WayAt | undefined {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = coordinates ?? []
  const length = (x1 - x0) ** 2 + (y1 - y0) ** 2
  if (length < SHORTEST ** 2) return undefined
  return (x, y) => ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
}

/** A radial shading (8.7.4.5.4) of two circles, one inside of the other: others leave places bare. */
function betweenCircles(coordinates: readonly number[] | undefined): WayAt | undefined {
  const [x0 = 0, y0 = 0, r0 = 0, x1 = 0, y1 = 0, r1 = 0] = coordinates ?? []
  const [dx, dy, dr] = [x1 - x0, y1 - y0, r1 - r0]
  const a = dx * dx + dy * dy - dr * dr
  if (r0 < 0 || r1 < 0 || Math.abs(dr) < Math.hypot(dx, dy) + SHORTEST) return undefined
  return (x, y) => {
    const b = (x - x0) * dx + (y - y0) * dy + r0 * dr
    const c = (x - x0) ** 2 + (y - y0) ** 2 - r0 * r0
    const root = Math.sqrt(Math.max(0, b * b - a * c))
    // A place can lie on two circles. The later one is painted over the other; it comes first here, since `a` is negative.
    return [(b - root) / a, (b + root) / a].find((s) => r0 + s * dr >= 0)
  }
}

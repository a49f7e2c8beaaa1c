/**
 * Pattern dictionaries, and halftone regions made of them (ITU-T T.88, 6.6, 6.7 and Annex C).
 *
 * @module
 */

import { demand, type PixelWork } from '../decoding.js'
import { Bitmap, drawPiece } from './bitmap.js'
import { decodeFaxRegion, decodeGenericRegion, genericContexts, type Offset } from './generic-region.js'
import { DataReader } from './segments.js'

/** Patterns of one size, from white to black. */
export type PatternDictionary = readonly Bitmap[]

/** Largest number of a pattern. */
const MAX_PATTERN = 65_535
/** Positions of the adaptive pixels after the first (Tables 23 and C.4). */
const OTHERS: readonly Offset[] = [
  [-3, -1],
  [2, -2],
  [-2, -2],
]

function offsetsFrom(first: Offset, template: number): readonly Offset[] {
  return template === 0 ? [first, ...OTHERS] : [first]
}

/** Reads a pattern dictionary, whose patterns are coded side by side (7.4.4). */
export function readPatterns(data: Uint8Array, work: PixelWork): PatternDictionary {
  const reader = new DataReader(data)
  const flags = reader.u8()
  const [isFax, template] = [(flags & 1) === 1, (flags >> 1) & 3]
  const [width, height, last] = [reader.u8(), reader.u8(), reader.u32()]
  demand(width > 0 && height > 0 && last <= MAX_PATTERN, 'patterns have no size, or there are too many')
  const region = { width: (last + 1) * width, height, template, isTypical: false }
  const at = offsetsFrom([-width, 0], template)
  const all = isFax
    ? decodeFaxRegion(reader.rest, [region.width, height], 'last', work).bitmap
    : decodeGenericRegion({ ...region, at }, reader.arithmetic(), genericContexts(template), work)
  return Array.from({ length: last + 1 }, (_, i) => all.part(i * width, 0, width, height, work))
}

/** Flags and vectors of a grid (7.4.5.1). */
interface Grid {
  readonly isFax: boolean
  readonly template: number
  readonly operator: number
  readonly columns: number
  readonly rows: number
  /** Position of the first pattern, and the step to the next in a row, in 1/256 pixel. */
  readonly origin: Offset
  readonly step: Offset
}

function readGrid(reader: DataReader): Grid {
  const flags = reader.u8()
  // Poppler fails to decode skipped patterns (HENABLESKIP), and MuPDF ignores a black default pixel.
  demand((flags & 0x88) === 0, 'a halftone is written in a way that viewers do not agree on')
  const kind = { isFax: (flags & 1) === 1, template: (flags >> 1) & 3 }
  const [columns, rows] = [reader.u32(), reader.u32()]
  const origin: Offset = [reader.i32(), reader.i32()]
  const step: Offset = [reader.u16(), reader.u16()]
  demand(columns > 0 && rows > 0, 'a halftone has no size')
  return { ...kind, operator: (flags >> 4) & 7, columns, rows, origin, step }
}

/** Reads a halftone region after its region information field. */
export function readHalftone(
  reader: DataReader,
  [width, height]: readonly [number, number],
  patterns: PatternDictionary,
  work: PixelWork,
): Bitmap {
  const grid = readGrid(reader)
  demand(patterns.length > 0, 'a halftone has no patterns')
  const bitmap = new Bitmap(width, height, work)
  const shades = readShades(reader, grid, patterns.length, work)
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const shade = patterns[shades[row * grid.columns + column] ?? 0]
      demand(shade !== undefined, 'a pattern is drawn that there is not')
      const place = placeOf(grid, column, row)
      // PDFium loses some of patterns that are cut off at the top.
      demand(place[1] >= 0 || place[1] + shade.height <= 0, 'a pattern reaches beyond the upper edge')
      drawPiece(bitmap, shade, place, grid.operator, work)
    }
  }
  return bitmap
}

/** The position of a pattern (6.6.5.2). */
function placeOf({ origin, step }: Grid, column: number, row: number): [number, number] {
  const x = origin[0] + row * step[1] + column * step[0]
  const y = origin[1] + row * step[0] - column * step[1]
  return [Math.floor(x / 256), Math.floor(y / 256)]
}

/** The pattern numbers of all positions, decoded from Gray-coded planes, the highest first (Annex C). */
function readShades(
  reader: DataReader,
  { columns, rows, isFax, template }: Grid,
  count: number,
  work: PixelWork,
): Uint32Array {
  work.spend(SHADE_COST * columns * rows)
  const shades = new Uint32Array(columns * rows)
  const at = offsetsFrom([template <= 1 ? 3 : 2, -1], template)
  const region = {
    width: columns,
    height: rows,
    template,
    at,
    isTypical: false,
  }
  const decoder = isFax ? undefined : reader.arithmetic()
  const contexts = genericContexts(template)
  const readPlane = () => {
    if (decoder !== undefined) return decodeGenericRegion(region, decoder, contexts, work)
    const { bitmap, length } = decodeFaxRegion(reader.rest, [columns, rows], 'inner', work)
    reader.take(length)
    return bitmap
  }
  const pixels = new Uint8Array(columns)
  for (let bits = Math.ceil(Math.log2(count)); bits > 0; bits--) {
    const plane = readPlane()
    for (let row = 0; row < rows; row++) {
      plane.getRow(row, pixels)
      for (let column = 0; column < columns; column++) {
        const i = row * columns + column
        const shade = shades[i] ?? 0
        shades[i] = (shade << 1) | ((shade & 1) ^ (pixels[column] ?? 0))
      }
    }
  }
  return shades
}

/** Cost of decoding a pattern number, in pixels. */
const SHADE_COST = 8

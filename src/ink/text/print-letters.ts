/**
 * Finds letters in pictures and shapes: connected ink that differs from its ground and is as high as letters. It does not matter
 * whether they are dark on light or light on dark, black or grey, nor which letters they are.
 *
 * @module
 */
import { append } from '../../lists.js'
import type { Box } from '../../pdf/matrix.js'
import { JUST_VISIBLE } from '../colour/colour.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { type CellBlot, type GridFrame, takeBlots } from '../raster/raster.js'

/** A letter, or as much of touching letters as is one letter wide. */
export interface PrintLetter {
  readonly box: Box
  /** Height of the letter, or of the line that it belongs to, in points. */
  readonly size: number
  /** Indices of its cells in the grid. */
  readonly cells: readonly number[]
  /** True when a neighbour is a letter as well, or its contrast is too high for a speck. */
  readonly isCertain: boolean
  /** True for a point, a comma or a dash, over which a pen may run without harm. */
  readonly isSign: boolean
}

/** Smallest and largest height of letters in points: capitals have about 4 and 30 points in font size. */
const HEIGHT = [2.4, 26] as const
/** Radius within which the ground of a place is measured, in points. */
const AROUND = 9
/** Smallest difference in lightness of light letters from a dark ground. */
const LIGHTER = 0.18
/** Largest lightness of a ground with light letters. */
const DARK_GROUND = 0.65
/** Longest stroke of a letter, in points. A longer one is a line of a table or a form. */
const LONGEST_STROKE = 28
/** Smallest width and height of a spot in points: a full shape such as a punched hole or a box. */
const SPOT = 7
/** Smallest filled share of a spot. */
const FULL = 0.72
/** Filled share of a shape from which it is a box, whatever its neighbours are. */
const SOLID = 0.93
/** Fewest neighbours that make a full shape a letter. */
const LINE_OF_SPOTS = 2
/** Width of a shape from which it holds several letters, in heights. */
const LETTER_WIDTH = 1.3
/** Width by which such letters are counted, in heights. */
const LETTER_STEP = 0.7
/** Largest distance between a letter and a dot or dash that belongs to it, in heights of the letter. */
const SIGN_DISTANCE = 0.6
/** Fewest cells of a dot or dash. */
const LEAST_SIGN = 4
/** Largest distance between neighbours in a line, in heights. */
const NEIGHBOUR_DISTANCE = 1.2
/** Largest ratio of the heights of neighbours in a line. */
const ALIKE = 2.2

/** Smallest height of a single letter, in points; lower ones may be specks of a scan. */
const LONE_HEIGHT = 4.5
/** Smallest difference in lightness of a single letter from its ground. */
const LONE_CONTRAST = 0.35

/** A connected group of cells, before it is classified. */
interface Blot extends CellBlot {
  /** Mean difference in lightness from its surroundings. */
  readonly contrast: number
}

/** The letters on a grid of lightness. */
export function findPrintLetters(lightness: Float32Array, frame: GridFrame): PrintLetter[] {
  const means = localMeans(lightness, frame)
  const darkest = darkestAround(lightness, frame)
  const letters: PrintLetter[] = []
  for (const isDark of [true, false]) {
    const ink = inkOf(lightness, means, isDark, darkest)
    if (ink === undefined) continue
    removeLines(ink, frame)
    const contrastOf = (cell: number) => Math.abs((lightness[cell] ?? 0) - (means[cell] ?? 0))
    const blots = takeBlots(ink, frame.width).map((blot): Blot => {
      const sum = blot.cells.reduce((total, cell) => total + contrastOf(cell), 0)
      return { ...blot, contrast: sum / blot.cells.length }
    })
    append(letters, lettersOf(blots, frame))
  }
  return letters
}

/** The mean lightness around each cell. */
function localMeans(lightness: Float32Array, { width, height, scale }: GridFrame): Float32Array {
  const reach = Math.max(1, Math.round(AROUND * scale))
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += lightness[y * width + x] ?? 0
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row
    }
  }
  const means = new Float32Array(lightness.length)
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.max(0, y - reach) * stride, Math.min(height, y + reach + 1) * stride]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      const sum =
        (sums[below + right] ?? 0) - (sums[below + left] ?? 0) - (sums[above + right] ?? 0) + (sums[above + left] ?? 0)
      means[y * width + x] = (sum * stride) / ((right - left) * (below - above))
    }
  }
  return means
}

/** The lowest lightness around each cell, in squares that lie within the radius of a letter's ground. */
function darkestAround(lightness: Float32Array, { width, height, scale }: GridFrame): (cell: number) => number {
  const side = Math.max(1, Math.round((AROUND * scale) / 2))
  const columns = Math.ceil(width / side)
  const squares = new Float32Array(columns * Math.ceil(height / side)).fill(1)
  const squareOf = (x: number, y: number) => Math.floor(y / side) * columns + Math.floor(x / side)
  for (let i = 0; i < lightness.length; i++) {
    const square = squareOf(i % width, Math.floor(i / width))
    squares[square] = Math.min(squares[square] ?? 0, lightness[i] ?? 0)
  }
  return (cell) => {
    const square = squareOf(cell % width, Math.floor(cell / width))
    let least = 1
    for (const dy of [-columns, 0, columns]) {
      for (const dx of [-1, 0, 1]) least = Math.min(least, squares[square + dy + dx] ?? 1)
    }
    return least
  }
}

/**
 * 1 for each cell that differs from its ground; `undefined` when none does. Light letters differ from their ground by more than
 * its darkest cell does. That excludes the paper inside of dark letters.
 */
function inkOf(
  lightness: Float32Array,
  means: Float32Array,
  isDark: boolean,
  darkest: (cell: number) => number,
): Uint8Array | undefined {
  const ink = new Uint8Array(lightness.length)
  let some = false
  for (let i = 0; i < ink.length; i++) {
    const [own, mean] = [lightness[i] ?? 0, means[i] ?? 0]
    const isInk = isDark
      ? own < mean - JUST_VISIBLE
      : mean < DARK_GROUND && own > mean + LIGHTER && own - mean > mean - darkest(i)
    if (!isInk) continue
    ink[i] = 1
    some = true
  }
  return some ? ink : undefined
}

/** Removes horizontal and vertical lines that are longer than strokes of letters, even where letters touch them. */
function removeLines(ink: Uint8Array, { width, height, scale }: GridFrame): void {
  const longest = LONGEST_STROKE * scale
  const long: number[] = []
  const follow = (count: number, length: number, indexOf: (line: number, at: number) => number) => {
    for (let line = 0; line < count; line++) {
      for (let at = 0, start = 0; at <= length; at++) {
        if (at < length && ink[indexOf(line, at)] === 1) continue
        if (at - start > longest) for (let i = start; i < at; i++) long.push(indexOf(line, i))
        start = at + 1
      }
    }
  }
  follow(height, width, (y, x) => y * width + x)
  follow(width, height, (x, y) => y * width + x)
  for (const i of long) ink[i] = 0
}

function lettersOf(blots: readonly Blot[], frame: GridFrame): PrintLetter[] {
  const high = lettersAmong(blots, frame.scale)
  if (high.length === 0) return []
  const places = new SpatialIndex(high, ({ x0, y0, x1, y1 }): Box => [x0, y0, x1, y1])
  const reach = HEIGHT[1] * frame.scale * NEIGHBOUR_DISTANCE
  const near = ({ x0, y0, x1, y1 }: Blot) => places.query([x0 - reach, y0 - reach, x1 + reach, y1 + reach])
  const taken = new Set(high)
  const signs = blots.filter((blot) => !taken.has(blot) && blot.cells.length >= LEAST_SIGN && isSign(blot, near(blot)))
  return [
    ...high.flatMap((blot) => split(blot, near(blot), frame)),
    ...signs.map((blot) => ({ ...asLetter(blot, blot.cells, frame, true), isSign: true })),
  ]
}

function isLetterLike({ cells, x0, y0, x1, y1 }: Blot, scale: number): boolean {
  const [width, height] = [(x1 - x0) / scale, (y1 - y0) / scale]
  if (height < HEIGHT[0] || height > HEIGHT[1]) return false
  const fill = cells.length / ((x1 - x0) * (y1 - y0))
  return fill < SOLID || Math.min(width, height) < SPOT
}

function isSpot({ cells, x0, y0, x1, y1 }: Blot, scale: number): boolean {
  const [width, height] = [(x1 - x0) / scale, (y1 - y0) / scale]
  return cells.length >= FULL * (x1 - x0) * (y1 - y0) && Math.min(width, height) >= SPOT
}

/** Groups as high as letters. Full shapes only count with neighbours in a line: bold letters are as full. */
function lettersAmong(blots: readonly Blot[], scale: number): Blot[] {
  const high = blots.filter((blot) => isLetterLike(blot, scale))
  const spots = high.filter((blot) => isSpot(blot, scale))
  if (spots.length === 0) return high
  const places = new SpatialIndex(high, ({ x0, y0, x1, y1 }): Box => [x0, y0, x1, y1])
  const reach = HEIGHT[1] * scale * NEIGHBOUR_DISTANCE
  const lone = new Set(
    spots.filter((blot) => {
      const near = places.query([blot.x0 - reach, blot.y0, blot.x1 + reach, blot.y1])
      return near.filter((other) => other !== blot && areNeighbours(blot, other)).length < LINE_OF_SPOTS
    }),
  )
  return high.filter((blot) => !lone.has(blot))
}

/** True for a point, a comma, a dash, or the dot of a letter. */
function isSign({ x0, x1, y0, y1 }: Blot, letters: readonly Blot[]): boolean {
  return letters.some((letter) => {
    const height = letter.y1 - letter.y0
    const reach = SIGN_DISTANCE * height
    const isNear = x0 - letter.x1 <= reach && letter.x0 - x1 <= reach
    return isNear && y0 >= letter.y0 - reach && y1 <= letter.y1 + reach && x1 - x0 <= LETTER_WIDTH * height
  })
}

/** Splits a word with touching letters into as many letters as fit its width. */
function split(blot: Blot, all: readonly Blot[], frame: GridFrame): PrintLetter[] {
  const [width, height] = [blot.x1 - blot.x0, blot.y1 - blot.y0]
  const standsOut = height >= LONE_HEIGHT * frame.scale && blot.contrast >= LONE_CONTRAST
  const others = all.filter((other) => other !== blot)
  const isOfLine = standsOut || others.some((other) => areNeighbours(blot, other))
  const isMark = !isOfLine && isSign(blot, others)
  const isCertain = isOfLine || isMark
  if (width <= LETTER_WIDTH * height) return [{ ...asLetter(blot, blot.cells, frame, isCertain), isSign: isMark }]
  const count = Math.round(width / (LETTER_STEP * height))
  const parts: number[][] = Array.from({ length: count }, () => [])
  for (const cell of blot.cells) {
    const place = Math.floor((((cell % frame.width) - blot.x0) * count) / width)
    parts[place]?.push(cell)
  }
  return parts.filter((cells) => cells.length > 0).map((cells) => asLetter(blot, cells, frame, true))
}

function areNeighbours(one: Blot, other: Blot): boolean {
  const [a, b] = [one.y1 - one.y0, other.y1 - other.y0]
  const reach = NEIGHBOUR_DISTANCE * Math.max(a, b)
  const isBeside = other.x0 - one.x1 <= reach && one.x0 - other.x1 <= reach
  return isBeside && one.y0 < other.y1 && one.y1 > other.y0 && Math.max(a, b) <= ALIKE * Math.min(a, b)
}

function asLetter({ y0, y1 }: Blot, cells: readonly number[], frame: GridFrame, isCertain: boolean): PrintLetter {
  const { width, left, bottom, scale } = frame
  let [x0, x1, low, high] = [width, 0, y1, y0]
  for (const cell of cells) {
    const [x, y] = [cell % width, Math.floor(cell / width)]
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x + 1)
    low = Math.min(low, y)
    high = Math.max(high, y + 1)
  }
  const box: Box = [left + x0 / scale, bottom + low / scale, left + x1 / scale, bottom + high / scale]
  return { box, size: (y1 - y0) / scale, cells, isCertain, isSign: false }
}

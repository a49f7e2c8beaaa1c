/**
 * Which parts of an image are opaque, as a small picture (ISO 32000-2, 8.9.6 and 11.6.5.2).
 *
 * @module
 */

/** Rows from the top; each value from 0 (nothing is painted) to 255. */
export interface OpacityMap {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

/** Larger masks are averaged down to this many rows and columns. */
const MAX_MAP_SIDE = 256

/** A map from samples: each cell is the mean of the samples that fall into it. */
export function averageMap(
  width: number,
  height: number,
  rowAt: (y: number) => ArrayLike<number>,
  maxSide = MAX_MAP_SIDE,
): OpacityMap {
  const columns = Math.min(width, maxSide)
  const rows = Math.min(height, maxSide)
  const values = new Uint8Array(columns * rows)
  const sums = new Float64Array(columns)
  const columnOf = Uint16Array.from({ length: width }, (_, x) => Math.floor((x * columns) / width))
  const samplesOf = new Uint32Array(columns)
  for (const column of columnOf) samplesOf[column] = (samplesOf[column] as number) + 1
  for (let row = 0, y = 0; row < rows; row++) {
    sums.fill(0)
    const end = Math.floor(((row + 1) * height) / rows)
    const count = Math.max(1, end - y)
    for (; y < end; y++) {
      const samples = rowAt(y)
      for (let x = 0; x < width; x++) {
        const column = columnOf[x] as number
        sums[column] = (sums[column] as number) + (samples[x] as number)
      }
    }
    for (let column = 0; column < columns; column++) {
      const samples = count * (samplesOf[column] as number)
      values[row * columns + column] = Math.round((sums[column] as number) / samples)
    }
  }
  return { width: columns, height: rows, values }
}

/** Ones among the bits of a byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

/**
 * Averages samples of one bit, in rows of whole bytes. They are counted byte by byte.
 *
 * @param values What a sample of 0 and of 1 stands for.
 */
export function averageBits(
  width: number,
  height: number,
  bytes: Uint8Array,
  [zero, one]: readonly [number, number],
): OpacityMap {
  const [columns, rows] = [Math.min(width, MAX_MAP_SIDE), Math.min(height, MAX_MAP_SIDE)]
  const rowBytes = Math.ceil(width / 8)
  const starts = Array.from({ length: columns + 1 }, (_, column) => Math.ceil((column * width) / columns))
  const values = new Uint8Array(columns * rows)
  const ones = new Uint32Array(columns)
  for (let row = 0, y = 0; row < rows; row++) {
    ones.fill(0)
    const first = y
    for (const end = Math.floor(((row + 1) * height) / rows); y < end; y++)
      addOnes(ones, starts, bytes, 8 * y * rowBytes)
    for (let column = 0; column < columns; column++) {
      const samples = (y - first) * ((starts[column + 1] as number) - (starts[column] as number))
      const share = (ones[column] as number) / samples
      values[row * columns + column] = Math.round(zero + share * (one - zero))
    }
  }
  return { width: columns, height: rows, values }
}

/** Adds the ones of a row, which begins at a bit, to those of each column. */
function addOnes(ones: Uint32Array, starts: readonly number[], bytes: Uint8Array, rowStart: number): void {
  for (let column = 0; column < ones.length; column++) {
    const [from, to] = [rowStart + (starts[column] as number), rowStart + (starts[column + 1] as number)]
    const [first, last] = [from >> 3, (to - 1) >> 3]
    let sum = 0
    for (let at = first; at <= last; at++) {
      let byte = bytes[at] as number
      if (at === first) byte &= 0xff >> (from & 7)
      if (at === last) byte &= 0xff << (7 - ((to - 1) & 7))
      sum += ONES[byte & 0xff] as number
    }
    ones[column] = (ones[column] as number) + sum
  }
}

/** Sums of all values above and to the left, with a row and a column of zeros in front. */
const integrals = new WeakMap<OpacityMap, Float64Array>()

function integralOf(map: OpacityMap): Float64Array {
  const known = integrals.get(map)
  if (known !== undefined) return known
  const { width, height, values } = map
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += values[y * width + x] as number
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] as number) + row
    }
  }
  integrals.set(map, sums)
  return sums
}

/** Mean opacity, from 0 to 1, about a place of the unit square, `du` and `dv` to each side; `v` runs upwards. */
export function meanOpacity(map: OpacityMap, u: number, v: number, du: number, dv: number): number {
  const { width, height } = map
  const [x0, x1] = cellsBetween((u - du) * width, (u + du) * width, width)
  const [y0, y1] = cellsBetween((1 - v - dv) * height, (1 - v + dv) * height, height)
  const sums = integralOf(map)
  const [above, below] = [y0 * (width + 1), y1 * (width + 1)]
  const left = (sums[below + x0] as number) - (sums[above + x0] as number)
  const right = (sums[below + x1] as number) - (sums[above + x1] as number)
  return (right - left) / (255 * (x1 - x0) * (y1 - y0))
}

/** The cells between two places, at least one. */
function cellsBetween(from: number, to: number, count: number): [number, number] {
  const first = Math.min(count - 1, Math.max(0, Math.round(from)))
  const last = Math.min(count, Math.max(first + 1, Math.round(to)))
  return last - first > 1 || to - from >= 1 ? [first, last] : singleCell((from + to) / 2, count)
}

function singleCell(at: number, count: number): [number, number] {
  const cell = Math.min(count - 1, Math.max(0, Math.floor(at)))
  return [cell, cell + 1]
}

/**
 * Items by the place where they are, so that asking for those in a rectangle costs about what is found.
 *
 * @module
 */
import type { Box } from '../../pdf/matrix.js'
import { getOrMake } from '../remember.js'

/** Sides of the cells of the finest and the coarsest level: powers of two, in points. */
const FINEST = 1
const COARSEST = 14

/** Cells of a level are looked up one by one as long as these are no more than this many times those in use. */
const LOOKUP_FACTOR = 1

/**
 * A grid for each size of items: an item lies in the level whose cells are at least as large as it is, in at most four
 * of them.
 */
export class SpatialIndex<T> {
  readonly #levels = new Map<number, Map<number, T[]>>()

  readonly #boxOf: (item: T) => Box

  constructor(items: Iterable<T>, boxOf: (item: T) => Box) {
    this.#boxOf = boxOf
    for (const item of items) this.add(item)
  }

  /** Items whose boxes meet a box, each once, in no order. */
  query(box: Box): T[] {
    const found: T[] = []
    if (!box.every(Number.isFinite)) return found
    for (const [level, cells] of this.#levels) {
      const size = 2 ** level
      const [x0, y0] = [Math.floor(box[0] / size), Math.floor(box[1] / size)]
      const [x1, y1] = [Math.floor(box[2] / size), Math.floor(box[3] / size)]
      if ((x1 - x0 + 1) * (y1 - y0 + 1) > LOOKUP_FACTOR * cells.size) {
        for (const [key, items] of cells) collect(items, this.#boxOf, box, key, size, found)
        continue
      }
      for (let y = y0; y <= y1; y++) {
        for (let x = x0; x <= x1; x++) {
          const key = keyOf(x, y)
          const items = cells.get(key)
          if (items !== undefined) collect(items, this.#boxOf, box, key, size, found)
        }
      }
    }
    return found
  }

  /** Adds an item. One without bounds is found nowhere. */
  add(item: T): void {
    const box = this.#boxOf(item)
    const [left, bottom, right, top] = box
    if (!box.every(Number.isFinite)) return
    const extent = Math.max(right - left, top - bottom, 1e-6)
    const level = Math.min(COARSEST, Math.max(FINEST, Math.ceil(Math.log2(extent))))
    const size = 2 ** level
    const cells = getOrMake(this.#levels, level, () => new Map<number, T[]>())
    for (let y = Math.floor(bottom / size); y <= Math.floor(top / size); y++) {
      for (let x = Math.floor(left / size); x <= Math.floor(right / size); x++) {
        getOrMake(cells, keyOf(x, y), () => []).push(item)
      }
    }
  }
}

/** Cells to each side of the origin: beyond, cells share keys, which costs time but changes no result. */
const RANGE = 2 ** 24

function keyOf(x: number, y: number): number {
  return wrap(x) * RANGE * 2 + wrap(y)
}

function wrap(cell: number): number {
  return ((cell % RANGE) + RANGE) % RANGE
}

/** Takes the items that meet the box; one that lies in several cells counts in the first that was asked for. */
function collect<T>(
  items: readonly T[],
  boxOf: (item: T) => Box,
  box: Box,
  key: number,
  size: number,
  found: T[],
): void {
  for (const item of items) {
    const own = boxOf(item)
    if (own[0] > box[2] || own[2] < box[0] || own[1] > box[3] || own[3] < box[1]) continue
    const x = Math.floor(Math.max(own[0], box[0]) / size)
    const y = Math.floor(Math.max(own[1], box[1]) / size)
    if (keyOf(x, y) === key) found.push(item)
  }
}

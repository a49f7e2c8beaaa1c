/**
 * An index of items by their place: a query takes about as long as it finds items.
 *
 * @module
 */
import type { Box } from '../../pdf/matrix.js'
import { getOrMake } from '../remember.js'

/** The finest level. Cells of level n are squares of 2^n points. */
const FINEST = 1
/** The coarsest level. */
const COARSEST = 14

/** Cells of a level are looked up one by one unless they are more than this many times the cells in use. */
const LOOKUP_FACTOR = 1

/**
 * One grid for each size of items. An item lies in at most four cells, in the level whose cells are at least as large as it is.
 */
export class SpatialIndex<T> {
  readonly #levels = new Map<number, Map<number, T[]>>()

  readonly #boxOf: (item: T) => Box

  constructor(items: Iterable<T>, boxOf: (item: T) => Box) {
    this.#boxOf = boxOf
    for (const item of items) this.add(item)
  }

  /** Items whose boxes meet a box, each once, in any order. */
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

  /** Adds an item. An item without finite bounds is never found. */
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

/** Cells to each side of the origin. Farther cells share keys, which costs time but changes no result. */
const RANGE = 2 ** 24

function keyOf(x: number, y: number): number {
  return wrap(x) * RANGE * 2 + wrap(y)
}

function wrap(cell: number): number {
  return ((cell % RANGE) + RANGE) % RANGE
}

/** Collects the items of a cell that meet the box. An item of several cells is taken in the first of them within the box. */
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

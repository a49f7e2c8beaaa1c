/**
 * Drawings that later revisions put on a page, by their place.
 *
 * @module
 */
import type { Drawing } from '../../../pdf/content/drawing.js'
import { type Box, intersectBoxes } from '../../../pdf/content/matrix.js'

/** Side of a cell, in points. */
const CELL = 64
/** Cells of one drawing that are looked up; one that is larger is in a list of its own. */
const MAX_CELLS = 400
/** Drawings over one place that are looked at. No honest document has as many. */
const MAX_OVER_ONE_PLACE = 48

interface Entry {
  readonly drawing: Drawing
  readonly region: Box
}

/** Remembers drawings as they come. */
export class DrawingLog {
  readonly #cells = new Map<string, Entry[]>()
  readonly #large: Entry[] = []

  add(drawing: Drawing, region: Box): void {
    const keys = keysOf(region)
    const entry = { drawing, region }
    if (keys === undefined) this.#large.push(entry)
    for (const key of keys ?? []) {
      const entries = this.#cells.get(key)
      if (entries === undefined) this.#cells.set(key, [entry])
      else entries.push(entry)
    }
  }

  /** The drawings that meet a region; `undefined` when there are too many to tell what they do together. */
  over(region: Box): readonly Drawing[] | undefined {
    const found = new Set<Drawing>()
    const keys = keysOf(region)
    const lists = keys === undefined ? this.#cells.values() : keys.map((key) => this.#cells.get(key) ?? [])
    for (const entries of [this.#large, ...lists]) {
      for (const entry of entries) {
        if (intersectBoxes(entry.region, region) !== undefined) found.add(entry.drawing)
        if (found.size > MAX_OVER_ONE_PLACE) return undefined
      }
    }
    return [...found]
  }
}

function keysOf([left, bottom, right, top]: Box): string[] | undefined {
  const [x0, y0] = [Math.floor(left / CELL), Math.floor(bottom / CELL)]
  const [x1, y1] = [Math.floor(right / CELL), Math.floor(top / CELL)]
  if (!((x1 - x0 + 1) * (y1 - y0 + 1) <= MAX_CELLS)) return undefined
  const keys: string[] = []
  for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) keys.push(`${x} ${y}`)
  return keys
}

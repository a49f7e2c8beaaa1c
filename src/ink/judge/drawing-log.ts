/**
 * Drawings that later revisions put on a page, by their place: several may do together what none does alone.
 *
 * @module
 */

import { type Box, intersectBoxes } from '../../pdf/matrix.js'
import type { Drawing } from '../content/drawing.js'

/** Side of a cell, in points. */
const CELL = 64
/** Cells of one drawing that are looked up; one that is larger is in a list of its own. */
const MAX_CELLS = 400
/** Drawings about one place that are looked at. No honest document has as many. */
const MAX_ABOUT_ONE_PLACE = 96

/** A drawing, and the parts of it that are compared with the page together with others. */
export interface LoggedDrawing {
  readonly drawing: Drawing
  /** What may pass for marks of the page. */
  readonly marks: Pick<Drawing, 'glyphs' | 'areas'>
  /** What may take parts of letters away. */
  readonly erasing: Pick<Drawing, 'glyphs' | 'areas'>
  readonly region: Box
  readonly by: Author
}

/** Whose drawing something is. */
export interface Author {
  /** Number of the annotation; `undefined` for one that has none. */
  readonly num: number | undefined
  /** Stands for the revision. */
  readonly revision: object
}

/** True when an earlier drawing is an appearance that a later revision has replaced. */
export function isReplaced(before: Author, now: Author): boolean {
  return before.num !== undefined && before.num === now.num && before.revision !== now.revision
}

/** Remembers drawings as they come. */
export class DrawingLog {
  readonly #cells = new Map<string, LoggedDrawing[]>()
  readonly #large: LoggedDrawing[] = []
  /** The revision that drew an annotation last. */
  readonly #latest = new Map<number, object>()

  add(entry: LoggedDrawing): void {
    const keys = keysOf(entry.region)
    if (entry.by.num !== undefined) this.#latest.set(entry.by.num, entry.by.revision)
    if (keys === undefined) this.#large.push(entry)
    for (const key of keys ?? []) {
      const entries = this.#cells.get(key)
      if (entries === undefined) this.#cells.set(key, [entry])
      else entries.push(entry)
    }
  }

  /**
   * The drawings that meet a region, but for former looks of annotations; `undefined` when there are too many to tell what
   * they do together.
   *
   * @param now Whose drawing is to be added.
   */
  over(region: Box, now: Author): readonly LoggedDrawing[] | undefined {
    const found = new Set<LoggedDrawing>()
    const keys = keysOf(region)
    const lists = keys === undefined ? this.#cells.values() : keys.map((key) => this.#cells.get(key) ?? [])
    for (const entries of [this.#large, ...lists]) {
      for (const entry of entries) {
        if (intersectBoxes(entry.region, region) === undefined || this.#isGone(entry.by, now)) continue
        found.add(entry)
        if (found.size > MAX_ABOUT_ONE_PLACE) return undefined
      }
    }
    return [...found]
  }

  #isGone(by: Author, now: Author): boolean {
    const isOutdated = by.num !== undefined && this.#latest.get(by.num) !== by.revision
    return isOutdated || isReplaced(by, now)
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

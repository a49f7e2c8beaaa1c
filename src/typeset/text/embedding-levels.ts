/**
 * The directions of text, and the visual order of a line.
 *
 * @module
 */

import { loadBidi } from '../fonts/bidi.js'

/** Letters, marks and controls that make text run from right to left (Hebrew to Arabic, and the old scripts of planes 1). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

/** Whether any of the text may run from right to left. */
export function mayRunRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/**
 * The embedding level of each UTF-16 unit (UAX #9). Odd levels run from right to left. Undefined where all text runs from left
 * to right.
 */
export function embeddingLevels(text: string, rightToLeft: boolean): Uint8Array | undefined {
  if (!rightToLeft && !mayRunRightToLeft(text)) return undefined
  return loadBidi().getEmbeddingLevels(text, rightToLeft ? 'rtl' : 'ltr').levels
}

/** Puts the items of a line into visual order, from left to right (UAX #9, rule L2). */
export function reorderVisually<T>(items: T[], levelOf: (item: T) => number): void {
  let highest = 0
  let lowestOdd = Number.POSITIVE_INFINITY
  for (const item of items) {
    const level = levelOf(item)
    if (level > highest) highest = level
    if (level % 2 === 1 && level < lowestOdd) lowestOdd = level
  }
  for (let level = highest; level >= lowestOdd; level--) {
    for (let start = 0; start < items.length; start++) {
      if (levelAt(start) < level) continue
      let end = start + 1
      while (end < items.length && levelAt(end) >= level) end++
      for (let a = start, b = end - 1; a < b; a++, b--) {
        const [first, last] = [items[a], items[b]]
        if (first !== undefined && last !== undefined) {
          items[a] = last
          items[b] = first
        }
      }
      start = end
    }
  }

  function levelAt(index: number): number {
    const item = items[index]
    return item === undefined ? 0 : levelOf(item)
  }
}

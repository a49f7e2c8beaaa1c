/**
 * Words of the signed page that annotations or later signatures hide, overprint or go on with. What was drawn is judged
 * by the pictures alone: no list of operators, fonts or colours can be forgotten.
 *
 * @module
 */

import type { Picture, PixelArea } from '../viewers/picture.js'
import { VIEWERS, type Views } from '../viewers/viewers.js'
import type { ExplainedArea } from './explained-areas.js'
import type { Word } from './words.js'

/** Likeness of a word that can no longer be read. Underlines, strikes and highlights leave more than half. */
const UNREADABLE = 0.35
/** Pixels of a word that a signature beside it may touch with its anti-aliasing. */
const MAX_TOUCHED = 2
/** Gap in heights of a line within which something reads as the next word. */
const JOINING_GAP = 0.6

/** Sentences about damaged words; none when all of them stand as they were signed. */
export function damagedWords(
  words: readonly Word[],
  before: Views,
  after: Views,
  areas: readonly ExplainedArea[],
): string[] {
  const found = new Set<string>()
  for (const area of areas) {
    if (area.kind === 'field') continue
    for (const word of words) {
      if (word.page !== area.page || !overlap(word, widened(area, word))) continue
      for (const viewer of VIEWERS) {
        const [old, now] = [before.pages[viewer][word.page], after.pages[viewer][word.page]]
        if (old === undefined || now === undefined || old.width !== now.width) continue
        const what = damageTo(word, old, now, area)
        if (what !== undefined) found.add(`${what} "${word.text}" (${area.annotation.subtype} in ${viewer})`)
      }
    }
  }
  return [...found]
}

function damageTo(word: Word, old: Picture, now: Picture, { kind }: ExplainedArea): string | undefined {
  if (likeness(old, now, word) < UNREADABLE) return 'hides'
  if (kind !== 'signature') return undefined
  if (inked(old, now, word) > MAX_TOUCHED) return 'prints over'
  const gap = JOINING_GAP * (word.bottom - word.top)
  const middle = { top: word.top + 2, bottom: word.bottom - 2 }
  const beside = [
    { ...middle, left: word.right + 1, right: word.right + gap },
    { ...middle, left: word.left - gap, right: word.left - 1 },
  ]
  return beside.some((area) => inked(old, now, area) > MAX_TOUCHED) ? 'continues' : undefined
}

function widened(area: PixelArea, { top, bottom }: PixelArea): PixelArea {
  const gap = JOINING_GAP * (bottom - top)
  return { ...area, left: area.left - gap, right: area.right + gap }
}

function overlap(a: PixelArea, b: PixelArea): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Correlation of the lightness of all pixels of an area; 1 where the old picture is empty. */
function likeness(old: Picture, now: Picture, area: PixelArea): number {
  const a = lightness(old, area)
  const b = lightness(now, area)
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, ownA, ownB] = [0, 0, 0]
  for (const [i, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[i] ?? 0) - meanB]
    both += x * y
    ownA += x * x
    ownB += y * y
  }
  if (ownA === 0) return 1
  return ownB === 0 ? 0 : both / Math.sqrt(ownA * ownB)
}

/** Pixels that became clearly darker or lighter. */
function inked(old: Picture, now: Picture, area: PixelArea): number {
  const b = lightness(now, area)
  return lightness(old, area).filter((value, i) => Math.abs(value - (b[i] ?? 0)) > 60).length
}

function lightness({ width, height, pixels }: Picture, area: PixelArea): number[] {
  const values: number[] = []
  for (let y = Math.max(0, Math.floor(area.top)); y < Math.min(height, Math.ceil(area.bottom)); y++) {
    for (let x = Math.max(0, Math.floor(area.left)); x < Math.min(width, Math.ceil(area.right)); x++) {
      const at = 3 * (y * width + x)
      values.push(0.3 * (pixels[at] ?? 0) + 0.6 * (pixels[at + 1] ?? 0) + 0.1 * (pixels[at + 2] ?? 0))
    }
  }
  return values
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

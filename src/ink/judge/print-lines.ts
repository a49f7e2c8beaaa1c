/**
 * Lines of letters that are no text: cells for each letter, as text has them.
 *
 * Which letters they are is not known, so that only what stands as close to them as a word of their line does counts:
 * whoever signs a page that was scanned does so beside a prompt, on a line and in cells of tables.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import type { Box } from '../../pdf/matrix.js'
import type { PaintedGlyph } from '../content/device.js'
import { POLICY } from '../ink-policy.js'
import type { PrintLetter } from '../text/print-letters.js'

/** A letter of the page, as far as its place counts: its cell, and the size of its font in points. */
export interface LetterCell {
  readonly glyph: { readonly box: Box; readonly size: number }
}

/** Heights of the letters of a line in ems, from the lowest to the highest part of some that stand together. */
const LINE_HEIGHT = 0.72
/** Letters that stand together are up to so many times as high. */
const ALIKE = 2
/** Dots of a colon stand so much above each other, in ems, and so many in a row lead to what is to be filled in. */
const COLON_OFFSET = 0.12
const LEADERS = 3
const LEADER_REACH = 2
/** How far behind a letter its point stands, in ems. */
const POINT_DISTANCE = 0.3

/** Cells of letters that stand together in a line, but for those that ask for what follows. */
export function lineCellsOf(print: readonly PrintLetter[]): LetterCell[] {
  const signs = print.filter(({ isSign }) => isSign)
  const letters = print.filter(({ isCertain, isSign }) => isCertain && !isSign)
  return letters.flatMap((letter) => {
    const beside = letters.filter((other) => other !== letter && standTogether(letter.box, other.box))
    if (beside.length === 0) return []
    const boxes = [letter.box, ...beside.map(({ box }) => box)]
    const bottom = smallest(boxes.map((box) => box[1]))
    const top = largest(boxes.map((box) => box[3]))
    const size = (top - bottom) / LINE_HEIGHT
    const box: Box = [letter.box[0], bottom, letter.box[2], top]
    return isPrompt(box, size, signs) ? [] : [{ glyph: { box: withPoint(box, size, signs), size } }]
  })
}

function standTogether(one: Box, other: Box): boolean {
  const [a, b] = [one[3] - one[1], other[3] - other[1]]
  const [low, high] = [Math.min(a, b), Math.max(a, b)]
  const gap = Math.max(one[0] - other[2], other[0] - one[2])
  const shared = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  return gap <= POLICY.wordSpace * high && high <= ALIKE * low && shared >= low / 2
}

/** A colon follows, or dots that lead to what is to be filled in. */
function isPrompt(box: Box, size: number, signs: readonly PrintLetter[]): boolean {
  const next = signs.filter((sign) => {
    const gap = sign.box[0] - box[2]
    const middle = (sign.box[1] + sign.box[3]) / 2
    return gap >= -0.1 * size && gap <= LEADER_REACH * size && middle >= box[1] - 0.1 * size && middle <= box[3]
  })
  const near = next.filter((sign) => sign.box[0] - box[2] <= POLICY.wordSpace * size)
  const isColon = near.some((one) => near.some((other) => areStacked(one.box, other.box, size)))
  return isColon || (near.length > 0 && next.length >= LEADERS)
}

/** A point or a comma belongs to the letter before it. */
function withPoint([left, bottom, right, top]: Box, size: number, signs: readonly PrintLetter[]): Box {
  const points = signs.filter(({ box }) => {
    const isLow = box[1] < (bottom + top) / 2 && box[3] > bottom - POLICY.sameLine * size
    return isLow && box[0] >= right && box[0] - right <= POINT_DISTANCE * size
  })
  return [left, bottom, largest([right, ...points.map(({ box }) => box[2])]), top]
}

function areStacked(low: Box, high: Box, size: number): boolean {
  return high[1] - low[3] >= COLON_OFFSET * size && Math.abs(high[0] - low[0]) <= COLON_OFFSET * size
}

/** A glyph on the line of a letter, of about its size, no farther away than the next word is. */
export function goesOn({ box, size, matrix: [a, b, , , , baseline] }: PaintedGlyph, { glyph }: LetterCell): boolean {
  if (Math.abs(b) > 0.05 * Math.abs(a) || a <= 0) return false
  if (Math.max(size, glyph.size) > POLICY.sizeRatio * Math.min(size, glyph.size)) return false
  const [left, bottom, right, top] = glyph.box
  if (baseline < bottom - POLICY.sameLine * glyph.size || baseline > (bottom + top) / 2) return false
  return Math.max(box[0] - right, left - box[2]) <= POLICY.wordSpace * glyph.size
}

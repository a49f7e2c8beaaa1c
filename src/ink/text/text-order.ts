/**
 * Reads visible text in the order in which a person reads it on the page, however it was painted.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import { type Box, uniteBoxes } from '../../pdf/matrix.js'
import { getOrMake } from '../remember.js'
import type { VisibleGlyph } from './visible-text.js'

/** Stands for a glyph whose character is unknown. */
const UNKNOWN_CHARACTER = '\ufffd'

/** A line of text, as the eye sees it. */
export interface TextLine {
  /** Characters from the line's left end to its right, with blanks for gaps and {@link UNKNOWN_CHARACTER} for unknown ones. */
  readonly text: string
  /** The text in reading order: runs of right-to-left letters are reversed. */
  readonly logical: string
  /** Glyphs from left to right, without blanks. */
  readonly glyphs: readonly VisibleGlyph[]
  readonly box: Box
  /** Direction of the line in degrees, counter-clockwise from left to right; 0 for ordinary lines. */
  readonly angle: number
}

interface Placed {
  readonly visible: VisibleGlyph
  /** Where the glyph begins and ends along the line. */
  readonly start: number
  readonly end: number
  /** Height of its baseline, across the line. */
  readonly base: number
  readonly size: number
  readonly angle: number
  readonly text: string
}

/** Smallest distance between the baselines of two lines, in ems. Superscripts stay below it. */
const LINE_DISTANCE = 0.45

/** Smallest gap that is read as a blank between words, in ems. */
const BLANK_WIDTH = 0.16

/** Overlap from which two glyphs of one character count as one, painted twice to look bold. */
const DOUBLED_SHARE = 0.6

/**
 * Lines of visible text, from top to bottom. Glyphs that are surely invisible are left out; doubtful ones are included. Glyphs
 * with unknown characters show as {@link UNKNOWN_CHARACTER}.
 */
export function readLines(glyphs: readonly VisibleGlyph[]): TextLine[] {
  const byAngle = new Map<number, Placed[]>()
  for (const visible of glyphs) {
    if (!visible.isVisible) continue
    const placed = place(visible)
    getOrMake(byAngle, placed.angle, () => []).push(placed)
  }
  const angles = [...byAngle.entries()].sort(([a], [b]) => a - b)
  return angles.flatMap(([angle, group]) => splitLines(group).map((line) => toLine(line, angle)))
}

function place(visible: VisibleGlyph): Placed {
  const { glyph } = visible
  const [a, b, , , e, f] = glyph.matrix
  const length = Math.hypot(a, b)
  const [ux, uy] = length > 0 ? [a / length, b / length] : [1, 0]
  const angle = (Math.round((Math.atan2(uy, ux) * 180) / Math.PI) + 360) % 360
  const along = [0, 2, 4, 6].map((i) => (glyph.quad[i] ?? 0) * ux + (glyph.quad[i + 1] ?? 0) * uy)
  const start = smallest(along)
  const end = largest(along)
  const text = visible.text === undefined ? UNKNOWN_CHARACTER : visible.text.normalize('NFKC')
  return { visible, start, end, base: f * ux - e * uy, size: glyph.size, angle, text }
}

/** Lines by their baselines, the highest first, each from left to right. */
function splitLines(group: readonly Placed[]): Placed[][] {
  const sorted = [...group].sort((one, other) => other.base - one.base)
  const lines: Placed[][] = []
  let current: Placed[] = []
  let base = Number.NaN
  for (const placed of sorted) {
    const size = Math.max(placed.size, current[0]?.size ?? 0)
    if (current.length > 0 && base - placed.base > LINE_DISTANCE * size) {
      lines.push(current)
      current = []
    }
    current.push(placed)
    base = current.length === 1 ? placed.base : Math.max(placed.base, base - 0.1 * size)
  }
  if (current.length > 0) lines.push(current)
  return lines.map((line) => withoutDoubles(line.sort((one, other) => one.start - other.start)))
}

/** Removes letters that are painted twice on one spot, and blanks on letters. */
function withoutDoubles(line: readonly Placed[]): Placed[] {
  const kept: Placed[] = []
  for (const placed of line) {
    const width = placed.end - placed.start
    const isDouble = kept.slice(-MAX_DOUBLES).some((other) => {
      const shared = Math.min(other.end, placed.end) - Math.max(other.start, placed.start)
      return other.text === placed.text && width > 0 && shared > DOUBLED_SHARE * width
    })
    if (!isDouble) kept.push(placed)
  }
  return kept
}

/** Number of letters before one that are compared with it. */
const MAX_DOUBLES = 4

function toLine(line: readonly Placed[], angle: number): TextLine {
  let text = ''
  let end = Number.NaN
  const glyphs: VisibleGlyph[] = []
  for (const placed of line) {
    const isBlank = placed.text.trim() === ''
    const gap = placed.start - end
    if ((isBlank || gap > BLANK_WIDTH * placed.size) && text !== '' && !text.endsWith(' ')) text += ' '
    if (isBlank) continue
    text += placed.text
    glyphs.push(placed.visible)
    end = Number.isNaN(end) ? placed.end : Math.max(end, placed.end)
  }
  const shown = text.trimEnd()
  const box = glyphs.reduce<Box | undefined>((around, { glyph }) => uniteBoxes(around, glyph.box), undefined)
  return { text: shown, logical: toLogicalOrder(shown), glyphs, box: box ?? [0, 0, 0, 0], angle }
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
const LEFT_TO_RIGHT_RUN = /[\p{L}\p{N}](?:[\p{L}\p{N}.,:/%+-]*[\p{L}\p{N}])?/gu

/** Reverses a line with right-to-left letters as a whole, and its numbers and Latin words back again. */
function toLogicalOrder(text: string): string {
  if (!RIGHT_TO_LEFT.test(text)) return text
  const turned = [...text].reverse().join('')
  return turned.replace(LEFT_TO_RIGHT_RUN, (run) => (RIGHT_TO_LEFT.test(run) ? run : [...run].reverse().join('')))
}

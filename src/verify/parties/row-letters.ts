/**
 * Checks that the letters of a row are written as the rows of our pages are: whole, in the colours of the page, side by side.
 * A clip makes a 3 of an 8, and a pale digit is not seen, though the text that programs read stays the same.
 *
 * @module
 */
import type { AuditParties } from '../../audit/parties.js'
import { OWN_COLORS } from '../../audit/party-row.js'
import type { readLines, VisibleGlyph } from '../../ink/index.js'
import { largest, smallest } from '../../lists.js'
import { type Box, transformBox } from '../../pdf/matrix.js'

type Line = ReturnType<typeof readLines>[number]

/** The first fault of the letters of a row, as the end of a sentence after "the row"; `undefined` when there is none. */
export function findLetterFault(lines: readonly Line[], { colors }: Pick<AuditParties, 'colors'>): string | undefined {
  const letters = lines.flatMap(({ glyphs }) => glyphs)
  if (!letters.every(isWhole)) return 'has letters that are cut off'
  const { text, label } = colors ?? OWN_COLORS
  const permitted = [text, label].map(toRgb)
  if (!letters.every((letter) => isFilledIn(letter, permitted))) return 'has letters in a colour of their own'
  const sizes = letters.map(({ glyph }) => glyph.size)
  if (largest(sizes) > MAX_SIZE_RATIO * smallest(sizes)) return 'has letters of different sizes'
  const isOrderly = lines.every(({ glyphs }, i) => isEven(glyphs) && isBelow(glyphs, lines[i - 1]?.glyphs ?? []))
  return isOrderly ? undefined : 'has letters that do not stand side by side'
}

/** Largest ratio of the sizes of two letters in a row. Digests are smaller than names: the ratio is 1.33. */
const MAX_SIZE_RATIO = 1.4
/** Differences of places that come from rounding, in points. */
const SLACK = 0.05

/** True for a letter whose ink lies within the clip. Our rows are clipped by nothing but the edge of their form. */
function isWhole({ glyph }: VisibleGlyph): boolean {
  const { clip } = glyph.paint
  return clip.exact && clip.depth === 0 && inkOf(glyph).every((box) => isWithin(box, clip.box))
}

/** The boxes of the outlines that viewers may draw; the cell where none is known. */
function inkOf({ font, code, matrix, box }: VisibleGlyph['glyph']): Box[] {
  const outlines = font.outlinesOf?.(code)
  if (outlines === undefined) return [box]
  return outlines.flatMap((outline) => (outline.box === undefined ? [] : [transformBox(outline.box, matrix)]))
}

function isWithin([left, bottom, right, top]: Box, outer: Box): boolean {
  return left >= outer[0] - SLACK && bottom >= outer[1] - SLACK && right <= outer[2] + SLACK && top <= outer[3] + SLACK
}

type Color = readonly number[]

/** Largest difference of a channel, 0 to 1. Rows may be written in calibrated colours, which are computed. */
const ALIKE = 0.03

/** True for a letter that is plainly filled with one of some colours. */
function isFilledIn({ glyph: { paint, renderMode } }: VisibleGlyph, permitted: readonly Color[]): boolean {
  const { alpha, blendMode, isMasked, overprint, layer, colour } = paint
  const isPlain = alpha === 1 && blendMode === 'Normal' && !isMasked && !overprint && layer === 'shown'
  if (renderMode !== 0 || !isPlain || colour === undefined) return false
  return permitted.some((color) => colour.every((value, i) => Math.abs(value - (color[i] ?? 0)) <= ALIKE))
}

function toRgb(color: string): Color {
  return [0, 2, 4].map((from) => Number.parseInt(color.slice(from, from + 2), 16) / 255)
}

/** Largest difference of baselines in a line, and largest overlap of two letters, as shares of a letter. */
const LINE = { baselines: 0.2, overlap: 0.4 } as const

/** True for letters in a line without overlaps. Overlapping letters look like others, and so does a raised comma. */
function isEven(line: readonly VisibleGlyph[]): boolean {
  return line.every(({ glyph, text = '' }, i) => {
    const next = line[i + 1]
    if (next === undefined || !isPlain(text) || !isPlain(next.text ?? '')) return true
    const [scale, , , , x, y] = glyph.matrix
    const advance = next.glyph.matrix[4] - x
    const isLevel = Math.abs(next.glyph.matrix[5] - y) <= LINE.baselines * glyph.size
    return isLevel && advance >= (1 - LINE.overlap) * glyph.font.widthOf(glyph.code) * scale
  })
}

/** Smallest distance from one line to the next, in ems. Closer lines are written over each other. */
const LEAST_LEADING = 0.9

/** True for a line that stands below another. Combining marks may stand above or below their line. */
function isBelow(line: readonly VisibleGlyph[], above: readonly VisibleGlyph[]): boolean {
  const [lower, upper] = [line, above].map((glyphs) => glyphs.filter(({ text = '' }) => isPlain(text)))
  if (lower === undefined || upper === undefined || lower.length === 0 || upper.length === 0) return true
  const top = largest(lower.map(({ glyph }) => glyph.matrix[5]))
  const size = largest([...lower, ...upper].map(({ glyph }) => glyph.size))
  return smallest(upper.map(({ glyph }) => glyph.matrix[5])) - top >= LEAST_LEADING * size
}

/** Letters that stand side by side in every font: those of some scripts, ASCII, and the signs of our own words. */
function isPlain(text: string): boolean {
  return /^[\x21-\x7e\u00b7\u00d7\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]+$/u.test(text)
}

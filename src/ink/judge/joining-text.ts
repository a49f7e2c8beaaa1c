/**
 * Decides whether a drawing continues text of the page, or is written over it.
 *
 * A signer's name in an empty place says who signed. The same letters directly after a sentence change the sentence for a reader
 * of the page.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import { areaOf, type Box, intersectBoxes, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import type { ContentReader } from '../content/content-reader.js'
import type { Drawing, PaintedGlyph } from '../content/drawing.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { POLICY } from '../ink-policy.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { isOneDirection } from './letter-ink.js'

/** Characters at the end of a line that prompts for an entry. */
export const PROMPTS = /[:_.\u2026\s]/

/** True when letters of the drawing join the text of the page: on the same line, on the next one, or over it. */
export function continuesText(drawing: Drawing, reader: ContentReader, page: SpatialIndex<VisibleGlyph>): boolean {
  const written = drawing.glyphs.filter((glyph) => glyph.renderMode !== 3 && isInked(glyph))
  const near = lettersAround(drawing.glyphs, page)
  if (near === undefined || !written.some((glyph) => joinsLine(glyph, near))) return false
  // The visible letters of the drawing are determined late, since few drawings get here.
  return reader
    .visible(drawing)
    .some(({ glyph, text, mayBeSeen }) => mayBeSeen && !isBlank(text) && joinsLine(glyph, near))
}

/** An index of the page's letters that letters of a drawing may join; `undefined` when there are none. */
function lettersAround(
  glyphs: readonly PaintedGlyph[],
  page: SpatialIndex<VisibleGlyph>,
): SpatialIndex<VisibleGlyph> | undefined {
  let around: Box | undefined
  for (const glyph of glyphs) {
    const reach = reachOf(glyph)
    // A glyph with absurd coordinates joins nothing, and its reach must not be added to that of the others.
    if (reach.every(Number.isFinite)) around = uniteBoxes(around, reach)
  }
  const letters = around === undefined ? [] : page.query(around).filter(isReadable)
  return letters.length === 0 ? undefined : new SpatialIndex(letters, ({ glyph }) => glyph.box)
}

/** The area in which letters may be joined by a letter. */
function reachOf({ box, size }: PaintedGlyph): Box {
  return widenBox(box, POLICY.readOn * size)
}

function isReadable({ text, mayBeSeen }: VisibleGlyph): boolean {
  return mayBeSeen && !isBlank(text)
}

/** True for text that is known to consist of blanks. */
export function isBlank(text: string | undefined): boolean {
  return text !== undefined && text.trim() === ''
}

function joinsLine(own: PaintedGlyph, letters: SpatialIndex<VisibleGlyph>): boolean {
  return letters.query(reachOf(own)).some(({ glyph, text }) => {
    if (isOverprinted(glyph.box, own.box) && !(text !== undefined && PROMPTS.test(text))) return true
    return (isOnSameLine(own, glyph, text) && !isPrompt(own, glyph, text)) || isOnNextLine(own, glyph)
  })
}

function isOverprinted(one: Box, other: Box): boolean {
  const smaller = Math.min(areaOf(one), areaOf(other))
  return smaller > 0 && areaOf(intersectBoxes(one, other)) > POLICY.overprinted * smaller
}

/**
 * True for letters in one direction, on one baseline, of similar size, and near each other. The space above a line to write on is
 * there to be filled, so only text on its baseline belongs to its line.
 */
function isOnSameLine(own: PaintedGlyph, glyph: PaintedGlyph, text: string | undefined): boolean {
  const size = Math.max(own.size, glyph.size)
  if (size > POLICY.sizeRatio * Math.min(own.size, glyph.size)) return false
  const [ux, uy] = directionOf(glyph)
  const [vx, vy] = directionOf(own)
  if (!isOneDirection([ux, uy], [vx, vy])) return false
  const across = (own.matrix[5] - glyph.matrix[5]) * ux - (own.matrix[4] - glyph.matrix[4]) * uy
  const gap = gapAlong(own, glyph, ux, uy)
  const isCloseBy = gap <= POLICY.readTogether * size
  const waits = text !== undefined && PROMPTS.test(text)
  if (Math.abs(across) > (isCloseBy && !waits ? POLICY.sameLineCloseBy : POLICY.sameLine) * size) return false
  const isAlike = size <= POLICY.oneSize * Math.min(own.size, glyph.size)
  return isCloseBy || (isAlike && gap <= POLICY.readOn * size)
}

/** True for letters of one size on the line below or above, as if the paragraph went on. */
function isOnNextLine(own: PaintedGlyph, glyph: PaintedGlyph): boolean {
  const size = Math.max(own.size, glyph.size)
  if (size > POLICY.oneSize * Math.min(own.size, glyph.size)) return false
  const [ux, uy] = directionOf(glyph)
  const [vx, vy] = directionOf(own)
  if (!isOneDirection([ux, uy], [vx, vy])) return false
  const across = Math.abs((own.matrix[5] - glyph.matrix[5]) * ux - (own.matrix[4] - glyph.matrix[4]) * uy)
  return (
    across >= POLICY.nextLineFrom * size && across <= POLICY.readTogether * size && gapAlong(own, glyph, ux, uy) <= 0
  )
}

function directionOf({ matrix: [a, b] }: PaintedGlyph): readonly [number, number] {
  const length = Math.hypot(a, b)
  return length > 0 ? [a / length, b / length] : [1, 0]
}

function gapAlong(one: PaintedGlyph, other: PaintedGlyph, ux: number, uy: number): number {
  const [a0, a1] = extentAlong(one, ux, uy)
  const [b0, b1] = extentAlong(other, ux, uy)
  return Math.max(a0 - b1, b0 - a1)
}

function extentAlong({ quad }: PaintedGlyph, ux: number, uy: number): readonly [number, number] {
  const along: number[] = []
  for (let i = 0; i < quad.length; i += 2) along.push((quad[i] ?? 0) * ux + (quad[i + 1] ?? 0) * uy)
  return [smallest(along), largest(along)]
}

/** True when a glyph prompts for what stands after it, as `Signature:` or a line to write on does. */
function isPrompt(own: PaintedGlyph, glyph: PaintedGlyph, text: string | undefined): boolean {
  if (text === undefined || !PROMPTS.test(text)) return false
  const [ux, uy] = directionOf(glyph)
  return extentAlong(own, ux, uy)[0] >= extentAlong(glyph, ux, uy)[0]
}

function isInked({ paint: { alpha } }: PaintedGlyph): boolean {
  return alpha > 0
}

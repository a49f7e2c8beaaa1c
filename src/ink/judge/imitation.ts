/**
 * Whether a drawing passes for marks of the page: signs beside letters, lines through them, ticks in fields.
 *
 * A signer's name in an empty place says who signed. The same letters directly behind a sentence change the sentence,
 * for whoever reads the page.
 *
 * @module
 */

import { areaOf, type Box, intersectBoxes, widenBox } from '../../pdf/matrix.js'
import type { PlacedAnnotation } from '../annotations/file-drawings.js'
import { isPaperColour, isPrintColour } from '../colour/tone.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea, PaintedItem } from '../content/device.js'
import type { Drawing } from '../content/drawing.js'
import type { SpatialIndex } from '../content/spatial-index.js'
import { CoveredArea } from '../raster/covered-area.js'
import { isBlank, PROMPTS } from '../text/joining-text.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { inkedPieces } from './ink-box.js'

/** A shape of up to so many ems may be a sign of a line, when it is this near, in ems. */
export const SIGN_EXTENT = [3, 1.6] as const
export const SIGN_DISTANCE = 0.5
/** A picture of up to this height, in ems, may show letters, however long it is. */
const PICTURE_HEIGHT = 2.2
const PICTURE_DISTANCE = 1.2
/** Points around a shape that are searched for letters at least. */
export const MIN_REACH = 24
/** Share of the middle of a letter that ink has to take to change it. */
export const CROSSED_SHARE = 0.08
/** Cells of the grid on which crossing lines are laid. */
const CROSSING_CELLS = 120_000

type Painted = Pick<Drawing, 'areas'>

/** True when a shape of the drawing may be taken for a sign of the page's text. */
export function addsSign({ areas }: Painted, page: SpatialIndex<VisibleGlyph>): boolean {
  return areas.some((area) => looksLikeSign(area, page))
}

/** A small dark shape right beside a letter: a digit that was drawn, a minus, a dot. */
function looksLikeSign(area: PaintedArea, page: SpatialIndex<VisibleGlyph>): boolean {
  if (area.inGlyph || !isPainted(area) || !looksPrinted(area)) return false
  const [left, bottom, right, top] = area.box
  const reach = widenBox(area.box, Math.max(top - bottom, MIN_REACH))
  const isPicture = area.kind === 'image' || area.kind === 'stencil' || area.tones !== undefined
  const [width, height] = isPicture ? [Number.POSITIVE_INFINITY, heightOfText(area)] : SIGN_EXTENT
  const distance = isPicture ? PICTURE_DISTANCE : SIGN_DISTANCE
  return page.query(reach).some((letter) => {
    const { size } = letter.glyph
    const isSmall = right - left <= width * size && top - bottom <= height * size
    return isSmall && waitsForNothing(letter) && isBeside(area.box, letter, distance)
  })
}

/** Up to which height, in ems, a picture may show nothing but a line of text. What cannot be read may always. */
function heightOfText({ kind, tones }: PaintedArea): number {
  return kind === 'stencil' || tones?.read() !== undefined ? PICTURE_HEIGHT : Number.POSITIVE_INFINITY
}

/** A letter that can be seen, and is not part of a prompt. */
export function waitsForNothing({ text, mayBeSeen }: VisibleGlyph): boolean {
  return mayBeSeen && !isBlank(text) && !(text !== undefined && PROMPTS.test(text))
}

/** Whether something stands on the line of a letter, no more than so many ems away. */
export function isBeside(
  [left, bottom, right, top]: Box,
  { glyph }: { readonly glyph: Pick<VisibleGlyph['glyph'], 'box' | 'size'> },
  distance: number,
): boolean {
  const near = widenBox(glyph.box, distance * glyph.size)
  return near[0] <= right && near[2] >= left && glyph.box[1] <= top && glyph.box[3] >= bottom
}

/** Dark, and without a colour that sets it off from print; of pictures and patterns that is not known. */
export function looksPrinted({ paint: { colour } }: PaintedArea): boolean {
  return colour === undefined || isPrintColour(colour)
}

export function isPainted({ paint: { alpha } }: PaintedItem): boolean {
  return alpha > 0
}

/** True when dark lines or shapes run through letters: they strike them out, or make others of them. */
export function crossesText(
  { areas }: Painted,
  glyphs: readonly VisibleGlyph[],
  region: Box,
  budget: ContentBudget,
): boolean {
  const dark = areas.filter((area) => area.kind !== 'image' && isPainted(area) && looksPrinted(area))
  if (dark.length === 0 || glyphs.length === 0) return false
  const ink = new CoveredArea(region, budget, { maxCells: CROSSING_CELLS })
  for (const area of dark) ink.area(area, toneOf(area))
  return glyphs.some(({ glyph }) => ink.coverageOf(coreOf(glyph.box)).mean >= CROSSED_SHARE)
}

/**
 * True when pale areas run through letters. What they take of a letter is gone as if it had never been printed: the last
 * digit of an amount, the half of an eight, a point. Where a stamp or a pen covers something, everybody sees that.
 */
export function erasesText(
  { areas }: Painted,
  glyphs: readonly VisibleGlyph[],
  region: Box,
  budget: ContentBudget,
): boolean {
  const pale = areas.filter((area) => isPainted(area) && mayBePaper(area))
  for (const piece of inkedPieces(pale, glyphs, region)) {
    const ink = new CoveredArea(piece.region, budget, { maxCells: CROSSING_CELLS })
    for (const area of piece.areas) ink.area(area, toneOf(area))
    if (piece.inks.some((box) => ink.coverageOf(box).mean >= CROSSED_SHARE)) return true
  }
  return false
}

/** Pale, or of colours that change from place to place. */
export function mayBePaper({ paint: { colour } }: PaintedArea): boolean {
  return colour === undefined || isPaperColour(colour)
}

/** Of a picture with holes only what is pale counts: between the strokes of a scanned signature the page is seen. */
export function toneOf({ opacity }: PaintedArea): 'paper' | undefined {
  return opacity === undefined ? undefined : 'paper'
}

/** The middle of a letter, which a line below or above it does not touch. */
export function coreOf([left, bottom, right, top]: Box): Box {
  const [width, height] = [right - left, top - bottom]
  return [left + 0.2 * width, bottom + 0.35 * height, right - 0.2 * width, top - 0.3 * height]
}

/** True when a drawing paints into a field that it does not belong to: a tick in a box, a digit before an amount. */
export function marksField(
  { glyphs, areas }: Painted & Pick<Drawing, 'glyphs'>,
  annotations: readonly PlacedAnnotation[],
): boolean {
  const fields = annotations.filter(({ isField }) => isField)
  if (fields.length === 0) return false
  const items = [...glyphs, ...areas].filter(isPainted)
  return fields.some(({ box }) => items.some((item) => areaOf(intersectBoxes(item.box, box)) > 0))
}

/**
 * Whether a drawing passes for marks of the page: signs beside letters, lines through them, ticks in fields.
 *
 * A signer's name in an empty place says who signed. The same letters directly behind a sentence change the sentence,
 * for whoever reads the page.
 *
 * @module
 */
import type { Rgb } from '../../../pdf/content/colour.js'
import type { ContentBudget } from '../../../pdf/content/content-budget.js'
import { CoveredArea } from '../../../pdf/content/covered-area.js'
import type { PaintedArea, PaintedItem } from '../../../pdf/content/device.js'
import type { Drawing } from '../../../pdf/content/drawing.js'
import { isBlank, PROMPTS } from '../../../pdf/content/joining-text.js'
import { areaOf, type Box, intersectBoxes, widenBox } from '../../../pdf/content/matrix.js'
import type { SpatialIndex } from '../../../pdf/content/spatial-index.js'
import type { VisibleGlyph } from '../../../pdf/content/visible-text.js'
import type { PlacedAnnotation } from './file-drawings.js'

/** A shape of up to so many ems may be a sign of a line, when it is this near, in ems. */
const SIGN_EXTENT = [3, 1.6] as const
const SIGN_DISTANCE = 0.5
/** A picture of up to this height, in ems, may show letters, however long it is. */
const PICTURE_HEIGHT = 2.2
const PICTURE_DISTANCE = 1.2
/** Points around a shape that are searched for letters at least. */
const MIN_REACH = 24
/** Lightness up to which a shape looks like print, and how far from grey it may be. */
const PRINT_LIGHTNESS = 0.4
const PRINT_CHROMA = 0.3
/** Lightness from which on a shape may look like the paper. */
const PAPER_LIGHTNESS = 0.9
/** Share of the middle of a letter that ink has to take to change it. */
const CROSSED_SHARE = 0.08
/** Cells of the grid on which crossing lines are laid. */
const CROSSING_CELLS = 120_000

/** True when a shape of the drawing may be taken for a sign of the page's text. */
export function addsSign({ areas }: Drawing, page: SpatialIndex<VisibleGlyph>): boolean {
  return areas.some((area) => looksLikeSign(area, page))
}

/** A small dark shape right beside a letter: a digit that was drawn, a minus, a dot. */
function looksLikeSign(area: PaintedArea, page: SpatialIndex<VisibleGlyph>): boolean {
  if (area.inGlyph || !isPainted(area) || !looksPrinted(area)) return false
  const [left, bottom, right, top] = area.box
  const reach = widenBox(area.box, Math.max(top - bottom, MIN_REACH))
  return page.query(reach).some(({ glyph, text, isVisible }) => {
    const isPicture = area.kind === 'image' || area.kind === 'stencil'
    const [width, height] = isPicture ? [Number.POSITIVE_INFINITY, PICTURE_HEIGHT] : SIGN_EXTENT
    const distance = isPicture ? PICTURE_DISTANCE : SIGN_DISTANCE
    if (!isVisible || isBlank(text) || (text !== undefined && PROMPTS.test(text))) return false
    if (right - left > width * glyph.size || top - bottom > height * glyph.size) return false
    const near = widenBox(glyph.box, distance * glyph.size)
    const isBeside = near[0] <= right && near[2] >= left && glyph.box[1] <= top && glyph.box[3] >= bottom
    return isBeside
  })
}

/** Dark, and without a colour that sets it off from print; of pictures that is not known. */
function looksPrinted({ paint: { colour }, kind }: PaintedArea): boolean {
  if (kind === 'image' || colour === undefined) return true
  const [red, green, blue] = colour
  const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) <= PRINT_CHROMA
  return isGrey && lightnessOf(colour) <= PRINT_LIGHTNESS
}

function lightnessOf([red, green, blue]: Rgb): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

function isPainted({ paint: { layer, alpha } }: PaintedItem): boolean {
  return layer !== 'hidden' && alpha > 0
}

/** True when dark lines or shapes run through letters: they strike them out, or make others of them. */
export function crossesText(
  { areas }: Drawing,
  glyphs: readonly VisibleGlyph[],
  region: Box,
  budget: ContentBudget,
): boolean {
  const dark = areas.filter((area) => area.kind !== 'image' && isPainted(area) && looksPrinted(area))
  return crosses(dark, glyphs, region, budget)
}

/**
 * True when pale areas run through letters. What they take of a letter is gone as if it had never been printed: the last
 * digit of an amount, the half of an eight, a point. Where a stamp or a pen covers something, everybody sees that.
 */
export function erasesText(
  { areas }: Drawing,
  glyphs: readonly VisibleGlyph[],
  region: Box,
  budget: ContentBudget,
): boolean {
  return crosses(
    areas.filter((area) => isPainted(area) && looksLikePaper(area)),
    glyphs,
    region,
    budget,
  )
}

/** Pale, or a picture without holes: what is between the strokes of a scanned signature shows the page. */
function looksLikePaper({ paint: { colour }, opacity }: PaintedArea): boolean {
  if (colour === undefined) return opacity === undefined
  return lightnessOf(colour) >= PAPER_LIGHTNESS
}

function crosses(
  areas: readonly PaintedArea[],
  glyphs: readonly VisibleGlyph[],
  region: Box,
  budget: ContentBudget,
): boolean {
  if (areas.length === 0 || glyphs.length === 0) return false
  const ink = new CoveredArea(region, budget, { maxCells: CROSSING_CELLS })
  for (const area of areas) ink.area(area)
  return glyphs.some(({ glyph }) => ink.coverageOf(coreOf(glyph.box)).mean >= CROSSED_SHARE)
}

/** The middle of a letter, which a line below or above it does not touch. */
function coreOf([left, bottom, right, top]: Box): Box {
  const [width, height] = [right - left, top - bottom]
  return [left + 0.2 * width, bottom + 0.35 * height, right - 0.2 * width, top - 0.3 * height]
}

/** True when a drawing paints into a field that it does not belong to: a tick in a box, a digit before an amount. */
export function marksField({ glyphs, areas }: Drawing, annotations: readonly PlacedAnnotation[]): boolean {
  const fields = annotations.filter(({ isField }) => isField)
  if (fields.length === 0) return false
  const items = [...glyphs, ...areas].filter(isPainted)
  return fields.some(({ box }) => items.some((item) => areaOf(intersectBoxes(item.box, box)) > 0))
}

/**
 * Letters and pictures that a drawing hides, with those that were drawn before it.
 *
 * @module
 */
import { append } from '../../lists.js'
import { type Box, intersectBoxes, uniteBoxes } from '../../pdf/matrix.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea } from '../content/device.js'
import { type Drawing, replay } from '../content/drawing.js'
import { CoveredArea } from '../raster/covered-area.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { HIDDEN_SHARE, inkOf } from './hiding.js'
import type { LostLetter } from './page-losses.js'

/** Cells of the grid on which one drawing is laid; large ones get larger cells. */
const MAX_CELLS = 120_000

/** What lies beneath a drawing. */
export interface ContentBeneath {
  /** The part of the page that the drawing paints on, and the page. */
  readonly region: Box
  readonly page: Box
  /** What was drawn before, there and about. */
  readonly before: readonly Drawing[]
  readonly glyphs: readonly VisibleGlyph[]
  readonly areas: readonly PaintedArea[]
  /** What fields, notes and earlier signatures show. */
  readonly filled: readonly VisibleGlyph[]
}

/** What of it is hidden. */
export interface HiddenContent {
  readonly letters: readonly LostLetter[]
  /** Largest part of a picture, 0 to 1. */
  readonly image: number
}

/** Measures what is hidden: letters as a whole, though the drawing takes a part of them and others took the rest. */
export function measureHidden(drawing: Drawing, beneath: ContentBeneath, budget: ContentBudget): HiddenContent {
  const { before, glyphs, areas, filled } = beneath
  const letters: LostLetter[] = []
  let image = 0
  if (glyphs.length + areas.length > 0) {
    const cover = coverBy([...before, drawing], regionAbout(glyphs, beneath), budget)
    append(letters, lostOf(glyphs, cover))
    for (const area of areas) if (isPicture(area)) image = Math.max(image, cover.coverageOf(area.box).mean)
  }
  // Drawings of one revision may lie on each other: what was drawn before has letters of its own.
  if (filled.length > 0) append(letters, lostOf(filled, coverBy([drawing], beneath.region, budget)))
  return { letters, image }
}

/** Pictures and stencils; other shapes are asked for letters that they make. */
export function isPicture({ kind }: PaintedArea): boolean {
  return kind === 'image' || kind === 'stencil'
}

/** The region with the whole of letters at its edges. */
function regionAbout(glyphs: readonly VisibleGlyph[], { region, page }: ContentBeneath): Box {
  const grown = glyphs.reduce((around, { glyph }) => uniteBoxes(around, glyph.box), region)
  return intersectBoxes(grown, page) ?? region
}

function lostOf(glyphs: readonly VisibleGlyph[], cover: CoveredArea): LostLetter[] {
  return glyphs
    .filter(({ glyph }) => cover.coverageOf(glyph.box).mean >= HIDDEN_SHARE)
    .map(({ glyph: { box } }) => ({ box, weight: 1 }))
}

function coverBy(drawings: readonly Drawing[], region: Box, budget: ContentBudget): CoveredArea {
  const cover = new CoveredArea(region, budget, { maxCells: MAX_CELLS, letters: inkOf })
  for (const drawing of drawings) replay(drawing, cover)
  return cover
}

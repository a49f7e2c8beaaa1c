/**
 * How much of the letters of a drawing is hidden by what is painted later.
 *
 * @module
 */

import { type Box, intersectBoxes, uniteBoxes } from '../../pdf/matrix.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea, PaintedGlyph } from '../content/device.js'
import type { Drawing } from '../content/drawing.js'
import { Sheet } from '../raster/sheet.js'

/** Cells of the grid on which later areas are drawn: a cell of a point on ordinary pages. */
const MAX_COVER_CELLS = 600_000

/**
 * Of each glyph, what later areas hide, 0 to 1: painted backwards, from the last item to the first.
 *
 * @param isCover Areas that count.
 */
export function coverAbove(
  { glyphs, areas, box }: Drawing,
  budget: ContentBudget,
  isCover: (area: PaintedArea) => boolean = () => true,
): number[] {
  const first = glyphs[0]?.order ?? Infinity
  const text = glyphs.reduce<Box | undefined>((around, { box }) => uniteBoxes(around, box), undefined)
  const shares = new Array<number>(glyphs.length).fill(0)
  if (text === undefined) return shares
  const covers = areas.filter(
    (area) => area.order > first && !area.inGlyph && isCover(area) && intersectBoxes(area.box, text) !== undefined,
  )
  if (covers.length === 0) return shares
  const cover = new Sheet(box, budget, { letters: 0, scale: 1, maxCells: MAX_COVER_CELLS, hasSlivers: false })
  let next = covers.length - 1
  for (let i = glyphs.length - 1; i >= 0; i--) {
    const glyph = glyphs[i] as PaintedGlyph
    for (let area = covers[next]; area !== undefined && area.order > glyph.order; area = covers[--next])
      cover.area(area)
    shares[i] = cover.coverageOf(glyph.box).mean
  }
  return shares
}

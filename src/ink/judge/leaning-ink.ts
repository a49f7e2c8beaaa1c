/**
 * The ink of letters beside their cells: tails, accents, and whatever else a font of somebody's own draws there. On a page it
 * makes no difference whether it belongs to this letter or to the next. A drawing may hide with it what lies beside the cell, as
 * far as half of its font size away.
 *
 * @module
 */
import { transformToQuad, widenBox } from '../../pdf/matrix.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { Drawing, PaintedArea, PaintedGlyph } from '../content/drawing.js'
import { boxOfPath, pathOfBox, pathOfQuad } from '../content/path.js'
import { ShownArea } from '../content/shown-items.js'
import { pathOfContours, WITHOUT_INK } from '../content/text-showing.js'
import { CELLS_PER_POINT } from '../raster/grid.js'

/** The drawing with the outlines of letters that leave their cells as areas besides. */
export function withLeaningInk(drawing: Drawing, budget: ContentBudget): Drawing {
  const leaning = drawing.glyphs.flatMap((glyph) => areasBeside(glyph, budget))
  if (leaning.length === 0) return drawing
  const areas = [...drawing.areas, ...leaning].sort((one, other) => one.order - other.order)
  return { ...drawing, areas }
}

const NOWHERE = [0, 0, 0, 0] as const

function areasBeside(glyph: PaintedGlyph, budget: ContentBudget): PaintedArea[] {
  const { font, code, matrix, strokeWidth, order, paint } = glyph
  if (font.procedures !== undefined || WITHOUT_INK.has(glyph.renderMode)) return []
  const cell = widenBox(glyph.box, 1 / CELLS_PER_POINT)
  return font.inkOf(code).leaning.flatMap(({ box: ems, contours }) => {
    const known = contours?.()
    const all = pathOfQuad(transformToQuad(ems ?? NOWHERE, matrix))
    const filled = known === undefined ? all : pathOfContours(known, matrix, budget)
    const around = boxOfPath(filled)
    if (around === undefined) return []
    const box = widenBox(around, strokeWidth / 2)
    if (box.every((side, i) => (i < 2 ? side >= (cell[i] ?? 0) : side <= (cell[i] ?? 0)))) return []
    const path = strokeWidth > 0 ? pathOfBox(box) : filled
    return [
      new ShownArea({ kind: 'fill', path, evenOdd: false }, { order, box, paint, inGlyph: false, inPattern: false }),
    ]
  })
}

/**
 * The colours that the letters of a drawing stand on.
 *
 * @module
 */
import type { Box, Quad } from '../../pdf/matrix.js'
import { colourDifference, PAPER, type Rgb } from '../colour/colour.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedGlyph } from '../content/device.js'
import type { Drawing } from '../content/drawing.js'
import { cellsOf, forEachCell } from '../raster/raster.js'
import { Sheet } from '../raster/sheet.js'

/** What a glyph stands on. */
export interface GroundOfGlyph {
  /** In its middle and towards its corners; `undefined` where the colour is not known. */
  readonly samples: readonly (Rgb | undefined)[]
  /** How far its own colour stands out from any part of its ground, 0 to 1; 1 where that is not known. */
  readonly contrast: number
}

/** Cells of the sheet of a page: one for each point, or fewer. */
const SHEET = { scale: 1, maxCells: 300_000, hasSlivers: false, colours: 'plain' } as const

/** Grounds of all glyphs; nothing is painted where all the areas come after all the text. */
export function groundsBeneath(
  { glyphs, areas, box }: Drawing,
  budget: ContentBudget,
): readonly (GroundOfGlyph | undefined)[] {
  const last = glyphs.at(-1)?.order ?? -1
  if ((areas[0]?.order ?? Infinity) > last) return []
  const sheet = new Sheet(box, budget, SHEET)
  let next = 0
  return glyphs.map((glyph) => {
    for (let area = areas[next]; area !== undefined && area.order < glyph.order; area = areas[++next]) {
      if (!area.inGlyph) sheet.area(area)
    }
    const samples = coloursIn(sheet, glyph.quad)
    return { samples, contrast: standsOut(glyph, samples) ? 1 : contrastIn(sheet, glyph.box, glyph.paint.colour) }
  })
}

/** Most letters are told from their ground at first sight. */
function standsOut({ paint: { colour } }: PaintedGlyph, samples: readonly (Rgb | undefined)[]): boolean {
  return samples.some((sample) => colourDifference(colour, sample) > PLAIN)
}

const PLAIN = 0.12

/** The largest difference of a colour to any cell of a box, 0 to 1; 1 where a cell is not known. */
function contrastIn(sheet: Sheet, box: Box, colour: Rgb | undefined): number {
  const range = cellsOf(sheet.frame, box)
  if (colour === undefined) return 1
  // Outside of the sheet there is only paper.
  if (range === undefined) return colourDifference(colour, PAPER)
  let most = 0
  forEachCell(range, sheet.frame, (cell) => {
    const own = sheet.looks.vague[cell] === 1 ? 1 : colourDifference(colour, sheet.colourAt(cell))
    if (own > most) most = own
  })
  return most
}

/** The middle, and half-way to each corner. */
const SAMPLES = [undefined, 0, 1, 2, 3] as const

/** Colours in the middle and towards the corners of a quad; `undefined` where one is not known. */
function coloursIn(sheet: Sheet, quad: Quad): (Rgb | undefined)[] {
  const { left, bottom, scale, width, height } = sheet.frame
  const centreX = (quad[0] + quad[2] + quad[4] + quad[6]) / 4
  const centreY = (quad[1] + quad[3] + quad[5] + quad[7]) / 4
  return SAMPLES.map((corner) => {
    const x = corner === undefined ? centreX : (centreX + (quad[2 * corner] as number)) / 2
    const y = corner === undefined ? centreY : (centreY + (quad[2 * corner + 1] as number)) / 2
    const [column, row] = [Math.floor((x - left) * scale), Math.floor((y - bottom) * scale)]
    if (column < 0 || row < 0 || column >= width || row >= height) return PAPER
    const cell = row * width + column
    return sheet.looks.vague[cell] === 1 ? undefined : sheet.colourAt(cell)
  })
}

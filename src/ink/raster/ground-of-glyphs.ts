/**
 * The colours that the letters of a drawing stand on.
 *
 * @module
 */
import { colourDifference, type Rgb } from '../colour/colour.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedGlyph } from '../content/device.js'
import type { Drawing } from '../content/drawing.js'
import { GroundColour } from './ground-colour.js'

/** What a glyph stands on. */
export interface GroundOfGlyph {
  /** In its middle and towards its corners; `undefined` where the colour is not known. */
  readonly samples: readonly (Rgb | undefined)[]
  /** How far its own colour stands out from any part of its ground, 0 to 1; 1 where that is not known. */
  readonly contrast: number
}

/** Grounds of all glyphs; nothing is drawn where all the areas come after all the text. */
export function groundsBeneath(
  { glyphs, areas, box }: Drawing,
  budget: ContentBudget,
): readonly (GroundOfGlyph | undefined)[] {
  const last = glyphs.at(-1)?.order ?? -1
  if ((areas[0]?.order ?? Infinity) > last) return []
  const ground = new GroundColour(box, budget)
  let next = 0
  return glyphs.map((glyph) => {
    for (let area = areas[next]; area !== undefined && area.order < glyph.order; area = areas[++next]) {
      if (!area.inGlyph) ground.paint(area)
    }
    const samples = ground.coloursIn(glyph.quad)
    return { samples, contrast: standsOut(glyph, samples) ? 1 : ground.contrastIn(glyph.box, glyph.paint.colour) }
  })
}

/** Most letters are told from their ground at first sight. */
function standsOut({ paint: { colour } }: PaintedGlyph, samples: readonly (Rgb | undefined)[]): boolean {
  return samples.some((sample) => colourDifference(colour, sample) > PLAIN)
}

const PLAIN = 0.12

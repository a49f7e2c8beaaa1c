/**
 * Letters that may be visible although something speaks against it. What hides them may do so in some viewers only: a layer
 * that a reader can switch on, a mask, a blending or an overprint above them, a clip that is known only roughly; or they are
 * faint, and many lie on each other. Code that asks whether text of a page may be covered has to count these.
 *
 * @module
 */

import { colourDifference, PAPER } from '../colour/colour.js'
import { clipShareIn } from '../content/clip.js'
import type { ContentBudget } from '../content/content-budget.js'
import { isPaintedForSure, type PaintedArea, type PaintedGlyph } from '../content/device.js'
import type { Drawing } from '../content/drawing.js'
import type { GroundOfGlyph } from './ground-of-glyphs.js'
import type { HiddenReason } from './sight-reasons.js'
import { coverAbove } from './text-cover.js'

/** Letters that are added to the clip, and not painted (9.3.6). */
const CLIPPING = 7
/** Share of a letter of which nothing is left to read. */
const ALL_BUT_NOTHING = 0.92
/** A difference to the ground that a screen shows and nobody reads. */
const UNREADABLE = 0.03
/** Letters that differ more are not faint. */
const FAINT = 0.12
/** The total contrast that faint letters at one place need to be read. */
const PILED_UP = 0.06
/** Side of the squares in which faint letters lie on each other, in points. */
const SQUARE = 2

/** Says of glyphs that are hidden for some reason whether they may be seen all the same. */
export class PossibleSight {
  readonly #drawing: Drawing
  readonly #grounds: readonly (GroundOfGlyph | undefined)[]
  readonly #budget: ContentBudget
  #covered: readonly number[] | undefined
  #piles: Map<string, number> | undefined

  constructor(drawing: Drawing, grounds: readonly (GroundOfGlyph | undefined)[], budget: ContentBudget) {
    this.#drawing = drawing
    this.#grounds = grounds
    this.#budget = budget
  }

  /** @param index Its place among the glyphs of the drawing. */
  mayBeSeen(glyph: PaintedGlyph, hidden: readonly HiddenReason[], index: number): boolean {
    return !hidden.some((reason) => this.#isSure(reason, glyph, index))
  }

  #isSure(reason: HiddenReason, glyph: PaintedGlyph, index: number): boolean {
    switch (reason) {
      // The mode has no effect on Type 3 fonts (9.3.6), which not every viewer knows. Through letters that are a clip all is
      // seen that is painted afterwards.
      case 'invisible_mode':
        return glyph.extent === undefined && glyph.renderMode !== CLIPPING
      case 'transparent':
      case 'same_colour':
        return this.#strengthOf(glyph, index) < UNREADABLE && this.#pileAt(glyph) < PILED_UP
      case 'clipped':
        return isClippedAway(glyph, this.#budget)
      case 'covered':
        this.#covered ??= coverAbove(this.#drawing, this.#budget, hidesForSure)
        return (this.#covered[index] ?? 0) >= ALL_BUT_NOTHING
      // An embedded font may draw beyond its em box.
      case 'tiny':
        return glyph.isProcedure || !glyph.font.facts.isEmbedded
      // Viewers paint what the font has for glyphs that are missing.
      case 'no_glyph':
        return glyph.isProcedure
      case 'layer_off':
        return false
    }
  }

  /** How far a letter stands out from its ground. */
  #strengthOf({ paint: { alpha, colour, blendMode } }: PaintedGlyph, index: number): number {
    const isPlain = blendMode === 'Normal' || blendMode === 'Multiply'
    return alpha * (isPlain ? (this.#grounds[index]?.contrast ?? colourDifference(colour, PAPER)) : 1)
  }

  #pileAt(glyph: PaintedGlyph): number {
    this.#piles ??= this.#pileUp()
    const [x, y] = squareOf(glyph)
    let sum = 0
    for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) sum += this.#piles.get(`${x + dx} ${y + dy}`) ?? 0
    return sum
  }

  #pileUp(): Map<string, number> {
    const piles = new Map<string, number>()
    for (const [index, glyph] of this.#drawing.glyphs.entries()) {
      const strength = this.#strengthOf(glyph, index)
      // Letters that are seen by themselves lie beside each other, and are no pile.
      if (strength === 0 || strength >= FAINT) continue
      const key = squareOf(glyph).join(' ')
      piles.set(key, (piles.get(key) ?? 0) + strength)
    }
    return piles
  }
}

function squareOf({ box: [left, bottom, right, top] }: PaintedGlyph): readonly [number, number] {
  return [Math.round((left + right) / 2 / SQUARE), Math.round((bottom + top) / 2 / SQUARE)]
}

function isClippedAway({ box, paint: { clip } }: PaintedGlyph, budget: ContentBudget): boolean {
  return clip.exact && clipShareIn(clip, box, budget) <= 1 - ALL_BUT_NOTHING
}

/** A plain area of a known colour, which every viewer paints over what lies beneath. */
function hidesForSure({ kind, paint, inPattern }: PaintedArea): boolean {
  const { blendMode, colour } = paint
  return (
    isPaintedForSure(paint) &&
    blendMode === 'Normal' &&
    colour !== undefined &&
    !inPattern &&
    (kind === 'fill' || kind === 'stroke')
  )
}

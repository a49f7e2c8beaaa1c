/**
 * Decides what speaks against a glyph being seen: the colours around it, and later items over it.
 *
 * Letters may be visible all the same in some viewer. What hides them may apply in some viewers only: a layer that can be
 * switched on, a mask, blending or overprint above them, a roughly known clip. Faint letters may add up. Code that asks whether
 * text of a page may be covered has to count such letters.
 *
 * @module
 */
import { type Box, intersectBoxes, type Quad, uniteBoxes } from '../../pdf/matrix.js'
import { colourDifference, JUST_VISIBLE, PAPER, type Rgb } from '../colour/colour.js'
import { clipShareIn } from '../content/clip.js'
import type { ContentBudget } from '../content/content-budget.js'
import { type Drawing, isPaintedForSure, type PaintedArea, type PaintedGlyph } from '../content/drawing.js'
import { cellsOf, forEachCell } from '../raster/raster.js'
import { Sheet } from '../raster/sheet.js'

/** Why a glyph is invisible. */
export type HiddenReason =
  /** Text rendering mode 3 or 7 (ISO 32000-2, 9.3.6). */
  | 'invisible_mode'
  /** Its opacity is close to zero. */
  | 'transparent'
  /** It lies outside of the clip, of the box of its form, or of the page. */
  | 'clipped'
  /** A later item hides it. */
  | 'covered'
  /** It has the colour of its ground. */
  | 'same_colour'
  /** It is too small to be read. */
  | 'tiny'
  /** Its layer is off. */
  | 'layer_off'
  /** It is a Type 3 glyph without a procedure that paints, or the embedded font has no glyph for it. */
  | 'no_glyph'

/** Why it is uncertain whether a glyph is visible. */
export type DoubtReason =
  /** The colour of the glyph or of its ground is unknown: a pattern, an image or a shading. */
  | 'colour_unknown'
  /** A soft mask is in force. */
  | 'masked'
  /** A blend mode other than Normal and Multiply. */
  | 'blended'
  /** The clip is only known roughly. */
  | 'rough_clip'
  /** The state of its layer depends on the viewer. */
  | 'layer_unknown'
  /** A later item hides a part of it. */
  | 'partly_covered'
  /** The clip cuts a part of it. */
  | 'partly_clipped'

/** The ground beneath a glyph. */
export interface GroundOfGlyph {
  /** Colours in its middle and towards its corners; `undefined` where unknown. */
  readonly samples: readonly (Rgb | undefined)[]
  /** Largest difference of its colour from its ground, 0 to 1; 1 where unknown. */
  readonly contrast: number
}

/** Sheet of a page: one cell per point, or larger cells. */
const SHEET = { scale: 1, maxCells: 300_000, hasSlivers: false, colours: 'plain' } as const

/** Grounds of all glyphs. Nothing is painted when all areas come after the text. */
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

/** True when a letter clearly differs from its ground, as most do. */
function standsOut({ paint: { colour } }: PaintedGlyph, samples: readonly (Rgb | undefined)[]): boolean {
  return samples.some((sample) => colourDifference(colour, sample) > JUST_VISIBLE)
}

/** Largest difference between a colour and any cell of a box, 0 to 1; 1 where a cell is unknown. */
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

/** Sampled places: the middle, and half-way to each corner. */
const SAMPLES = [undefined, 0, 1, 2, 3] as const

/** Colours in the middle and towards the corners of a quad; `undefined` where unknown. */
function coloursIn(sheet: Sheet, quad: Quad): (Rgb | undefined)[] {
  const { left, bottom, scale, width, height } = sheet.frame
  const centreX = (quad[0] + quad[2] + quad[4] + quad[6]) / 4
  const centreY = (quad[1] + quad[3] + quad[5] + quad[7]) / 4
  return SAMPLES.map((corner) => {
    const x = corner === undefined ? centreX : (centreX + (quad[2 * corner] ?? 0)) / 2
    const y = corner === undefined ? centreY : (centreY + (quad[2 * corner + 1] ?? 0)) / 2
    const [column, row] = [Math.floor((x - left) * scale), Math.floor((y - bottom) * scale)]
    if (column < 0 || row < 0 || column >= width || row >= height) return PAPER
    const cell = row * width + column
    return sheet.looks.vague[cell] === 1 ? undefined : sheet.colourAt(cell)
  })
}

/** Most cells of the grid for later areas. On ordinary pages a cell has one point. */
const MAX_COVER_CELLS = 600_000

/**
 * The share of each glyph that later areas hide, 0 to 1. Items are painted backwards, from the last to the first.
 *
 * @param isCover Selects the areas that count.
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

/** Text rendering mode of letters that are added to the clip, and not painted (9.3.6). */
const CLIPPING = 7
/** Hidden share of a letter from which on nothing of it can be read. */
const ALL_BUT_NOTHING = 0.92
/** Largest difference from the ground that a screen shows and nobody can read. */
const UNREADABLE = 0.03
/** Smallest sum of contrasts at which faint letters in one place can be read. */
const PILED_UP = 0.06
/** Side of the squares in which faint letters count as one pile, in points. */
const SQUARE = 2

/** Decides whether glyphs that are hidden for some reason may be seen in some viewer. */
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

  /** @param index Index of the glyph in the drawing. */
  mayBeSeen(glyph: PaintedGlyph, hidden: readonly HiddenReason[], index: number): boolean {
    return !hidden.some((reason) => this.#isSure(reason, glyph, index))
  }

  #isSure(reason: HiddenReason, glyph: PaintedGlyph, index: number): boolean {
    switch (reason) {
      // The mode has no effect on Type 3 fonts (9.3.6), which not every viewer knows. Clipping letters show what is painted after
      // them.
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
      // Viewers paint the font's own glyph for missing ones.
      case 'no_glyph':
        return glyph.isProcedure
      case 'layer_off':
        return false
    }
  }

  /** Contrast of a letter to its ground. */
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
      // Visible letters lie beside each other, and need no pile.
      if (strength === 0 || strength >= JUST_VISIBLE) continue
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

/** True for a plain area in a known colour, which every viewer paints over what lies beneath. */
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

/**
 * The visible text of a drawing, glyph by glyph, and how far its characters can be trusted.
 *
 * @module
 */

import type { Box, Quad } from '../../pdf/matrix.js'
import { JUST_VISIBLE, looksAlike, PAPER, type Rgb } from '../colour/colour.js'
import { type Clip, clipShareAt } from '../content/clip.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { Drawing, PaintedArea, PaintedGlyph } from '../content/drawing.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { type GlyphMeaning, LOW_SIGNS } from '../fonts/glyph-meaning.js'
import {
  coverAbove,
  type DoubtReason,
  type GroundOfGlyph,
  groundsBeneath,
  type HiddenReason,
  PossibleSight,
} from './glyph-sight.js'

/** A glyph, and how far it can be seen. */
export interface VisibleGlyph {
  readonly glyph: PaintedGlyph
  /** The character or characters; `undefined` when unknown. */
  readonly text: string | undefined
  readonly meaning: GlyphMeaning
  /** False when viewers should not show it. */
  readonly isVisible: boolean
  /** False when no viewer shows it, whatever layers a reader switches on. A reason for being hidden does not suffice for that. */
  readonly mayBeSeen: boolean
  readonly hidden: readonly HiddenReason[]
  readonly doubts: readonly DoubtReason[]
  /** Share that later areas hide, 0 to 1. */
  readonly covered: number
}

/** Smallest font size that is read, in points. Laws ask for 6 to 8, and footnotes have 5. */
const LEGIBLE_SIZE = 2.5

/** Smallest spot of a Type 3 glyph that is read, in points. The point of a small letter has no more. */
const LEGIBLE_SPOT = 0.4

/** Share of a letter, hidden or cut, from which it cannot be read. */
const HIDDEN_SHARE = 0.7
/** Share of a letter, hidden or cut, from which it may be unreadable. */
const DOUBTFUL_SHARE = 0.2

/** Decides for every glyph of a drawing whether it can be seen. Takes time in proportion to the drawing. */
export function judgeVisibility(drawing: Drawing, budget: ContentBudget): VisibleGlyph[] {
  if (drawing.glyphs.length === 0) return []
  const grounds = groundsBeneath(drawing, budget)
  const covered = coverAbove(drawing, budget)
  const sight = new PossibleSight(drawing, grounds, budget)
  return drawing.glyphs.map((glyph, i) => {
    const judged = judgeGlyph(glyph, grounds[i], covered[i] ?? 0, budget)
    return judged.isVisible || !sight.mayBeSeen(glyph, judged.hidden, i) ? judged : { ...judged, mayBeSeen: true }
  })
}

function judgeGlyph(
  glyph: PaintedGlyph,
  ground: GroundOfGlyph | undefined,
  covered: number,
  budget: ContentBudget,
): VisibleGlyph {
  const { paint } = glyph
  const meaning = glyph.font.meaningOf(glyph.code)
  const hidden: HiddenReason[] = []
  const doubts: DoubtReason[] = []
  const clipped = 1 - shareWithinClip(glyph.quad, paint.clip, budget)
  note(hidden, 'invisible_mode', glyph.renderMode === 3 || glyph.renderMode === 7)
  note(hidden, 'transparent', paint.alpha < JUST_VISIBLE)
  note(hidden, 'clipped', clipped >= HIDDEN_SHARE)
  note(hidden, 'covered', covered >= HIDDEN_SHARE)
  note(hidden, 'tiny', isTiny(glyph))
  note(hidden, 'layer_off', paint.layer === 'hidden')
  note(hidden, 'no_glyph', glyph.isProcedure ? glyph.extent === undefined : meaning.trust === 'missing')
  if (paint.alpha >= JUST_VISIBLE) judgeColour(glyph, ground, hidden, doubts)
  note(doubts, 'masked', paint.isMasked)
  note(doubts, 'blended', paint.blendMode !== 'Normal' && paint.blendMode !== 'Multiply')
  note(doubts, 'rough_clip', !paint.clip.exact)
  note(doubts, 'layer_unknown', paint.layer === 'unknown')
  note(doubts, 'partly_covered', covered >= DOUBTFUL_SHARE && covered < HIDDEN_SHARE)
  note(doubts, 'partly_clipped', clipped >= DOUBTFUL_SHARE && clipped < HIDDEN_SHARE)
  return withReasons(glyph, meaning, hidden, doubts, covered)
}

function note<T>(list: T[], reason: T, applies: boolean): void {
  if (applies) list.push(reason)
}

function withReasons(
  glyph: PaintedGlyph,
  meaning: GlyphMeaning,
  hidden: readonly HiddenReason[],
  doubts: readonly DoubtReason[],
  covered: number,
): VisibleGlyph {
  return {
    glyph,
    text: isOnlySaidToBeLow(glyph, meaning) ? undefined : meaning.text,
    meaning,
    isVisible: hidden.length === 0,
    mayBeSeen: hidden.length === 0,
    // Nearly all glyphs have neither, and share one empty array.
    hidden: hidden.length === 0 ? NONE : hidden,
    doubts: doubts.length === 0 ? NONE : doubts,
    covered,
  }
}

/**
 * True for a blank, or a sign of a line to write on, that only the file claims to be low. Its procedure may paint something
 * higher, or each viewer may replace a font that is not embedded by another.
 */
function isOnlySaidToBeLow({ extent, size, font, code }: PaintedGlyph, { text, trust }: GlyphMeaning): boolean {
  if (text === undefined || !LOW_SIGNS.test(text)) return false
  const { facts } = font
  // Letters of a large font may be as low as its points would be.
  if (
    facts.subtype !== 'Type3' &&
    size > LARGE_SIGNS &&
    font.inkOf(code).small.some(({ box }) => box !== undefined && (box[3] - box[1]) * size > LARGEST_POINT)
  )
    return true
  if (trust !== 'claimed') return false
  if (facts.subtype === 'Type3') return extent !== undefined && extent[3] - extent[1] > LOWEST_LETTER
  return facts.subtype === 'Type0' && !facts.isEmbedded
}

/** True for a visible letter that is not a part of a line to write on. Such lines, and blanks, may be covered. */
export function isLegible({ text, mayBeSeen }: VisibleGlyph): boolean {
  return mayBeSeen && !(text !== undefined && LOW_SIGNS.test(text))
}

/** Height of the smallest letter that is read, in points. */
const LOWEST_LETTER = 2
/** Largest font size of lines to write on, in points. */
const LARGE_SIGNS = 20
/** Largest height of their points, in points. */
const LARGEST_POINT = 4

const NONE: readonly never[] = []

/** True for a glyph too small to be read. A Type 3 glyph is measured by what it paints. */
function isTiny({ size, isProcedure, extent }: PaintedGlyph): boolean {
  if (!isProcedure) return size < LEGIBLE_SIZE
  return extent !== undefined && Math.max(extent[2] - extent[0], extent[3] - extent[1]) < LEGIBLE_SPOT
}

function judgeColour(
  glyph: PaintedGlyph,
  ground: GroundOfGlyph | undefined,
  hidden: HiddenReason[],
  doubts: DoubtReason[],
): void {
  const { colour, alpha } = glyph.paint
  if (glyph.isProcedure) return
  if (colour === undefined) {
    doubts.push('colour_unknown')
    return
  }
  const samples = ground?.samples ?? [PAPER]
  if (samples.includes(undefined)) {
    doubts.push('colour_unknown')
    return
  }
  const seen = (beneath: Rgb): Rgb =>
    beneath.map((value, c) => value + alpha * ((colour[c] ?? 0) - value)) as unknown as Rgb
  if (samples.every((beneath) => beneath !== undefined && looksAlike(seen(beneath), beneath)))
    hidden.push('same_colour')
}

/** Places of a glyph's cell that are tested against its clip: three by three. */
const PLACES = [1 / 6, 1 / 2, 5 / 6]

function shareWithinClip(quad: Quad, clip: Clip, budget: ContentBudget): number {
  const [left, bottom, right, top] = clip.box
  let corners = true
  for (let i = 0; i < quad.length; i += 2) {
    const [x, y] = [quad[i] ?? 0, quad[i + 1] ?? 0]
    corners &&= x >= left && x <= right && y >= bottom && y <= top
  }
  if (corners && clip.depth === 0) return 1
  let sum = 0
  for (const s of PLACES) {
    for (const t of PLACES) {
      const x = quad[0] + s * (quad[2] - quad[0]) + t * (quad[6] - quad[0])
      const y = quad[1] + s * (quad[3] - quad[1]) + t * (quad[7] - quad[1])
      sum += clipShareAt(clip, x, y, budget)
    }
  }
  return sum / (PLACES.length * PLACES.length)
}

/** Glyphs and areas of a drawing by their place. */
export class PlacedDrawing {
  readonly glyphs: SpatialIndex<VisibleGlyph>
  readonly areas: SpatialIndex<PaintedArea>
  /** Content of soft masks. */
  readonly masks: SpatialIndex<PaintedArea>
  /** Largest font size, in points. */
  readonly largestSize: number

  constructor(visible: readonly VisibleGlyph[], { areas, masks = [] }: Pick<Drawing, 'areas' | 'masks'>) {
    this.glyphs = new SpatialIndex(visible, ({ glyph }): Box => glyph.box)
    this.areas = new SpatialIndex(areas, ({ box }) => box)
    this.masks = new SpatialIndex(masks, ({ box }) => box)
    this.largestSize = visible.reduce((most, { glyph }) => Math.max(most, glyph.size), 0)
  }
}

/**
 * The text of a drawing that can be seen, glyph by glyph, and how far its characters are to be trusted.
 *
 * @module
 */
import { type Clip, clipShareAt } from './clip.js'
import { looksAlike, type Rgb } from './colour.js'
import type { ContentBudget } from './content-budget.js'
import { CoveredArea } from './covered-area.js'
import type { PaintedArea, PaintedGlyph } from './device.js'
import type { Drawing } from './drawing.js'
import type { GlyphMeaning } from './fonts/glyph-meaning.js'
import { GroundColour } from './ground-colour.js'
import { type Box, intersectBoxes, type Quad } from './matrix.js'
import { SpatialIndex } from './spatial-index.js'

/** Why a glyph cannot be seen. */
export type HiddenReason =
  /** Text rendering mode 3 or 7 (ISO 32000-2, 9.3.6). */
  | 'invisible_mode'
  /** Its opacity leaves next to nothing. */
  | 'transparent'
  /** It lies outside of the clip, of the box of its form, or of the page. */
  | 'clipped'
  /** Something that is painted later hides it. */
  | 'covered'
  /** It has the colour of the ground. */
  | 'same_colour'
  /** It is too small to be read. */
  | 'tiny'
  /** Its layer is off. */
  | 'layer_off'
  /** It is a Type 3 glyph without a procedure that paints, or the embedded font has no glyph for it. */
  | 'no_glyph'

/** Why it is not certain whether a glyph can be seen. */
export type DoubtReason =
  /** The colour of the glyph or of the ground is not known: patterns, images, shadings. */
  | 'colour_unknown'
  /** A soft mask is in force. */
  | 'masked'
  /** A blend mode other than Normal and Multiply. */
  | 'blended'
  /** The clip is known only roughly. */
  | 'rough_clip'
  /** The state of its layer hangs on the viewer. */
  | 'layer_unknown'
  /** Something that is painted later hides a part of it. */
  | 'partly_covered'
  /** The clip cuts a part of it. */
  | 'partly_clipped'

/** A glyph with what can be seen of it. */
export interface VisibleGlyph {
  readonly glyph: PaintedGlyph
  /** The character or characters; `undefined` when not known. */
  readonly text: string | undefined
  readonly meaning: GlyphMeaning
  /** False when it certainly cannot be seen. */
  readonly isVisible: boolean
  readonly hidden: readonly HiddenReason[]
  readonly doubts: readonly DoubtReason[]
  /** How much of it later areas hide, 0 to 1. */
  readonly covered: number
}

/** Letters smaller than this, in points, are not read: laws ask for 6 to 8, footnotes have 5. */
const LEGIBLE_SIZE = 2.5

/** Opacity below which letters are not seen. */
const FAINTEST = 0.12

/** Share of a letter that has to be hidden or cut so that it cannot be read, and so that it may not be. */
const HIDDEN_SHARE = 0.7
const DOUBTFUL_SHARE = 0.2

/** Says of every glyph of a drawing whether it can be seen. Costs are linear in the drawing. */
export function judgeVisibility(drawing: Drawing, budget: ContentBudget): VisibleGlyph[] {
  if (drawing.glyphs.length === 0) return []
  const grounds = groundsBeneath(drawing, budget)
  const covered = coverAbove(drawing, budget)
  const procedures = new Set<number>()
  for (const { order, inGlyph } of drawing.areas) if (inGlyph) procedures.add(order)
  return drawing.glyphs.map((glyph, i) => judgeGlyph(glyph, grounds[i], covered[i] ?? 0, procedures, budget))
}

function judgeGlyph(
  glyph: PaintedGlyph,
  ground: readonly (Rgb | undefined)[] | undefined,
  covered: number,
  procedures: ReadonlySet<number>,
  budget: ContentBudget,
): VisibleGlyph {
  const { paint } = glyph
  const meaning = glyph.font.meaningOf(glyph.code)
  const hidden: HiddenReason[] = []
  const doubts: DoubtReason[] = []
  const note = <T>(list: T[], reason: T, applies: boolean) => {
    if (applies) list.push(reason)
  }
  const clipped = 1 - shareWithinClip(glyph.quad, paint.clip, budget)
  note(hidden, 'invisible_mode', glyph.renderMode === 3 || glyph.renderMode === 7)
  note(hidden, 'transparent', paint.alpha < FAINTEST)
  note(hidden, 'clipped', clipped >= HIDDEN_SHARE)
  note(hidden, 'covered', covered >= HIDDEN_SHARE)
  note(hidden, 'tiny', glyph.size < LEGIBLE_SIZE)
  note(hidden, 'layer_off', paint.layer === 'hidden')
  // The procedure's first item follows the glyph at once.
  note(hidden, 'no_glyph', glyph.isProcedure ? !procedures.has(glyph.order + 1) : meaning.trust === 'missing')
  if (paint.alpha >= FAINTEST) judgeColour(glyph, ground, hidden, doubts)
  note(doubts, 'masked', paint.isMasked)
  note(doubts, 'blended', paint.blendMode !== 'Normal' && paint.blendMode !== 'Multiply')
  note(doubts, 'rough_clip', !paint.clip.exact)
  note(doubts, 'layer_unknown', paint.layer === 'unknown')
  note(doubts, 'partly_covered', covered >= DOUBTFUL_SHARE && covered < HIDDEN_SHARE)
  note(doubts, 'partly_clipped', clipped >= DOUBTFUL_SHARE && clipped < HIDDEN_SHARE)
  return withReasons(glyph, meaning, hidden, doubts, covered)
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
    text: meaning.text,
    meaning,
    isVisible: hidden.length === 0,
    // Nearly all glyphs have neither, and share their emptiness.
    hidden: hidden.length === 0 ? NONE : hidden,
    doubts: doubts.length === 0 ? NONE : doubts,
    covered,
  }
}

const NONE: readonly never[] = []

function judgeColour(
  glyph: PaintedGlyph,
  ground: readonly (Rgb | undefined)[] | undefined,
  hidden: HiddenReason[],
  doubts: DoubtReason[],
): void {
  const { colour, alpha } = glyph.paint
  if (glyph.isProcedure) return
  if (colour === undefined) {
    doubts.push('colour_unknown')
    return
  }
  const samples = ground ?? [WHITE]
  if (samples.includes(undefined)) {
    doubts.push('colour_unknown')
    return
  }
  const seen = (beneath: Rgb): Rgb =>
    beneath.map((value, c) => value + alpha * ((colour[c] as number) - value)) as unknown as Rgb
  if (samples.every((beneath) => beneath !== undefined && looksAlike(seen(beneath), beneath)))
    hidden.push('same_colour')
}

const WHITE: Rgb = [1, 1, 1]

/** Cells of the grid on which later areas are drawn: a cell of a point on ordinary pages. */
const MAX_COVER_CELLS = 600_000

/** Places of a glyph's cell that are looked up in its clip: three by three. */
const PLACES = [1 / 6, 1 / 2, 5 / 6]

function shareWithinClip(quad: Quad, clip: Clip, budget: ContentBudget): number {
  const [left, bottom, right, top] = clip.box
  const isInside = (x: number, y: number) => x >= left && x <= right && y >= bottom && y <= top
  const corners = [0, 2, 4, 6].every((i) => isInside(quad[i] as number, quad[i + 1] as number))
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

/** Colours beneath each glyph; nothing is drawn where all the areas come after all the text. */
function groundsBeneath({ glyphs, areas, box }: Drawing, budget: ContentBudget): ((Rgb | undefined)[] | undefined)[] {
  const last = glyphs.at(-1)?.order ?? -1
  if ((areas[0]?.order ?? Infinity) > last) return []
  const ground = new GroundColour(box, budget)
  let next = 0
  return glyphs.map(({ order, quad }) => {
    for (let area = areas[next]; area !== undefined && area.order < order; area = areas[++next]) {
      if (!area.inGlyph) ground.paint(area)
    }
    return ground.coloursIn(quad)
  })
}

/** How much of each glyph is hidden by what comes after it: painted backwards, from the last item to the first. */
function coverAbove({ glyphs, areas, box }: Drawing, budget: ContentBudget): number[] {
  const first = glyphs[0]?.order ?? Infinity
  const text = unionOf(glyphs)
  const covers = areas.filter(
    (area) => area.order > first && !area.inGlyph && intersectBoxes(area.box, text) !== undefined,
  )
  const shares = new Array<number>(glyphs.length).fill(0)
  if (covers.length === 0) return shares
  const cover = new CoveredArea(box, budget, { letters: 0, scale: 1, maxCells: MAX_COVER_CELLS })
  let next = covers.length - 1
  for (let i = glyphs.length - 1; i >= 0; i--) {
    const glyph = glyphs[i] as PaintedGlyph
    for (let area = covers[next]; area !== undefined && area.order > glyph.order; area = covers[--next])
      cover.area(area)
    shares[i] = cover.coverageOf(glyph.box).mean
  }
  return shares
}

function unionOf(glyphs: readonly PaintedGlyph[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { box } of glyphs) {
    left = Math.min(left, box[0])
    bottom = Math.min(bottom, box[1])
    right = Math.max(right, box[2])
    top = Math.max(top, box[3])
  }
  return [left, bottom, right, top]
}

/** Glyphs and areas of a drawing by their place. */
export class PlacedDrawing {
  readonly glyphs: SpatialIndex<VisibleGlyph>
  readonly areas: SpatialIndex<PaintedArea>

  constructor(visible: readonly VisibleGlyph[], areas: readonly PaintedArea[]) {
    this.glyphs = new SpatialIndex(visible, ({ glyph }): Box => glyph.box)
    this.areas = new SpatialIndex(areas, ({ box }) => box)
  }
}

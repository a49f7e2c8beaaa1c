/**
 * A region of a page as it looks, cell by cell: the colour of each cell, and how much of its former content can still be seen.
 * Areas and letters are painted in painting order.
 *
 * Letters are not painted in their shapes. They hide a share of the cells of their box and keep no colour: the drawing itself
 * tells where they stand.
 *
 * @module
 */
import { type Box, intersectBoxes, invert, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import { luminanceOf, type Rgb } from '../colour/colour.js'
import { type ContentBudget, spend } from '../content/content-budget.js'
import {
  hidingShare,
  isPaintedForSure,
  type PaintedArea,
  type PaintedGlyph,
  type PaintedItem,
} from '../content/drawing.js'
import { isSliver, pathOfBox, pathOfQuad, THINNEST_LINE } from '../content/path.js'
import { HAIRLINE, strokeOutline } from '../content/stroke.js'
import type { PicturePart } from '../pictures/picture-part.js'
import { AreaMask, PartSampler, PictureParts } from './area-mask.js'
import { type CellRange, cellsOf, forEachCell, frameOf, type GridFrame, LetterShades } from './raster.js'

export interface SheetOptions {
  /** Cells per point; Default 2. */
  readonly scale?: number
  /** Most cells; a large region has larger cells. Default 600,000. */
  readonly maxCells?: number
  /**
   * How much a letter hides of its cell, 0 to 1, since its ink lies somewhere in it. Default 1, because a letter on another makes
   * both unreadable; 0 ignores letters. Type 3 glyphs count by what they paint.
   */
  readonly letters?: number | ((glyph: PaintedGlyph) => number)
  /** False ignores what only some viewers paint of shapes thinner than a pixel, to find what is hidden in all viewers. */
  readonly hasSlivers?: boolean
  /**
   * Which colours are kept: none; those of plain areas, so that no picture is decoded; or all. Pictures read for one sheet serve
   * others.
   */
  readonly colours?: 'none' | 'plain' | PictureParts
  /** Sheet beneath this one, of the same region and scale. Default: white paper. */
  readonly ground?: Sheet
}

/** The look of cells, with rows from the bottom. */
interface Looks {
  /** Red, green and blue of each cell, 0 to 255. */
  readonly colours: Uint8ClampedArray
  /** 1 for cells whose look is unknown (an unreadable picture, areas that viewers paint differently), 2 for an unknown colour. */
  readonly unknown: Uint8Array
  /** 1 for cells whose colour is uncertain. */
  readonly vague: Uint8Array
  /** 1 for cells on which a picture was painted last. */
  readonly pictured: Uint8Array
}

/** How much of a box is hidden. */
interface Coverage {
  /** Mean over the box: 0 where nothing is painted, 1 where nothing beneath is visible. */
  readonly mean: number
  /** Highest value of any cell in the box. */
  readonly most: number
}

const USUAL_SCALE = 2
const USUAL_MAX_CELLS = 600_000
const NOTHING: Coverage = { mean: 0, most: 0 }
const EVERYTHING: Coverage = { mean: 1, most: 1 }

/** Opacity above which nothing of the ground remains visible. */
const OPAQUE = 0.98
/** Opacity below which an unknown area leaves a cell unchanged. */
const FAINT = 0.1
/** Opacity at which areas are painted that only some viewers paint. */
const BY_HALF = 0.5
/** Most such areas on one cell; with more, its look is unknown. */
const MOST_UNSURE = 2
/** Lightness assumed for an unknown colour. */
const MIDDLE_GREY = 0.5
/** Difference from it below which the unknown colour is replaced, so that it stands out. */
const STANDING_OUT = 0.25
/** Blend modes whose colours are computed. */
const KNOWN_MODES: ReadonlySet<string> = new Set(['Normal', 'Multiply', 'Darken'])

/**
 * Paints items on a region of the page. What could not be painted because of a limit counts as hidden.
 *
 * @example
 * const sheet = new Sheet(annotationRectangle, budget)
 * replay(appearance, sheet)
 * sheet.coverageOf(word.box).mean // 0.93: the word cannot be read any more
 */
export class Sheet {
  readonly region: Box
  readonly frame: GridFrame
  /** Letters that are painted where no area of this sheet is. */
  readonly letterShades: LetterShades
  readonly #budget: ContentBudget
  readonly #parts: PictureParts | undefined
  readonly #letters: number | ((glyph: PaintedGlyph) => number)
  readonly #hasSlivers: boolean
  readonly #hasColours: boolean
  readonly #cells: number
  readonly #mask: AreaMask
  #looks: Looks
  #isShared = true
  /** Share of each cell without any painted area; when absent, equal to the share visible through areas. */
  #bare: Float32Array | undefined
  /** Share of each cell's ground that is visible through areas. */
  #seen: Float32Array | undefined
  /** Share of each cell's ground that is visible through areas and letters. */
  #seenThroughLetters: Float32Array | undefined
  #unsure: Uint8Array | undefined
  #painted: Box | undefined
  /** Box around everything that the budget did not allow to be painted. */
  #lost: Box | undefined

  constructor(region: Box, budget: ContentBudget, options: SheetOptions = {}) {
    const { scale = USUAL_SCALE, maxCells = USUAL_MAX_CELLS, letters = 1, hasSlivers = true, ground } = options
    this.region = region
    this.frame = frameOf(region, scale, maxCells)
    this.letterShades = new LetterShades(this.frame)
    this.#budget = budget
    this.#letters = letters
    this.#hasSlivers = hasSlivers
    this.#parts = options.colours instanceof PictureParts ? options.colours : undefined
    this.#hasColours = (options.colours ?? 'none') !== 'none'
    this.#cells = this.frame.width * this.frame.height
    this.#mask = new AreaMask(region, this.frame, budget)
    spend(budget, 'cells', this.#cells)
    this.#looks = ground?.looks ?? paperOf(this.#cells)
  }

  /** The look of each cell. The arrays may be longer than the number of cells. */
  get looks(): Readonly<Looks> {
    return this.#looks
  }

  glyph(glyph: PaintedGlyph): void {
    if (this.#letters === 0 || glyph.isProcedure || isInkless(glyph)) return
    const share = typeof this.#letters === 'number' ? this.#letters : this.#letters(glyph)
    if (share === 0) return
    const { strokeWidth, quad, paint } = glyph
    const box = strokeWidth > 0 ? widenBox(glyph.box, strokeWidth / 2) : glyph.box
    const range = this.#mask.drawPath(strokeWidth > 0 ? pathOfBox(box) : pathOfQuad(quad), box, paint.clip)
    if (range === undefined) return
    this.#seenThroughLetters ??= new Float32Array(this.#cells).fill(1)
    const opacity = hidingShare(paint)
    if (!this.#cover(range, glyph, share * opacity, this.#seenThroughLetters) || !this.#hasColours) return
    const shown = (cell: number) => opacity * (this.#mask.values[cell] ?? 0) * (1 - this.coveredAt(cell))
    this.letterShades.add(range, paint.colour, (cell) => shown(cell) >= BY_HALF)
  }

  area(area: PaintedArea): void {
    const { paint, picture, kind } = area
    if (paint.alpha === 0) return
    const parts = picture === undefined ? undefined : this.#parts?.of(picture)
    const mask = kind === 'stencil' ? parts?.main : parts?.mask
    const matrix = picture === undefined ? undefined : invert(picture.matrix)
    const sampler = (part: PicturePart | undefined) =>
      part === undefined || matrix === undefined ? undefined : new PartSampler(part, matrix, this.frame)
    const range = this.#mask.drawArea(area, sampler(mask))
    if (range !== undefined) {
      this.#seen ??= new Float32Array(this.#cells).fill(1)
      const hides = hidingShare(paint)
      if (hides !== paint.alpha) this.#bare ??= this.#seen.slice()
      if (this.#bare !== undefined) this.#cover(range, area, paint.alpha, this.#bare)
      if (this.#cover(range, area, hides, this.#seen) && this.#hasColours) {
        const shades = kind === 'stencil' ? undefined : sampler(parts?.main)
        this.#mix(area, range, shades, picture !== undefined && parts?.main === undefined)
      }
    }
    if (this.#hasSlivers && kind === 'fill') this.#coverSlivers(area)
  }

  /** How much of a cell's ground is hidden, by areas and letters: 0 to 1. */
  hiddenAt(cell: number): number {
    const [areas, letters] = [this.#seen, this.#seenThroughLetters]
    return 1 - (areas === undefined ? 1 : (areas[cell] ?? 0)) * (letters === undefined ? 1 : (letters[cell] ?? 0))
  }

  /** How much of a cell is painted by areas, even if blend modes leave its ground visible: 0 to 1. */
  paintedAt(cell: number): number {
    const bare = this.#bare ?? this.#seen
    return bare === undefined ? 0 : 1 - (bare[cell] ?? 0)
  }

  /** How much of a cell's ground is hidden by areas alone, 0 to 1. */
  coveredAt(cell: number): number {
    return this.#seen === undefined ? 0 : 1 - (this.#seen[cell] ?? 0)
  }

  /** Lightness of a cell, 0 for black to 1 for white. */
  lightnessAt(cell: number): number {
    const { colours } = this.#looks
    const at = 3 * cell
    return luminanceOf(colours[at] ?? 0, colours[at + 1] ?? 0, colours[at + 2] ?? 0) / 255
  }

  /** Lightness of all cells, 0 for black to 1 for white. */
  lightness(): Float32Array {
    const values = new Float32Array(this.#cells)
    for (let i = 0; i < values.length; i++) values[i] = this.lightnessAt(i)
    return values
  }

  /** Median lightness of the cells: on a page, that of its paper. */
  medianLightness(): number {
    const counts = new Uint32Array(256)
    for (let i = 0; i < this.#cells; i++) {
      const step = Math.round(255 * this.lightnessAt(i))
      counts[step] = (counts[step] ?? 0) + 1
    }
    let [median, passed] = [-1, 0]
    while (2 * passed <= this.#cells) passed += counts[++median] ?? this.#cells
    return median / 255
  }

  colourAt(cell: number): Rgb {
    const { colours } = this.#looks
    return [0, 1, 2].map((c) => (colours[3 * cell + c] ?? 0) / 255) as unknown as Rgb
  }

  /** One channel (0 red, 1 green, 2 blue) of the ink that turns the ground's colour into the cell's colour, 0 to 1. */
  inkAt(cell: number, channel: number, ground: Sheet): number {
    const [own, painted] = [this.#looks.colours[3 * cell + channel] ?? 0, this.paintedAt(cell)]
    if (painted < 1 - OPAQUE) return own / 255
    const beneath = ground.looks.colours[3 * cell + channel] ?? 0
    return Math.min(1, Math.max(0, (own - (1 - painted) * beneath) / (255 * painted)))
  }

  /** The box around everything that was painted in the region. */
  get paintedBox(): Box | undefined {
    return this.#painted === undefined ? undefined : intersectBoxes(this.#painted, this.region)
  }

  /** Measures how much of a box is hidden. The part outside of the region counts as not hidden. */
  coverageOf(box: Box): Coverage {
    const range = this.#painted === undefined ? undefined : cellsOf(this.frame, box)
    const inner = intersectBoxes(box, this.region)
    if (range === undefined || inner === undefined) return NOTHING
    const count = (range.x1 - range.x0) * (range.y1 - range.y0)
    if (this.#lost !== undefined && intersectBoxes(box, this.#lost) !== undefined) return EVERYTHING
    if (!spend(this.#budget, 'cells', count)) return EVERYTHING
    let [sum, most] = [0, 0]
    forEachCell(range, this.frame, (cell) => {
      const value = this.hiddenAt(cell)
      sum += value
      if (value > most) most = value
    })
    return { mean: (shareOfBox(inner, box) * sum) / count, most }
  }

  /** Covers what Poppler paints of thin shapes: all pixels that they touch. A hatch of such shapes hides what is beneath. */
  #coverSlivers(area: PaintedArea): void {
    const slivers = area.path.filter(isSliver)
    if (slivers.length === 0) return
    const lines = slivers.map(({ points }) => ({ points, closed: true }))
    const outline = strokeOutline(lines, HAIRLINE, this.#budget)
    const range = this.#mask.drawPath(outline, widenBox(area.box, THINNEST_LINE), area.paint.clip)
    if (range === undefined) return
    this.#seen ??= new Float32Array(this.#cells).fill(1)
    this.#cover(range, area, hidingShare(area.paint), this.#seen)
  }

  /** Reduces the visible share of cells by what the mask paints; false when the budget is used up. */
  #cover(range: CellRange, item: PaintedItem, share: number, seen: Float32Array): boolean {
    this.#painted = uniteBoxes(this.#painted, item.box)
    if (!spend(this.#budget, 'cells', (range.x1 - range.x0) * (range.y1 - range.y0))) {
      this.#lost = uniteBoxes(this.#lost, item.box)
      return false
    }
    const mask = this.#mask.values
    const { width } = this.frame
    for (let y = range.y0; y < range.y1; y++) {
      for (let i = y * width + range.x0; i < y * width + range.x1; i++) {
        const painted = mask[i] ?? 0
        if (painted > 0) seen[i] = (seen[i] ?? 0) * (1 - share * Math.min(painted, 1))
      }
    }
    return true
  }

  /** A copy of the looks that may be changed. */
  #ownLooks(): Looks {
    if (this.#isShared) {
      const { colours, unknown, vague, pictured } = this.#looks
      const cells = this.#cells
      this.#looks = {
        colours: colours.slice(0, 3 * cells),
        unknown: unknown.slice(0, cells),
        vague: vague.slice(0, cells),
        pictured: pictured.slice(0, cells),
      }
      this.#isShared = false
    }
    return this.#looks
  }

  /** @param isUnread True for a picture whose colours cannot be read. */
  #mix({ paint, inPattern }: PaintedArea, range: CellRange, shades: PartSampler | undefined, isUnread: boolean): void {
    const { colours, unknown, vague, pictured } = this.#ownLooks()
    const { width } = this.frame
    const mask = this.#mask.values
    const isMixed = paint.blendMode === 'Multiply' || paint.blendMode === 'Darken'
    const isSure = isPaintedForSure(paint) && KNOWN_MODES.has(paint.blendMode)
    const isAnyColour = paint.colour === undefined && shades === undefined
    const isVague = !isSure || inPattern || isAnyColour
    const doubt = isUnread ? 1 : isAnyColour ? 2 : 0
    for (let y = range.y0; y < range.y1; y++) {
      for (let x = range.x0; x < range.x1; x++) {
        const i = y * width + x
        let opacity = paint.alpha * Math.min(1, mask[i] ?? 0)
        if (opacity <= 0) continue
        if (opacity >= FAINT) pictured[i] = shades === undefined ? 0 : 1
        if (isVague ? opacity >= FAINT : opacity > OPAQUE && !isMixed) vague[i] = isVague ? 1 : 0
        if (!isSure) opacity *= this.#shareOfUnsure(i, unknown)
        const [red, green, blue] = shades?.at(x, y) ?? paint.colour ?? unlike(this.lightnessAt(i))
        const at = 3 * i
        const [r, g, b] = [colours[at] ?? 0, colours[at + 1] ?? 0, colours[at + 2] ?? 0]
        colours[at] = r + opacity * (red * (isMixed ? r : 255) - r)
        colours[at + 1] = g + opacity * (green * (isMixed ? g : 255) - g)
        colours[at + 2] = b + opacity * (blue * (isMixed ? b : 255) - b)
        if (opacity >= OPAQUE || (doubt > 0 && opacity >= FAINT && unknown[i] !== 1)) unknown[i] = doubt
      }
    }
  }

  /**
   * Opacity of an area that only some viewers paint. Half keeps both the area and what lies beneath recognisable. From the third
   * one on, the look is unknown.
   */
  #shareOfUnsure(cell: number, unknown: Uint8Array): number {
    this.#unsure ??= new Uint8Array(this.#cells)
    const times = this.#unsure[cell] ?? 0
    if (times < MOST_UNSURE) this.#unsure[cell] = times + 1
    else unknown[cell] = 1
    return BY_HALF
  }
}

/** Shared looks of blank paper, copied before painting. They grow when needed. */
let paper: Looks = {
  colours: new Uint8ClampedArray(),
  unknown: new Uint8Array(),
  vague: new Uint8Array(),
  pictured: new Uint8Array(),
}

function paperOf(cells: number): Looks {
  if (paper.unknown.length < cells) {
    const blank = new Uint8Array(cells)
    paper = { colours: new Uint8ClampedArray(3 * cells).fill(255), unknown: blank, vague: blank, pictured: blank }
  }
  return paper
}

const BLACK_INK: Rgb = [0, 0, 0]
const GREY_INK: Rgb = [MIDDLE_GREY, MIDDLE_GREY, MIDDLE_GREY]

/** A colour that stands for an unknown one and differs from its ground. */
function unlike(ground: number): Rgb {
  return Math.abs(ground - MIDDLE_GREY) < STANDING_OUT ? BLACK_INK : GREY_INK
}

/** True for letters without ink: in invisible modes, without opacity, and blanks. */
function isInkless({ renderMode, paint, font, code }: PaintedGlyph): boolean {
  if (renderMode === 3 || renderMode === 7 || paint.alpha === 0) return true
  const { text, trust } = font.meaningOf(code)
  return trust === 'agreed' && text?.trim() === ''
}

function shareOfBox(inner: Box, box: Box): number {
  const share = (inside: number, all: number) => (all > 0 ? inside / all : 1)
  return share(inner[2] - inner[0], box[2] - box[0]) * share(inner[3] - inner[1], box[3] - box[1])
}

/** Compares a region with and without some of its areas: 1 for each cell whose lightness differs by `least` or more. */
export function contrastOfMarks(
  marks: readonly PaintedArea[],
  areas: readonly PaintedArea[],
  region: Box,
  budget: ContentBudget,
  { least, ...grid }: Pick<SheetOptions, 'scale' | 'maxCells'> & { readonly least: number },
): { readonly ink: Uint8Array; readonly frame: GridFrame } {
  const isMark = new Set(marks)
  const [ground, whole] = [false, true].map((isWhole) => {
    const sheet = new Sheet(region, budget, { ...grid, colours: new PictureParts(region) })
    for (const area of areas) if (isWhole || !isMark.has(area)) sheet.area(area)
    return sheet.lightness()
  }) as [Float32Array, Float32Array]
  const ink = new Uint8Array(whole.length)
  for (let i = 0; i < ink.length; i++) if (Math.abs((whole[i] ?? 0) - (ground[i] ?? 0)) >= least) ink[i] = 1
  return { ink, frame: frameOf(region, grid.scale ?? USUAL_SCALE, grid.maxCells ?? USUAL_MAX_CELLS) }
}

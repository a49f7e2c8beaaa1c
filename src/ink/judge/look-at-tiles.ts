/**
 * Finds what a drawing does to the letters of its page, together with the drawings around it. The page is examined tile by tile.
 *
 * @module
 */
import { append } from '../../lists.js'
import { type Box, intersectBoxes, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import type { PdfDict } from '../../pdf/objects.js'
import type { PageDrawing, PlacedAnnotation } from '../annotations/file-drawings.js'
import type { ContentBudget } from '../content/content-budget.js'
import { type PaintedGlyph, replay } from '../content/drawing.js'
import type { DrawnStates } from '../drawn-states.js'
import { POLICY } from '../ink-policy.js'
import { LARGEST_IN_TILE } from '../raster/grid.js'
import { Sheet } from '../raster/sheet.js'
import { isLegible, type VisibleGlyph } from '../text/visible-text.js'
import { marksField, marksLetters, waitsForNothing } from './continues.js'
import { findTaken } from './hides.js'
import { inkShareOf, isLoneSign } from './letter-ink.js'
import { type Allowance, type LoggedDrawing, type LostLetter, weightOf } from './losses.js'
import { type Layer, PlaceOfDrawing, type TileLook, Tiles } from './tiles.js'

/** An annotation in the newer state. */
export interface DrawnAnnotation {
  readonly dict: PdfDict
  /** Object number; absent for a direct object. */
  readonly num?: number | undefined
}

/** An annotation and the page that its drawings are compared with. */
export interface Inspection {
  readonly pair: DrawnStates
  readonly annotation: DrawnAnnotation
  /** Object number of the page; `sheet` is what it draws. */
  readonly page: number
  readonly sheet: PageDrawing
  readonly mayHide: Allowance
}

/** What lies in the region of a drawing, beneath it. */
export interface Beneath {
  readonly region: Box
  /** Drawings of later revisions there and around. */
  readonly before: readonly LoggedDrawing[]
  readonly others: readonly PlacedAnnotation[]
  /** Letters that fields, notes and earlier signatures show. */
  readonly filled: readonly VisibleGlyph[]
}

/** The effect of a drawing and those around it on the letters of the page. */
export interface TextEffect {
  readonly lost: readonly LostLetter[]
  readonly isErased: boolean
  readonly isMarked: boolean
  /** Lost area of pictures that cannot be read, in square points. */
  readonly unknown: number
}

/** Examines the page tile by tile, where something is drawn and something can be read. */
export function lookAtTiles(inspection: Inspection, entry: LoggedDrawing, beneath: Beneath): TextEffect {
  const { pair, sheet } = inspection
  const { budget } = pair.drawings
  const entries = [...beneath.before, entry]
  const layers = entries.map(({ drawing }) => drawing)
  const region = spanOf(beneath, layers, sheet.box)
  const letters = sheet.placed.glyphs.query(widenBox(region, POLICY.readTogether * sheet.placed.largestSize))
  const inRegion = [...letters, ...beneath.filled].filter(({ glyph }) => !isLarge(glyph) && isIn(glyph, region))
  const boxes = inRegion.map(({ glyph }) => glyph.box)
  const place = new PlaceOfDrawing({ region, page: sheet.box, placed: sheet.placed }, boxes, budget)
  const lost: LostLetter[] = lostLargeLetters(layers, letters.filter(isLegible), region, budget)
  let [isErased, isMarked, unknown] = [false, marksField(entry.marks, beneath.others), 0]
  for (const tile of new Tiles(region).paintedBy(entry.drawing)) {
    // No rule permits as much.
    if (isErased || weightOf(lost) > POLICY.charactersInSignedPlace) break
    const found = lettersOnTile(inspection, tile, letters, beneath)
    if (found.around + found.filled.length === 0 && place.isBlank(tile)) continue
    const look = place.look(tile, found.boxes)
    const painted = new LayersOnTile(look, entries)
    if (intersectBoxes(tile, beneath.region) !== undefined) {
      const [after, erased] = [painted.of('drawing'), painted.of('erasing')]
      const own = beneath.before.length === 0 ? after : look.after([entry.drawing])
      const taken = findTaken({ look, region: beneath.region, after, erased, own, ...found })
      append(lost, taken.letters)
      isErased ||= taken.isErased
      unknown += taken.unknown
    }
    if (isMarked || !isDrawn(entry.marks)) continue
    const marks = entries.map((each) => each.marks)
    isMarked = marksLetters({ look, marks, own: entry.marks, after: painted.of('marks'), ...found })
  }
  return { lost, isErased, isMarked, unknown }
}

/** The letters in a tile and around it, by how they are examined. */
interface LettersOnTile {
  /** Number of letters in the tile and around it. */
  readonly around: number
  readonly glyphs: readonly VisibleGlyph[]
  readonly signs: readonly VisibleGlyph[]
  readonly filled: readonly VisibleGlyph[]
  readonly near: readonly VisibleGlyph[]
  /** Boxes of those letters in the tile that are small enough to be painted whole. */
  readonly boxes: readonly Box[]
}

function lettersOnTile(
  { pair, sheet }: Inspection,
  tile: Box,
  letters: readonly VisibleGlyph[],
  beneath: Beneath,
): LettersOnTile {
  const found = letters.filter(({ glyph }) => isIn(glyph, widenBox(tile, reachOfLetter(glyph))))
  const filled = beneath.filled.filter(({ glyph }) => isIn(glyph, tile))
  pair.spend(1 + found.length + filled.length)
  const isSign = (glyph: VisibleGlyph) => isLoneSign(glyph, sheet.placed.glyphs)
  const inTile = found.filter(({ glyph }) => isIn(glyph, tile))
  const whole = [...inTile, ...filled].filter(({ glyph }) => !isLarge(glyph))
  return {
    around: found.length,
    glyphs: inTile.filter(isLegible),
    signs: inTile.filter(isSign),
    filled,
    // A line to write on prompts for an entry. The point after a sentence does not.
    near: found.filter((glyph) => waitsForNothing(glyph) || isSign(glyph)),
    boxes: whole.map(({ glyph }) => glyph.box),
  }
}

/** Distance from a letter within which ink is read as its continuation, in points. */
function reachOfLetter({ size }: PaintedGlyph): number {
  return POLICY.readTogether * size
}

function isIn({ box }: PaintedGlyph, place: Box): boolean {
  return intersectBoxes(box, place) !== undefined
}

function isLarge({ box }: PaintedGlyph): boolean {
  return Math.max(box[2] - box[0], box[3] - box[1]) > LARGEST_IN_TILE
}

/** Measures letters that are larger than tiles together, in larger cells. */
function lostLargeLetters(
  layers: readonly Layer[],
  letters: readonly VisibleGlyph[],
  region: Box,
  budget: ContentBudget,
): LostLetter[] {
  const large = letters.filter(({ glyph }) => isLarge(glyph) && isIn(glyph, region))
  if (large.length === 0) return []
  const around = large.map(({ glyph }) => glyph.box).reduce(uniteBoxes, region)
  const sheet = new Sheet(around, budget, { letters: inkShareOf })
  for (const layer of layers) replay(layer, sheet)
  const hidden = large.filter(({ glyph }) => sheet.coverageOf(glyph.box).mean >= POLICY.hiddenShare)
  return hidden.map(({ glyph: { box } }) => ({ box, weight: 1 }))
}

function isDrawn({ glyphs, areas }: LoggedDrawing['marks']): boolean {
  return glyphs.length + areas.length > 0
}

/** Parts of drawings painted over a tile. A part that is the whole drawing shares its sheet. */
class LayersOnTile {
  readonly #look: TileLook
  readonly #entries: readonly LoggedDrawing[]
  #whole: Sheet | undefined

  constructor(look: TileLook, entries: readonly LoggedDrawing[]) {
    this.#look = look
    this.#entries = entries
  }

  of(part: 'drawing' | 'marks' | 'erasing'): Sheet {
    const isWhole = this.#entries.every((entry) => entry[part] === entry.drawing)
    if (!isWhole) return this.#look.after(this.#entries.map((entry) => entry[part]))
    this.#whole ??= this.#look.after(this.#entries.map(({ drawing }) => drawing))
    return this.#whole
  }
}

/** The region of a drawing together with the drawings around it. */
function spanOf({ region, before }: Beneath, layers: readonly Layer[], page: Box): Box {
  if (before.length === 0) return region
  const items = layers.flatMap(({ glyphs, areas }) => [...glyphs, ...areas])
  const all = items.reduce<Box>((around, { box }) => uniteBoxes(around, box), region)
  return intersectBoxes(intersectBoxes(all, widenBox(region, POLICY.seenTogether)) ?? region, page) ?? region
}

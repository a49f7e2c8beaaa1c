/**
 * Whether the drawing of an annotation hides what its page shows, or passes for a part of it.
 *
 * @module
 */

import { append } from '../../lists.js'
import { rectangleOf } from '../../pdf/annotations/visibility.js'
import { type Box, intersectBoxes, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import { nameOf, PdfDict } from '../../pdf/objects.js'
import { drawAnnotation } from '../annotations/annotation-drawings.js'
import type { PageDrawing, PlacedAnnotation } from '../annotations/file-drawings.js'
import { type ContentBudget, isUsedUp, spend } from '../content/content-budget.js'
import type { PaintedArea, PaintedGlyph } from '../content/device.js'
import { type Drawing, replay } from '../content/drawing.js'
import type { UnknownCode } from '../content/unknown-content.js'
import type { DrawnStates } from '../drawn-states.js'
import { POLICY } from '../ink-policy.js'
import { Sheet } from '../raster/sheet.js'
import { isLegible, type VisibleGlyph } from '../text/visible-text.js'
import { marksField, marksLetters, waitsForNothing } from './continues.js'
import type { Author, LoggedDrawing } from './drawing-log.js'
import { findTaken } from './hides.js'
import { continuesText } from './joining-text.js'
import { inkShareOf } from './letter-ink.js'
import { isLoneSign } from './lone-sign.js'
import type { Allowance, LostLetter } from './losses.js'
import { isDrawnByReaders, withoutMarkup } from './markup-ink.js'
import { LARGEST_IN_TILE, type Layer, PlaceOfDrawing, type TileLook, Tiles } from './tiles.js'

/** What a drawing does to the page beneath it. */
export interface DrawingEffect {
  /** More is hidden than may be: of letters that stand together, of the page, of a picture, with what others hide. */
  readonly hidesTooMuch: boolean
  /** A character of the page at least cannot be read any more. */
  readonly hidesCharacters: boolean
  /** The drawing writes into the page's own text, or goes on with a line of it. */
  readonly continuesText: boolean
  /** Dark shapes run through letters of the page, stand beside them like signs, or in a field of somebody else. */
  readonly marksText: boolean
  /** Pale shapes take away parts of letters, so that others or none are left. */
  readonly erasesText: boolean
  /** The drawing of a signature lies on that of another in the same place. */
  readonly coversSignature: boolean
  /** Why the effect cannot be told; `undefined` when it can. */
  readonly unknown: string | undefined
}

const TOO_MUCH = 'there is too much to draw'
const UNREADABLE_PAGE = 'the page cannot be read'

const NOTHING: DrawingEffect = {
  hidesTooMuch: false,
  hidesCharacters: false,
  continuesText: false,
  marksText: false,
  erasesText: false,
  coversSignature: false,
  unknown: undefined,
}

/** An annotation in the newer state. */
export interface DrawnAnnotation {
  readonly dict: PdfDict
  /** Its number, when it is an object of its own. */
  readonly num?: number | undefined
}

/**
 * Unknown content because of which text that some viewer shows may be missed: in a font of its own where one is missing,
 * outside of BT and ET, where numbers are malformed. What else is unknown about a page concerns only its look.
 */
const LOSSES: ReadonlySet<UnknownCode> = new Set([
  'limit',
  'unreadable',
  'unknown_operator',
  'malformed_operands',
  'malformed_content',
  'misplaced_operator',
  'missing_resource',
  'glyph_place',
])

/**
 * Distance within which other drawings may be seen as one with it: a multiple of its shorter side, as for letters of a
 * word, within limits in points.
 */
const ABOUT = 3
const ABOUT_LIMITS = [30, 100] as const

/**
 * What the drawing of an annotation in the newer state does to a page of the older one, together with what revisions
 * since the first signature have drawn there.
 */
export function inspectDrawing(
  pair: DrawnStates,
  annotation: DrawnAnnotation,
  page: number,
  mayHide: Allowance,
): DrawingEffect {
  if (!pair.drawings.countInspection()) return { ...NOTHING, unknown: TOO_MUCH }
  const dict = pair.before(page)
  if (!(dict instanceof PdfDict)) return { ...NOTHING, unknown: UNREADABLE_PAGE }
  const source = { dict, box: pair.drawings.reader(pair.older).pageBox(dict) }
  const { drawings, unknown } = drawAnnotation(pair.drawings, pair.newer, annotation.dict, source)
  // Most signatures show nothing: their pages need not be drawn.
  const painted = drawings.filter((drawing) => !isBlank(drawing))
  const sheet = painted.length === 0 ? undefined : pair.drawings.page(pair.older, page)
  let effect: DrawingEffect = { ...NOTHING, unknown }
  for (const drawing of painted) {
    const inspection = sheet === undefined ? undefined : { pair, annotation, page, sheet, mayHide }
    const own = inspection === undefined ? { ...NOTHING, unknown: UNREADABLE_PAGE } : inspectOne(inspection, drawing)
    effect = worse(effect, own)
  }
  return effect
}

function isBlank({ glyphs, areas, unknown }: Drawing): boolean {
  return glyphs.length + areas.length + unknown.length === 0
}

/** An annotation and the page that its drawings are held against. */
interface Inspection {
  readonly pair: DrawnStates
  readonly annotation: DrawnAnnotation
  /** Number of the page, and what it draws. */
  readonly page: number
  readonly sheet: PageDrawing
  readonly mayHide: Allowance
}

/** What lies in the region of a drawing. */
interface Beneath {
  readonly region: Box
  /** What later revisions have drawn there and about. */
  readonly before: readonly LoggedDrawing[]
  readonly others: readonly PlacedAnnotation[]
  /** What fields, notes and earlier signatures show. */
  readonly filled: readonly VisibleGlyph[]
}

function inspectOne(inspection: Inspection, drawing: Drawing): DrawingEffect {
  const { pair, page, sheet, annotation } = inspection
  const [fault] = drawing.unknown
  if (fault !== undefined) return { ...NOTHING, unknown: fault.detail }
  const region = regionOf(drawing, sheet.box)
  if (region === undefined) return NOTHING
  const lost = sheet.drawing.unknown.find(
    ({ code, box }) => LOSSES.has(code) && (box === undefined || intersectBoxes(box, region) !== undefined),
  )
  if (lost !== undefined) return { ...NOTHING, unknown: lost.detail }
  const { drawings } = pair
  if (isUsedUp(drawings.budget)) return { ...NOTHING, unknown: TOO_MUCH }
  const by: Author = { num: annotation.num, revision: pair }
  const log = drawings.added(page)
  const before = log.over(widenBox(region, reachOf(region)), by)
  if (before === undefined) return { ...NOTHING, unknown: 'too many drawings stand about one place' }
  const beneath = findBeneath(inspection, region, before)
  const entry: LoggedDrawing = { drawing, region, by, ...textPartsOf(inspection, drawing, beneath) }
  if (!spend(drawings.budget, 'memory', drawings.reader(pair.newer).memoryOf(drawing))) {
    return { ...NOTHING, unknown: TOO_MUCH }
  }
  log.add(entry)
  const effect = {
    ...judgeTaken(inspection, entry, beneath, lookAtTiles(inspection, entry, beneath)),
    continuesText: continuesText(drawing, drawings.reader(pair.newer), sheet.placed.glyphs),
  }
  // Once a limit was reached, neither what was painted nor what was not says anything.
  return isUsedUp(drawings.budget) ? { ...effect, unknown: TOO_MUCH } : effect
}

function reachOf([left, bottom, right, top]: Box): number {
  const [least, most] = ABOUT_LIMITS
  return Math.min(most, Math.max(least, ABOUT * Math.min(right - left, top - bottom)))
}

function findBeneath({ pair, page, annotation }: Inspection, region: Box, before: Beneath['before']): Beneath {
  const { drawings, older } = pair
  const others = drawings
    .annotations(older, page)
    .query(region)
    .filter(({ num }) => num !== annotation.num)
  pair.spend(1 + others.length + before.length)
  const filled = others.flatMap((other) => other.glyphs().filter(isLegible))
  return { region, before, others, filled }
}

/** What of a drawing counts as marks of the page, and as something that takes letters away. */
function textPartsOf(
  { pair, annotation, sheet, mayHide }: Inspection,
  drawing: Drawing,
  { filled }: Beneath,
): Pick<LoggedDrawing, 'marks' | 'erasing'> {
  if (!mayHide.isHeldAgainstText) return { marks: BLANK, erasing: BLANK }
  const place = { document: pair.newer, annotation: annotation.dict, letters: sheet.placed.glyphs, filled }
  const isOfReaders = isDrawnByReaders(pair.newer, annotation.dict)
  return { marks: withoutMarkup(drawing, place), erasing: isOfReaders ? BLANK : drawing }
}

const BLANK: LoggedDrawing['marks'] = { glyphs: [], areas: [] }

/** What a drawing and those about it do to the letters of the page. */
interface TextEffect {
  readonly lost: readonly LostLetter[]
  readonly isErased: boolean
  readonly isMarked: boolean
  /** Square points of pictures that cannot be read and are gone. */
  readonly unknown: number
}

/** Looks at the page tile by tile, where something is drawn and there is something to be read. */
function lookAtTiles(inspection: Inspection, entry: LoggedDrawing, beneath: Beneath): TextEffect {
  const { pair, sheet } = inspection
  const { budget } = pair.drawings
  const entries = [...beneath.before, entry]
  const layers = entries.map(({ drawing }) => drawing)
  const region = spanOf(beneath, layers, sheet.box)
  const letters = sheet.placed.glyphs.query(widenBox(region, FARTHEST_LETTERS))
  const inRegion = [...letters, ...beneath.filled].filter(({ glyph }) => !isLarge(glyph) && isIn(glyph, region))
  const boxes = inRegion.map(({ glyph }) => glyph.box)
  const place = new PlaceOfDrawing({ region, page: sheet.box, placed: sheet.placed }, boxes, budget)
  const lost: LostLetter[] = lostLargeLetters(layers, letters.filter(isLegible), region, budget)
  let [isErased, isMarked, unknown] = [false, marksField(entry.marks, beneath.others), 0]
  for (const tile of new Tiles(region).paintedBy(entry.drawing)) {
    if (isErased || lost.length >= ENOUGH) break
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

/** The letters in a tile and around it, by what is asked of them. */
interface LettersOnTile {
  /** How many there are in the tile and around it. */
  readonly around: number
  readonly glyphs: readonly VisibleGlyph[]
  readonly signs: readonly VisibleGlyph[]
  readonly filled: readonly VisibleGlyph[]
  readonly near: readonly VisibleGlyph[]
  /** Those of the letters in the tile that it holds as a whole. */
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
    // A line to write on asks for what stands behind it, and the point behind a sentence does not.
    near: found.filter((glyph) => waitsForNothing(glyph) || isSign(glyph)),
    boxes: whole.map(({ glyph }) => glyph.box),
  }
}

/** Letters from which on nothing more is counted: no rule permits as many. */
const ENOUGH = 200
/** Points around a tile in which letters may stand that something in it joins: of small letters, and of all. */
const LETTERS_AROUND = 24
const FARTHEST_LETTERS = 150

function reachOfLetter({ size }: PaintedGlyph): number {
  return Math.min(FARTHEST_LETTERS, Math.max(LETTERS_AROUND, POLICY.readTogether * size))
}

function isIn({ box }: PaintedGlyph, place: Box): boolean {
  return intersectBoxes(box, place) !== undefined
}

function isLarge({ box }: PaintedGlyph): boolean {
  return Math.max(box[2] - box[0], box[3] - box[1]) > LARGEST_IN_TILE
}

/** Letters that are larger than tiles are measured together, in larger cells. */
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

/** The parts of drawings painted over a tile; they are mostly the whole. */
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

/** How far beyond a region others are looked at with it, in points. */
const MOST_BEYOND = 100

/** The region of a drawing with what was drawn about it. */
function spanOf({ region, before }: Beneath, layers: readonly Layer[], page: Box): Box {
  if (before.length === 0) return region
  const items = layers.flatMap(({ glyphs, areas }) => [...glyphs, ...areas])
  const all = items.reduce<Box>((around, { box }) => uniteBoxes(around, box), region)
  return intersectBoxes(intersectBoxes(all, widenBox(region, MOST_BEYOND)) ?? region, page) ?? region
}

function judgeTaken(
  inspection: Inspection,
  { drawing, by }: LoggedDrawing,
  { region, others }: Beneath,
  { lost, isErased, isMarked, unknown }: TextEffect,
): Omit<DrawingEffect, 'continuesText'> {
  const { pair, page, sheet, mayHide } = inspection
  const { budget } = pair.drawings
  const losses = pair.drawings.losses(page)
  const pictures = losses.hidePictures(sheet.placed.areas.query(region).filter(isPicture), drawing, budget)
  const signed = others.filter(({ isSigned }) => isSigned)
  const isInItsPlace = isOfSignatureIn(inspection)
  const besides = losses.signatures.hide(
    signed.filter(({ box }) => !isInItsPlace(box)),
    drawing,
    budget,
  )
  const inItsPlace = losses.signatures.hide(
    signed.filter(({ box }) => isInItsPlace(box)),
    drawing,
    budget,
  )
  const image = Math.max(pictures, besides)
  return {
    hidesTooMuch: losses.hideLetters(lost, mayHide, by) || image > mayHide.image,
    hidesCharacters: lost.reduce((sum, { weight }) => sum + weight, 0) >= 1,
    erasesText: isErased,
    marksText: isMarked,
    coversSignature: inItsPlace > mayHide.image,
    unknown: unknown > POLICY.unknownArea ? 'a picture that it hides a part of cannot be read' : undefined,
  }
}

/** Pictures and stencils; other shapes are asked for letters that they make. */
function isPicture({ kind }: PaintedArea): boolean {
  return kind === 'image' || kind === 'stencil'
}

/** Points by which the places of two signatures may differ that programs put into one. */
const SAME_PLACE = 2

/** Whether a drawing is that of a signature in the very place of another, where some programs put every one of them. */
function isOfSignatureIn({ pair, annotation: { dict } }: Inspection): (place: Box) => boolean {
  const own = rectangleOf(pair.newer, dict)
  if (own === undefined || nameOf(pair.newValue(dict, 'Subtype')) !== 'Widget') return () => false
  return (place) => place.every((side, i) => Math.abs(side - (own[i] as number)) <= SAME_PLACE)
}

/** The part of the page that a drawing paints on; `undefined` when it paints nothing there. */
function regionOf({ glyphs, areas }: Drawing, page: Box): Box | undefined {
  let region: [number, number, number, number] | undefined
  for (const item of [...glyphs, ...areas]) {
    const around = 'strokeWidth' in item ? item.strokeWidth / 2 : 0
    const [left, bottom, right, top] = item.box
    region ??= [left, bottom, right, top]
    region[0] = Math.min(region[0], left - around)
    region[1] = Math.min(region[1], bottom - around)
    region[2] = Math.max(region[2], right + around)
    region[3] = Math.max(region[3], top + around)
  }
  return region === undefined ? undefined : intersectBoxes(region, page)
}

function worse(one: DrawingEffect, other: DrawingEffect): DrawingEffect {
  return {
    hidesTooMuch: one.hidesTooMuch || other.hidesTooMuch,
    hidesCharacters: one.hidesCharacters || other.hidesCharacters,
    continuesText: one.continuesText || other.continuesText,
    marksText: one.marksText || other.marksText,
    erasesText: one.erasesText || other.erasesText,
    coversSignature: one.coversSignature || other.coversSignature,
    unknown: one.unknown ?? other.unknown,
  }
}

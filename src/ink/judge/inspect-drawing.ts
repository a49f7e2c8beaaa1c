/**
 * Judges whether the drawing of an annotation hides what its page shows, or looks like a part of the page.
 *
 * @module
 */

import { rectangleOf } from '../../pdf/forms.js'
import { type Box, intersectBoxes, transformToQuad, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import { nameOf, PdfDict } from '../../pdf/objects.js'
import { drawAnnotation, ESCAPES } from '../annotations/annotation-drawings.js'
import { type ContentBudget, isUsedUp, spend } from '../content/content-budget.js'
import type { Drawing, PaintedArea, PaintedGlyph } from '../content/drawing.js'
import { boxOfPath, pathOfBox, pathOfQuad } from '../content/path.js'
import { ShownArea } from '../content/shown-items.js'
import { pathOfContours, WITHOUT_INK } from '../content/text-showing.js'
import type { UnknownCode } from '../content/unknown-content.js'
import type { DrawnStates } from '../drawn-states.js'
import { POLICY } from '../ink-policy.js'
import { CELLS_PER_POINT } from '../raster/grid.js'
import { isLegible } from '../text/visible-text.js'
import { continuesText } from './joining-text.js'
import { type Beneath, type DrawnAnnotation, type Inspection, lookAtTiles, type TextEffect } from './look-at-tiles.js'
import { type Allowance, type Author, type LoggedDrawing, weightOf } from './losses.js'
import { isDrawnByReaders, withoutMarkup } from './markup-ink.js'
import { withUnreadParts } from './unread-parts.js'

/** The effect of a drawing on the page beneath it. */
export interface DrawingEffect {
  /** True when more is hidden than permitted, including by other drawings: of letters, of the page, or of a picture. */
  readonly hidesTooMuch: boolean
  /** True when at least one character of the page can no longer be read. */
  readonly hidesCharacters: boolean
  /** True when the drawing writes into the page's own text, or continues a line of it. */
  readonly continuesText: boolean
  /** True when dark shapes run through letters of the page, stand beside them like signs, or lie in another's field. */
  readonly marksText: boolean
  /** True when pale shapes remove parts of letters, so that other letters or none are left. */
  readonly erasesText: boolean
  /** True when the drawing of a signature lies on another one in the same place. */
  readonly coversSignature: boolean
  /** Why the effect is unknown; `undefined` when it is known. */
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

/**
 * Codes of unknown content that some viewer may show as text: in its own font for a missing one, outside of BT and ET, or with
 * malformed numbers. Other unknown content of a page only concerns its look.
 */
const LOSSES: ReadonlySet<UnknownCode> = new Set([...ESCAPES, 'missing_resource', 'glyph_place'])

/**
 * The effect of an annotation's drawing in the newer state on a page of the older one. Drawings that revisions since the first
 * signature have added to the page count together with it.
 */
export function inspectDrawing(
  pair: DrawnStates,
  annotation: DrawnAnnotation,
  page: number,
  mayHide: Allowance,
): DrawingEffect {
  if (!pair.drawings.inspections.take()) return { ...NOTHING, unknown: TOO_MUCH }
  const dict = pair.before(page)
  if (!(dict instanceof PdfDict)) return { ...NOTHING, unknown: UNREADABLE_PAGE }
  const source = { dict, box: pair.drawings.reader(pair.older).pageBox(dict) }
  const { drawings, unknown } = drawAnnotation(pair.drawings, pair.newer, annotation.dict, source)
  // Most signatures show nothing, and then their pages need not be drawn.
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

function inspectOne(inspection: Inspection, drawn: Drawing): DrawingEffect {
  const { pair, page, sheet, annotation } = inspection
  const known = withUnreadParts(drawn)
  if (typeof known === 'string') return { ...NOTHING, unknown: known }
  const drawing = withLeaningInk(known, pair.drawings.budget)
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
  const before = log.over(widenBox(region, POLICY.seenTogether), by)
  if (before === undefined) return { ...NOTHING, unknown: 'too many drawings stand about one place' }
  const beneath = findBeneath(inspection, region, before)
  const entry: LoggedDrawing = { drawing, region, by, ...textPartsOf(inspection, known, drawing, beneath) }
  if (!spend(drawings.budget, 'memory', drawings.reader(pair.newer).memoryOf(drawing))) {
    return { ...NOTHING, unknown: TOO_MUCH }
  }
  log.add(entry)
  const effect = {
    ...judgeTaken(inspection, entry, beneath, lookAtTiles(inspection, entry, beneath)),
    continuesText: continuesText(known, drawings.reader(pair.newer), sheet.placed.glyphs),
  }
  // After a limit was reached, neither painted nor missing items are reliable.
  return isUsedUp(drawings.budget) ? { ...effect, unknown: TOO_MUCH } : effect
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

/** The parts of a drawing that count as marks of the page, and those of all its ink that may hide letters. */
function textPartsOf(
  { pair, annotation, sheet, mayHide }: Inspection,
  drawing: Drawing,
  ink: Drawing,
  { filled }: Beneath,
): Pick<LoggedDrawing, 'marks' | 'erasing'> {
  if (!mayHide.isHeldAgainstText) return { marks: BLANK, erasing: BLANK }
  const place = { document: pair.newer, annotation: annotation.dict, letters: sheet.placed.glyphs, filled }
  const isOfReaders = isDrawnByReaders(pair.newer, annotation.dict)
  return { marks: withoutMarkup(drawing, place), erasing: isOfReaders ? BLANK : ink }
}

const BLANK: LoggedDrawing['marks'] = { glyphs: [], areas: [] }

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
    hidesCharacters: weightOf(lost) >= 1,
    erasesText: isErased,
    marksText: isMarked,
    coversSignature: inItsPlace > mayHide.image,
    unknown: unknown > POLICY.unknownArea ? 'a picture that it hides a part of cannot be read' : undefined,
  }
}

/** True for pictures and stencils. Other shapes are searched for letters that they form. */
function isPicture({ kind }: PaintedArea): boolean {
  return kind === 'image' || kind === 'stencil'
}

/** True for the drawing of a signature in the same place as another. Some programs put all signatures in one place. */
function isOfSignatureIn({ pair, annotation: { dict } }: Inspection): (place: Box) => boolean {
  const own = rectangleOf(pair.newer, dict)
  if (own === undefined || nameOf(pair.newValue(dict, 'Subtype')) !== 'Widget') return () => false
  return (place) => place.every((side, i) => Math.abs(side - (own[i] ?? 0)) <= POLICY.samePlace)
}

/** The part of the page that a drawing paints on; `undefined` when it paints nothing there. */
function regionOf({ glyphs, areas }: Drawing, page: Box): Box | undefined {
  let region: Box | undefined
  for (const { box, strokeWidth } of glyphs) region = uniteBoxes(region, widenBox(box, strokeWidth / 2))
  for (const { box } of areas) region = uniteBoxes(region, box)
  return region && intersectBoxes(region, page)
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

/**
 * The drawing with the ink of letters beside their cells as areas besides: tails, accents, and whatever else a font of somebody's
 * own draws there. On a page it makes no difference whether that belongs to this letter or to the next, but a drawing may hide
 * with it what lies as far away as half of its font size.
 */
function withLeaningInk(drawing: Drawing, budget: ContentBudget): Drawing {
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

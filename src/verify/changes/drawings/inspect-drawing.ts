/**
 * Whether the drawing of an annotation hides what its page shows, or passes for a part of it.
 *
 * @module
 */
import { isUsedUp } from '../../../pdf/content/content-budget.js'
import { CoveredArea } from '../../../pdf/content/covered-area.js'
import type { PaintedArea } from '../../../pdf/content/device.js'
import { type Drawing, replay } from '../../../pdf/content/drawing.js'
import { continuesText } from '../../../pdf/content/joining-text.js'
import { type Box, intersectBoxes } from '../../../pdf/content/matrix.js'
import type { SpatialIndex } from '../../../pdf/content/spatial-index.js'
import type { UnknownCode } from '../../../pdf/content/unknown-content.js'
import type { VisibleGlyph } from '../../../pdf/content/visible-text.js'
import { PdfDict } from '../../../pdf/objects.js'
import type { RevisionPair } from '../revision-pair.js'
import { drawAnnotation } from './annotation-drawings.js'
import { erasesLikeGround } from './erased-text.js'
import type { PageDrawing, PlacedAnnotation } from './file-drawings.js'
import { findHiddenPrint } from './hidden-print.js'
import { HIDDEN_SHARE, inkOf } from './hiding.js'
import { addsSign, crossesText, erasesText, marksField } from './imitation.js'
import { inkJoinsText } from './inked-text.js'
import { joinsPrint } from './joined-print.js'
import { withoutMarkup } from './markup-ink.js'
import { PagePrint } from './page-print.js'

/** What a drawing does to the page beneath it. */
export interface DrawingEffect {
  /** Characters of the page that cannot be read any more, by this drawing and those before it. */
  readonly hiddenCharacters: number
  /** Largest part of an image of the page that is hidden, 0 to 1. */
  readonly hiddenImage: number
  /** The drawing writes into the page's own text, or goes on with a line of it. */
  readonly continuesText: boolean
  /** Dark shapes run through letters of the page, stand beside them like signs, or in a field of somebody else. */
  readonly marksText: boolean
  /** Pale shapes take away parts of letters, so that others or none are left. */
  readonly erasesText: boolean
  /** Why the effect cannot be told; `undefined` when it can. */
  readonly unknown: string | undefined
}

const TOO_MUCH = 'there is too much to draw'

const NOTHING: DrawingEffect = {
  hiddenCharacters: 0,
  hiddenImage: 0,
  continuesText: false,
  marksText: false,
  erasesText: false,
  unknown: undefined,
}

/** Cells of the grid on which one drawing is laid; large ones get larger cells. */
const MAX_CELLS = 120_000
/** Unknown content by which text of a page may be missed. What else is unknown about a page concerns only its look. */
const LOSSES: ReadonlySet<UnknownCode> = new Set(['limit', 'unreadable'])
/** Lines to write on are made of dots and underscores: they may be covered. */
const LEADERS = /^[\s._\-\u2026\u2013\u2014]*$/

/**
 * What the drawing of an annotation in the newer state does to a page of the older one, together with what revisions
 * since the first signature have drawn there.
 *
 * @param except Number of the annotation itself, when the older state has it.
 */
export function inspectDrawing(
  pair: RevisionPair,
  annotation: PdfDict,
  page: number,
  except: number | undefined,
): DrawingEffect {
  if (!pair.drawings.countInspection()) return { ...NOTHING, unknown: TOO_MUCH }
  const beneath = pair.drawings.page(pair.older, page)
  if (beneath === undefined) return { ...NOTHING, unknown: 'the page cannot be read' }
  const dict = pair.before(page)
  const source = { dict: dict instanceof PdfDict ? dict : undefined, box: beneath.box }
  const { drawings, unknown } = drawAnnotation(pair.drawings, pair.newer, annotation, source)
  let effect: DrawingEffect = { ...NOTHING, unknown }
  for (const drawing of drawings) {
    if (drawing.glyphs.length + drawing.areas.length + drawing.unknown.length === 0) continue
    effect = worse(effect, inspectOne(pair, drawing, beneath, { page, except, annotation }))
  }
  return effect
}

function inspectOne(
  pair: RevisionPair,
  drawing: Drawing,
  beneath: PageDrawing,
  {
    page,
    except,
    annotation,
  }: { readonly page: number; readonly except: number | undefined; readonly annotation: PdfDict },
): DrawingEffect {
  const [fault] = drawing.unknown
  if (fault !== undefined) return { ...NOTHING, unknown: fault.detail }
  const region = regionOf(drawing, beneath.box)
  if (region === undefined) return NOTHING
  const lost = beneath.drawing.unknown.find(({ code }) => LOSSES.has(code))
  if (lost !== undefined) return { ...NOTHING, unknown: lost.detail }
  if (isUsedUp(pair.drawings.budget)) return { ...NOTHING, unknown: TOO_MUCH }
  const log = pair.drawings.added(page)
  const before = log.over(region)
  if (before === undefined) return { ...NOTHING, unknown: 'too many drawings stand over one place' }
  log.add(drawing, region)

  const found = beneath.placed.glyphs.query(region)
  const glyphs = found.filter(isReadable)
  const signs = found.filter((glyph) => isLoneSign(glyph, beneath.placed.glyphs))
  const areas = beneath.placed.areas.query(region)
  const annotations = pair.drawings.annotations(pair.older, page).query(region)
  const others = annotations.filter(({ num }) => num !== except)
  pair.spend(1 + glyphs.length + areas.length + others.length)
  return effectOf(pair, drawing, beneath, { annotation, region, before, glyphs, signs, areas, others })
}

function effectOf(pair: RevisionPair, drawing: Drawing, page: PageDrawing, beneath: Beneath): DrawingEffect {
  const { annotation, region, before, glyphs, signs, areas, others } = beneath
  const { budget } = pair.drawings
  const letters = page.placed.glyphs
  const marks = withoutMarkup(drawing, { document: pair.newer, annotation, letters, filled: lettersOf(others) })
  const hidden = measureHidden(pair, drawing, beneath)
  const print = new PagePrint({ region, page: page.box, areas: page.placed.areas }, budget)
  const gone = findHiddenPrint({ drawing, before, print }, budget)
  return {
    hiddenCharacters: hidden.characters + gone.letters,
    hiddenImage: hidden.image,
    continuesText: continuesText(drawing, pair.drawings.reader(pair.newer), letters),
    marksText:
      crossesText(marks, glyphs, region, budget) ||
      addsSign(marks, letters) ||
      inkJoinsText(marks, letters, region, budget) ||
      joinsPrint(marks, print, budget) ||
      marksField(marks, others),
    erasesText:
      gone.isErased ||
      erasesText(drawing, [...glyphs, ...signs, ...lettersOf(others)], region, budget) ||
      erasesLikeGround(drawing.areas, { glyphs: [...glyphs, ...signs], ground: areas, region }, budget),
    // What was painted after a limit was reached, and what was not, says nothing.
    unknown: isUsedUp(budget) ? TOO_MUCH : gone.unknown,
  }
}

function isReadable({ text, isVisible }: VisibleGlyph): boolean {
  return isVisible && !(text !== undefined && LEADERS.test(text))
}

/** A decimal point, a minus: a sign like those that lines to write on are made of, without another one beside it. */
function isLoneSign(sign: VisibleGlyph, page: SpatialIndex<VisibleGlyph>): boolean {
  if (!sign.isVisible || !isLeader(sign)) return false
  const { box, size } = sign.glyph
  const [left, bottom, right, top] = box
  return page
    .query([left - LEADER_DISTANCE * size, bottom, right + LEADER_DISTANCE * size, top])
    .every((other) => other === sign || !isLeader(other))
}

/** Ems between the signs of a line to write on. */
const LEADER_DISTANCE = 1

function isLeader({ text }: VisibleGlyph): boolean {
  return text !== undefined && text.trim() !== '' && LEADERS.test(text)
}

/** What lies in the region of a drawing. */
interface Beneath {
  /** Whose drawing it is. */
  readonly annotation: PdfDict
  readonly region: Box
  /** What later revisions have drawn there before. */
  readonly before: readonly Drawing[]
  readonly glyphs: readonly VisibleGlyph[]
  /** Points and dashes of the text, which lead to nothing that is to be filled in. */
  readonly signs: readonly VisibleGlyph[]
  readonly areas: readonly PaintedArea[]
  readonly others: readonly PlacedAnnotation[]
}

function measureHidden(
  pair: RevisionPair,
  drawing: Drawing,
  { region, before, glyphs, areas, others }: Beneath,
): { readonly characters: number; readonly image: number } {
  let characters = 0
  let image = 0
  const filled = lettersOf(others)
  if (glyphs.length + areas.length > 0) {
    const cover = coverBy([...before, drawing], region, pair)
    characters += glyphs.filter(({ glyph }) => cover.coverageOf(glyph.box).mean >= HIDDEN_SHARE).length
    for (const area of areas) {
      if (area.kind === 'image' || area.kind === 'stencil') image = Math.max(image, cover.coverageOf(area.box).mean)
    }
  }
  if (filled.length > 0) {
    const cover = coverBy([drawing], region, pair)
    characters += filled.filter(({ glyph }) => cover.coverageOf(glyph.box).mean >= HIDDEN_SHARE).length
  }
  return { characters, image }
}

/** What fields, notes and earlier signatures show. */
function lettersOf(annotations: readonly PlacedAnnotation[]): VisibleGlyph[] {
  return annotations.flatMap((annotation) => annotation.glyphs().filter(isReadable))
}

function coverBy(drawings: readonly Drawing[], region: Box, pair: RevisionPair): CoveredArea {
  const cover = new CoveredArea(region, pair.drawings.budget, { maxCells: MAX_CELLS, letters: inkOf })
  for (const drawing of drawings) replay(drawing, cover)
  return cover
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
    hiddenCharacters: Math.max(one.hiddenCharacters, other.hiddenCharacters),
    hiddenImage: Math.max(one.hiddenImage, other.hiddenImage),
    continuesText: one.continuesText || other.continuesText,
    marksText: one.marksText || other.marksText,
    erasesText: one.erasesText || other.erasesText,
    unknown: one.unknown ?? other.unknown,
  }
}

/**
 * What drawings do together to the letters of a page: one that paints a stroke of a digit, and another that paints the rest
 * of it; slivers of paper side by side, none of which takes a letter away.
 *
 * Only the newest drawing is asked about, with those about it that were there before: each of these was asked about in turn.
 *
 * @module
 */

import { type Box, intersectBoxes, uniteBoxes } from '../../pdf/matrix.js'
import type { PlacedAnnotation } from '../annotations/file-drawings.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea } from '../content/device.js'
import type { PlacedDrawing, VisibleGlyph } from '../text/visible-text.js'
import type { LoggedDrawing } from './drawing-log.js'
import { erasesLikeGround } from './erased-text.js'
import { addsSign, crossesText, erasesText, marksField } from './imitation.js'
import { inkJoinsText } from './inked-text.js'
import { joinsPrint } from './joined-print.js'
import { PagePrint } from './page-print.js'

/** What lies in the region of a drawing, and what was drawn there and about before. */
export interface LettersAndDrawings {
  readonly region: Box
  readonly before: readonly LoggedDrawing[]
  readonly glyphs: readonly VisibleGlyph[]
  /** Points and dashes of the text that stand alone. */
  readonly signs: readonly VisibleGlyph[]
  /** Letters of fields and annotations. */
  readonly filled: readonly VisibleGlyph[]
  readonly areas: readonly PaintedArea[]
}

/** The same with all of the page. */
export interface MarkedPage extends LettersAndDrawings {
  readonly page: Box
  readonly sheet: PlacedDrawing
  readonly others: readonly PlacedAnnotation[]
  readonly print: PagePrint
}

/** True when marks of a drawing, with those about it, are read as marks of the page. */
export function marksPage(own: LoggedDrawing['marks'], beneath: MarkedPage, budget: ContentBudget): boolean {
  const { glyphs, page, sheet, others, region } = beneath
  if (own.glyphs.length + own.areas.length === 0) return false
  const before = beneath.before
    .map(({ marks }) => marks)
    .filter((marks) => marks.glyphs.length + marks.areas.length > 0)
  const marks = {
    glyphs: [...before.flatMap((other) => other.glyphs), ...own.glyphs],
    areas: [...before.flatMap((other) => other.areas), ...own.areas],
  }
  const span = before.length === 0 ? region : spanOf(region, [...marks.glyphs, ...marks.areas], page)
  const print =
    before.length === 0
      ? beneath.print
      : new PagePrint({ region: span, page, areas: sheet.areas, masks: sheet.masks }, budget)
  return (
    crossesText(marks, glyphs, span, budget) ||
    addsSign(own, sheet.glyphs) ||
    inkJoinsText(marks, sheet.glyphs, span, budget) ||
    joinsPrint(marks, print, budget) ||
    marksField(own, others)
  )
}

/** True when what is like paper or like the ground takes parts of letters in the region away. */
export function takesAway(
  paper: readonly PaintedArea[],
  { before, region, glyphs, signs, filled, areas }: LettersAndDrawings,
  page: Box,
  budget: ContentBudget,
): boolean {
  if (paper.length === 0) return false
  const all = [...glyphs, ...signs, ...filled]
  // Of a letter at the edge others may have taken what is outside of the region.
  const cells = all.map(({ glyph }) => glyph)
  const whole = before.length === 0 ? region : spanOf(region, cells, page)
  return (
    erasesText({ areas: paper }, all, whole, budget) ||
    erasesLikeGround(paper, { glyphs: [...glyphs, ...signs], ground: areas, region: whole }, budget)
  )
}

/** How far beyond a region others are looked at with it, in points. */
const MOST_BEYOND = 100

/** A region with what is about it. */
function spanOf(region: Box, items: readonly { readonly box: Box }[], page: Box): Box {
  const [left, bottom, right, top] = items.reduce((around, { box }) => uniteBoxes(around, box), region)
  const near: Box = [
    Math.max(left, region[0] - MOST_BEYOND),
    Math.max(bottom, region[1] - MOST_BEYOND),
    Math.min(right, region[2] + MOST_BEYOND),
    Math.min(top, region[3] + MOST_BEYOND),
  ]
  return intersectBoxes(near, page) ?? region
}

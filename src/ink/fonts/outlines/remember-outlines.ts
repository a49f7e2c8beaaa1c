/**
 * Outlines of a font program, drawn when a glyph is first asked for.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { type ContentBudget, spend } from '../../content/content-budget.js'
import type { Contours, DrawnOutline, GlyphOutline, OutlinePen } from './glyph-outline.js'

/** Outlines of a glyph by its number: one for each way in which readers place it; `undefined` where it cannot be read. */
export type OutlinesOf = (glyph: number) => readonly GlyphOutline[] | undefined

type Draw = (glyph: number) => readonly DrawnOutline[]

/** What keeping a glyph counts as, so that blanks without end take no memory without end. */
const KEEPING = 32

/** Coordinates of the largest contours that are kept: a comma has some 60. */
const MAX_KEPT_NUMBERS = 256
/** What keeping a coordinate counts as: all that a file may keep takes 8 MB. */
const KEEPING_A_NUMBER = 4

/** Keeps where glyphs paint; damage makes a glyph unknown. */
export function rememberOutlines(draw: Draw, budget: ContentBudget): OutlinesOf {
  const known = new Map<number, readonly GlyphOutline[] | undefined>()
  return (glyph) => {
    if (known.has(glyph)) return known.get(glyph)
    const drawn = spend(budget, 'outlines', KEEPING) ? drawOrUndefined(draw, glyph) : undefined
    const outlines = drawn?.map(({ box }, i) => ({
      box,
      contours: keepIfSmall(() => drawOrUndefined(draw, glyph)?.[i]?.contours, budget),
    }))
    known.set(glyph, outlines)
    return outlines
  }
}

/** Contours of points and commas are asked for again and again. Those of large glyphs are drawn each time. */
function keepIfSmall(draw: () => Contours | undefined, budget: ContentBudget): () => Contours | undefined {
  let kept: Contours | undefined
  return () => {
    if (kept !== undefined) return kept
    const contours = draw()
    const numbers = contours?.reduce((sum, { length }) => sum + length, 0) ?? Infinity
    if (numbers <= MAX_KEPT_NUMBERS && spend(budget, 'outlines', numbers * KEEPING_A_NUMBER)) kept = contours
    return contours
  }
}

function drawOrUndefined(draw: Draw, glyph: number): readonly DrawnOutline[] | undefined {
  try {
    return draw(glyph)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** From the units of most fonts of charstrings to ems. */
export const THOUSANDTHS: Matrix = [0.001, 0, 0, 0.001, 0, 0]
/** Entries of two matrices that differ by less come from rounding: a thousandth of what is usual. */
const SAME_ENTRY = 1e-6

/**
 * What a pen drew, by the matrix that a font states. Not every reader heeds a matrix that is unusual, so that what it draws
 * may also stand as if it were the usual one.
 */
export function byMatrix(pen: OutlinePen, matrix: Matrix | undefined): readonly DrawnOutline[] {
  if (matrix === undefined || matrix.every((entry, i) => Math.abs(entry - (THOUSANDTHS[i] ?? 0)) < SAME_ENTRY))
    return [pen.take(THOUSANDTHS)]
  if (!matrix.every(Number.isFinite)) throw new RangeError('the matrix of a font is damaged')
  return [pen.take(matrix), pen.take(THOUSANDTHS)]
}

/**
 * Ink of letters that is not in their cells: painted as the shapes that it is. Where viewers paint it in different places,
 * these are noted as unknown.
 *
 * @module
 */

import { type Box, type Matrix, transformBox, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import type { Contours, GlyphOutline } from '../fonts/outlines/glyph-outline.js'
import type { ContentRun } from './content-run.js'
import type { GlyphStyle } from './device.js'
import type { TextObject } from './graphics-state.js'
import { fillPath } from './painting.js'
import { boxOfPath, PathBuilder, type SubPath } from './path.js'
import type { ShownGlyph } from './shown-glyph.js'

/** Rendering modes that paint nothing (9.3.6). */
const WITHOUT_INK: ReadonlySet<number> = new Set([3, 7])
/** Points from which on ink that takes a small part of its cell may be a letter by itself. */
const LOWEST_LETTER = 2.5

/** Paints what a glyph that was just shown has outside of its cell. */
export function paintStrayInk(run: ContentRun, text: TextObject, glyph: ShownGlyph, style: GlyphStyle): void {
  const { context } = run
  const { stray, small, loose, unknown, isAdrift } = style.font.inkOf(glyph.code)
  if (isAdrift) text.isAdrift = true
  if (WITHOUT_INK.has(style.renderMode)) return
  if (unknown !== undefined) run.report('glyph_place', unknown)
  const { matrix } = glyph
  for (const box of loose) run.report('glyph_place', DIFFERS, placeOf(box, matrix, style))
  if (text.isAdrift) {
    const boxes = [...loose, ...stray.map(({ box }) => box)]
    run.report('glyph_place', DIFFERS, boxes.every(isOnLine) ? bandOf(run, text, glyph, style) : undefined)
  }
  if (stray.length + small.length === 0 || context.device.area === undefined) return
  for (const outline of stray) paintOutline(run, outline, glyph, style)
  for (const outline of small)
    if (heightOf(outline) * style.size >= LOWEST_LETTER) paintOutline(run, outline, glyph, style)
}

const DIFFERS = 'the place of a glyph depends on the viewer'
/** Points about a place that is known roughly, and shares of the font size. */
const ABOUT = { points: 1, ems: 0.25 } as const

function around({ size, strokeWidth }: GlyphStyle): number {
  return ABOUT.points + ABOUT.ems * size + strokeWidth / 2
}

function placeOf(box: Box, matrix: Matrix, style: GlyphStyle): Box {
  return widenBox(transformBox(box, matrix), around(style))
}

/** How far the letters of viewers' own fonts reach from the line that they stand on, in ems. */
const REACH = [-0.75, 1.5] as const

function isOnLine(box: Box | undefined): boolean {
  return box === undefined || (box[1] >= REACH[0] && box[3] <= REACH[1])
}

/**
 * The line of a glyph from one end of the clip to the other: a width that is not known moves what follows along the line,
 * and nowhere else.
 */
function bandOf(run: ContentRun, text: TextObject, { matrix }: ShownGlyph, style: GlyphStyle): Box | undefined {
  const { clip, matrix: space } = run.state
  const [a, b] = [
    text.matrix[0] * space[0] + text.matrix[1] * space[2],
    text.matrix[0] * space[1] + text.matrix[1] * space[3],
  ]
  const unit = Math.hypot(a, b)
  if (unit === 0) return undefined
  const [, , c, d, e, f] = matrix
  const [left, bottom, right, top] = clip.box
  const far = Math.hypot(Math.max(e - left, right - e), Math.max(f - bottom, top - f))
  const [x, y] = [(a / unit) * far, (b / unit) * far]
  const lines = REACH.map((t) => [e + c * t, f + d * t] as const).flatMap(([m, n]): Box[] => [
    [m - Math.abs(x), n - Math.abs(y), m + Math.abs(x), n + Math.abs(y)],
  ])
  return widenBox(lines.reduce<Box | undefined>(uniteBoxes, undefined) ?? clip.box, around(style))
}

function heightOf({ box }: GlyphOutline): number {
  return box === undefined ? 0 : box[3] - box[1]
}

function paintOutline(run: ContentRun, outline: GlyphOutline, { matrix }: ShownGlyph, style: GlyphStyle): void {
  const contours = outline.contours?.()
  if (contours === undefined) {
    if (outline.box !== undefined) run.report('glyph_place', DIFFERS, placeOf(outline.box, matrix, style))
    return
  }
  const path = pathOf(run, contours, matrix)
  const box = boxOfPath(path)
  if (box === undefined) run.report('glyph_place', 'a glyph reaches beyond all bounds')
  else fillPath(run, path, box, false)
}

function pathOf(run: ContentRun, contours: Contours, matrix: Matrix): SubPath[] {
  const builder = new PathBuilder(run.context.source.budget)
  for (const points of contours) {
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i] as number, points[i + 1] as number]
      if (i === 0) builder.moveTo(matrix, x, y)
      else builder.lineTo(matrix, x, y)
    }
    builder.close()
  }
  return builder.take()
}

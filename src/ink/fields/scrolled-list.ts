/**
 * List boxes with more options than they have room for (ISO 32000-2, 12.7.5.4): most programs draw all of them, and let the
 * lower edge of the field cut off the rest. What is cut off shows as little as what other programs leave out there; of a
 * line that can be seen in part, every letter counts.
 *
 * @module
 */
import type { Box } from '../../pdf/matrix.js'
import type { VisibleGlyph } from '../text/visible-text.js'

/** How far above the lower edge of the field a clip may end: frames of every width lie beneath. */
const EDGE_BAND = 6
/** Height of the centre of a letter over the edge that cuts it, in ems. */
const CUT_HEIGHT = 0.5

/** The letters without the lines that the lower edge cuts off; those of a line that it cuts through count as seen. */
export function lettersInList(glyphs: readonly VisibleGlyph[], rectangle: Box): readonly VisibleGlyph[] {
  const cut = new Set(glyphs.filter((glyph) => isCutAtEdge(glyph, rectangle)))
  if (cut.size === 0) return glyphs
  const lines = new Set(glyphs.filter((glyph) => !cut.has(glyph) && !isBlank(glyph)).map(baselineOf))
  return glyphs.flatMap((glyph) => {
    if (!cut.has(glyph)) return [glyph]
    if (!lines.has(baselineOf(glyph))) return []
    return [glyph.hidden.length > 1 ? glyph : { ...glyph, isVisible: true, hidden: [] }]
  })
}

function isBlank({ text }: VisibleGlyph): boolean {
  return text !== undefined && text.trim() === ''
}

function isCutAtEdge({ glyph, hidden }: VisibleGlyph, rectangle: Box): boolean {
  if (!hidden.includes('clipped') || glyph.paint.clip.depth > 0) return false
  const [left, bottom, right] = glyph.paint.clip.box
  if (bottom - rectangle[1] > EDGE_BAND || !isUpright(glyph.quad)) return false
  const [x0, y0, x1, y1] = glyph.box
  return x0 >= left && x1 <= right && (y0 + y1) / 2 < bottom + CUT_HEIGHT * glyph.size
}

/** True for letters that stand on a line from left to right. */
function isUpright([x0, y0, x1, y1]: VisibleGlyph['glyph']['quad']): boolean {
  return y0 === y1 && x1 >= x0
}

/** Tenths of a point are exact enough to tell lines apart. */
function baselineOf({ glyph }: VisibleGlyph): number {
  return Math.round(10 * (glyph.matrix[5] as number))
}

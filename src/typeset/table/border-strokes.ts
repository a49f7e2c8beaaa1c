/**
 * The lines that make up a border of each style.
 *
 * @module
 */

import type { Border } from '../model/properties.js'

/** One of the parallel lines that form a border. */
interface BorderStroke {
  /** Distance from the border's outer (top or left) side. */
  readonly offset: number
  readonly width: number
  /** Lengths of dashes and gaps; left out for solid lines. */
  readonly dash?: readonly number[]
}

/** Width of the thin line and of the gap in the pairs where neither depends on the border width: 3/4 point. */
const FIXED_LINE = 15
const LARGE_GAP_THICK_LINE = 30

/** Thickness of a border with all of its lines and gaps. */
export function borderThickness(border: Border): number {
  // Fast path: nearly all borders are single, and this is called very often.
  if (border.style === 'single') return Math.max(border.width, 0)
  const strokes = borderStrokes(border)
  const last = strokes[strokes.length - 1]
  return last === undefined ? 0 : last.offset + last.width
}

/** The lines that a border of a table or paragraph consists of (ECMA-376-1, 17.18.2). */
export function borderStrokes(border: Border): readonly BorderStroke[] {
  const { width, style } = border
  if (!(width > 0)) return []
  switch (style) {
    case 'nil':
    case 'none':
      return []
    case 'double':
    case 'doubleWave':
      return stack(width, width, width)
    case 'triple':
      return stack(width, width, width, width, width)
    case 'dotted':
      return [{ offset: 0, width, dash: [width, width] }]
    case 'dashSmallGap':
      return [{ offset: 0, width, dash: [width * 3, width] }]
    case 'dashed':
      return [{ offset: 0, width, dash: [width * 4, width * 4] }]
    case 'dotDash':
    case 'dashDotStroked':
      return [{ offset: 0, width, dash: [width * 5, width * 3, width, width * 3] }]
    case 'dotDotDash':
      return [{ offset: 0, width, dash: [width * 5, width * 3, width, width * 3, width, width * 3] }]
    case 'thinThickSmallGap':
      return stack(FIXED_LINE, FIXED_LINE, width)
    case 'thickThinSmallGap':
      return stack(width, FIXED_LINE, FIXED_LINE)
    case 'thinThickThinSmallGap':
      return stack(FIXED_LINE, FIXED_LINE, width, FIXED_LINE, FIXED_LINE)
    case 'thinThickMediumGap':
      return stack(width / 2, width / 2, width)
    case 'thickThinMediumGap':
      return stack(width, width / 2, width / 2)
    case 'thinThickThinMediumGap':
      return stack(width / 2, width / 2, width, width / 2, width / 2)
    case 'thinThickLargeGap':
      return stack(FIXED_LINE, width, LARGE_GAP_THICK_LINE)
    case 'thickThinLargeGap':
      return stack(LARGE_GAP_THICK_LINE, width, FIXED_LINE)
    case 'thinThickThinLargeGap':
      return stack(FIXED_LINE, width, LARGE_GAP_THICK_LINE, width, FIXED_LINE)
    // Inset and outset borders are lines of one width in two shades.
    default:
      return [{ offset: 0, width }]
  }
}

/** Solid lines. The widths alternate between line and gap. */
function stack(...widths: readonly number[]): readonly BorderStroke[] {
  const strokes: BorderStroke[] = []
  let offset = 0
  widths.forEach((width, index) => {
    if (index % 2 === 0) strokes.push({ offset, width })
    offset += width
  })
  return strokes
}

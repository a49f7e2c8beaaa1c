/**
 * Converts strokes to filled shapes, for paints that lines do not support.
 *
 * @module
 */

import type { LineStyle, PathCommand } from '../model/drawing-model.js'
import { dashLines } from './dash-lines.js'
import { flattenPath, type Polyline } from './flatten-path.js'
import { outlineOfLine } from './stroke-outline.js'

/** Line properties of a stroke. */
export type StrokeLook = Omit<LineStyle, 'color' | 'opacity'>

/** Default miter limit as a multiple of the line width: that of PDF. */
const MITER_LIMIT = 10

/**
 * The outlines of stroked lines, for filling with the nonzero rule: alternating x and y of the points.
 *
 * @param tolerance largest distance between an arc and its lines
 */
export function strokesOf(lines: readonly Polyline[], look: StrokeLook, tolerance: number): number[][] {
  const { width, cap, join, dash, miterLimit = MITER_LIMIT, dashOffset = 0 } = look
  const pen = { width, cap, join, miterLimit, tolerance }
  return dashLines(lines, dash, dashOffset).flatMap((line) => outlineOfLine(line, pen))
}

/** The stroke of a path as a path, for filling with the nonzero rule. */
export function strokeAsFill(commands: readonly PathCommand[], look: StrokeLook, tolerance: number): PathCommand[] {
  return strokesOf(flattenPath(commands, tolerance), look, tolerance).flatMap((points) => {
    const outline: PathCommand[] = []
    for (let i = 0; i + 1 < points.length; i += 2) {
      outline.push({ op: i === 0 ? 'M' : 'L', x: points[i] ?? 0, y: points[i + 1] ?? 0 })
    }
    return [...outline, { op: 'Z' } as const]
  })
}

/**
 * Draws pies and doughnuts.
 *
 * @module
 */

import { PathBuilder } from '../geometry/path-builder.js'
import type { Area, ChartCanvas } from './chart-canvas.js'
import type { ChartPlot } from './chart-model.js'

/** Room that Office leaves around it. */
const MARGIN = 100

/** Draws a pie, or rings for the series of a doughnut, clockwise from the top. */
export function drawPie(canvas: ChartCanvas, plot: ChartPlot, area: Area): void {
  const radius = Math.max(1, Math.min(area.width, area.height) / 2 - MARGIN)
  const [cx, cy] = [area.x + area.width / 2, area.y + area.height / 2]
  const rings = plot.hole > 0 ? plot.series : plot.series.slice(0, 1)
  const thickness = (radius * (1 - plot.hole)) / rings.length
  rings.forEach((series, ring) => {
    const outer = plot.hole > 0 ? radius * plot.hole + thickness * (ring + 1) : radius
    const inner = plot.hole > 0 ? outer - thickness : 0
    const total = series.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
    let from = -Math.PI / 2
    series.values.forEach((value, i) => {
      const share = total > 0 ? Math.abs(value ?? 0) / total : 0
      if (share === 0) return
      const to = from + share * 2 * Math.PI
      const path = new PathBuilder().move(cx + outer * Math.cos(from), cy + outer * Math.sin(from))
      path.arcAbout(cx, cy, outer, outer, from, to).line(cx + inner * Math.cos(to), cy + inner * Math.sin(to))
      if (inner > 0) path.arcAbout(cx, cy, inner, inner, to, from)
      canvas.path(path.close(), { fill: series.pointFills.get(i) ?? series.fill, line: series.line })
      from = to
    })
  })
}

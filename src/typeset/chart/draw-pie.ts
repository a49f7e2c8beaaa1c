/**
 * Draws pies and doughnuts.
 *
 * @module
 */

import { largest } from '../../lists.js'
import type { ChartPlot, ChartSeries, DataLabels } from '../model/chart-model.js'
import { PathBuilder } from '../model/path-builder.js'
import type { PlainTextLook } from '../model/plain-model.js'
import type { ChartCanvas } from './chart-canvas.js'
import type { ChartRoom } from './chart-room.js'
import { drawDataLabel, labelText } from './draw-labels.js'

/** Space that Office leaves around a pie, in twips. */
const MARGIN = 100
/** Space for labels around a pie, as a factor on their font size. */
const LABEL_ROOM = 2.5
/** Distance of labels in a slice from the centre, as a share of the radius. */
const INSIDE = 0.65

/** Draws a pie, or rings for the series of a doughnut, clockwise from the top. */
export function drawPie(
  canvas: ChartCanvas,
  plot: ChartPlot,
  { area: outer, inner }: ChartRoom,
  look: PlainTextLook,
): void {
  const area = inner ?? outer
  const hasLabels = plot.series.some(({ labels }) => isBeside(plot, labels))
  const room = inner === undefined ? (hasLabels ? look.size * LABEL_ROOM : MARGIN) : 0
  const furthest = largest([0, ...plot.series.flatMap((series) => series.values.map((_, i) => drawnOut(series, i)))])
  const radius = Math.max(1, (Math.min(area.width, area.height) / 2 - room) / (1 + furthest))
  const [cx, cy] = [area.x + area.width / 2, area.y + area.height / 2]
  const rings = plot.hole > 0 ? plot.series : plot.series.slice(0, 1)
  const thickness = (radius * (1 - plot.hole)) / rings.length
  rings.forEach((series, ring) => {
    const outer = plot.hole > 0 ? radius * plot.hole + thickness * (ring + 1) : radius
    const inner = plot.hole > 0 ? outer - thickness : 0
    const total = series.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
    const ringArea = { cx, cy, inner, outer }
    let from = plot.firstAngle - Math.PI / 2
    series.values.forEach((value, i) => {
      const share = total > 0 ? Math.abs(value ?? 0) / total : 0
      if (share === 0) return
      const to = from + share * 2 * Math.PI
      const out = drawnOut(series, i) * outer
      const [x, y] = [cx + out * Math.cos((from + to) / 2), cy + out * Math.sin((from + to) / 2)]
      const path = new PathBuilder().move(x + outer * Math.cos(from), y + outer * Math.sin(from))
      path.arcAbout(x, y, outer, outer, from, to).line(x + inner * Math.cos(to), y + inner * Math.sin(to))
      if (inner > 0) path.arcAbout(x, y, inner, inner, to, from)
      canvas.path(path.close(), { fill: series.pointFills.get(i) ?? series.fill, line: series.line })
      from = to
    })
    labelSlices(canvas, plot, series, ringArea, look)
  })
}

/** Explosion of a slice, as a share of the radius. */
function drawnOut({ explosion, explosions }: ChartSeries, index: number): number {
  return explosions.get(index) ?? explosion
}

interface Ring {
  readonly cx: number
  readonly cy: number
  readonly inner: number
  readonly outer: number
}

/** Whether labels are beside a pie. They are in the slices if set so, and always in the rings of a doughnut. */
function isBeside(plot: ChartPlot, labels: DataLabels | undefined): boolean {
  return plot.hole === 0 && labels?.isOutside === true
}

function labelSlices(canvas: ChartCanvas, plot: ChartPlot, series: ChartSeries, ring: Ring, look: PlainTextLook): void {
  const { labels, values } = series
  if (labels === undefined) return
  const total = values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
  const middle = (ring.inner + ring.outer) / 2
  const distance = isBeside(plot, labels) ? ring.outer + look.size : plot.hole > 0 ? middle : ring.outer * INSIDE
  let before = 0
  values.forEach((value, i) => {
    const share = total > 0 ? Math.abs(value ?? 0) / total : 0
    const angle = plot.firstAngle + 2 * Math.PI * (before + share / 2) - Math.PI / 2
    before += share
    if (share === 0) return
    const text = labelText(series, i, series.categories[i] ?? String(i + 1), share)
    const away = distance + drawnOut(series, i) * ring.outer
    const place = { x: ring.cx + away * Math.cos(angle), y: ring.cy + away * Math.sin(angle), above: false }
    drawDataLabel(canvas, labels, text, place, look)
  })
}

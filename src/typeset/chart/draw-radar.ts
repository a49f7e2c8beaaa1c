/**
 * Radar charts (c:radarChart, ECMA-376-1, 21.2.2.153).
 *
 * @module
 */

import { largest } from '../../lists.js'
import { type Area, type ChartModel, type ChartPlot, thinLine } from '../model/chart-model.js'
import { formatByCode } from '../model/number-code.js'
import { closedPath, PathBuilder } from '../model/path-builder.js'
import type { PlainTextLook } from '../model/plain-model.js'
import type { ChartCanvas } from './chart-canvas.js'
import { type ChartScale, makeScale, ticksOf } from './chart-scale.js'
import { drawMarker } from './draw-marker.js'
import { labelPoints } from './draw-plots.js'

/** Space above and below the web for names of categories, as a multiple of the font size. */
const NAME_ROOM = 1.6
/** Additional space above the web where the top value stands there, as a multiple of the font size. */
const VALUE_ROOM = 0.3

/** Approximate number of steps from the centre to the rim. */
const RADIAL_STEPS = 5

interface RadarFrame {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly count: number
  readonly scale: ChartScale
}

/** Draws a radar chart: one spoke for each category, clockwise from the top, and rings for the values. */
export function drawRadar(
  canvas: ChartCanvas,
  model: ChartModel,
  plot: ChartPlot,
  area: Area,
  look: PlainTextLook,
): void {
  const count = plot.series.reduce((most, { values }) => Math.max(most, values.length), 0)
  if (count === 0) return
  const named = plot.series.find(({ categories }) => categories.length > 0)?.categories ?? []
  const labels = Array.from({ length: count }, (_, i) => named[i] ?? String(i + 1))
  const values = plot.series.flatMap((series) => series.values.filter((value) => value !== undefined))
  const scale = makeScale(values, model.valueAxis, RADIAL_STEPS)
  const widest = largest(labels.map((label) => canvas.widthOf(label, look)))
  const endRoom = look.size * (NAME_ROOM + (model.valueAxis.shown ? VALUE_ROOM : 0))
  const room = Math.min(area.height / 2 - endRoom, area.width / 2 - Math.min(widest, area.width / 4))
  const frame = {
    x: area.x + area.width / 2,
    y: area.y + area.height / 2,
    radius: Math.max(1, room),
    count,
    scale,
  }
  drawWeb(canvas, frame, model)
  drawLabels(canvas, frame, labels, model, look)
  for (const series of plot.series) {
    const points = series.values.flatMap((value, i) => (value === undefined ? [] : pointAt(frame, i, value)))
    if (points.length === 0) continue
    canvas.path(closedPath(points), plot.filled ? { fill: series.fill, line: series.line } : { line: series.line })
    if (series.marker === undefined) continue
    for (let i = 0; i + 1 < points.length; i += 2)
      drawMarker(canvas, series.marker, points[i] ?? 0, points[i + 1] ?? 0, series.fill)
  }
  for (const series of plot.series) {
    labelPoints(canvas, series, { look }, (i) => {
      const [x, y] = pointAt(frame, i, series.values[i] ?? 0)
      return { x, y: y - look.size / 3, above: true }
    })
  }
}

function pointAt({ x, y, radius, count, scale }: RadarFrame, index: number, value: number): [number, number] {
  const angle = (2 * Math.PI * index) / count - Math.PI / 2
  const share = Math.max(0, (value - scale.minimum) / (scale.maximum - scale.minimum))
  return [x + radius * share * Math.cos(angle), y + radius * share * Math.sin(angle)]
}

function drawWeb(canvas: ChartCanvas, frame: RadarFrame, model: ChartModel): void {
  const { gridline } = model.valueAxis
  const spokes = Array.from({ length: frame.count }, (_, i) => i)
  if (gridline !== undefined) {
    for (const value of ticksOf(frame.scale)) {
      if (value <= frame.scale.minimum) continue
      canvas.path(closedPath(spokes.flatMap((i) => pointAt(frame, i, value))), { line: gridline })
    }
  }
  const line = model.valueAxis.line ?? gridline ?? thinLine('868686')
  for (const i of spokes) {
    const path = new PathBuilder().move(frame.x, frame.y).line(...pointAt(frame, i, frame.scale.maximum))
    canvas.path(path, { line })
  }
}

function drawLabels(
  canvas: ChartCanvas,
  frame: RadarFrame,
  labels: readonly string[],
  model: ChartModel,
  look: PlainTextLook,
): void {
  const height = look.size * 1.4
  const gap = look.size / 3
  if (model.valueAxis.shown) {
    for (const value of ticksOf(frame.scale)) {
      const [x, y] = pointAt(frame, 0, value)
      const label = formatByCode(value, model.valueAxis.formatCode)
      const place = { x: x - 1400 - look.size * 0.7, y: y - height / 2, width: 1400, height }
      canvas.label(label, place, { ...look, alignment: 'end' })
    }
  }
  labels.forEach((text, i) => {
    const [x, y] = pointAt(frame, i, frame.scale.maximum)
    const width = canvas.widthOf(text, look) * 1.5
    const side = Math.round((x - frame.x) / 10)
    const top =
      y < frame.y - frame.radius * 0.99
        ? y - height - (model.valueAxis.shown ? look.size * VALUE_ROOM : 0)
        : y - height / 2 + (y > frame.y ? gap / 2 : -gap / 4)
    const left = side === 0 ? x - width / 2 : side > 0 ? x + gap : x - gap - width
    const bottom = side === 0 && y > frame.y ? y + gap / 2 : top
    const alignment = side === 0 ? 'center' : side > 0 ? 'start' : 'end'
    canvas.label(text, { x: left, y: bottom, width, height }, { ...look, alignment })
  })
}

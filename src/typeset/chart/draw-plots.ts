/**
 * Draws the plots between the axes of a chart: bars, areas, lines and points.
 *
 * @module
 */

import { largest, smallest } from '../../lists.js'
import { clamp } from '../../numbers.js'
import type { Area, ChartPlot, ChartSeries, LinesBetween } from '../model/chart-model.js'
import type { Fill, LineStyle } from '../model/drawing-model.js'
import { ellipsePath, PathBuilder } from '../model/path-builder.js'
import type { ChartCanvas } from './chart-canvas.js'
import { type ChartScale, shareOfScale } from './chart-scale.js'
import type { Frame } from './draw-axes.js'
import { drawDataLabel, labelText } from './draw-labels.js'
import { drawMarker } from './draw-marker.js'
import { drawTrendLines, hasTrends } from './draw-trend-lines.js'
import type { TrendPoint } from './fit-trend.js'

/** Radius of the largest bubble, as a share of the shorter side. */
const BUBBLE_SHARE = 0.125

/** The values that are not missing. */
export const numbers = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined)

/** Number of values in the longest series. */
export function longest(series: readonly ChartSeries[]): number {
  return series.reduce((most, one) => Math.max(most, one.values.length), 0)
}

/** Positions of categories along their axis. */
interface Steps {
  readonly count: number
  /** Whether categories are at the ticks rather than between them. */
  readonly onTicks: boolean
  /** Horizontal scale, for points with two values. */
  readonly xScale: ChartScale | undefined
}

function positionOf(index: number, { count, onTicks }: Steps): number {
  if (!onTicks) return (index + 0.5) / count
  return count > 1 ? index / (count - 1) : 0.5
}

/** Draws the series of a plot with their labels and trend lines. */
export function drawPlot(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, steps: Steps): void {
  if (plot.kind === 'bar') drawBars(canvas, plot, frame, steps.count)
  else if (plot.kind === 'area') drawAreas(canvas, plot, frame, steps)
  else drawLines(canvas, plot, frame, steps)
  if (!hasTrends(plot)) return
  for (const { trends, xValues, values } of plot.series) {
    if (trends.length === 0) continue
    // Categories count from one.
    const xOf = (i: number) => (steps.xScale === undefined ? i + 1 : (xValues[i] ?? i + 1))
    const points = values.flatMap((value, i): TrendPoint[] => (value === undefined ? [] : [[xOf(i), value]]))
    drawTrendLines(canvas, trends, points, frame, (x) => alongAxis(x, steps))
  }
}

/** Position of a value along the first axis. Categories count from one. */
function alongAxis(x: number, steps: Steps): number {
  const { xScale } = steps
  return xScale === undefined ? positionOf(x - 1, steps) : shareOfScale(x, xScale)
}

/** Start and end of each value of a series, when values are stacked on those of earlier series. */
function stackValues(plot: ChartPlot, count: number): readonly (readonly (readonly [number, number])[])[] {
  const above = new Array<number>(count).fill(0)
  const below = new Array<number>(count).fill(0)
  return plot.series.map((series) =>
    above.map((_, i) => {
      let value = series.values[i] ?? 0
      if (plot.grouping === 'standard') return [0, value]
      if (plot.grouping === 'percentStacked') {
        const total = plot.series.reduce((sum, one) => sum + Math.abs(one.values[i] ?? 0), 0)
        value = total > 0 ? value / total : 0
      }
      const sums = value < 0 ? below : above
      const start = sums[i] ?? 0
      sums[i] = start + value
      return [start, start + value]
    }),
  )
}

function drawBars(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, count: number): void {
  const stacked = plot.grouping !== 'standard'
  const side = stacked ? 1 : plot.series.length
  const step = 1 - (stacked ? 0 : plot.overlap)
  const bar = 1 / count / (1 + (side - 1) * step + plot.gap)
  stackValues(plot, count).forEach((values, s) => {
    const series = plot.series[s]
    if (series === undefined) return
    values.forEach(([from, to], i) => {
      if (from === to) return
      const start = i / count + bar * (plot.gap / 2 + (stacked ? 0 : s * step))
      const base = Math.max(frame.scale.minimum, from)
      const path = new PathBuilder().move(...frame.at(start, base)).line(...frame.at(start, to))
      path.line(...frame.at(start + bar, to), ...frame.at(start + bar, base)).close()
      canvas.path(path, { fill: series.pointFills.get(i) ?? series.fill, line: series.line })
    })
  })
  plot.series.forEach((series, s) => {
    const start = bar * (plot.gap / 2 + (stacked ? 0 : s * step) + 0.5)
    const values = stackValues(plot, count)[s] ?? []
    labelPoints(canvas, series, frame, (i) => {
      const [from, to] = values[i] ?? [0, 0]
      const isOutside = !stacked && series.labels?.isOutside === true
      const [x, y] = frame.at(i / count + start, isOutside ? to : (from + to) / 2)
      const beyond = isOutside && frame.horizontal ? frame.look.size * (to < 0 ? -1.5 : 1.5) : 0
      const below = isOutside && !frame.horizontal && to < 0 ? frame.look.size * 1.4 : 0
      return { x: x + beyond, y: y + below, above: isOutside && !frame.horizontal }
    })
  })
}

/** Draws the labels of a series at its points. */
export function labelPoints(
  canvas: ChartCanvas,
  series: ChartSeries,
  { look }: Pick<Frame, 'look'>,
  placeOf: (index: number) => { readonly x: number; readonly y: number; readonly above: boolean } | undefined,
): void {
  const { labels } = series
  if (labels === undefined) return
  const total = numbers(series.values).reduce((sum, value) => sum + Math.abs(value), 0)
  series.values.forEach((value, i) => {
    const share = total > 0 ? Math.abs(value ?? 0) / total : 0
    const text = labelText(series, i, series.categories[i] ?? '', share)
    const place = text === '' ? undefined : placeOf(i)
    if (place !== undefined) drawDataLabel(canvas, labels, text, place, look)
  })
}

function drawAreas(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, steps: Steps): void {
  const position = (i: number) => positionOf(i, steps)
  const stacks = stackValues(plot, steps.count)
  stacks.forEach((values, s) => {
    const series = plot.series[s]
    if (series === undefined || values.length === 0) return
    const path = new PathBuilder().move(...frame.at(position(0), Math.max(frame.scale.minimum, values[0]?.[0] ?? 0)))
    values.forEach(([, to], i) => {
      path.line(...frame.at(position(i), to))
    })
    for (let i = values.length - 1; i >= 0; i--) {
      path.line(...frame.at(position(i), Math.max(frame.scale.minimum, values[i]?.[0] ?? 0)))
    }
    canvas.path(path.close(), { fill: series.fill, line: series.line })
  })
  plot.series.forEach((series, s) => {
    labelPoints(canvas, series, frame, (i) => {
      const [from, to] = stacks[s]?.[i] ?? [0, 0]
      const [x, y] = frame.at(position(i), (from + to) / 2)
      return { x, y, above: false }
    })
  })
}

/** Radius of bubbles, whose areas are in proportion to their sizes; undefined for missing points. */
function bubbleRadius(plot: ChartPlot, { width, height }: Area): (size: number | undefined) => number | undefined {
  let largest = 0
  for (const { sizes } of plot.series) for (const size of sizes) largest = Math.max(largest, Math.abs(size ?? 0))
  if (largest === 0) return () => undefined
  return (size) => Math.sqrt(Math.abs(size ?? 0) / largest) * BUBBLE_SHARE * Math.min(width, height)
}

type Point = readonly [x: number, y: number]

/** Lines through points: straight, or curves with tangents in the direction of the neighbours (Catmull-Rom). */
function throughPoints(runs: readonly (readonly Point[])[], isSmooth: boolean): PathBuilder {
  const path = new PathBuilder()
  for (const points of runs) {
    points.forEach((point, i) => {
      const before = points[i - 1]
      if (before === undefined) {
        path.move(...point)
        return
      }
      if (!isSmooth) {
        path.line(...point)
        return
      }
      const [first, last] = [points[i - 2] ?? before, points[i + 1] ?? point]
      const start = [before[0] + (point[0] - first[0]) / 6, before[1] + (point[1] - first[1]) / 6] as const
      const end = [point[0] - (last[0] - before[0]) / 6, point[1] - (last[1] - before[1]) / 6] as const
      path.cubic(...start, ...end, ...point)
    })
  }
  return path
}

function drawLines(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, steps: Steps): void {
  const { xScale } = steps
  const stacks = stackValues(plot, Math.max(steps.count, longest(plot.series)))
  const radiusOf = bubbleRadius(plot, frame.plotArea)
  if (plot.kind === 'line') drawLinesBetween(canvas, plot.between, plot.series, frame, (i) => positionOf(i, steps))
  plot.series.forEach((series, s) => {
    const runs: Point[][] = []
    const points: (readonly [x: number, y: number, size: number | undefined, fill: Fill])[] = []
    const places = new Map<number, { readonly x: number; readonly y: number; readonly above: boolean }>()
    let drawing = false
    series.values.forEach((given, i) => {
      const value = given ?? (plot.blanks === 'zero' && plot.kind === 'line' ? 0 : undefined)
      if (value === undefined) {
        drawing = drawing && plot.blanks === 'span'
        return
      }
      const category = alongAxis(xScale === undefined ? i + 1 : (series.xValues[i] ?? i + 1), steps)
      const [x, y] = frame.at(category, stacks[s]?.[i]?.[1] ?? value)
      if (drawing) runs.at(-1)?.push([x, y])
      else runs.push([[x, y]])
      drawing = true
      points.push([x, y, series.sizes[i], series.pointFills.get(i) ?? series.fill])
      places.set(i, { x, y: y - frame.look.size / 3, above: true })
    })
    if (series.line !== undefined) canvas.path(throughPoints(runs, series.isSmooth), { line: series.line })
    labelPoints(canvas, series, frame, (i) => places.get(i))
    if (series.marker === undefined) return
    for (const [x, y, size, fill] of points) {
      const radius = radiusOf(size)
      if (radius === undefined) drawMarker(canvas, series.marker, x, y, fill)
      else canvas.path(ellipsePath(x, y, radius, radius), { fill, line: series.outline })
    }
  })
}

/** The part of a series that is needed here. */
interface ValuesOfSeries {
  readonly values: readonly (number | undefined)[]
}

/**
 * Draws what is between the lines of a chart, below these: lines down to the axis, lines from the highest to the lowest
 * value, and bars from the first to the last.
 *
 * @param positionOf position of a category along its axis, from 0 to 1
 */
function drawLinesBetween(
  canvas: ChartCanvas,
  { drop, highLow, bars }: LinesBetween,
  series: readonly ValuesOfSeries[],
  frame: Frame,
  positionOf: (index: number) => number,
): void {
  const count = series.reduce((most, { values }) => Math.max(most, values.length), 0)
  const width = bars === undefined ? 0 : 1 / Math.max(1, count) / (1 + bars.gap)
  for (let index = 0; index < count; index++) {
    const values = series.map((one) => one.values[index]).filter((value) => value !== undefined)
    const [first] = values
    const last = values.at(-1)
    if (first === undefined || last === undefined) continue
    const place = positionOf(index)
    const [low, high] = [smallest(values), largest(values)]
    const base = clamp(0, frame.scale.minimum, frame.scale.maximum)
    const join = (from: number, to: number, line: LineStyle) =>
      canvas.path(new PathBuilder().move(...frame.at(place, from)).line(...frame.at(place, to)), { line })
    if (drop !== undefined) join(high, base, drop)
    if (highLow !== undefined) join(low, high, highLow)
    if (bars === undefined || first === last) continue
    const [left, right] = [place - width / 2, place + width / 2]
    const bar = new PathBuilder().move(...frame.at(left, first)).line(...frame.at(left, last))
    bar.line(...frame.at(right, last), ...frame.at(right, first)).close()
    canvas.path(bar, last > first ? bars.up : bars.down)
  }
}

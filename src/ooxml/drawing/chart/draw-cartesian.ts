/**
 * Draws charts with axes.
 *
 * @module
 */

import type { Fill } from '../../../typeset/model/drawing-model.js'
import { closedPath, ellipsePath } from '../geometry/outline.js'
import { PathBuilder } from '../geometry/path-builder.js'
import type { PlainTextLook } from '../plain-text.js'
import { LABEL_GAP, type LabelPlan, LINE_HEIGHT, planLabels } from './axis-labels.js'
import type { ChartAxis } from './chart-axis.js'
import type { Area, ChartCanvas } from './chart-canvas.js'
import type { ChartRoom } from './chart-layout.js'
import { drawMarker } from './chart-markers.js'
import type { ChartModel, ChartPlot, ChartSeries } from './chart-model.js'
import { type ChartScale, formatTick, makeScale, ticksOf } from './chart-scale.js'
import { drawDataLabel, labelText } from './data-labels.js'
import { drawCategoryAxis, drawValueAxis, type Frame, type LabelledAxis } from './draw-axes.js'
import type { TrendPoint } from './fit-trend.js'
import { drawTrendLines, hasTrends } from './trend-lines.js'

/** Radius of the largest bubble as a share of the shorter side, and the room that axes leave for bubbles. */
const BUBBLE_SHARE = 0.125
const BUBBLE_ROOM = 1.2

/** Draws plots with axes: bars, lines, areas and points. */
export function drawCartesian(
  canvas: ChartCanvas,
  model: ChartModel,
  { area, inner }: ChartRoom,
  base: CartesianLook,
): void {
  const [first] = model.plots
  if (first === undefined) return
  const horizontal = first.kind === 'bar' && first.horizontal
  const { primary, secondary } = valueScales(model, base)
  const scatter = first.kind === 'scatter'
  const xScale = scatter ? scatterScale(first, model.categoryAxis) : undefined
  const categories: LabelledAxis = {
    axis: model.categoryAxis,
    labels: categoriesOf(model, xScale),
    look: base.category,
  }
  const onTicks = scatter || (model.valueAxis.onTicks ?? first.kind === 'area')
  const room = leaveRoom(canvas, area, {
    inner,
    horizontal,
    categories,
    primary,
    secondary,
    onTicks,
    isValues: scatter,
  })
  const { plotArea, plan } = room
  drawGround(canvas, model, plotArea)
  const isReversed = model.categoryAxis.reversed
  const makeFrame = (values: ScaledAxis): Frame => frameOf(plotArea, horizontal, values, isReversed, base.text)
  const frame = makeFrame(primary)
  drawValueAxis(canvas, frame, primary, model.valueAxis.labels === 'high' ? 1 : 0)
  if (secondary !== undefined) drawValueAxis(canvas, makeFrame(secondary), secondary, 1)
  const step = { count: categories.labels.length, onTicks, xScale }
  for (const plot of model.plots) {
    drawPlot(canvas, plot, plot.isSecondary && secondary !== undefined ? makeFrame(secondary) : frame, step)
  }
  drawCategoryAxis(canvas, frame, categories, plan, onTicks)
}

function drawGround(canvas: ChartCanvas, { plotFill, plotLine }: ChartModel, { x, y, width, height }: Area): void {
  const outline = closedPath([x, y, x + width, y, x + width, y + height, x, y + height])
  canvas.path(outline, { fill: plotFill, line: plotLine })
}

/** What the text of a chart looks like in its parts. */
export interface CartesianLook {
  readonly text: PlainTextLook
  readonly category: PlainTextLook
  readonly value: PlainTextLook
  readonly secondary: PlainTextLook
}

/** A value axis with its scale and labels. */
interface ScaledAxis extends LabelledAxis {
  readonly scale: ChartScale
}

function valueScales(
  { plots, valueAxis, secondaryAxis }: ChartModel,
  base: CartesianLook,
): { readonly primary: ScaledAxis; readonly secondary: ScaledAxis | undefined } {
  const own = plots.filter(({ isSecondary }) => !isSecondary)
  const others = plots.filter(({ isSecondary }) => isSecondary)
  return {
    primary: valueScale(own, valueAxis, base.value),
    secondary: secondaryAxis && valueScale(others, secondaryAxis, base.secondary),
  }
}

function valueScale(plots: readonly ChartPlot[], axis: ChartAxis, look: PlainTextLook): ScaledAxis {
  const percent = plots[0]?.grouping === 'percentStacked'
  const scale = makeScale(plots.flatMap(extremes), percent ? { minimum: 0, maximum: 1 } : axis)
  const format = percent ? '0%' : axis.formatCode
  return { axis, scale, labels: ticksOf(scale).map((value) => formatTick(value, format)), look }
}

function scatterScale(plot: ChartPlot, axis: ChartAxis): ChartScale {
  return makeScale(
    plot.series.flatMap((one) => withBubbleRoom(numbers(one.xValues), one)),
    axis,
  )
}

function frameOf(
  plotArea: Area,
  horizontal: boolean,
  { scale, axis }: ScaledAxis,
  isReversed: boolean,
  look: PlainTextLook,
): Frame {
  const { x, y, width, height } = plotArea
  const share = (value: number) => {
    const rising = (value - scale.minimum) / (scale.maximum - scale.minimum)
    return axis.reversed ? 1 - rising : rising
  }
  const along = (category: number) => (isReversed ? 1 - category : category)
  return {
    plotArea,
    horizontal,
    scale,
    look,
    at: (category, value) =>
      horizontal
        ? [x + width * share(value), y + height * (1 - along(category))]
        : [x + width * along(category), y + height * (1 - share(value))],
  }
}

/** What stands around the plots of a chart. */
interface Surroundings {
  readonly horizontal: boolean
  /** A place that the chart gives for what the axes enclose. */
  readonly inner: Area | undefined
  readonly categories: LabelledAxis
  readonly primary: ScaledAxis
  readonly secondary: ScaledAxis | undefined
  readonly onTicks: boolean
  /** The first axis has values too, whose labels are not turned. */
  readonly isValues: boolean
}

/** The largest part of a chart that labels beside it take. */
const MAX_SIDE = 1 / 3

/** The area without what labels take, and how those of the categories stand. */
function leaveRoom(
  canvas: ChartCanvas,
  area: Area,
  around: Surroundings,
): { readonly plotArea: Area; readonly plan: LabelPlan } {
  const { horizontal, inner, categories, primary, secondary, onTicks, isValues } = around
  const sideRoom = (each: LabelledAxis | undefined) => (each === undefined ? 0 : labelWidth(canvas, each, area))
  const line = (each: LabelledAxis) => (each.axis.shown && each.axis.labels !== 'none' ? each.look.size * 2 : 0)
  const atRight = (horizontal ? 0 : sideRoom(secondary)) + categories.look.size
  const left = inner === undefined ? sideRoom(horizontal ? categories : primary) : Math.max(1, inner.x)
  const width = inner?.width ?? Math.max(1, area.width - left - atRight)
  const steps = Math.max(1, onTicks ? categories.labels.length - 1 : categories.labels.length)
  const rotation = categories.axis.rotation ?? (isValues ? 0 : undefined)
  const plan = horizontal
    ? besidePlan(canvas, categories, left, area.height / steps)
    : planLabels(canvas, categories.labels, { room: width / steps, height: area.height, rotation }, categories.look)
  if (inner !== undefined) return { plotArea: inner, plan }
  const hasLabels = categories.axis.shown && categories.axis.labels !== 'none'
  const bottom = horizontal
    ? line(primary)
    : hasLabels
      ? Math.max(plan.depth, categories.look.size * 2)
      : primary.axis.shown
        ? primary.look.size / 2
        : 0
  // Values stand above where the categories run downwards.
  const isAbove = horizontal && categories.axis.reversed
  const top = isAbove ? bottom : primary.look.size / 2
  const plotArea = {
    x: area.x + left,
    y: area.y + top,
    width,
    height: Math.max(1, area.height - top - (isAbove ? primary.look.size / 2 : bottom)),
  }
  return { plotArea, plan }
}

function labelWidth(canvas: ChartCanvas, { axis, labels, look }: LabelledAxis, area: Area): number {
  if (!axis.shown || axis.labels === 'none') return 0
  const widest = Math.max(0, ...labels.map((text) => canvas.widthOf(text, look)))
  return Math.min(widest + look.size * 0.75, area.width * MAX_SIDE)
}

/** Labels beside horizontal bars: on as many lines as they take. */
function besidePlan(canvas: ChartCanvas, { labels, look }: LabelledAxis, left: number, room: number): LabelPlan {
  const line = look.size * LINE_HEIGHT
  const width = Math.max(1, left - look.size * LABEL_GAP)
  const lines = Math.max(1, ...labels.map((text) => canvas.linesOf(text, width, look)))
  return { turn: 0, width, height: line * lines, every: Math.max(1, Math.ceil(line / room)), depth: 0 }
}

const numbers = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined)

/** Sums of stacked values, or the values themselves. */
function extremes(plot: ChartPlot): number[] {
  if (plot.grouping !== 'stacked')
    return plot.series.flatMap((series) => withBubbleRoom(numbers(series.values), series))
  const sums: number[] = []
  const length = longest(plot.series)
  for (let i = 0; i < length; i++) {
    let above = 0
    let below = 0
    for (const series of plot.series) {
      const value = series.values[i] ?? 0
      if (value > 0) above += value
      else below += value
    }
    sums.push(above, below)
  }
  return sums
}

function withBubbleRoom(values: readonly number[], series: ChartSeries): readonly number[] {
  return series.sizes.length === 0 ? values : values.map((value) => value * BUBBLE_ROOM)
}

function longest(series: readonly ChartSeries[]): number {
  return series.reduce((most, one) => Math.max(most, one.values.length), 0)
}

/** What stands at the first axis: names, or values where points have two. */
function categoriesOf(model: ChartModel, xScale: ChartScale | undefined): string[] {
  if (xScale !== undefined) return ticksOf(xScale).map((value) => formatTick(value, model.categoryAxis.formatCode))
  const series = model.plots.flatMap((plot) => plot.series)
  const named = series.find((one) => one.categories.length > 0)?.categories ?? []
  return Array.from({ length: longest(series) }, (_, i) => named[i] ?? String(i + 1))
}

/** Where categories stand along their axis. */
interface Steps {
  readonly count: number
  /** At its ticks rather than between them. */
  readonly onTicks: boolean
  /** Of points that have two values. */
  readonly xScale: ChartScale | undefined
}

function positionOf(index: number, { count, onTicks }: Steps): number {
  if (!onTicks) return (index + 0.5) / count
  return count > 1 ? index / (count - 1) : 0.5
}

function drawPlot(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, steps: Steps): void {
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

/** Where a value of the first axis stands along it; categories count from one. */
function alongAxis(x: number, steps: Steps): number {
  const { xScale } = steps
  return xScale === undefined ? positionOf(x - 1, steps) : (x - xScale.minimum) / (xScale.maximum - xScale.minimum)
}

/** Where each value of a series starts and ends when values are stacked on those of earlier series. */
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

/** Draws the labels of a series where its points stand. */
function labelPoints(
  canvas: ChartCanvas,
  series: ChartSeries,
  { look }: Frame,
  placeOf: (index: number) => { readonly x: number; readonly y: number; readonly above: boolean } | undefined,
): void {
  const { labels } = series
  if (labels === undefined) return
  const total = numbers(series.values).reduce((sum, value) => sum + Math.abs(value), 0)
  series.values.forEach((value, i) => {
    const place = value === undefined || labels.deleted.has(i) ? undefined : placeOf(i)
    if (value === undefined || place === undefined) return
    const share = total > 0 ? Math.abs(value) / total : 0
    const point = { series: series.name, category: series.categories[i] ?? '', value, share }
    drawDataLabel(canvas, labels, labelText(labels, point), place, look)
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

/** Bubbles have areas in proportion to their sizes; undefined for points that are none. */
function bubbleRadius(plot: ChartPlot, { width, height }: Area): (size: number | undefined) => number | undefined {
  let largest = 0
  for (const { sizes } of plot.series) for (const size of sizes) largest = Math.max(largest, Math.abs(size ?? 0))
  if (largest === 0) return () => undefined
  return (size) => Math.sqrt(Math.abs(size ?? 0) / largest) * BUBBLE_SHARE * Math.min(width, height)
}

function drawLines(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, steps: Steps): void {
  const { xScale } = steps
  const stacks = stackValues(plot, Math.max(steps.count, longest(plot.series)))
  const radiusOf = bubbleRadius(plot, frame.plotArea)
  plot.series.forEach((series, s) => {
    const path = new PathBuilder()
    const points: (readonly [x: number, y: number, size: number | undefined, fill: Fill])[] = []
    const places = new Map<number, { readonly x: number; readonly y: number; readonly above: boolean }>()
    let drawing = false
    series.values.forEach((value, i) => {
      if (value === undefined) {
        drawing = false
        return
      }
      const category = alongAxis(xScale === undefined ? i + 1 : (series.xValues[i] ?? i + 1), steps)
      const [x, y] = frame.at(category, stacks[s]?.[i]?.[1] ?? value)
      if (drawing) path.line(x, y)
      else path.move(x, y)
      drawing = true
      points.push([x, y, series.sizes[i], series.pointFills.get(i) ?? series.fill])
      places.set(i, { x, y: y - frame.look.size / 3, above: true })
    })
    if (series.line !== undefined) canvas.path(path, { line: series.line })
    labelPoints(canvas, series, frame, (i) => places.get(i))
    if (series.marker === undefined) return
    for (const [x, y, size, fill] of points) {
      const radius = radiusOf(size)
      if (radius === undefined) drawMarker(canvas, series.marker, x, y, fill)
      else canvas.path(ellipsePath(x, y, radius, radius), { fill, line: series.outline })
    }
  })
}

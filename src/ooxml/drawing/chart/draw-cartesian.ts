/**
 * Draws charts with axes.
 *
 * @module
 */

import type { Fill } from '../../../typeset/model/drawing-model.js'
import { closedPath, ellipsePath } from '../geometry/outline.js'
import { PathBuilder } from '../geometry/path-builder.js'
import type { PlainTextLook } from '../plain-text.js'
import { type Area, type ChartCanvas, estimateWidth } from './chart-canvas.js'
import { drawMarker } from './chart-markers.js'
import type { ChartModel, ChartPlot, ChartSeries } from './chart-model.js'
import { type ChartScale, formatTick, makeScale, ticksOf } from './chart-scale.js'
import { drawDataLabel, labelText } from './data-labels.js'

/** Values to lengths: `category` counts from 0 to 1 along the first axis, `value` is on the scale of the second. */
interface Frame {
  readonly plotArea: Area
  readonly horizontal: boolean
  readonly scale: ChartScale
  readonly look: PlainTextLook
  readonly at: (category: number, value: number) => readonly [number, number]
}

/** Radius of the largest bubble as a share of the shorter side, and the room that axes leave for bubbles. */
const BUBBLE_SHARE = 0.125
const BUBBLE_ROOM = 1.2

/** Draws plots with axes: bars, lines, areas and points. */
export function drawCartesian(canvas: ChartCanvas, model: ChartModel, area: Area, look: PlainTextLook): void {
  const [first] = model.plots
  if (first === undefined) return
  const horizontal = first.kind === 'bar' && first.horizontal
  const percent = first.grouping === 'percentStacked'
  const scale = makeScale(model.plots.flatMap(extremes), percent ? { minimum: 0, maximum: 1 } : model.valueAxis)
  const scatter = first.kind === 'scatter'
  const xScale = scatter
    ? makeScale(
        first.series.flatMap((one) => withBubbleRoom(numbers(one.xValues), one)),
        model.categoryAxis,
      )
    : undefined
  const format = percent ? '0%' : model.valueAxis.formatCode
  const valueLabels = ticksOf(scale).map((value) => formatTick(value, format))
  const categories =
    xScale === undefined
      ? categoriesOf(model)
      : ticksOf(xScale).map((v) => formatTick(v, model.categoryAxis.formatCode))
  const plotArea = leaveRoom(area, horizontal ? categories : valueLabels, model, look)
  const frame = makeFrame(plotArea, horizontal, scale, look)
  const { x, y, width, height } = plotArea
  const frameLook = { fill: model.plotFill, line: model.plotLine }
  canvas.path(closedPath([x, y, x + width, y, x + width, y + height, x, y + height]), frameLook)
  drawValueAxis(canvas, frame, valueLabels, model, look)
  for (const plot of model.plots) drawPlot(canvas, plot, frame, categories.length, xScale)
  drawCategoryAxis(canvas, frame, categories, model, look, scatter)
}

function makeFrame(plotArea: Area, horizontal: boolean, scale: ChartScale, look: PlainTextLook): Frame {
  const { x, y, width, height } = plotArea
  const share = (value: number) => (value - scale.minimum) / (scale.maximum - scale.minimum)
  return {
    plotArea,
    horizontal,
    scale,
    look,
    at: (category, value) =>
      horizontal
        ? [x + width * share(value), y + height * (1 - category)]
        : [x + width * category, y + height * (1 - share(value))],
  }
}

/** The area without what labels take at the left and below. */
function leaveRoom(area: Area, leftLabels: readonly string[], model: ChartModel, look: PlainTextLook): Area {
  const shown = model.valueAxis.shown || model.categoryAxis.shown
  const widest = Math.max(0, ...leftLabels.map((text) => estimateWidth(text, look.size)))
  const left = shown ? Math.min(widest + look.size / 2, area.width / 3) : 0
  const bottom = shown ? look.size * 2 : 0
  const top = look.size / 2
  return {
    x: area.x + left,
    y: area.y + top,
    width: Math.max(1, area.width - left - look.size),
    height: Math.max(1, area.height - top - bottom),
  }
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

function categoriesOf(model: ChartModel): string[] {
  const series = model.plots.flatMap((plot) => plot.series)
  const named = series.find((one) => one.categories.length > 0)?.categories ?? []
  return Array.from({ length: longest(series) }, (_, i) => named[i] ?? String(i + 1))
}

function drawValueAxis(
  canvas: ChartCanvas,
  { horizontal, scale, at, plotArea }: Frame,
  labels: readonly string[],
  model: ChartModel,
  look: PlainTextLook,
): void {
  const { line } = model.valueAxis
  if (line !== undefined && model.valueAxis.shown) {
    canvas.path(new PathBuilder().move(...at(0, scale.minimum)).line(...at(0, scale.maximum)), { line })
  }
  ticksOf(scale).forEach((value, i) => {
    const [x, y] = at(0, value)
    const { gridline } = model.valueAxis
    if (gridline !== undefined) canvas.path(new PathBuilder().move(x, y).line(...at(1, value)), { line: gridline })
    if (!model.valueAxis.shown) return
    const width = plotArea.x + plotArea.width
    const label = horizontal
      ? { x: x - 700, y: y + look.size / 3, width: 1400, height: look.size * 1.4 }
      : { x: x - width - look.size / 3, y: y - look.size * 0.7, width, height: look.size * 1.4 }
    canvas.label(labels[i] ?? '', label, { ...look, alignment: horizontal ? 'center' : 'end' })
  })
}

function drawCategoryAxis(
  canvas: ChartCanvas,
  { horizontal, scale, at, plotArea }: Frame,
  labels: readonly string[],
  model: ChartModel,
  look: PlainTextLook,
  onTicks: boolean,
): void {
  const base = Math.max(scale.minimum, Math.min(scale.maximum, 0))
  if (!model.categoryAxis.shown) return
  const { line } = model.categoryAxis
  if (line !== undefined) canvas.path(new PathBuilder().move(...at(0, base)).line(...at(1, base)), { line })
  const room = (horizontal ? plotArea.height : plotArea.width) / Math.max(1, labels.length)
  const need = horizontal
    ? look.size * 1.2
    : Math.max(...labels.map((text) => Math.min(estimateWidth(text, look.size), 900)))
  // Labels that would run into each other are left out, evenly.
  const every = Math.max(1, Math.ceil(need / (room * (horizontal ? 1 : 1.6))))
  labels.forEach((text, i) => {
    if (i % every !== 0) return
    const position = onTicks ? i / Math.max(1, labels.length - 1) : (i + 0.5) / labels.length
    const [x, y] = at(position, scale.minimum)
    const width = horizontal ? x - look.size / 3 : room * every
    const area = horizontal
      ? { x: 0, y: y - look.size * 0.7, width, height: look.size * 1.4 }
      : { x: x - width / 2, y: y + look.size / 3, width, height: look.size * 1.4 }
    canvas.label(text, area, { ...look, alignment: horizontal ? 'end' : 'center' })
  })
}

function drawPlot(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, count: number, xScale?: ChartScale): void {
  if (plot.kind === 'bar') drawBars(canvas, plot, frame, count)
  else if (plot.kind === 'area') drawAreas(canvas, plot, frame, count)
  else drawLines(canvas, plot, frame, count, xScale)
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

function drawAreas(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, count: number): void {
  const position = (i: number) => (count > 1 ? i / (count - 1) : 0.5)
  const stacks = stackValues(plot, count)
  stacks.forEach((values, s) => {
    const series = plot.series[s]
    if (series === undefined || values.length === 0) return
    const path = new PathBuilder().move(...frame.at(0, Math.max(frame.scale.minimum, values[0]?.[0] ?? 0)))
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

function drawLines(canvas: ChartCanvas, plot: ChartPlot, frame: Frame, count: number, xScale?: ChartScale): void {
  const stacks = stackValues(plot, Math.max(count, longest(plot.series)))
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
      const category =
        xScale === undefined
          ? (i + 0.5) / count
          : ((series.xValues[i] ?? i + 1) - xScale.minimum) / (xScale.maximum - xScale.minimum)
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
      else canvas.path(ellipsePath(x, y, radius, radius), { fill })
    }
  })
}

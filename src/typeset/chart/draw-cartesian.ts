/**
 * Draws charts with axes: scales, the space beside the axes, and the plots.
 *
 * @module
 */

import { largest, smallest } from '../../lists.js'
import type { Area, ChartAxis, ChartModel, ChartPlot, ChartSeries } from '../model/chart-model.js'
import { formatByCode } from '../model/number-code.js'
import { closedPath } from '../model/path-builder.js'
import type { PlainTextLook } from '../model/plain-model.js'
import { LABEL_GAP, type LabelPlan, LINE_HEIGHT, planLabels } from './axis-labels.js'
import type { ChartCanvas } from './chart-canvas.js'
import type { ChartRoom } from './chart-room.js'
import { type ChartScale, makeScale, shareOfScale, ticksOf } from './chart-scale.js'
import { drawCategoryAxis, drawValueAxis, type Frame, type LabelledAxis } from './draw-axes.js'
import { drawPlot, longest, numbers } from './draw-plots.js'

/** Factor on the values by which axes leave space for bubbles. */
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
  const categories = labelledCategories(model, xScale, horizontal, base.category)
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

function labelledCategories(
  model: ChartModel,
  xScale: ChartScale | undefined,
  horizontal: boolean,
  look: PlainTextLook,
): LabelledAxis {
  const groups = xScale === undefined && !horizontal ? groupsOf(model) : []
  return { axis: model.categoryAxis, labels: categoriesOf(model, xScale), groups, look }
}

function drawGround(canvas: ChartCanvas, { plotFill, plotLine }: ChartModel, { x, y, width, height }: Area): void {
  const outline = closedPath([x, y, x + width, y, x + width, y + height, x, y + height])
  canvas.path(outline, { fill: plotFill, line: plotLine })
}

/** Formats of the texts of a chart. */
interface CartesianLook {
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
  const scale = percent ? percentScale(plots, axis) : makeScale(plots.flatMap(extremes), axis)
  const format = percent ? '0%' : axis.formatCode
  return { axis, scale, labels: ticksOf(scale).map((value) => formatByCode(value, format)), look }
}

/** A scale for shares of 100 %, down to -100 % where there are negative values. */
function percentScale(plots: readonly ChartPlot[], { minimum, maximum, step }: ChartAxis): ChartScale {
  const values = plots.flatMap(extremes)
  const [low, high] = [smallest([0, ...values]), largest([0, ...values])]
  return makeScale([], {
    minimum: minimum ?? (low < 0 ? -1 : 0),
    maximum: maximum ?? (high > 0 || low === 0 ? 1 : 0),
    ...(step === undefined ? {} : { step }),
  })
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
    const rising = shareOfScale(value, scale)
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

/** Surroundings of the plots of a chart. */
interface Surroundings {
  readonly horizontal: boolean
  /** Area inside the axes that the chart sets. */
  readonly inner: Area | undefined
  readonly categories: LabelledAxis
  readonly primary: ScaledAxis
  readonly secondary: ScaledAxis | undefined
  readonly onTicks: boolean
  /** Whether the first axis has values too, whose labels are not rotated. */
  readonly isValues: boolean
}

/** Largest share of a chart's width for labels beside it. */
const MAX_SIDE = 1 / 3

/** The area without the labels, and the arrangement of category labels. */
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
  const plain = horizontal
    ? besidePlan(canvas, categories, left, area.height / steps)
    : planLabels(canvas, categories.labels, { room: width / steps, height: area.height, rotation }, categories.look)
  const below = (onTicks ? 0 : (categories.groups?.length ?? 0)) * categories.look.size * LINE_HEIGHT
  const plan = below === 0 ? plain : { ...plain, depth: plain.depth + below }
  if (inner !== undefined) return { plotArea: inner, plan }
  const hasLabels = categories.axis.shown && categories.axis.labels !== 'none'
  const bottom = horizontal
    ? line(primary)
    : hasLabels
      ? Math.max(plan.depth, categories.look.size * 2)
      : primary.axis.shown
        ? primary.look.size / 2
        : 0
  // Value labels are above the plot where the categories run downwards.
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
  const widest = largest([0, ...labels.map((text) => canvas.widthOf(text, look))])
  return Math.min(widest + look.size * 0.75, area.width * MAX_SIDE)
}

/** Arrangement of labels beside horizontal bars, on as many lines as needed. */
function besidePlan(canvas: ChartCanvas, { labels, look }: LabelledAxis, left: number, room: number): LabelPlan {
  const line = look.size * LINE_HEIGHT
  const width = Math.max(1, left - look.size * LABEL_GAP)
  const lines = largest([1, ...labels.map((text) => canvas.linesOf(text, width, look))])
  return { turn: 0, width, height: line * lines, every: Math.max(1, Math.ceil(line / room)), depth: 0 }
}

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

/** Shared names of the categories. */
function groupsOf({ plots }: ChartModel): ChartSeries['groups'] {
  return plots.flatMap(({ series }) => series).find(({ groups }) => groups.length > 0)?.groups ?? []
}

/** Labels of the first axis: names, or values where points have two. */
function categoriesOf(model: ChartModel, xScale: ChartScale | undefined): string[] {
  if (xScale !== undefined) return ticksOf(xScale).map((value) => formatByCode(value, model.categoryAxis.formatCode))
  const series = model.plots.flatMap((plot) => plot.series)
  const named = series.find((one) => one.categories.length > 0)?.categories ?? []
  return Array.from({ length: longest(series) }, (_, i) => named[i] ?? String(i + 1))
}

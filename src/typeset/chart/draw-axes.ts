/**
 * The axes of a chart: their lines, ticks, gridlines and labels.
 *
 * @module
 */

import type { Area, CategoryGroup, ChartAxis } from '../model/chart-model.js'
import type { LineStyle } from '../model/drawing-model.js'
import { PathBuilder } from '../model/path-builder.js'
import type { PlainTextLook } from '../model/plain-model.js'
import { drawPlannedLabel, LABEL_GAP, type LabelPlan, LINE_HEIGHT } from './axis-labels.js'
import type { ChartCanvas } from './chart-canvas.js'
import { type ChartScale, ticksOf } from './chart-scale.js'

/** Converts values to positions: `category` counts from 0 to 1 along the first axis, `value` is on the scale of the second. */
export interface Frame {
  readonly plotArea: Area
  readonly horizontal: boolean
  readonly scale: ChartScale
  readonly look: PlainTextLook
  readonly at: (category: number, value: number) => readonly [number, number]
}

/** An axis with its labels and their format. */
export interface LabelledAxis {
  readonly axis: ChartAxis
  readonly labels: readonly string[]
  /** Shared names of categories, below their own. */
  readonly groups?: readonly (readonly CategoryGroup[])[]
  readonly look: PlainTextLook
}

/** Length of ticks in twips, measured in charts by Word. */
const TICK = 80
/** Space for value labels below an axis, in twips. */
const VALUE_ROOM = 1400

/**
 * Draws a value axis with its gridlines.
 *
 * @param side end of the categories at which it crosses: 0 for their start, 1 for their end
 */
export function drawValueAxis(
  canvas: ChartCanvas,
  frame: Frame,
  { axis, labels, look }: LabelledAxis,
  side: 0 | 1,
): void {
  const { horizontal, scale, at } = frame
  const { line, gridline } = axis
  const ticks = ticksOf(scale)
  if (gridline !== undefined) {
    for (const value of ticks) {
      canvas.path(new PathBuilder().move(...at(0, value)).line(...at(1, value)), { line: gridline })
    }
  }
  if (!axis.shown) return
  if (line !== undefined) {
    canvas.path(new PathBuilder().move(...at(side, scale.minimum)).line(...at(side, scale.maximum)), { line })
  }
  const outward = outwardOf(frame, side)
  ticks.forEach((value, i) => {
    const point = at(side, value)
    drawTick(canvas, axis, line, point, horizontal ? [0, outward] : [outward, 0])
    if (axis.labels !== 'none') drawValueLabel(canvas, labels[i] ?? '', point, { frame, outward }, look)
  })
}

/** Direction from a value axis out of the plot: -1 to the left or up, 1 to the right or down. */
function outwardOf({ horizontal, scale, at, plotArea }: Frame, side: 0 | 1): -1 | 1 {
  const [x, y] = at(side, scale.minimum)
  if (horizontal) return y < plotArea.y + plotArea.height / 2 ? -1 : 1
  return x < plotArea.x + plotArea.width / 2 ? -1 : 1
}

function drawValueLabel(
  canvas: ChartCanvas,
  text: string,
  [x, y]: readonly [number, number],
  { frame, outward }: { readonly frame: Frame; readonly outward: -1 | 1 },
  look: PlainTextLook,
): void {
  const gap = look.size * LABEL_GAP
  const height = look.size * LINE_HEIGHT
  if (frame.horizontal) {
    const top = outward > 0 ? y + gap : y - gap - height
    canvas.label(text, { x: x - VALUE_ROOM / 2, y: top, width: VALUE_ROOM, height }, { ...look, alignment: 'center' })
    return
  }
  const width = frame.plotArea.x + frame.plotArea.width
  const left = outward < 0 ? x - gap - width : x + gap
  const alignment = outward < 0 ? 'end' : 'start'
  canvas.label(text, { x: left, y: y - height / 2, width, height }, { ...look, alignment })
}

/** Draws the category axis. With `onTicks`, labels are at the ticks rather than between them. */
export function drawCategoryAxis(
  canvas: ChartCanvas,
  frame: Frame,
  { axis, labels, groups = [], look }: LabelledAxis,
  plan: LabelPlan,
  onTicks: boolean,
): void {
  if (!axis.shown) return
  const { horizontal, scale, at } = frame
  const { line } = axis
  const base = Math.max(scale.minimum, Math.min(scale.maximum, 0))
  if (line !== undefined) canvas.path(new PathBuilder().move(...at(0, base)).line(...at(1, base)), { line })
  const count = labels.length
  const steps = Math.max(1, onTicks ? count - 1 : count)
  for (let i = 0; i <= steps; i += plan.every) {
    drawTick(canvas, axis, line, at(i / steps, base), horizontal ? [-1, 0] : [0, 1])
  }
  if (axis.labels === 'none') return
  const level = axis.labels === 'nextTo' ? base : axis.labels === 'high' ? scale.maximum : scale.minimum
  labels.forEach((text, i) => {
    if (i % plan.every !== 0) return
    const position = onTicks ? i / steps : (i + 0.5) / steps
    const [x, y] = at(position, level)
    if (!horizontal) drawPlannedLabel(canvas, text, [x, y], plan, look)
    else {
      const left = x - look.size * LABEL_GAP - plan.width
      const area = { x: left, y: y - plan.height / 2, width: plan.width, height: plan.height }
      canvas.label(text, area, { ...look, alignment: 'end' })
    }
  })
  if (!horizontal && !onTicks) drawGroups(canvas, frame, { axis, labels, groups, look }, plan, level)
}

/** Draws shared names of categories below their own, level by level, with lines between. */
function drawGroups(
  canvas: ChartCanvas,
  { at }: Frame,
  { axis, labels, groups = [], look }: LabelledAxis,
  plan: LabelPlan,
  level: number,
): void {
  const height = look.size * LINE_HEIGHT
  groups.forEach((group, row) => {
    const depth = plan.depth + (row - groups.length) * height
    group.forEach(({ start, text }, index) => {
      const end = group[index + 1]?.start ?? labels.length
      const [[from, y], [to]] = [at(start / labels.length, level), at(end / labels.length, level)]
      const [left, width] = [Math.min(from, to), Math.abs(to - from)]
      canvas.label(text, { x: left, y: y + depth, width, height }, { ...look, alignment: 'center' })
      const { line } = axis
      if (line === undefined) return
      for (const x of [from, to]) canvas.path(new PathBuilder().move(x, y).line(x, y + depth + height), { line })
    })
  })
}

function drawTick(
  canvas: ChartCanvas,
  { ticks }: ChartAxis,
  line: LineStyle | undefined,
  [x, y]: readonly [number, number],
  [dx, dy]: readonly [number, number],
): void {
  if (line === undefined || ticks === 'none') return
  const inner = ticks === 'outside' ? 0 : -TICK
  const outer = ticks === 'inside' ? 0 : TICK
  const path = new PathBuilder().move(x + dx * inner, y + dy * inner).line(x + dx * outer, y + dy * outer)
  canvas.path(path, { line })
}

/**
 * Trend lines of series (c:trendline, ECMA-376-1, 21.2.2.211).
 *
 * @module
 */

import { largest, smallest } from '../../../lists.js'
import type { LineStyle } from '../../../typeset/model/drawing-model.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { PathBuilder } from '../geometry/path-builder.js'
import { readLine } from '../line.js'
import { readNumber } from '../units.js'
import { type ChartCanvas, thinLine } from './chart-canvas.js'
import type { Frame } from './draw-axes.js'
import { fitTrend, movingAverage, type TrendPoint, type TrendRule } from './fit-trend.js'

/** A trend line of a series. */
export interface TrendLine extends TrendRule {
  /** Name in the legend. */
  readonly name: string
  /** How far the line continues beyond the points. */
  readonly forward: number
  readonly backward: number
  readonly line: LineStyle
}

const TYPES: Readonly<Record<string, TrendRule['type']>> = {
  linear: 'linear',
  exp: 'exp',
  log: 'log',
  power: 'power',
  poly: 'poly',
  movingAvg: 'movingAvg',
}

/** Office's names for trend lines without one. That of a moving average begins with its period. */
const NAMES: Readonly<Record<TrendRule['type'], string>> = {
  linear: 'Linear',
  exp: 'Expon.',
  log: 'Log.',
  power: 'Power',
  poly: 'Poly.',
  movingAvg: 'per. Mov. Avg.',
}

/** Maximum number of trend lines of a series, which is Office's limit. */
const MAX_TREND_LINES = 20
/** Number of pieces in which a curve is drawn. */
const PIECES = 64

/** Whether a plot shows trend lines. Office has none for stacked values and for plots without axes. */
export function hasTrends({ kind, grouping }: { readonly kind: string; readonly grouping: string }): boolean {
  return kind !== 'pie' && kind !== 'radar' && grouping === 'standard'
}

/**
 * Reads the trend lines of a series.
 *
 * @param seriesName name of the series, which default names contain
 */
export function readTrendLines(series: XmlElement, seriesName: string, env: DrawingEnvironment): readonly TrendLine[] {
  const elements = childrenOf(series, 'c:trendline')
  return elements.slice(0, MAX_TREND_LINES).map((element) => readTrendLine(element, seriesName, env))
}

function readTrendLine(element: XmlElement, seriesName: string, env: DrawingEnvironment): TrendLine {
  const number = (name: string, otherwise: number) => readNumber(childOf(element, name)?.attributes['val'], otherwise)
  const type = TYPES[childOf(element, 'c:trendlineType')?.attributes['val'] ?? ''] ?? 'linear'
  const period = number('c:period', 2)
  const own = childOf(element, 'c:name')
  const kind = type === 'movingAvg' ? `${period} ${NAMES[type]}` : NAMES[type]
  const intercept = childOf(element, 'c:intercept') === undefined ? undefined : number('c:intercept', 0)
  return {
    type,
    order: number('c:order', 2),
    period,
    ...(intercept !== undefined && { intercept }),
    forward: Math.max(0, number('c:forward', 0)),
    backward: Math.max(0, number('c:backward', 0)),
    name: (own && textOf(own)) || `${kind} (${seriesName})`,
    line: readLine(childOf(childOf(element, 'c:spPr'), 'a:ln'), env) ?? thinLine('000000'),
  }
}

/**
 * Draws the trend lines of a series inside the axes.
 *
 * @param placeOf position of a value along the first axis, from 0 to 1
 */
export function drawTrendLines(
  canvas: ChartCanvas,
  trends: readonly TrendLine[],
  points: readonly TrendPoint[],
  frame: Frame,
  placeOf: (x: number) => number,
): void {
  for (const trend of trends) {
    const path = new PathBuilder()
    let isOpen = false
    for (const [x, y] of curvePoints(trend, points)) {
      const place = placeOf(x)
      const isWithin = place >= 0 && place <= 1 && y >= frame.scale.minimum && y <= frame.scale.maximum
      if (isWithin && isOpen) path.line(...frame.at(place, y))
      else if (isWithin) path.move(...frame.at(place, y))
      isOpen = isWithin
    }
    canvas.path(path, { line: trend.line })
  }
}

function curvePoints(trend: TrendLine, points: readonly TrendPoint[]): readonly TrendPoint[] {
  if (trend.type === 'movingAvg') return movingAverage(points, trend.period)
  const curve = fitTrend(points, trend)
  if (curve === undefined) return []
  const xs = points.map(([x]) => x)
  const from = smallest(xs) - trend.backward
  const length = largest(xs) + trend.forward - from
  return Array.from({ length: PIECES + 1 }, (_, i): TrendPoint => {
    const x = from + (length * i) / PIECES
    return [x, curve(x)]
  }).filter(([, y]) => Number.isFinite(y))
}

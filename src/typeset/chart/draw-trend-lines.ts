/**
 * Draws the trend lines of series.
 *
 * @module
 */

import { largest, smallest } from '../../lists.js'
import type { TrendLine } from '../model/chart-model.js'
import { PathBuilder } from '../model/path-builder.js'
import type { ChartCanvas } from './chart-canvas.js'
import type { Frame } from './draw-axes.js'
import { fitTrend, movingAverage, type TrendPoint } from './fit-trend.js'

/** Number of pieces in which a curve is drawn. */
const PIECES = 64

/** Whether a plot shows trend lines. Office has none for stacked values and for plots without axes. */
export function hasTrends({ kind, grouping }: { readonly kind: string; readonly grouping: string }): boolean {
  return kind !== 'pie' && kind !== 'radar' && grouping === 'standard'
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

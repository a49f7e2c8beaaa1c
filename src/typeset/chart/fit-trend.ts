/**
 * Computes the curves of trend lines.
 *
 * @module
 */

import { largest } from '../../lists.js'
import { clamp } from '../../numbers.js'
import type { TrendRule } from '../model/chart-model.js'

/** A point of a series. */
export type TrendPoint = readonly [x: number, y: number]

type Curve = (x: number) => number

/** Highest order of a polynomial, which is Office's limit. */
const MAX_ORDER = 6

/** The least-squares curve through points; undefined for moving averages, and for too few points. */
export function fitTrend(points: readonly TrendPoint[], { type, order, intercept }: TrendRule): Curve | undefined {
  switch (type) {
    case 'linear':
      return fitPolynomial(points, 1, intercept)
    case 'poly':
      return fitPolynomial(points, clamp(Math.round(order), 2, MAX_ORDER), intercept)
    case 'log': {
      const curve = fitPolynomial(
        mapPositive(points, (x, y) => [Math.log(x), y], 'x'),
        1,
      )
      return curve && ((x) => curve(Math.log(x)))
    }
    case 'exp': {
      const start = intercept !== undefined && intercept > 0 ? Math.log(intercept) : undefined
      const curve = fitPolynomial(
        mapPositive(points, (x, y) => [x, Math.log(y)], 'y'),
        1,
        start,
      )
      return curve && ((x) => Math.exp(curve(x)))
    }
    case 'power': {
      const both = mapPositive(
        mapPositive(points, (x, y) => [x, y], 'x'),
        (x, y) => [Math.log(x), Math.log(y)],
        'y',
      )
      const curve = fitPolynomial(both, 1)
      return curve && ((x) => Math.exp(curve(Math.log(x))))
    }
    case 'movingAvg':
      return undefined
  }
}

/** Moving averages: the mean of each point and those before it, at the place of the last one. */
export function movingAverage(points: readonly TrendPoint[], period: number): readonly TrendPoint[] {
  const count = Math.max(2, Math.round(period))
  const means: TrendPoint[] = []
  let sum = 0
  points.forEach(([x, y], i) => {
    sum += y - (points[i - count]?.[1] ?? 0)
    if (i >= count - 1) means.push([x, sum / count])
  })
  return means
}

/** Maps the points that have logarithms. */
function mapPositive(
  points: readonly TrendPoint[],
  map: (x: number, y: number) => TrendPoint,
  which: 'x' | 'y',
): readonly TrendPoint[] {
  return points.flatMap(([x, y]) => ((which === 'x' ? x : y) > 0 ? [map(x, y)] : []))
}

function fitPolynomial(points: readonly TrendPoint[], order: number, intercept?: number): Curve | undefined {
  const least = intercept === undefined ? 0 : 1
  const count = order + 1 - least
  if (points.length < count || new Set(points.map(([x]) => x)).size < count) return undefined
  // Values are scaled to about one, so that their powers have similar sizes.
  const scale = largest(points.map(([x]) => Math.abs(x))) || 1
  const rows = Array.from({ length: count }, () => new Array<number>(count + 1).fill(0))
  for (const [x, y] of points) {
    const powers = Array.from({ length: count }, (_, i) => (x / scale) ** (i + least))
    rows.forEach((row, i) => {
      for (let j = 0; j < count; j++) row[j] = (row[j] ?? 0) + (powers[i] ?? 0) * (powers[j] ?? 0)
      row[count] = (row[count] ?? 0) + (powers[i] ?? 0) * (y - (intercept ?? 0))
    })
  }
  const factors = solve(rows)
  if (factors === undefined) return undefined
  return (x) => factors.reduce((sum, factor, i) => sum + factor * (x / scale) ** (i + least), intercept ?? 0)
}

/** Gaussian elimination with the largest pivots. The last number of each row is its right side. */
function solve(rows: number[][]): readonly number[] | undefined {
  const count = rows.length
  for (let column = 0; column < count; column++) {
    let pivot = column
    for (let i = column; i < count; i++)
      if (Math.abs(at(rows, i, column)) > Math.abs(at(rows, pivot, column))) pivot = i
    const chosen = rows[pivot]
    const top = rows[column]
    const head = chosen?.[column] ?? 0
    if (chosen === undefined || top === undefined || head === 0 || !Number.isFinite(head)) return undefined
    rows[pivot] = top
    rows[column] = chosen.map((value) => value / head)
    for (let i = 0; i < count; i++) {
      const factor = at(rows, i, column)
      if (i !== column) rows[i] = (rows[i] ?? []).map((value, j) => value - factor * at(rows, column, j))
    }
  }
  return rows.map((row) => row[count] ?? 0)
}

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0
}

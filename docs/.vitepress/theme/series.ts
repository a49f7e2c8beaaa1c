/**
 * Makes the history of benchmarks ready to draw.
 *
 * @module
 */
import type { HistoryLine } from '../../../bench/support/history.js'

/** One value of a cell. */
export interface BenchPoint {
  readonly at: string
  readonly commit: string
  readonly value: number
  /** The machine had other work, a fourth of its processors or more. */
  readonly wasBusy: boolean
}

/** One cell of one table over time. */
export interface BenchSeries {
  readonly bench: string
  /** First cell of the row. */
  readonly row: string
  /** Head of the column. */
  readonly column: string
  /** As it was printed last: `1.8x`. */
  readonly latest: string
  readonly points: readonly BenchPoint[]
}

/** A series for each cell that is a number, in the order of the tables. Cells such as `ok` are left out. */
export function seriesOf(lines: readonly HistoryLine[]): BenchSeries[] {
  const found = new Map<string, BenchSeries & { latest: string; points: BenchPoint[] }>()
  for (const { bench, at, commit, rows, load, processors } of lines) {
    const [head = [], ...body] = rows
    for (const [row = '', ...cells] of body)
      cells.forEach((cell, i) => {
        const value = Number.parseFloat(cell.replaceAll(',', ''))
        const column = head[i + 1] ?? ''
        if (Number.isNaN(value) || column === 'target') return
        const key = JSON.stringify([bench, row, column])
        const series = found.get(key) ?? { bench, row, column, latest: cell, points: [] }
        series.latest = cell
        series.points.push({ at, commit, value, wasBusy: load > processors / 4 })
        found.set(key, series)
      })
  }
  return [...found.values()]
}

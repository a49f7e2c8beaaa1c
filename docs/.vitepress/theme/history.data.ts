import { existsSync, readFileSync } from 'node:fs'
import { HISTORY, type HistoryLine } from '../../../bench/support/history.js'
import { type BenchSeries, seriesOf } from './series.js'

export declare const data: BenchSeries[]

export default {
  watch: [HISTORY],
  load(): BenchSeries[] {
    if (!existsSync(HISTORY)) return []
    const lines = readFileSync(HISTORY, 'utf8').split('\n').filter(Boolean)
    return seriesOf(lines.map((line): HistoryLine => JSON.parse(line)))
  },
}

/**
 * The history of benchmarks, from tables to drawn series.
 *
 * @module
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { remember } from '../../bench/support/history.js'
import { seriesOf } from '../../docs/.vitepress/theme/series.js'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-history-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it('benchmarks add their tables to the history, and each number becomes a series', () => {
  const path = join(folder, 'history.jsonl')
  const table = (ratio: string) => [
    ['document', 'ratio', ''],
    ['1 MB', ratio, 'ok'],
  ]
  vi.stubEnv('BENCH_HISTORY', '')
  remember(table('9.9x'), path)
  vi.stubEnv('BENCH_HISTORY', '1')
  remember(table('1.2x'), path)
  remember(table('1,000x'), path)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const series = seriesOf(lines.map((line) => JSON.parse(line)))
  expect(series).toMatchObject([
    { row: '1 MB', column: 'ratio', latest: '1,000x', points: [{ value: 1.2 }, { value: 1000 }] },
  ])
  const quiet = { ...JSON.parse(lines[0] ?? ''), load: 0.3, processors: 2 }
  const [drawn] = seriesOf([quiet, { ...quiet, load: 1.5 }])
  expect(drawn?.points.map(({ wasBusy }) => wasBusy)).toEqual([false, true])
})

/**
 * For `npm run test:measure`: collects what the files measured, and writes it into `durations.json` at the end.
 *
 * @module
 */

import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDurations, writeDurations } from './durations.js'

export function setup(): () => void {
  const log = join(process.env['TMPDIR'] ?? tmpdir(), 'measures.jsonl')
  process.env['TEST_MEASURES'] = log
  return () => {
    if (!existsSync(log)) return
    const measured = readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): { path: string; seconds: number } => JSON.parse(line))
    const all = { ...readDurations(), ...Object.fromEntries(measured.map(({ path, seconds }) => [path, seconds])) }
    writeDurations(Object.fromEntries(Object.entries(all).filter(([path]) => existsSync(path))))
  }
}

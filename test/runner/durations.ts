/**
 * How long test files take, as measured by `npm run test:measure`, and which of them `npm test` runs.
 *
 * @module
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('durations.json', import.meta.url))

/** A file that takes longer than this without any program is left to `npm run test:all`, in seconds. */
export const QUICK_SECONDS = 3

/** A new file is taken to be as long as this until it is measured, in seconds: longer than most. */
const UNMEASURED_SECONDS = 1

/** What all files of `npm test` may take together, in seconds: three quarters of four minutes on two processors. */
export const BUDGET_SECONDS = 360

/** Seconds of work by test file, from the project's folder on. */
export type Durations = Readonly<Record<string, number>>

export function readDurations(): Durations {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
}

export function writeDurations(durations: Durations): void {
  const sorted = Object.entries(durations).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/** Files that are too long for `npm test`. */
export function slowFiles(durations: Durations): readonly string[] {
  return Object.keys(durations).filter((path) => secondsOf(durations, path) > QUICK_SECONDS)
}

export function secondsOf(durations: Durations, path: string): number {
  return durations[path] ?? UNMEASURED_SECONDS
}

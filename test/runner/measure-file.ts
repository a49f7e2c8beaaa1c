/**
 * Measures each test file in its own process: the work that it does, whatever else the machine is doing. Runs before the
 * file and after it.
 *
 * @module
 */

import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { QUICK_SECONDS } from './durations.js'

/** Clock ticks of proc(5) in a second. */
const TICKS = 100
/** Measures of one file differ from machine to machine; past this many times the limit it is another kind of file. */
const TOLERANCE = 5

const before = readClocks()
let imported = before
beforeAll(() => {
  imported = readClocks()
})

afterAll(() => {
  const { testPath = '' } = expect.getState()
  const path = relative('.', testPath).replaceAll('\\', '/')
  const { worked } = secondsSince(before)
  // The first file of a run waits while the runner compiles its modules, which all others have for nothing.
  const { waited } = secondsSince(imported)
  const log = process.env['TEST_MEASURES']
  if (log !== undefined) {
    const seconds = Math.round(Math.max(worked, waited) * 10) / 10
    appendFileSync(log, `${JSON.stringify({ path, seconds })}\n`)
  }
  // Not what it waited: on a busy machine, files wait for the runner too, which gives them their modules.
  if (process.env['TEST_PROGRAMS'] === 'none' && log === undefined && worked > QUICK_SECONDS * TOLERANCE) {
    throw new Error(
      `${path} took ${worked.toFixed(1)} s of work. What takes over ${QUICK_SECONDS} s is not for npm test: make it ` +
        `shorter, or measure it, which leaves it to test:all: npm run test:measure -- ${path}`,
    )
  }
})

interface Clocks {
  /** Time on a processor: this process, its threads, and its children that have ended. */
  readonly worked: number
  /** Time that the main thread was ready to run and had no processor. */
  readonly queued: number
  readonly wall: number
}

/** Work on a processor, and the time that passed without what other programs kept the processors from this one. */
function secondsSince(start: Clocks): { readonly worked: number; readonly waited: number } {
  const now = readClocks()
  return { worked: now.worked - start.worked, waited: now.wall - start.wall - (now.queued - start.queued) }
}

function readClocks(): Clocks {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6
  const wall = performance.now() / 1000
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [, queued = 0] = readFileSync('/proc/self/schedstat', 'latin1').split(' ').map(Number)
    // 16 and 17 of the fields, which begin with the third here: time of children that have been waited for.
    return { worked: own + ((fields[13] ?? 0) + (fields[14] ?? 0)) / TICKS, queued: queued / 1e9, wall }
  } catch {
    // Not Linux.
    return { worked: own, queued: 0, wall }
  }
}

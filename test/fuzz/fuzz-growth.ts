/**
 * Hunts costs that grow faster than the input. Each part of real documents is repeated, first some hundred times, then four
 * times as often. The processor's time may then be six times as much, since garbage collection takes its share.
 *
 *     npx tsx test/fuzz/fuzz-growth.ts FILES... [--times N] [--keep DIR]
 *
 * FILES: DOCX, HTML, Markdown and PDF, signed ones above all. A document that takes less than 0.7 seconds with all repeats says
 * nothing about growth.
 * Ends with code 1 when there was a fault: growth, a crash, or more than 40 seconds.
 *
 * @module
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SealwrightError } from '../../src/index.js'
import { JobProcess } from '../support/job-process.js'
import type { Cost, CostlyCall, CostTask } from './cost-child.js'
import { type GrowthCase, growthCases } from './growth-cases.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '500' }, keep: { type: 'string' } },
})

const FEWER = Number(values.times)
const MORE = 4 * FEWER
const MAX_GROWTH = 6
/** What takes less says nothing about growth, since a call has a start of its own. */
const MIN_MS = 700
/** The least time of a call that is compared. */
const START_MS = 40
const MAX_BYTES = 8_000_000
const TIMEOUT_MS = 40_000

const child = new JobProcess<CostTask, Cost>(fileURLToPath(new URL('./cost-child.ts', import.meta.url)), TIMEOUT_MS)
const seen = new Set<string>()
let runs = 0
let faults = 0
try {
  for (const file of positionals) await tryFile(file)
} finally {
  child.close()
}
console.log(`${runs} parts, ${faults} faults.`)
process.exitCode = faults === 0 ? 0 : 1

async function tryFile(file: string): Promise<void> {
  try {
    for (const test of growthCases(extname(file).slice(1), new Uint8Array(await readFile(file)))) {
      for (const call of test.calls) if (!seen.has(`${call} ${test.name}`)) await tryCase(file, test, call)
    }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    console.log(`${basename(file)} is passed over: ${error.code}`)
  }
}

async function tryCase(file: string, test: GrowthCase, call: CostlyCall): Promise<void> {
  seen.add(`${call} ${test.name}`)
  const input = test.build(MORE)
  if (input.length > MAX_BYTES) return
  runs++
  const fault = await faultOf(test, call, input)
  if (fault === undefined) return
  faults++
  console.log(`${call}, ${test.name}, ${basename(file)}: ${fault}`)
  if (values.keep === undefined) return
  await mkdir(values.keep, { recursive: true })
  const name = `${call} ${test.name}`.replace(/\W+/g, '-').slice(0, 80)
  await writeFile(join(values.keep, `${name}${extname(file)}`), input)
}

/** What is wrong with the cost of a case; measured twice, since the machine may do something else. */
async function faultOf(test: GrowthCase, call: CostlyCall, input: Uint8Array): Promise<string | undefined> {
  let fault: string | undefined
  for (let round = 0; round < 2; round++) {
    const more = await child.run({ call, input })
    if (more.kind === 'cost' && more.milliseconds < MIN_MS) return undefined
    const fewer = await child.run({ call, input: test.build(FEWER) })
    if (more.kind !== 'cost' || fewer.kind !== 'cost') {
      fault = more.kind === 'cost' ? fewer.kind : more.kind
      continue
    }
    const growth = more.milliseconds / Math.max(START_MS, fewer.milliseconds)
    if (growth < MAX_GROWTH) return undefined
    fault = `${growth.toFixed(1)} times, ${more.milliseconds.toFixed(0)} ms for ${input.length} bytes, ${more.end}`
  }
  return fault
}

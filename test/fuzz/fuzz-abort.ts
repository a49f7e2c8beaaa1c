/**
 * Aborts calls of all functions at random moments, in this thread and in workers: before they begin, in the same turn, some
 * time later, and out of a report of progress. Each must reject with the reason of its signal; afterwards nothing may be
 * running, open or registered, and the functions must work as before.
 *
 *     npx tsx test/fuzz/fuzz-abort.ts [--count N] [--seed N]
 *
 * Half of the aborts are made in line, half in workers of the built package (`npm run build`). Ends with code 1 when there was a
 * fault.
 *
 * @module
 */

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { convertFile } from '../../src/convert/convert-file.js'
import { renderReport } from '../../src/report/render-report.js'
import { extendDocument } from '../../src/sign/extend-document.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { createWorkers } from '../../src/workers/create-workers.js'
import { abortCalls, openResources, type Place } from '../support/abort-rounds.js'
import { abortableCalls } from '../support/abortable-calls.js'
import { openLongTermPki } from '../support/long-term-pki.js'
import { createRandom } from '../support/mutate.js'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const half = Math.ceil(Number(values.count) / 2)
const random = createRandom(Number(values.seed))

/** Time that sockets kept for the next request get to close. */
const SETTLE_MS = 6000

const pki = await openLongTermPki({ isFast: true })
const url = new URL('../../dist/worker.mjs', import.meta.url)
const inLine: Place = { convertFile, signDocument, extendDocument, verifyDocument, renderReport }
const faults: string[] = []
await tryIn('in line', inLine)
const workers = createWorkers({ threads: 2, url })
await tryIn('in workers', workers)
const { running, waiting } = workers.counts()
if (running + waiting > 0) faults.push(`${running} jobs are running and ${waiting} waiting in the workers.`)
await workers.close()
await pki.close()

for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'No faults.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1

async function tryIn(name: string, place: Place): Promise<void> {
  const calls = await abortableCalls(place, pki)
  // What is opened once and kept, such as threads and sockets of the services, is open before the first abort.
  for (const { call } of calls) await call({ signal: new AbortController().signal, onProgress: () => undefined })
  await setTimeout(SETTLE_MS)
  const before = openResources().join()
  const tally = await abortCalls(calls, half, random)
  await setTimeout(SETTLE_MS)
  faults.push(...tally.faults.map((fault) => `${name}: ${fault}`))
  const after = openResources().join()
  if (place === inLine && after !== before) faults.push(`${name}: open before: ${before}; after: ${after}`)
  for (const { call } of calls) await call({ signal: new AbortController().signal, onProgress: () => undefined })
  console.log(`${name}: ${tally.aborted} calls rejected with their reason, ${tally.completed} were over before.`)
}

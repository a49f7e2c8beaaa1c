/**
 * What do workers cost, and what do they leave of the caller's thread?
 *
 *     npm run build && npx tsx bench/workers.ts
 *
 * The longest time that the caller's thread computes without a turn of its event loop, in line and with workers; eight
 * conversions on two threads against the same in two processes; and how soon an aborted call rejects and gives its memory back.
 *
 * @module
 */

import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type * as Package from '../src/index.js'
import { watchBusyTime } from './support/busy-watch.js'
import { median, printTable, verdict } from './support/measure.js'
import { BUILT_ESM, runNode } from './support/processes.js'
import { makeReport } from './support/sample-docx.js'

const { convertFile, createWorkers, verifyDocument } = (await import(BUILT_ESM.href)) as typeof Package

const PAGES = 120
const MAX_BLOCK_MS = 5
const MIN_RATE = 0.95
const MAX_ABORT_MS = 50
const ABORTS = 20

const docx = makeReport(PAGES)
const markdown = Array.from({ length: 3000 }, (_, index) => `Paragraph ${index} of *many*, with \`code\`.\n`).join('\n')
const pdf = (await convertFile(docx, { to: 'pdf' })).bytes
const workers = createWorkers({ threads: 2 })

await printBlocks()
await printRate()
await printAborts()
await workers.close()

/** The longest time without a turn of the loop. */
async function printBlocks(): Promise<void> {
  const table = [['longest block of the loop', 'in line', 'workers', 'target', '']]
  const calls: readonly (readonly [
    string,
    (where: Pick<Package.WorkerFunctions, 'convertFile' | 'verifyDocument'>) => Promise<unknown>,
  ])[] = [
    [`DOCX of ${PAGES} pages to PDF`, (where) => where.convertFile(docx, { to: 'pdf' })],
    ['Markdown of 3,000 paragraphs to DOCX', (where) => where.convertFile(markdown, { from: 'md', to: 'docx' })],
    ['verifying the PDF', (where) => where.verifyDocument(pdf)],
  ]
  for (const [name, call] of calls) {
    const inline = await longestBlock(() => call({ convertFile, verifyDocument }))
    const apart = await longestBlock(() => call(workers))
    const cells = [inline, apart, MAX_BLOCK_MS].map((ms) => `${ms.toFixed(1)} ms`)
    table.push([name, ...cells, verdict(apart, MAX_BLOCK_MS)])
  }
  printTable(table)
}

async function longestBlock(call: () => Promise<unknown>): Promise<number> {
  await call()
  const watch = watchBusyTime()
  await setTimeout(20)
  await call()
  await setTimeout(20)
  watch.stop()
  return watch.worstMs
}

/** Conversions in a second, on two threads and in two processes. */
async function printRate(): Promise<void> {
  const rates: number[] = []
  for (let round = 0; round < 3; round++) {
    const start = performance.now()
    await Promise.all(Array.from({ length: 8 }, () => workers.convertFile(docx, { to: 'pdf' })))
    const threads = performance.now() - start
    const processes = Math.max(...(await Promise.all([inProcess(4), inProcess(4)])))
    rates.push(processes / threads)
  }
  const rate = median(rates)
  printTable([
    ['eight conversions, two threads against two processes', 'rate', 'target', ''],
    [`${availableParallelism()} processors`, rate.toFixed(2), MIN_RATE.toFixed(2), rate >= MIN_RATE ? 'ok' : 'MISSED'],
  ])
}

/** Milliseconds for so many conversions in a process that has made one before. */
async function inProcess(count: number): Promise<number> {
  const output = await runNode([
    '--input-type=module',
    '-e',
    `const { convertFile } = await import(${JSON.stringify(BUILT_ESM.href)})
     const docx = Buffer.from(${JSON.stringify(Buffer.from(docx).toString('base64'))}, 'base64')
     await convertFile(docx, { to: 'pdf' })
     const start = performance.now()
     for (let i = 0; i < ${count}; i++) await convertFile(docx, { to: 'pdf' })
     console.log(performance.now() - start)`,
  ])
  return Number.parseFloat(output)
}

/** How soon a call rejects, and when its thread is gone. */
async function printAborts(): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ABORTS; round++) {
    const controller = new AbortController()
    const call = workers.convertFile(docx, { to: 'pdf' }, { signal: controller.signal })
    await setTimeout(5 + round * 10)
    const start = performance.now()
    controller.abort(new Error('enough'))
    await call.catch(() => undefined)
    times.push(performance.now() - start)
  }
  const worst = Math.max(...times)
  printTable([
    ['an aborted call', 'median', 'worst', 'target', ''],
    [
      `${ABORTS} at different moments`,
      `${median(times).toFixed(1)} ms`,
      `${worst.toFixed(1)} ms`,
      `${MAX_ABORT_MS} ms`,
      verdict(worst, MAX_ABORT_MS),
    ],
  ])
}

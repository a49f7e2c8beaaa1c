/**
 * A batch that is disturbed in every way: is every document signed exactly once all the same?
 *
 *     npm run build && npx tsx test/faults/batch-faults.ts [--count 10000] [--every 10] [--verify 500]
 *
 * Two processes sign PDFs of 100 KB over BullMQ. Every so many seconds one of them is ended by SIGKILL and another one
 * takes its place; the producer is killed in the middle of its work, and started again; Redis is killed once, stays
 * away for two seconds and comes back. At the end every input must have exactly one result, which the engine knows by
 * its digest, and nothing else may lie in the folder. Of the results, some are verified. Exit code 1 when anything is
 * wrong.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import { bullmqEngine } from '../../adapters/batch/bullmq-engine.js'
import { fileStore } from '../../adapters/batch/file-store.js'
import { type Batches, type BatchResult, createBatches, verifyDocument } from '../../src/index.js'
import { BatchRun, type RunningProcess } from '../support/batch-run.js'
import { endProcess, startRedis, type TestServer } from '../support/redis.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    every: { type: 'string', default: '10' },
    verify: { type: 'string', default: '500' },
  },
})
const count = Number(values.count)
const NAME = 'faults'
const LEASE_MS = 5000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const seconds = () => (performance.now() / 1000).toFixed(0).padStart(5)
const log = (text: string) => console.log(`${seconds()} s  ${text}`)

interface Scene {
  readonly run: BatchRun
  readonly server: TestServer
  readonly batches: Batches
  readonly outputs: string
  readonly id: string
  readonly memories: number[][]
}

function startWorker({ run, server, outputs, memories }: Scene): RunningProcess {
  const worker = run.start({ role: 'work', outputs, name: NAME, redisUrl: server.url, leaseMs: LEASE_MS })
  const memory: number[] = []
  memories.push(memory)
  worker.child.on('message', (message: { kind: string; residentMb?: number }) => {
    if (message.kind === 'memory') memory.push(message.residentMb ?? 0)
  })
  return worker
}

/** The state of the batch; undefined while it or the server is away. */
const look = ({ batches, id }: Scene) => batches.status(id).catch(() => undefined)

async function waitUntil(scene: Scene, isTrue: (done: number, total: number) => boolean): Promise<void> {
  for (;;) {
    const status = await look(scene)
    if (status !== undefined && isTrue(status.done, status.total)) return
    await sleep(50)
  }
}

/** Ends the producer when half of the entries were taken, and starts another one. */
async function killProducer(scene: Scene): Promise<void> {
  const task = { role: 'enqueue', outputs: scene.outputs, name: NAME, redisUrl: scene.server.url } as const
  const first = scene.run.start(task)
  await waitUntil(scene, (_, total) => total >= count / 2)
  await endProcess(first.child, 'SIGKILL')
  const status = await look(scene)
  log(`producer killed; ${status?.total} of ${count} entries taken, the batch is ${status?.state}`)
  const { taken } = await scene.run.start(task).wait('enqueued')
  log(`second producer: ${taken} entries, ${(await look(scene))?.total} jobs`)
}

async function killWorkers(scene: Scene, workers: RunningProcess[], isOver: () => boolean): Promise<number> {
  let kills = 0
  let next = performance.now() + Number(values.every) * 1000
  while (!isOver()) {
    await sleep(50)
    if (performance.now() < next) continue
    next += Number(values.every) * 1000
    const victim = workers.shift()
    if (victim !== undefined) await endProcess(victim.child, 'SIGKILL')
    workers.push(startWorker(scene))
    kills++
    const status = await look(scene)
    log(`worker killed (${kills}); ${status?.done} done, ${status?.failed} failed, ${status?.active} in work`)
  }
  return kills
}

async function killRedis(scene: Scene): Promise<void> {
  await waitUntil(scene, (done) => done >= count / 3)
  await scene.server.kill()
  log('Redis killed')
  await sleep(2000)
  await scene.server.start()
  log(`Redis is back: ${(await look(scene))?.done} done`)
}

async function readResults({ batches, id }: Scene): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await batches.results(id, { limit: 1000, ...(cursor === undefined ? {} : { cursor }) })
    results.push(...page.items)
    cursor = page.cursor
  }
  return results
}

/** Everything that is wrong, in words. */
async function check(scene: Scene): Promise<string[]> {
  const { outputs, run } = scene
  const faults: string[] = []
  const status = await look(scene)
  if (status?.done !== count || status.failed > 0 || status.total !== count)
    faults.push(`status: ${JSON.stringify(status)}`)
  const results = await readResults(scene)
  const files = readdirSync(outputs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(outputs, name)).isFile(),
  )
  if (files.length !== count) faults.push(`${files.length} files instead of ${count}`)
  const known = new Map(results.map((result) => [result.output, result]))
  if (known.size !== count) faults.push(`${known.size} results instead of ${count}`)
  for (const file of files) {
    const result = known.get(file)
    if (result === undefined) faults.push(`${file} belongs to no job`)
    else if (
      createHash('sha256')
        .update(readFileSync(join(outputs, file)))
        .digest('hex') !== result.sha256
    )
      faults.push(`${file} is another file`)
  }
  const inputs = new Set(results.map(({ input }) => input))
  for (const input of readdirSync(run.inputs)) if (!inputs.has(input)) faults.push(`${input} has no result`)
  const step = Math.max(1, Math.floor(count / Number(values.verify)))
  for (const { output, job } of results.filter((_, index) => index % step === 0)) {
    const { signers, document } = await verifyDocument(readFileSync(join(outputs, output)))
    if (signers.length !== 1 || document.eventId !== job)
      faults.push(`${output}: ${signers.length} signatures, event ${document.eventId}`)
  }
  const strange = readdirSync(outputs).filter((name) => !/^contract-\d+\.[0-9a-f]{32}\.pdf$/.test(name))
  if (strange.length > 0) faults.push(`stray: ${strange.join(', ')}`)
  return faults
}

/** The largest resident size in the first and in the second half of the life of the processes that lived long. */
function describeMemory({ memories }: Scene): string {
  const lived = memories.filter((sizes) => sizes.length >= 6)
  return lived
    .map((sizes) =>
      [sizes.slice(0, sizes.length / 2), sizes.slice(sizes.length / 2)].map((half) => Math.max(...half).toFixed(0)),
    )
    .map(([early, late]) => `${early} → ${late} MB`)
    .join(', ')
}

const run = new BatchRun()
const server = await startRedis()
const redis = new Redis(server.url, { maxRetriesPerRequest: null, retryStrategy: () => 100 })
redis.on('error', () => undefined)
const outputs = join(run.folder, 'out')
const batches = createBatches({
  engine: bullmqEngine({ redis }),
  inputs: fileStore(run.inputs),
  outputs: fileStore(outputs),
  workers: false,
})
try {
  await run.fill(count)
  const scene: Scene = { run, server, batches, outputs, id: batches.idOf(NAME), memories: [] }
  const workers = [startWorker(scene), startWorker(scene)]
  let isOver = false
  const killing = killWorkers(scene, workers, () => isOver)
  await Promise.all([killProducer(scene), killRedis(scene)])
  for (;;) {
    const status = await look(scene)
    if (status?.state === 'finished') break
    await sleep(100)
  }
  isOver = true
  const kills = await killing
  log(`finished; ${kills} workers killed; memory: ${describeMemory(scene)}`)
  const faults = await check(scene)
  for (const fault of faults.slice(0, 20)) console.log(`WRONG: ${fault}`)
  console.log(
    faults.length === 0
      ? `${count} documents, each signed exactly once; nothing lost, nothing stray`
      : `${faults.length} faults`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await run.end()
  await batches.close()
  redis.disconnect()
  await server.stop()
}

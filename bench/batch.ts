/**
 * What does a batch cost beside the work itself, and does that grow with its length?
 *
 *     npm run build && npx tsx bench/batch.ts [--count 10000] [--rounds 1] [--only rate|growth] [--largest 100000]
 *
 * Rate: PDFs of 100 KB are signed with the certificate page by two processes, from files to files. Directly, each
 * process has a loop over its half of the files; as a batch, both take their jobs from BullMQ on a Redis on this
 * machine, which writes every command to disk. The rates are of the whole machine; where other things go on there, the
 * processor times tell more. Growth: jobs that do nothing are added to batches of 1,000, 10,000 and 100,000, taken and
 * settled, by turns; the cost is the processor time of this process and of Redis together.
 *
 * @module
 */

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Redis } from 'ioredis'
import { bullmqEngine } from '../adapters/batch/bullmq-engine.js'
import { fileStore } from '../adapters/batch/file-store.js'
import { sqliteEngine } from '../adapters/batch/sqlite-engine.js'
import { type BatchEngine, createBatches, type EngineWorker } from '../src/index.js'
import { BatchRun, type RunningProcess } from '../test/support/batch-run.js'
import { endProcess, startRedis, type TestServer } from '../test/support/redis.js'
import { median, printTable } from './support/measure.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    largest: { type: 'string', default: '100000' },
  },
})
const count = Number(values.count)
const isAsked = (part: string) => values.only === '' || values.only === part

/** What a way of signing takes. */
interface Cost {
  /** Documents a second. */
  readonly rate: number
  /** Processor time of all processes for one document, in ms: what the rate comes to when nothing else is going on. */
  readonly cpuMs: number
  readonly memory: string
}

async function measureDirect(run: BatchRun): Promise<Cost> {
  const outputs = join(run.folder, 'direct')
  const half = Math.ceil(count / 2)
  const tasks = [
    [0, half - 1],
    [half, count - 1],
  ] as const
  const processes = tasks.map((range) => run.start({ role: 'direct', outputs, name: '', range }))
  await Promise.all(processes.map((each) => each.wait('ready')))
  const start = performance.now()
  for (const { child } of processes) child.send('go')
  const ended = await Promise.all(processes.map((each) => each.wait('done')))
  const seconds = (performance.now() - start) / 1000
  const cpuMs = sum(ended.map((message) => message.cpuMs)) / count
  await stop(processes)
  rmSync(outputs, { recursive: true })
  return { rate: count / seconds, cpuMs, memory: '' }
}

/** Processor time of a process so far, its threads included; Linux only, else NaN. */
function processorMs({ child }: RunningProcess): number {
  if (!existsSync(`/proc/${child.pid}/stat`)) return Number.NaN
  // The name of the program, in brackets, may have spaces in it.
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * MS_PER_TICK
}

/** Places in proc(5) behind the name, and its unit, which Linux has had on all machines for decades. */
const USER_TIME = 11
const SYSTEM_TIME = 12
const MS_PER_TICK = 10

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

async function measureBatch(run: BatchRun, server: TestServer, round: number): Promise<Cost> {
  const outputs = join(run.folder, 'batch')
  const name = `round ${round}`
  const common = { outputs, name, redisUrl: server.url }
  const processes = [0, 1].map(() => run.start({ role: 'work', ...common }))
  await Promise.all(processes.map((each) => each.wait('ready')))
  const redis = new Redis(server.url, { maxRetriesPerRequest: null })
  const batches = createBatches({
    engine: bullmqEngine({ redis }),
    inputs: fileStore(run.inputs),
    outputs: fileStore(outputs),
    workers: false,
  })
  const producer = run.start({ role: 'enqueue', ...common })
  await producer.wait('ready')
  const id = batches.idOf(name)
  const start = performance.now()
  const processorTime = async () => sum([...processes, producer].map(processorMs)) + (await readCosts(redis)).serverMs
  const before = await processorTime()
  await waitUntil(async () => (await batches.status(id).catch(() => undefined))?.done === count)
  const rate = count / ((performance.now() - start) / 1000)
  const cpuMs = ((await processorTime()) - before) / count
  const memory = processes.map(describeMemory).join('; ')
  await stop([...processes, producer])
  await batches.close()
  redis.disconnect()
  rmSync(outputs, { recursive: true })
  return { rate, cpuMs, memory }
}

/** The resident size after a fifth of the time, and at the end. */
function describeMemory({ messages }: RunningProcess): string {
  const sizes = messages.flatMap((message) => (message.kind === 'memory' ? [message.residentMb] : []))
  const early = sizes[Math.floor(sizes.length / 5)] ?? 0
  const late = median(sizes.slice(-5))
  return `${early.toFixed(0)} → ${late.toFixed(0)} MB (most ${Math.max(...sizes).toFixed(0)})`
}

async function stop(processes: readonly RunningProcess[]): Promise<void> {
  await Promise.all(processes.map(({ child }) => endProcess(child, 'SIGKILL')))
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function compareRates(): Promise<void> {
  const run = new BatchRun()
  const server = await startRedis()
  try {
    await run.fill(count)
    const ratios: number[] = []
    const cpuRatios: number[] = []
    const rows = [
      ['round', 'direct /s', 'batch /s', 'ratio', 'direct, CPU ms', 'batch, CPU ms', 'ratio', 'memory of the workers'],
    ]
    for (let round = 0; round < Number(values.rounds); round++) {
      const first = round % 2 === 0
      const before = first ? await measureDirect(run) : undefined
      const batch = await measureBatch(run, server, round)
      const direct = before ?? (await measureDirect(run))
      ratios.push(batch.rate / direct.rate)
      cpuRatios.push(direct.cpuMs / batch.cpuMs)
      rows.push([
        `${round + 1}`,
        direct.rate.toFixed(1),
        batch.rate.toFixed(1),
        (batch.rate / direct.rate).toFixed(3),
        direct.cpuMs.toFixed(2),
        batch.cpuMs.toFixed(2),
        (direct.cpuMs / batch.cpuMs).toFixed(3),
        batch.memory,
      ])
    }
    printTable(rows)
    const ratio = median(ratios)
    console.log(`by processor time, Redis and producer included: ${(median(cpuRatios) * 100).toFixed(1)} %`)
    console.log(
      `${count} signatures of 100 KB with the page: ${(ratio * 100).toFixed(1)} % of direct calls (target 90 %: ${ratio >= 0.9 ? 'ok' : 'MISSED'})`,
    )
  } finally {
    await run.end()
    await server.stop()
  }
}

/** Processor time of this process and of a server, and the server's memory. */
async function readCosts(redis: Redis | undefined): Promise<{ ms: number; serverMs: number; bytes: number }> {
  const { user, system } = process.cpuUsage()
  const info = redis === undefined ? '' : await redis.info()
  const field = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? 0)
  const serverMs = (field('used_cpu_user') + field('used_cpu_sys')) * 1000
  return { ms: (user + system) / 1000 + serverMs, serverMs, bytes: field('used_memory') }
}

/** What adding a job costs, and taking and settling it: processor time in ms, and what it adds to the memory of Redis. */
interface JobCost {
  readonly addMs: number
  readonly doMs: number
  readonly bytes: number
}

const IN_FLIGHT = 4
const AT_ONCE = 500
const TURNS = 24

/** A batch of jobs that do nothing, of which half are done and half are waiting. */
class StandingBatch {
  readonly costs: JobCost[] = []
  readonly #id: string
  #added = 0

  constructor(
    readonly size: number,
    readonly engine: BatchEngine,
    readonly worker: EngineWorker,
    readonly redis: Redis | undefined,
  ) {
    this.#id = `growth${size}`
  }

  async prepare(): Promise<void> {
    await this.engine.createBatch({
      id: this.#id,
      tenant: 'bench',
      name: this.#id,
      kind: 'documents',
      request: { steps: ['sign'] },
      state: 'running',
      isFilled: false,
      createdAt: Date.now(),
      finishedAt: null,
      round: 0,
    })
    for (let i = 0; i < this.size; i += AT_ONCE) await this.#add(Math.min(AT_ONCE, this.size - i))
    await this.#do(this.size / 2)
  }

  /** Adds some jobs and does as many. */
  async turn(): Promise<void> {
    const start = await readCosts(this.redis)
    await this.#add(AT_ONCE)
    const added = await readCosts(this.redis)
    await this.#do(AT_ONCE)
    const done = await readCosts(this.redis)
    this.costs.push({
      addMs: (added.ms - start.ms) / AT_ONCE,
      doMs: (done.ms - added.ms) / AT_ONCE,
      bytes: (done.bytes - start.bytes) / AT_ONCE,
    })
  }

  remove(): Promise<void> {
    return this.engine.removeBatch(this.#id)
  }

  async #add(jobs: number): Promise<void> {
    const chunk = Array.from({ length: jobs }, () => {
      const number = this.#added++
      const data = { i: `contracts/2026/contract-${number}.pdf`, v: '102400-1795362000123456789' }
      return { id: String(number).padStart(32, '0'), data }
    })
    await this.engine.addJobs(this.#id, chunk)
  }

  async #do(jobs: number): Promise<void> {
    let left = jobs
    const work = async () => {
      while (left-- > 0) {
        const claim = await this.worker.claim(this.#id)
        if (claim === undefined) throw new Error('There are fewer jobs than were added.')
        const { i } = claim.data as { i: string }
        await claim.done({ o: `${i.slice(0, -4)}.${claim.id}.pdf`, n: 143_210, h: claim.id + claim.id })
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  }
}

/** By turns: one after the other, they would be measured with the load that the machine has just then. */
async function measureGrowth(name: string, engine: BatchEngine, redis?: Redis): Promise<void> {
  const onError = (error: unknown) => console.error(error)
  const worker = await engine.openWorker({ leaseMs: 60_000, maxAbandonments: 5, onError })
  const sizes = [1000, 10_000, 100_000].filter((size) => size <= Number(values.largest))
  const batches = sizes.map((size) => new StandingBatch(size, engine, worker, redis))
  for (const batch of batches) await batch.prepare()
  for (let turn = 0; turn < TURNS; turn++) {
    const order = turn % 2 === 0 ? batches : batches.toReversed()
    for (const batch of order) await batch.turn()
  }
  const middle = ({ costs }: StandingBatch, pick: (cost: JobCost) => number) => median(costs.map(pick))
  const total = ({ addMs, doMs }: JobCost) => addMs + doMs
  printTable([
    [name, 'add, µs', 'take and settle, µs', 'sum, µs', ...(redis === undefined ? [] : ['Redis, bytes a job'])],
    ...batches.map((batch) => [
      `${batch.size} jobs`,
      (middle(batch, ({ addMs }) => addMs) * 1000).toFixed(0),
      (middle(batch, ({ doMs }) => doMs) * 1000).toFixed(0),
      (middle(batch, total) * 1000).toFixed(0),
      ...(redis === undefined ? [] : [middle(batch, ({ bytes }) => bytes).toFixed(0)]),
    ]),
  ])
  const [smallest] = batches
  const ratios = batches.map(({ costs }) =>
    median(costs.map((cost, turn) => total(cost) / total(smallest?.costs[turn] ?? cost))),
  )
  const growth = Math.max(...ratios) / Math.min(...ratios) - 1
  console.log(`largest difference: ${(growth * 100).toFixed(1)} % (target 15 %: ${growth <= 0.15 ? 'ok' : 'MISSED'})`)
  for (const batch of batches) await batch.remove()
  await worker.close()
}

async function compareGrowth(): Promise<void> {
  const server = await startRedis({ appendfsync: 'everysec' })
  const redis = new Redis(server.url, { maxRetriesPerRequest: null })
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-growth-'))
  const sqlite = await sqliteEngine({ path: join(folder, 'batches.db') })
  try {
    await measureGrowth('BullMQ', bullmqEngine({ redis }), redis)
    await measureGrowth('SQLite', sqlite)
  } finally {
    redis.disconnect()
    await sqlite.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

if (isAsked('rate')) await compareRates()
if (isAsked('growth')) await compareGrowth()

/**
 * Mixed load on two replicas for as long as you like, while parts of the service are ended and come back.
 *
 *     npm run soak                    # ten minutes; builds first
 *     npm run soak -- 240             # four hours
 *     npm run soak -- 240 --clients 8
 *
 * 24 times a replica is killed and replaced; PostgreSQL and Redis crash twice each; once the store of documents has no room for
 * a while. Clients ask again what was not answered. At the end: no answer was the service's fault, every batch that was accepted
 * has each of its documents once, and the replicas took no more memory in the second half than in the first. Exit code 1
 * otherwise. The times of both halves are printed.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { Client, ServiceFault } from './client.js'
import { LOADS, type Load, makeSamples, type Work } from './loads.js'
import { Scene } from './scene.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { clients: { type: 'string', default: '6' } },
})
const totalMs = Number(positionals[0] ?? 10) * 60_000
const KEYS = 24
const KILLS = 24
const FULL_MS = 20_000
const AWAY_MS = 3000
/** What the second half may take of memory, against the first. */
const DRIFT = 1.05

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const begun = performance.now()
const elapsed = () => performance.now() - begun
const log = (text: string) => console.log(`${(elapsed() / 1000).toFixed(0).padStart(6)} s  ${text}`)

interface Sample {
  readonly name: string
  readonly at: number
  readonly ms: number
}

const samples: Sample[] = []
const memory: { readonly at: number; readonly mb: number }[] = []
const faults: string[] = []

const scene = await Scene.start()
const keys: string[] = []
for (let i = 0; i < KEYS; i++) keys.push(await scene.createKey(`soak-${i}@example.com`))
const work: Work = { scene, keys, client: new Client(scene.replicas), samples: await makeSamples(), batches: new Map() }
const startedAt = elapsed()
log(`two replicas, ${values.clients} clients, ${(totalMs / 60_000).toFixed(0)} minutes`)

const isOver = () => elapsed() - startedAt >= totalMs

function choose(): readonly [string, Load] {
  let left = Math.random() * LOADS.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight, load] of LOADS) {
    left -= weight
    if (left < 0) return [name, load]
  }
  throw new Error('There is no load.')
}

async function keepAsking(): Promise<void> {
  while (!isOver()) {
    const [name, load] = choose()
    const at = elapsed()
    try {
      samples.push({ name, at, ms: await load(work) })
    } catch (error) {
      const text = error instanceof ServiceFault ? error.message : String((error as Error).stack ?? error)
      faults.push(`${(at / 1000).toFixed(0)} s, ${name}: ${text}`)
      log(`WRONG: ${faults.at(-1)}`)
    }
  }
}

/** What happens meanwhile, each at its share of the whole time. */
function plan(): (readonly [share: number, what: string, act: () => Promise<void>])[] {
  const { postgres, redis, objects } = scene.servers
  const crash = (server: typeof redis) => async () => {
    await server.kill()
    await sleep(AWAY_MS)
    await server.start()
  }
  const fill = async () => {
    objects.isFull = true
    await sleep(FULL_MS)
    objects.isFull = false
  }
  const kills = Array.from({ length: KILLS }, (_, index) => {
    const replica = scene.replicas[index % scene.replicas.length]
    const act = async () => {
      if (replica !== undefined) await scene.restart(replica)
    }
    return [(index + 0.5) / KILLS, `replica ${(index % 2) + 1} killed`, act] as const
  })
  const others = [
    [0.3, 'Redis crashed', crash(redis)],
    [0.4, 'PostgreSQL crashed', crash(postgres)],
    [0.5, 'no room for documents', fill],
    [0.7, 'Redis crashed', crash(redis)],
    [0.8, 'PostgreSQL crashed', crash(postgres)],
  ] as const
  return [...kills, ...others].sort(([a], [b]) => a - b)
}

async function disturb(): Promise<void> {
  for (const [share, what, act] of plan()) {
    while (elapsed() - startedAt < share * totalMs) await sleep(200)
    log(what)
    await act()
  }
}

async function watchMemory(): Promise<void> {
  while (!isOver()) {
    for (const mb of scene.residentMb()) memory.push({ at: elapsed(), mb })
    await sleep(2000)
  }
}

/** Every batch that was accepted has each of its documents once. */
async function checkBatches(): Promise<void> {
  for (const [id, { documents, apiKey }] of work.batches) {
    const names = new Map<string, number>()
    const answer = await work.client.ask(`/v1/batches/${id}/results?limit=100`, { apiKey })
    for (const { name } of answer.json<{ results: { name: string }[] }>().results ?? []) {
      names.set(name, (names.get(name) ?? 0) + 1)
    }
    const twice = [...names.values()].filter((count) => count > 1).length
    if (names.size !== documents || twice > 0)
      faults.push(`batch ${id}: ${names.size} of ${documents} results, ${twice} of them twice`)
  }
}

const percentile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? 0

/** A line for each kind of work: its number, its times, and those of the two halves. */
function printTimes(): void {
  const middle = startedAt + totalMs / 2
  for (const [name] of LOADS) {
    const own = samples.filter((sample) => sample.name === name)
    const times = (isWanted: (at: number) => boolean) => own.filter(({ at }) => isWanted(at)).map(({ ms }) => ms)
    const all = times(() => true)
    const halves = [times((at) => at < middle), times((at) => at >= middle)]
    const [early, late] = halves.map(
      (half) => `${percentile(half, 0.5).toFixed(0)}/${percentile(half, 0.99).toFixed(0)}`,
    )
    log(`${name.padEnd(18)} ${String(all.length).padStart(7)} times, p50/p99 ${early} ms, then ${late} ms`)
  }
}

function judgeMemory(): void {
  const middle = startedAt + totalMs / 2
  const early = percentile(
    memory.filter(({ at }) => at < middle).map(({ mb }) => mb),
    0.95,
  )
  const late = percentile(
    memory.filter(({ at }) => at >= middle).map(({ mb }) => mb),
    0.95,
  )
  const peak = Math.max(...memory.map(({ mb }) => mb))
  const figures = `95 % under ${early.toFixed(0)} MB, then ${late.toFixed(0)} MB; peak ${peak.toFixed(0)} MB`
  log(`memory of a replica: ${figures}`)
  if (late > DRIFT * early) faults.push(`memory grows: ${figures}`)
}

try {
  const clients = Array.from({ length: Number(values.clients) }, keepAsking)
  await Promise.all([...clients, disturb(), watchMemory()])
  await checkBatches()
  printTimes()
  judgeMemory()
  const { attempts, broken, later } = work.client.counts
  log(
    `${samples.length} pieces of work, ${work.batches.size} batches; ${attempts} requests, ${broken} broken, ${later} told to wait`,
  )
  log(faults.length === 0 ? 'nothing lost, nothing twice, no fault of the service' : `${faults.length} FAULTS`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await scene.end(faults.length > 0)
}

/**
 * What can go wrong around batches: long manifests, full disks, two workers with one job, engines that lose everything.
 *
 * @module
 */

import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bullmqEngine } from '../../adapters/batch/bullmq-engine.js'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import {
  type BatchEngine,
  type Batches,
  type BatchOptions,
  createBatches,
  type DocumentStore,
  developmentIdentity,
  fromCsv,
  fromFolder,
  fromList,
  type SigningIdentity,
  signDocument,
} from '../../src/index.js'
import { startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'
import { settle } from '../support/wait.js'
import { listFiles, makeFolder, makePdf, SIGNER, waitFor } from './support.js'

const SIGN = { steps: ['sign'], sign: { signer: SIGNER } } as const

let identity: SigningIdentity
beforeAll(async () => {
  identity = await developmentIdentity()
  // What signing loads is loaded: the tests are about what happens in the middle of the work.
  await signDocument(
    await makePdf('first'),
    { ...SIGN.sign, auditTrail: [{ timestamp: '2026-01-31T12:00:00Z', type: 'submit' }] },
    { identity },
  )
}, 60_000)

async function makePlace(count: number) {
  const folder = makeFolder()
  const [inputs, outputs] = [join(folder, 'in'), join(folder, 'out')]
  mkdirSync(inputs)
  for (let i = 0; i < count; i++) writeFileSync(join(inputs, `${i}.pdf`), await makePdf(`Contract ${i}`))
  return { folder, inputs, outputs }
}

function open(engine: BatchEngine, place: { inputs: string; outputs: string }, options: Partial<BatchOptions> = {}) {
  const { inputs, outputs } = place
  const stores = { inputs: fileStore(inputs), outputs: fileStore(outputs) }
  const batches = createBatches({
    engine,
    ...stores,
    identity,
    workers: false,
    folderOf: () => '',
    retries: { delayMs: 20 },
    ...options,
  })
  opened.push(batches)
  return batches
}

/** The workers of a test that failed would go on with the next one's batches, in folders where those have no documents. */
const opened: Batches[] = []
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((batches) => batches.close()))
})

describe('a manifest of 100,000 lines with errors in it', () => {
  it('has every error told and every other line taken', async () => {
    const { folder, inputs, outputs } = await makePlace(1)
    const engine = await sqliteEngine({ path: join(folder, 'batches.db') })
    // Looking up a hundred thousand files is the disk's work, not this test's.
    const store: DocumentStore = { ...fileStore(inputs), stat: async (name) => ({ name, size: 1, version: '1' }) }
    const batches = open(engine, { inputs, outputs }, { inputs: store })
    const bad = [
      '"not closed,Ada,ada@example.com',
      'too,many,fields,here',
      '../../etc/passwd,Ada,ada@example.com',
      ',Ada,ada@example.com',
      'a\0b.pdf,Ada,ada@example.com',
      'x.pdf,Ada,no address',
      `${'x'.repeat(2_000_000)},Ada,ada@example.com`,
    ]
    function* text() {
      yield Buffer.from('input,sign.signer.name,sign.signer.email\n')
      for (let i = 2; i <= 100_001; i++) {
        const line =
          i % 10_000 === 0
            ? (bad[i / 10_000 - 1] ?? '\u00ff')
            : `contracts/${i}.pdf,"Lovelace, ""Ada""",ada@example.com`
        // Latin-1 is not UTF-8.
        yield Buffer.from(`${line}\r\n`, line === '\u00ff' ? 'latin1' : 'utf8')
      }
    }
    const told: number[] = []
    const report = await batches.enqueue(fromCsv(text()), {
      name: 'large',
      request: { steps: ['sign'] },
      onRejected: ({ position }) => told.push(position),
    })
    expect(report).toMatchObject({ entries: 100_000, taken: 99_990, rejected: 10 })
    expect(told).toEqual(Array.from({ length: 10 }, (_, i) => (i + 1) * 10_000))
    expect(await batches.status(report.id)).toMatchObject({ total: 99_990, waiting: 99_990, rejected: 10 })
    await batches.close()
  }, 300_000)
})

describe('the place of results', () => {
  it('is full for a while: nothing is lost and nothing half done', async ({ skip }) => {
    const { folder, inputs, outputs } = await makePlace(6)
    mkdirSync(outputs)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160k', 'tmpfs', outputs], { stdio: 'ignore' })
    } catch {
      skip('This user may not mount a small disk.')
    }
    try {
      const engine = await sqliteEngine({ path: join(folder, 'batches.db') })
      const batches = open(engine, { inputs, outputs }, { retries: { delayMs: 100, maxAttempts: 50, maxDelayMs: 200 } })
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: 'full', request: SIGN })
      await batches.work({ pollMs: 20 })
      await vi.waitFor(async () => expect((await batches.status(id)).retrying).toBeGreaterThan(0), 60_000)
      const { done } = await batches.status(id)
      expect(done).toBeLessThan(6)
      expect(readdirSync(outputs).filter((name) => name.endsWith('.pdf')).length).toBeLessThanOrEqual(done + 1)
      execFileSync('mount', ['-o', 'remount,size=16m', outputs])
      expect(await waitFor(batches, id, 'finished')).toMatchObject({ done: 6, failed: 0 })
      expect(listFiles(outputs).filter((name) => !name.endsWith('.pdf'))).toEqual([])
      await batches.close()
    } finally {
      execFileSync('umount', ['-l', outputs])
    }
  }, 60_000)

  it('keeps the first result when two workers have the same job', async () => {
    const { folder, inputs, outputs } = await makePlace(1)
    const engine = await sqliteEngine({ path: join(folder, 'batches.db') })
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let calls = 0
    const slow: SigningIdentity = {
      ...identity,
      async sign(data, options) {
        if (++calls === 1) await held
        return identity.sign(data, options)
      },
    }
    const first = open(engine, { inputs, outputs }, { identity: slow })
    const { id } = await first.enqueue(fromFolder(first.inputs, ''), { name: 'twice', request: SIGN })
    // The clock jumps by an hour: the job of the first worker counts as abandoned, though that one lives.
    const now = Date.now
    await first.work({ pollMs: 20, concurrency: 1, leaseMs: 60_000 })
    await vi.waitFor(() => expect(calls).toBe(1), 60_000)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
    const second = open(engine, { inputs, outputs })
    await second.work({ pollMs: 20, concurrency: 1, leaseMs: 60_000 })
    await waitFor(second, id, 'finished')
    clock.mockRestore()
    // Drafts go a moment after their jobs, here and below.
    await expect.poll(() => listFiles(outputs)).toHaveLength(1)
    const before = readFileSync(join(outputs, listFiles(outputs)[0] ?? ''))
    release()
    await vi.waitFor(async () => expect((await first.status(id)).active).toBe(0), 60_000)
    await settle(200)
    await expect.poll(() => listFiles(outputs)).toHaveLength(1)
    expect(readFileSync(join(outputs, listFiles(outputs)[0] ?? '')).equals(before)).toBe(true)
    expect(await second.status(id)).toMatchObject({ total: 1, done: 1, failed: 0 })
    await first.close()
  }, 60_000)

  it('has no stray file after a worker was killed between writing and publishing', async () => {
    const { folder, inputs, outputs } = await makePlace(2)
    const path = join(folder, 'batches.db')
    const setUp = open(await sqliteEngine({ path }), { inputs, outputs })
    const { id } = await setUp.enqueue(fromFolder(setUp.inputs, ''), { name: 'killed', request: SIGN })
    await setUp.close()
    const script = fileURLToPath(new URL('./killed-worker.ts', import.meta.url))
    const child = fork(script, [path, inputs, outputs], { execArgv: ['--import', 'tsx'] })
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readdirSync(join(outputs, '.drafts'))).toHaveLength(1)
    const batches = open(await sqliteEngine({ path }), { inputs, outputs })
    await batches.work({ pollMs: 20, leaseMs: 300 })
    expect(await waitFor(batches, id, 'finished')).toMatchObject({ done: 2, failed: 0 })
    expect(listFiles(outputs)).toHaveLength(2)
    expect(listFiles(outputs).every((name) => name.endsWith('.pdf'))).toBe(true)
    await batches.close()
  }, 60_000)
})

describe.skipIf(!hasTool('redis-server'))('Redis', () => {
  let server: TestServer
  let redis: Redis

  beforeAll(async () => {
    server = await startRedis()
    redis = new Redis(server.url, { maxRetriesPerRequest: null })
  }, 60_000)

  afterAll(async () => {
    redis.disconnect()
    await server.stop()
  })

  it('is flushed in the middle: the same call again finishes the batch, and signs nothing twice', async () => {
    const place = await makePlace(40)
    let signatures = 0
    const counted: SigningIdentity = {
      ...identity,
      sign: (data, options) => {
        signatures++
        return identity.sign(data, options)
      },
    }
    const batches = open(bullmqEngine({ redis }), place, { identity: counted })
    const options = { name: 'flushed', request: SIGN }
    const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), options)
    // Long: a worker that asks whether its jobs are still its own drops what it is making, which then is signed once more.
    const worker = await batches.work({ pollMs: 20, concurrency: 2, leaseMs: 300_000 })
    await vi.waitFor(async () => expect((await batches.status(id)).done).toBeGreaterThan(5), 60_000)
    await redis.flushall()
    // What was in work then is written, however long that takes.
    await vi.waitFor(() => expect(worker.active).toBe(0), 60_000)
    await expect(batches.status(id)).rejects.toMatchObject({ code: 'batch_not_found' })
    const before = listFiles(place.outputs).map((name) => readFileSync(join(place.outputs, name)))
    expect(before.length).toBeGreaterThan(5)
    await batches.enqueue(fromFolder(batches.inputs, ''), options)
    expect(await waitFor(batches, id, 'finished')).toMatchObject({ total: 40, done: 40, failed: 0 })
    const after = listFiles(place.outputs).map((name) => readFileSync(join(place.outputs, name)))
    expect(after).toHaveLength(40)
    expect(before.every((bytes) => after.some((other) => other.equals(bytes)))).toBe(true)
    expect(signatures).toBe(40)
    await batches.close()
  }, 60_000)

  it('is away for a while: what goes on waits, and is done', async () => {
    const place = await makePlace(20)
    const client = new Redis(server.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
    client.on('error', () => undefined)
    // Small documents are signed in this thread: starting others takes longer than the test, where a machine has other work.
    const batches = open(bullmqEngine({ redis: client }), place, { dedicated: true })
    const { id } = await batches.enqueue(fromList(Array.from({ length: 20 }, (_, i) => `${i}.pdf`)), {
      name: 'away',
      request: SIGN,
    })
    await batches.work({ pollMs: 20, concurrency: 2, leaseMs: 2000 })
    await vi.waitFor(async () => expect((await batches.status(id)).done).toBeGreaterThan(2), 60_000)
    await server.kill()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await server.start()
    const ended = await waitFor(batches, id, 'finished')
    // Why something failed says more than that it did.
    expect((await batches.failures(id)).items).toEqual([])
    expect(ended).toMatchObject({ done: 20, failed: 0 })
    expect(listFiles(place.outputs)).toHaveLength(20)
    await batches.close()
    client.disconnect()
  }, 60_000)
})

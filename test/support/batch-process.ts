/**
 * One process of a batch: enqueues, works, or makes the same signatures without a queue. Started by benchmarks and fault runs,
 * which talk to it by messages; it uses the built package.
 *
 * It is started as JavaScript, from another folder: a loader of TypeScript would stand in the way of each `import()` of
 * the package. So it imports nothing of this repository but by the addresses in its task.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Redis } from 'ioredis'

/** What a process is told to do. */
export interface BatchTask {
  readonly role: 'work' | 'enqueue' | 'direct'
  /** Address of the built `index.js`. */
  readonly built: string
  readonly inputs: string
  readonly outputs: string
  readonly key: string
  readonly certificate: string
  readonly redisUrl?: string
  readonly sqlitePath?: string
  readonly name: string
  readonly concurrency?: number
  readonly leaseMs?: number
  /** For `direct`: which of the files, as `contract-<i>.pdf` from first to last. */
  readonly range?: readonly [number, number]
}

/** What the parent is told. */
export type BatchMessage =
  | { readonly kind: 'ready' }
  /** Processor time since it was told to go. */
  | { readonly kind: 'done'; readonly cpuMs: number }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'memory'; readonly residentMb: number }
  | { readonly kind: 'enqueued'; readonly id: string; readonly taken: number }

export const SIGN_REQUEST = {
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-20T09:00:00Z', type: 'submit' }],
}

const tell = (message: BatchMessage) => process.send?.(message)

async function makeBatches(task: BatchTask) {
  const batch = (await import(new URL('batch.js', task.built).href)) as typeof import('../../adapters/batch/entry.js')
  const { identityFromPem } = (await import(task.built)) as typeof import('../../src/index.js')
  const onError = (error: unknown) =>
    tell({ kind: 'error', message: error instanceof Error ? error.message : String(error) })
  const engine =
    task.sqlitePath === undefined
      ? batch.bullmqEngine({ redis: connect(task), onError })
      : await batch.sqliteEngine({ path: task.sqlitePath })
  const options = { inputs: batch.fileStore(task.inputs), outputs: batch.fileStore(task.outputs), folderOf: () => '' }
  const identity = await identityFromPem(task)
  return { batch, batches: batch.createBatches({ engine, identity, dedicated: true, ...options, onError }) }
}

function connect({ built, redisUrl = '' }: BatchTask): Redis {
  const ioredis = createRequire(built)('ioredis') as typeof import('ioredis')
  const redis = new ioredis.Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy: () => 100 })
  redis.on('error', () => undefined)
  return redis
}

async function work(task: BatchTask): Promise<void> {
  const { batches } = await makeBatches(task)
  const { concurrency = 4, leaseMs = 30_000 } = task
  await batches.work({ concurrency, leaseMs })
  tell({ kind: 'ready' })
  setInterval(() => tell({ kind: 'memory', residentMb: process.memoryUsage.rss() / 1024 / 1024 }), 1000)
}

async function enqueue(task: BatchTask): Promise<void> {
  const { batch, batches } = await makeBatches(task)
  tell({ kind: 'ready' })
  const request = { steps: ['sign'], sign: SIGN_REQUEST } as const
  const report = await batches.enqueue(batch.fromFolder(batches.inputs, ''), { name: task.name, request })
  tell({ kind: 'enqueued', id: report.id, taken: report.taken })
}

/** What somebody would write by hand. */
async function direct(task: BatchTask): Promise<void> {
  const { identityFromPem, signDocument } = (await import(task.built)) as typeof import('../../src/index.js')
  const identity = await identityFromPem(task)
  const [first, last] = task.range ?? [0, -1]
  await mkdir(task.outputs, { recursive: true })
  const sign = async (i: number) => {
    const file = `contract-${i}.pdf`
    const { bytes } = await signDocument(await readFile(join(task.inputs, file)), SIGN_REQUEST, { identity })
    await writeFile(join(task.outputs, file), bytes)
  }
  await sign(first)
  tell({ kind: 'ready' })
  await new Promise((resolve) => process.once('message', resolve))
  const before = process.cpuUsage()
  let next = first
  const { concurrency = 4 } = task
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next <= last) await sign(next++)
    }),
  )
  const { user, system } = process.cpuUsage(before)
  tell({ kind: 'done', cpuMs: (user + system) / 1000 })
}

const [path] = process.argv.slice(2)
if (path !== undefined && process.send !== undefined) {
  const task = JSON.parse(readFileSync(path, 'utf8')) as BatchTask
  await { work, enqueue, direct }[task.role](task)
}

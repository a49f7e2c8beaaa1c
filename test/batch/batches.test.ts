/**
 * Batches from entries to results, over each engine.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bullmqEngine } from '../../adapters/batch/bullmq-engine.js'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import {
  type BatchEngine,
  type Batches,
  type BatchOptions,
  convertFile,
  createBatches,
  type DocumentStore,
  developmentIdentity,
  fromFolder,
  fromJsonLines,
  fromList,
  type SigningIdentity,
  verifyDocument,
} from '../../src/index.js'
import { bodyOf, partOf } from '../convert/docx-writer/part-of.js'
import { startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'
import { until } from '../support/wait.js'
import { listFiles, makeFolder, makePdf, SIGNER, waitFor } from './support.js'

const FAST = { pollMs: 20, leaseMs: 2000 }
const SIGN = { steps: ['sign'], sign: { signer: SIGNER } } as const

let identity: SigningIdentity
beforeAll(async () => {
  identity = await developmentIdentity()
})

interface Setting {
  readonly batches: Batches
  readonly inputs: string
  readonly outputs: string
}

/** @param open makes an engine of its own, over the database of all */
function describeBatches(name: string, open: () => Promise<BatchEngine>): void {
  const opened: Batches[] = []
  afterAll(() => Promise.all(opened.map((batches) => batches.close())))

  async function set(options: Partial<BatchOptions> = {}): Promise<Setting> {
    const folder = makeFolder()
    const [inputs, outputs] = [join(folder, 'in'), join(folder, 'out')]
    mkdirSync(inputs)
    const batches = createBatches({
      engine: await open(),
      inputs: fileStore(inputs),
      outputs: fileStore(outputs),
      identity,
      workers: false,
      folderOf: () => '',
      retries: { delayMs: 20 },
      ...options,
    })
    opened.push(batches)
    return { batches, inputs, outputs }
  }

  async function put(folder: string, count: number): Promise<void> {
    for (let i = 0; i < count; i++) writeFileSync(join(folder, `contract-${i}.pdf`), await makePdf(`Contract ${i}`))
  }

  let names = 0
  const nextName = () => `${name} ${names++}`

  describe(`batches over ${name}`, () => {
    it('goes on after failures of the engine, even where the host fails when it is told of them', async () => {
      const engine = await open()
      let failures = 0
      const failsAtFirst = new Proxy(engine, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function') return member
          if (name !== 'runningBatches' || failures > 2) return member.bind(target)
          return async () => {
            failures++
            throw new Error('The store is away.')
          }
        },
      })
      const onError = () => {
        throw new Error('The log is full.')
      }
      const { batches, inputs } = await set({ engine: failsAtFirst, onError })
      await put(inputs, 1)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request: SIGN })
      await batches.work(FAST)
      expect(await waitFor(batches, id, 'finished')).toMatchObject({ done: 1, failed: 0 })
      expect(failures).toBe(3)
    })

    it('signs a folder, each document once, and says what came of each', async () => {
      const { batches, inputs, outputs } = await set()
      await put(inputs, 7)
      mkdirSync(join(inputs, 'sub'))
      writeFileSync(join(inputs, 'sub', 'Übersicht.pdf'), await makePdf('Sub'))
      writeFileSync(join(inputs, 'notes.txt'), 'no document')
      const report = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request: SIGN })
      expect(report).toMatchObject({ entries: 8, taken: 8, repeated: 0, rejected: 0 })
      await batches.work(FAST)
      const status = await waitFor(batches, report.id, 'finished')
      expect(status).toMatchObject({ total: 8, done: 8, failed: 0, rejected: 0, waiting: 0, secondsLeft: null })
      const { items } = await batches.results(report.id)
      expect(items.map(({ output }) => output).sort()).toEqual(listFiles(outputs))
      expect(items.map(({ input }) => input)).toContain('sub/Übersicht.pdf')
      for (const { output, sha256, size, job } of items) {
        const bytes = readFileSync(join(outputs, output))
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
        expect(bytes.length).toBe(size)
        const { signers, document } = await verifyDocument(bytes)
        expect(signers).toHaveLength(1)
        expect(document.eventId).toBe(job)
      }
    })

    it('goes on with a batch of the same name, and does nothing twice', async () => {
      const { batches, inputs, outputs } = await set()
      await put(inputs, 3)
      const options = { name: nextName(), request: SIGN }
      await batches.work(FAST)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), options)
      await waitFor(batches, id, 'finished')
      const before = listFiles(outputs).map((file) => readFileSync(join(outputs, file)).toString('base64'))
      await put(inputs, 5)
      // The first three were written anew, with another time: they are other documents.
      await batches.enqueue(fromList(['contract-3.pdf', 'contract-4.pdf', 'contract-4.pdf']), options)
      const status = await waitFor(batches, id, 'finished')
      expect(status).toMatchObject({ total: 5, done: 5 })
      const after = listFiles(outputs).map((file) => readFileSync(join(outputs, file)).toString('base64'))
      expect(after).toHaveLength(5)
      expect(before.every((bytes) => after.includes(bytes))).toBe(true)
      await expect(
        batches.enqueue(fromList([]), { ...options, request: { ...SIGN, sign: { signer: SIGNER, reason: 'x' } } }),
      ).rejects.toMatchObject({ code: 'batch_name_taken' })
    })

    it('finds results that are there when all its memory is gone', async () => {
      const { batches, inputs, outputs } = await set()
      await put(inputs, 4)
      const options = { name: nextName(), request: SIGN }
      await batches.work(FAST)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), options)
      await waitFor(batches, id, 'finished')
      const before = listFiles(outputs).map((file) => readFileSync(join(outputs, file)).toString('base64'))
      await batches.remove(id)
      await expect(batches.status(id)).rejects.toMatchObject({ code: 'batch_not_found' })
      await batches.enqueue(fromFolder(batches.inputs, ''), options)
      expect(await waitFor(batches, id, 'finished')).toMatchObject({ total: 4, done: 4 })
      expect(listFiles(outputs).map((file) => readFileSync(join(outputs, file)).toString('base64'))).toEqual(before)
    })

    it('puts what will not pass on the dead-letter list with its reason, and tries it again when it is told to', async () => {
      const { batches, inputs } = await set()
      await put(inputs, 1)
      writeFileSync(join(inputs, 'broken.pdf'), 'This is no PDF.')
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request: SIGN })
      await batches.work(FAST)
      expect(await waitFor(batches, id, 'finished')).toMatchObject({ done: 1, failed: 1 })
      const { items } = await batches.failures(id)
      expect(items).toMatchObject([{ input: 'broken.pdf', code: 'invalid_document', attempts: 1 }])
      expect(await batches.retry(id)).toBe(1)
      const again = await waitFor(batches, id, 'finished')
      expect(again).toMatchObject({ done: 1, failed: 1 })
    })

    it('says of a document that changed or went after it was listed, and does not sign another one in its place', async () => {
      const { batches, inputs, outputs } = await set()
      await put(inputs, 3)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request: SIGN })
      writeFileSync(join(inputs, 'contract-0.pdf'), await makePdf('Something else'))
      rmSync(join(inputs, 'contract-1.pdf'))
      await batches.work(FAST)
      await waitFor(batches, id, 'finished')
      const failures = (await batches.failures(id)).items.map(({ input, code }) => [input, code]).sort()
      expect(failures).toEqual([
        ['contract-0.pdf', 'document_changed'],
        ['contract-1.pdf', 'document_not_found'],
      ])
      expect(listFiles(outputs)).toHaveLength(1)
    })

    it('tries again what may pass', async () => {
      let left = 3
      const signer: SigningIdentity = {
        ...identity,
        sign: (data, options) =>
          left-- > 0 ? Promise.reject(new Error('The HSM is away.')) : identity.sign(data, options),
      }
      const { batches, inputs } = await set({ identity: signer })
      await put(inputs, 1)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request: SIGN })
      await batches.work(FAST)
      expect(await waitFor(batches, id, 'finished')).toMatchObject({ done: 1, failed: 0 })
    })

    it('gives up what may pass after so many tries, with the last reason', async () => {
      const signer: SigningIdentity = { ...identity, sign: () => Promise.reject(new Error('The HSM is away.')) }
      const { batches, inputs } = await set({ identity: signer, retries: { delayMs: 5, maxAttempts: 3 } })
      await put(inputs, 1)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request: SIGN })
      await batches.work(FAST)
      await waitFor(batches, id, 'finished')
      expect((await batches.failures(id)).items).toMatchObject([{ code: 'signing_failed', attempts: 3 }])
    })

    it('does chains: Markdown to PDF, signed and verified', async () => {
      const { batches, inputs, outputs } = await set()
      writeFileSync(join(inputs, 'letter.md'), '# Letter\n\nText.')
      const request = {
        steps: ['convert', 'sign', 'verify'],
        convert: { to: 'pdf' },
        sign: { signer: SIGNER },
      } as const
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request })
      await batches.work(FAST)
      await waitFor(batches, id, 'finished')
      const [result] = (await batches.results(id)).items
      expect(result).toMatchObject({ contentType: 'application/pdf', verdict: { valid: true } })
      const { bytes } = await batches.readResult(id, result?.job ?? '')
      expect((await verifyDocument(bytes)).signers).toHaveLength(1)
      expect(listFiles(outputs)).toEqual([result?.output])
    })

    it('reads Markdown by the extensions and in the style that the request names', async () => {
      const { batches, inputs } = await set()
      writeFileSync(join(inputs, 'terms.md'), 'H~2~O')
      const convert = { to: 'docx', markdownExtensions: 'subscript', style: 'contract' } as const
      const request = { steps: ['convert'], convert } as const
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request })
      await batches.work(FAST)
      await waitFor(batches, id, 'finished')
      const [result] = (await batches.results(id)).items
      const { bytes } = await batches.readResult(id, result?.job ?? '')
      const alone = await convertFile(
        'H~2~O',
        { fileName: 'terms.md', to: 'docx' },
        {
          markdownExtensions: ['subscript'],
          style: 'contract',
        },
      )
      expect(bodyOf(bytes)).toContain('w:val="subscript"')
      expect(bodyOf(bytes)).toBe(bodyOf(alone.bytes))
      expect(partOf(bytes, '/word/styles.xml')).toBe(partOf(alone.bytes, '/word/styles.xml'))
    })

    it('verifies: the result is the report, for documents that are not valid too', async () => {
      const { batches, inputs } = await set()
      await put(inputs, 1)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), {
        name: nextName(),
        request: { steps: ['verify'] },
      })
      await batches.work(FAST)
      expect(await waitFor(batches, id, 'finished')).toMatchObject({ done: 1, failed: 0 })
      const [result] = (await batches.results(id)).items
      expect(result).toMatchObject({ contentType: 'application/json', verdict: { valid: false } })
      const { bytes } = await batches.readResult(id, result?.job ?? '')
      expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ valid: false, document: { pageCount: 1 } })
    })

    it('lets an invalid document go no further in a chain', async () => {
      const { batches, inputs, outputs } = await set()
      await put(inputs, 1)
      const request = { steps: ['verify', 'sign'], sign: { signer: SIGNER } } as const
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request })
      await batches.work(FAST)
      await waitFor(batches, id, 'finished')
      expect((await batches.failures(id)).items).toMatchObject([{ code: 'verification_failed' }])
      expect(() => listFiles(outputs)).toThrow()
    })

    it('takes options of each entry, and says of each line that is wrong what is wrong with it', async () => {
      const { batches, inputs, outputs } = await set()
      await put(inputs, 3)
      const lines = [
        '{"input":"contract-0.pdf","sign":{"signer":{"name":"Bob","email":"bob@example.com"}},"output":"a/first"}',
        '"contract-1.pdf"',
        'not json',
        '{"input":"../../etc/passwd"}',
        '{"input":"missing.pdf","sign":{"signer":{"name":"B","email":"b@example.com"}}}',
        '{"input":"contract-2.pdf","sgin":{}}',
        '{"input":"contract-2.pdf","sign":{"signer":{"name":"","email":"nobody"}}}',
        '{"input":"contract-2.pdf","convert":{"to":"pdf"}}',
        '{"input":"contract-1.pdf","input":"contract-2.pdf"}',
        '',
        '{"input":"contract-2.pdf","sign":{"signer":{"name":"Eve","email":"eve@example.com"}}}',
      ]
      const rejected: number[] = []
      const request = { steps: ['sign'], sign: { reason: 'Approved' } } as const
      const report = await batches.enqueue(fromJsonLines([Buffer.from(lines.join('\n'))]), {
        name: nextName(),
        request,
        onRejected: ({ position }) => rejected.push(position),
      })
      expect(report).toMatchObject({ entries: 10, taken: 2, rejected: 8 })
      expect(rejected).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
      await batches.work(FAST)
      const status = await waitFor(batches, report.id, 'finished')
      expect(status).toMatchObject({ done: 2, rejected: 8 })
      const { items } = await batches.failures(report.id)
      expect(items.map(({ position, code }) => [position, code])).toEqual([
        [2, 'invalid_request'],
        [3, 'invalid_request'],
        [4, 'invalid_request'],
        [5, 'document_not_found'],
        [6, 'invalid_request'],
        [7, 'invalid_request'],
        [8, 'invalid_request'],
        [9, 'invalid_request'],
      ])
      const first = listFiles(outputs).find((file) => file.startsWith('a/first.')) ?? ''
      const [signer] = (await verifyDocument(readFileSync(join(outputs, first)))).signers
      expect(signer?.audit).toMatchObject({ name: 'Bob' })
    })

    it('pauses, goes on, and cancels for good', async () => {
      const { batches, inputs } = await set()
      await put(inputs, 3)
      const options = { name: nextName(), request: SIGN }
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), options)
      await batches.pause(id)
      await batches.pause(id)
      await batches.work(FAST)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await batches.status(id)).toMatchObject({ state: 'paused', done: 0, waiting: 3 })
      await batches.resume(id)
      await waitFor(batches, id, 'finished')
      await expect(batches.cancel(id)).rejects.toMatchObject({ code: 'batch_ended' })
      const other = await batches.enqueue(fromFolder(batches.inputs, ''), { ...options, name: nextName() })
      await batches.cancel(other.id)
      expect((await batches.status(other.id)).state).toBe('cancelled')
      await expect(batches.resume(other.id)).rejects.toMatchObject({ code: 'batch_ended' })
    })

    it('gives jobs that were taken together and have not begun back when the batch is paused, and does each once', async () => {
      const folder = makeFolder()
      const reads: string[] = []
      const store = fileStore(folder)
      const counting: DocumentStore = {
        ...store,
        async read(name, options) {
          reads.push(name)
          // Long enough for a pause to come in the middle of a bundle.
          await new Promise((resolve) => setTimeout(resolve, reads.length > 8 ? 50 : 1))
          return store.read(name, options)
        },
      }
      const { batches, outputs } = await set({ inputs: counting })
      await put(folder, 40)
      const { id } = await batches.enqueue(fromFolder(counting, ''), { name: nextName(), request: SIGN })
      await batches.work({ pollMs: 20, concurrency: 2 })
      await expect.poll(() => reads.length, { timeout: 60_000 }).toBeGreaterThan(12)
      await batches.pause(id)
      await expect.poll(async () => (await batches.status(id)).active, { timeout: 60_000 }).toBe(0)
      const paused = await batches.status(id)
      expect(paused).toMatchObject({ state: 'paused', failed: 0, done: reads.length, waiting: 40 - reads.length })
      expect(paused.waiting).toBeGreaterThan(0)
      expect(listFiles(outputs)).toHaveLength(paused.done)
      await batches.resume(id)
      expect(await waitFor(batches, id, 'finished')).toMatchObject({ done: 40, failed: 0 })
      expect(new Set(reads).size).toBe(40)
      expect(reads).toHaveLength(40)
      expect((await batches.results(id)).items.map(({ output }) => output).sort()).toEqual(listFiles(outputs))
    }, 120_000)

    it('shows a tenant nothing of another one’s', async () => {
      const { batches, inputs } = await set()
      await put(inputs, 1)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), {
        name: 'mine',
        tenant: nextName(),
        request: SIGN,
      })
      const access = { tenant: 'somebody else' }
      const page = {}
      for (const attempt of [
        () => batches.status(id, access),
        () => batches.results(id, page, access),
        () => batches.failures(id, page, access),
        () => batches.readResult(id, 'x', access),
        () => batches.pause(id, access),
        () => batches.resume(id, access),
        () => batches.cancel(id, access),
        () => batches.retry(id, access),
        () => batches.remove(id, access),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: 'batch_not_found' })
      }
      expect((await batches.list('somebody else')).items).toEqual([])
      expect((await batches.status(id)).state).toBe('running')
      await batches.cancel(id)
    })

    it('lets tenants take turns, however much one of them has', async () => {
      const { batches, inputs } = await set()
      await put(inputs, 24)
      const large = await batches.enqueue(fromFolder(batches.inputs, ''), {
        name: 'x',
        tenant: nextName(),
        request: SIGN,
      })
      const small = await batches.enqueue(fromList(['contract-0.pdf', 'contract-1.pdf', 'contract-2.pdf']), {
        name: 'x',
        tenant: nextName(),
        request: SIGN,
      })
      await batches.work({ ...FAST, concurrency: 1 })
      await waitFor(batches, large.id, 'finished')
      const ends = async (id: string) => (await batches.results(id)).items.map(({ finishedAt }) => finishedAt).sort()
      const [last = ''] = (await ends(small.id)).slice(-1)
      const before = (await ends(large.id)).filter((time) => time < last)
      // In three turns at most, since each takes twice as many jobs as the one before, or fewer.
      expect(before.length).toBeLessThanOrEqual(1 + 2 + 4)
    })

    it('leaves nothing half done when a worker closes', async () => {
      const { batches, inputs, outputs } = await set()
      await put(inputs, 20)
      const { id } = await batches.enqueue(fromFolder(batches.inputs, ''), { name: nextName(), request: SIGN })
      const worker = await batches.work({ ...FAST, concurrency: 2 })
      await until(async () => (await batches.status(id)).active > 0, 'a job that is being worked on')
      await worker.close()
      expect(worker.active).toBe(0)
      const status = await batches.status(id)
      expect(status.active).toBe(0)
      expect(listFiles(outputs)).toHaveLength(status.done)
      await batches.cancel(id)
    })

    it('refuses what makes no sense before anything is kept', async () => {
      const { batches } = await set()
      const bad: unknown[] = [
        { steps: [] },
        { steps: ['sign', 'convert'], sign: { signer: SIGNER } },
        { steps: ['sign', 'sign'], sign: { signer: SIGNER } },
        { steps: ['shred'] },
        { steps: ['verify'], sign: { signer: SIGNER } },
        { steps: ['verify'], webhook: { url: 'https://example.com' } },
        { steps: ['verify'], priority: 1 },
      ]
      for (const request of bad) {
        const name = nextName()
        const attempt = batches.enqueue(fromList([]), { name, request: request as never })
        await expect(attempt, JSON.stringify(request)).rejects.toMatchObject({ code: 'invalid_request' })
        await expect(batches.status(batches.idOf(name))).rejects.toMatchObject({ code: 'batch_not_found' })
      }
    })
  })
}

describe('SQLite', () => {
  const folder = makeFolder()
  let count = 0
  describeBatches('SQLite', () => sqliteEngine({ path: join(folder, `${count++}.db`) }))
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

  let count = 0
  describeBatches('BullMQ', async () => bullmqEngine({ redis, prefix: `{test-${count++}}` }))
})

/**
 * The pool of threads: reuse, ends, and limits of memory.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { ThreadPool } from '../../src/work/thread-pool.js'
import { until } from '../support/wait.js'

/** Answers with its number; ends when it is told to, in the ways in which a thread can. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId, workerData } from 'node:worker_threads'
    parentPort.on('message', async (task) => {
      if (task === 'exit') process.exit(3)
      if (task === 'throw') throw new TypeError('thrown')
      if (task instanceof Int32Array) {
        Atomics.store(task, 0, 1)
        Atomics.notify(task, 0)
        for (;;);
      }
      if (task === 'wait') await new Promise((done) => setTimeout(done, 200))
      const heapBytes = typeof task === 'number' ? task : 0
      if (heapBytes > 0) await new Promise((done) => setTimeout(done, 100))
      parentPort.postMessage({ task, threadId, workerData, heapBytes })
    })`)}`,
)

/** A task that never ends; it becomes 1 when it has begun. */
const spinFlag = () => new Int32Array(new SharedArrayBuffer(4))

type Answer = { readonly task: unknown; readonly threadId: number; readonly workerData: unknown }

/** How pools are made here. */
const SHAPE = {
  url: ECHO,
  maxHeapMb: 64,
  idleMs: 10_000,
  maxIdleHeapBytes: 100,
  trimMs: 50,
  heapOf: (answer: unknown) => (answer as { heapBytes: number }).heapBytes,
}

const pools: ThreadPool[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

function makePool(options: { readonly url?: URL; readonly idleMs?: number; readonly trimMs?: number } = {}) {
  const pool = new ThreadPool({ ...SHAPE, data: 'shared', ...options })
  pools.push(pool)
  const run = (task: unknown, signal = new AbortController().signal, transferList: ArrayBuffer[] = []) =>
    pool.run(task, { signal, transferList }) as Promise<Answer>
  return { run, idleHeap: () => pool.idleHeapBytes }
}

describe('threads', () => {
  it('are used again, and are as many as there are tasks at once', async () => {
    const { run } = makePool()
    const { threadId, workerData } = await run('a')
    expect(workerData).toBe('shared')
    expect((await run('b')).threadId).toBe(threadId)
    const both = await Promise.all([run('wait'), run('wait')])
    expect(new Set(both.map((answer) => answer.threadId)).size).toBe(2)
  })

  it.each([
    ['exit', 'A thread ended by itself (3).'],
    ['throw', 'thrown'],
  ])('that end by themselves (%s) fail their task alone', async (task, message) => {
    const { run } = makePool()
    const other = run('wait')
    await expect(run(task)).rejects.toThrow(message)
    expect((await other).task).toBe('wait')
    expect((await run('a')).task).toBe('a')
  })

  it('are ended in the middle of a task that is given up, with the reason', async () => {
    const { run } = makePool()
    const controller = new AbortController()
    const flag = spinFlag()
    const spinning = run(flag, controller.signal)
    await until(() => Atomics.load(flag, 0) === 1, 'the beginning of the task')
    controller.abort(new Error('enough'))
    await expect(spinning).rejects.toThrow('enough')
    await expect(run('a', controller.signal)).rejects.toThrow('enough')
    expect((await run('a')).task).toBe('a')
  })

  it('go on after a task that cannot go over, and take buffers along', async () => {
    const { run } = makePool()
    const { threadId } = await run('a')
    await expect(run(() => 0)).rejects.toThrow(expect.objectContaining({ name: 'DataCloneError' }))
    expect((await run('b')).threadId).toBe(threadId)
    const bytes = new Uint8Array([1, 2, 3])
    expect((await run(bytes, undefined, [bytes.buffer])).task).toEqual(new Uint8Array([1, 2, 3]))
    expect(bytes.byteLength).toBe(0)
  })

  it('end when idle, and start anew', async () => {
    const { run, idleHeap } = makePool({ idleMs: 50 })
    const { threadId } = await run(50)
    await until(() => idleHeap() === 0, 'the end of the thread')
    expect((await run('a')).threadId).not.toBe(threadId)
  })

  it('end when those without work keep too much of their heaps together, the largest first', async () => {
    const { run, idleHeap } = makePool()
    const threads = await Promise.all([run(60), run(30), run(20)])
    await until(() => idleHeap() === 50, 'the end of the largest')
    const again = await Promise.all([run('wait'), run('wait'), run('wait')])
    const kept = threads.filter(({ threadId }) => again.some((answer) => answer.threadId === threadId))
    expect(kept.map(({ task }) => task)).toEqual([30, 20])
  })

  it('keep a heap of any size from one task of a queue to the next', async () => {
    // Long enough for the second task to come in time on a busy machine.
    const { run, idleHeap } = makePool({ trimMs: 1000 })
    const first = await run(1000)
    expect((await run(1000)).threadId).toBe(first.threadId)
    await until(() => idleHeap() === 0, 'the end of the thread')
    expect((await run(0)).threadId).not.toBe(first.threadId)
  })

  it('are rejected when they are closed, and when there is no such module', async () => {
    const pool = new ThreadPool({ ...SHAPE, data: undefined })
    const pending = pool.run(spinFlag(), { signal: new AbortController().signal, transferList: [] })
    const rejected = expect(pending).rejects.toThrow('ended')
    await pool.close()
    await rejected
    const { run } = makePool({ url: new URL('file:///no/such/module.mjs') })
    await expect(run('a')).rejects.toThrow(
      expect.objectContaining({ code: expect.stringMatching(/MODULE_NOT_FOUND$/) }),
    )
  })

  it('work in a program that was given on the command line, and do not keep it alive', async () => {
    const program = `
      import { register } from 'tsx/esm/api'
      register()
      const { ThreadPool } = await import(${JSON.stringify(new URL('../../src/work/thread-pool.ts', import.meta.url).href)})
      const pool = new ThreadPool({ url: new URL(${JSON.stringify(ECHO.href)}), maxHeapMb: 64, idleMs: 60_000, maxIdleHeapBytes: 1, trimMs: 50, heapOf: () => 0, data: 1 })
      console.log((await pool.run('hello', { signal: new AbortController().signal, transferList: [] })).task)`
    const options = { timeout: 60_000, cwd: new URL('.', import.meta.url) }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options)
    expect(stdout.trim()).toBe('hello')
  })
})

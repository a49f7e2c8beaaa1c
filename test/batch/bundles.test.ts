/**
 * Jobs that are taken together: what goes wrong with one of them is no matter of the others.
 *
 * @module
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import { BATCH_LIMITS } from '../../src/batch/batch-limits.js'
import { Bundle, type BundleHost } from '../../src/batch/work/bundle.js'
import { BundleSizes } from '../../src/batch/work/bundle-sizes.js'
import { makeDocument } from '../../src/batch/work/document-work.js'
import { Places } from '../../src/batch/work/places.js'
import { Solitude } from '../../src/batch/work/solitude.js'
import {
  type BatchEngine,
  type ClaimedJob,
  createBatches,
  type DocumentStore,
  developmentIdentity,
  fromFolder,
} from '../../src/index.js'
import { settle } from '../support/wait.js'
import { listFiles, makeFolder, makePdf, SIGNER, waitFor } from './support.js'

/** What happened to jobs, as `job: event`, in the order in which it did. */
class Scene {
  readonly events: string[] = []
  readonly aborts = new Map<string, AbortController>()

  claim(id: string): ClaimedJob {
    const controller = new AbortController()
    this.aborts.set(id, controller)
    const settled = (event: string) => async () => {
      this.events.push(`${id}: ${event}`)
      return true
    }
    return {
      id,
      data: {},
      attempt: 1,
      abandonments: 0,
      signal: controller.signal,
      note: null,
      keepNote: async () => undefined,
      done: settled('done'),
      retry: settled('retry'),
      fail: settled('fail'),
      release: settled('released'),
    }
  }

  host(changes: Partial<BundleHost> = {}): BundleHost {
    return {
      mayBegin: () => true,
      make: async ({ id }) => ({
        size: 1,
        publish: async () => {
          this.events.push(`${id}: published`)
          return {}
        },
      }),
      done: async (claim) => void (await claim.done({})),
      onMade: () => undefined,
      failed: async (claim) => void (await claim.fail({ code: 'x', message: '' })),
      ...changes,
    }
  }

  async run(ids: readonly string[], changes: Partial<BundleHost> = {}): Promise<void> {
    await new Bundle(
      ids.map((id) => this.claim(id)),
      this.host(changes),
    ).run()
  }
}

describe('a bundle', () => {
  it('publishes what it made together, and settles each', async () => {
    const scene = new Scene()
    await scene.run(['a', 'b', 'c'])
    expect(scene.events.slice(0, 3)).toEqual(['a: published', 'b: published', 'c: published'])
    expect(scene.events.slice(3).sort()).toEqual(['a: done', 'b: done', 'c: done'])
  })

  it('loses nothing but the document that fails, while it is made and while it is written', async () => {
    const scene = new Scene()
    const { make } = scene.host()
    await scene.run(['a', 'b', 'c'], {
      make: async (claim) => {
        if (claim.id === 'a') throw new Error('kaputt')
        if (claim.id === 'b') return { size: 1, publish: () => Promise.reject(new Error('full')) }
        return make(claim)
      },
    })
    expect(scene.events.filter((event) => !event.includes('published')).sort()).toEqual([
      'a: fail',
      'b: fail',
      'c: done',
    ])
  })

  it('gives back what has not begun when the batch is paused, and publishes what is made', async () => {
    const scene = new Scene()
    let begun = 0
    const { make } = scene.host()
    await scene.run(['a', 'b', 'c', 'd'], {
      mayBegin: () => begun < 2,
      make: (claim) => {
        begun++
        return make(claim)
      },
    })
    expect(scene.events.filter((event) => !event.includes('published')).sort()).toEqual([
      'a: done',
      'b: done',
      'c: released',
      'd: released',
    ])
  })

  it('lets the others go when one takes long', async () => {
    const scene = new Scene()
    const { make } = scene.host()
    let end: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    const through = new Map<string, boolean>()
    const running = scene.run(['a', 'slow', 'c'], {
      make: async (claim) => {
        if (claim.id === 'slow') await held
        return make(claim)
      },
      done: async (claim, result, isThrough) => {
        through.set(claim.id, isThrough)
        await claim.done(result)
      },
    })
    await expect.poll(() => scene.events, { timeout: 60_000 }).toContain('c: released')
    await expect.poll(() => scene.events).toContain('a: done')
    expect(scene.events).not.toContain('slow: done')
    end()
    await running
    expect(scene.events).toContain('slow: done')
    // Jobs that were taken along with the first would have waited for the slow one.
    expect([...through]).toEqual([
      ['a', false],
      ['slow', true],
    ])
  }, 60_000)

  it('does not begin a job that has gone to another worker', async () => {
    const scene = new Scene()
    const made: string[] = []
    const { make } = scene.host()
    await scene.run(['a', 'b'], {
      make: (claim) => {
        made.push(claim.id)
        scene.aborts.get('b')?.abort(new Error('gone'))
        return make(claim)
      },
      failed: async () => undefined,
    })
    expect(made).toEqual(['a'])
    expect(scene.events).toEqual(['a: published', 'a: done'])
  })

  it('brings every other job to its end before it tells that the engine failed', async () => {
    const scene = new Scene()
    const { done } = scene.host()
    const running = scene.run(['a', 'b', 'c'], {
      done: (claim, ...rest) => (claim.id === 'a' ? Promise.reject(new Error('away')) : done(claim, ...rest)),
    })
    await expect(running).rejects.toThrow('away')
    expect(scene.events.filter((event) => event.includes('done')).sort()).toEqual(['b: done', 'c: done'])
  })
})

describe('the size of bundles', () => {
  it('begins with one, doubles, and stays within half a second of work', () => {
    const sizes = new BundleSizes()
    const found: number[] = []
    for (let i = 0; i < 7; i++) {
      const size = sizes.sizeFor('quick', 1)
      found.push(size)
      sizes.note('quick', size, size * 10)
    }
    expect(found).toEqual([1, 2, 4, 8, 8, 8, 8])
    expect(sizes.sizeFor('quick', 10)).toBe(5)
    sizes.note('slow', 1, 3000)
    expect(sizes.sizeFor('slow', 1)).toBe(1)
  })
})

describe('places', () => {
  it('hold so many at once, and go to those that wait in their order, each given back once', async () => {
    const places = new Places(2)
    const inside: number[] = []
    const leaves: (() => void)[] = []
    const entering = Array.from({ length: 5 }, async (_, i) => {
      leaves[i] = await places.enter()
      inside.push(i)
    })
    await Promise.all(entering.slice(0, 2))
    expect(inside).toEqual([0, 1])
    leaves[0]?.()
    leaves[0]?.()
    await entering[2]
    await new Promise((resolve) => setImmediate(resolve))
    expect(inside).toEqual([0, 1, 2])
    for (const i of [2, 1, 3, 4]) {
      await entering[i]
      leaves[i]?.()
    }
    expect(inside).toEqual([0, 1, 2, 3, 4])
    await places.enter()
    await places.enter()
  })
})

describe('a job that is done alone', () => {
  it('waits for what goes on, and what comes waits for it', async () => {
    const solitude = new Solitude()
    const events: string[] = []
    const work = (name: string) => async () => {
      events.push(`${name} begins`)
      await settle()
      events.push(`${name} ends`)
    }
    await Promise.all([
      solitude.together(work('a')),
      solitude.alone(work('alone')),
      solitude.together(work('b')),
      solitude.alone(work('also alone')),
    ])
    for (const name of ['alone', 'also alone']) {
      const begin = events.indexOf(`${name} begins`)
      expect(events[begin + 1]).toBe(`${name} ends`)
      expect(begin).toBeGreaterThan(events.indexOf('a ends'))
    }
    expect(events).toHaveLength(8)
  })

  it('leaves the way free when it fails', async () => {
    const solitude = new Solitude()
    await expect(solitude.alone(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(await solitude.together(async () => 1)).toBe(1)
    await expect(solitude.together(() => Promise.reject(new Error('y')))).rejects.toThrow('y')
    expect(await solitude.alone(async () => 2)).toBe(2)
  })
})

/** An engine whose workers tell which jobs they hold; some jobs count as if workers had ended with them. */
function watchClaims(engine: BatchEngine, held: Set<string>, isSuspect: (data: ClaimedJob['data']) => boolean) {
  const watch = (claim: ClaimedJob, claimNext: () => Promise<ClaimedJob | undefined>): ClaimedJob => {
    held.add(claim.id)
    const letGo =
      <A extends unknown[], T>(settle: (...values: A) => Promise<T>) =>
      (...values: A) => {
        held.delete(claim.id)
        return settle(...values)
      }
    return {
      ...claim,
      abandonments: isSuspect(claim.data) ? BATCH_LIMITS.maxSharedAbandonments + 1 : 0,
      done: letGo(claim.done),
      doneAndClaim: async (result) => {
        held.delete(claim.id)
        return (await claim.done(result)) ? claimNext() : undefined
      },
      retry: letGo(claim.retry),
      fail: letGo(claim.fail),
      release: letGo(claim.release),
    }
  }
  const openWorker: BatchEngine['openWorker'] = async (options) => {
    const worker = await engine.openWorker(options)
    const claimOne = async (id: string): Promise<ClaimedJob | undefined> => {
      const claim = await worker.claim(id)
      return claim === undefined ? undefined : watch(claim, () => claimOne(id))
    }
    return {
      claim: claimOne,
      keepOnly: (ids) => worker.keepOnly(ids),
      close: () => worker.close(),
    }
  }
  return new Proxy(engine, {
    get(target, name) {
      const member: unknown = name === 'openWorker' ? openWorker : Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

describe('a worker', () => {
  it('takes more jobs at once as it learns what they take, also where they come with the settling of others', async () => {
    const folder = makeFolder()
    const [inputs, outputs] = [join(folder, 'in'), join(folder, 'out')]
    mkdirSync(inputs)
    const pdf = await makePdf('x')
    for (let i = 0; i < 40; i++) writeFileSync(join(inputs, `${i}.pdf`), pdf)
    const held = new Set<string>()
    const engine = watchClaims(await sqliteEngine({ path: join(folder, 'batches.db') }), held, () => false)
    const store = fileStore(inputs)
    let most = 0
    const watching: DocumentStore = {
      ...store,
      read(name, options) {
        most = Math.max(most, held.size)
        return store.read(name, options)
      },
    }
    const identity = await developmentIdentity()
    const stores = { inputs: watching, outputs: fileStore(outputs) }
    const batches = createBatches({ engine, ...stores, identity, workers: false, folderOf: () => '' })
    const request = { steps: ['sign'], sign: { signer: SIGNER } } as const
    const { id } = await batches.enqueue(fromFolder(store, ''), { name: 'growing', request })
    // However slow this machine is, jobs take no time.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => clock.mockRestore())
    await batches.work({ pollMs: 20, concurrency: 1 })
    expect(await waitFor(batches, id, 'finished', 100_000)).toMatchObject({ done: 40, failed: 0 })
    // One bundle is made while another one is written.
    expect(most).toBeGreaterThanOrEqual(BATCH_LIMITS.maxBundleJobs)
    expect(most).toBeLessThanOrEqual(2 * BATCH_LIMITS.maxBundleJobs)
    expect(held.size).toBe(0)
    expect(listFiles(outputs)).toHaveLength(40)
    await batches.close()
  }, 120_000)
})

describe('documents with which workers ended', () => {
  it('are read while the process holds no other one, and all others are done too', async () => {
    const folder = makeFolder()
    const [inputs, outputs] = [join(folder, 'in'), join(folder, 'out')]
    mkdirSync(inputs)
    for (let i = 0; i < 30; i++) writeFileSync(join(inputs, `${i}.pdf`), await makePdf(`${i}`))
    const suspects = new Set(['9.pdf', '10.pdf', '11.pdf', '20.pdf', '29.pdf'])
    const held = new Set<string>()
    const heldBeside: [string, number][] = []
    const engine = watchClaims(await sqliteEngine({ path: join(folder, 'batches.db') }), held, ({ i }) =>
      suspects.has(String(i)),
    )
    const store = fileStore(inputs)
    const watching: DocumentStore = {
      ...store,
      read(name, options) {
        if (suspects.has(name)) heldBeside.push([name, held.size - 1])
        return store.read(name, options)
      },
    }
    const identity = await developmentIdentity()
    const stores = { inputs: watching, outputs: fileStore(outputs) }
    const batches = createBatches({ engine, ...stores, identity, workers: false, folderOf: () => '' })
    const request = { steps: ['sign'], sign: { signer: SIGNER } } as const
    const { id } = await batches.enqueue(fromFolder(store, ''), { name: 'suspects', request })
    await batches.work({ pollMs: 20, concurrency: 4 })
    expect(await waitFor(batches, id, 'finished', 100_000)).toMatchObject({ done: 30, failed: 0 })
    expect(heldBeside.sort()).toEqual([...suspects].sort().map((name) => [name, 0]))
    expect(listFiles(outputs)).toHaveLength(30)
    await batches.close()
  }, 120_000)
})

describe('a job that has gone to another worker', () => {
  it('is not written any more', async () => {
    const scene = new Scene()
    const claim = { ...scene.claim('a'), data: { i: 'a.pdf' } }
    const stored = new Map<string, Uint8Array>()
    const store = {
      read: async () => ({ bytes: Uint8Array.of(1), version: '' }),
      stat: async () => null,
      write: async (name: string, bytes: Uint8Array) => {
        stored.set(name, bytes)
        return 'written'
      },
    } as unknown as DocumentStore
    const runner = { run: async () => ({ bytes: Uint8Array.of(2), contentType: 'application/pdf', warnings: [] }) }
    const ledger = { charge: async () => undefined, giveBack: async () => undefined }
    const fixed = { maxDocumentBytes: 10, folderOf: () => '', addresses: {} }
    const place = { inputs: store, outputs: store, runner, ledger, ...fixed }
    const batch = { tenant: 't', createdAt: 0, request: { steps: ['sign'] } }
    const work = { place, batch, claim, closing: new AbortController().signal }
    const made = await makeDocument(work as unknown as Parameters<typeof makeDocument>[0])
    scene.aborts.get('a')?.abort(new Error('gone'))
    await expect(made.publish()).rejects.toThrow('gone')
    expect(stored.size).toBe(0)
    const again = await makeDocument({ ...work, claim: { ...scene.claim('b'), data: claim.data } } as never)
    expect(await again.publish()).toMatchObject({ n: 1 })
    expect(stored.size).toBe(1)
  })
})

describe('a document that ends every process that works on it', () => {
  it('takes none of its neighbours to the dead-letter list', async () => {
    const folder = makeFolder()
    const [path, inputs, outputs] = [join(folder, 'batches.db'), join(folder, 'in'), join(folder, 'out')]
    mkdirSync(inputs)
    for (const name of ['1', '2', '3', '4', '5', 'poison', '7', '8', '9']) {
      writeFileSync(join(inputs, `${name}.pdf`), await makePdf(name))
    }
    const open = async () => {
      const engine = await sqliteEngine({ path })
      return createBatches({ engine, inputs: fileStore(inputs), outputs: fileStore(outputs), workers: false })
    }
    const before = await open()
    const request = { steps: ['sign'], sign: { signer: SIGNER } } as const
    const { id } = await before.enqueue(fromFolder(before.inputs, ''), { name: 'poison', request })
    await before.close()
    const script = fileURLToPath(new URL('./poison-worker.ts', import.meta.url))
    let ends = 0
    for (let code: number | null = null; code !== 0 && ends < 10; ends++) {
      const child = fork(script, [path, inputs, outputs, id], { execArgv: ['--import', 'tsx'] })
      code = (await once(child, 'exit'))[0] as number | null
    }
    const after = await open()
    const { items } = await after.failures(id)
    expect(items.map(({ input, code }) => [input, code])).toEqual([['poison.pdf', 'job_abandoned']])
    expect(await after.status(id)).toMatchObject({ state: 'finished', done: 8, failed: 1 })
    expect(listFiles(outputs)).toHaveLength(8)
    await after.close()
  }, 600_000)
})

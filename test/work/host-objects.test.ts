/**
 * Code of the host that other threads call.
 *
 * @module
 */

import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { attach, HostObjects } from '../../src/work/host-objects.js'

const { signal } = new AbortController()

/** Options as another thread sees them, while something is done with them there. */
async function across<T extends object, R>(
  options: T,
  use: (far: T) => Promise<R>,
  onFailure?: (error: unknown) => void,
): Promise<R> {
  const { port1, port2 } = new MessageChannel()
  const host = new HostObjects()
  const detached = structuredClone(host.detachOptions(options))
  host.serve(port1, { signal, onFailure })
  try {
    return await use(attach(detached, port2))
  } finally {
    port2.close()
  }
}

class Service {
  readonly region = 'eu'
  readonly connection = { socket: { write: () => undefined } }
  readonly #secret = 'key'
  get certificates() {
    return [new Uint8Array([1])]
  }
  sign(data: Uint8Array) {
    return Uint8Array.of(...data, this.#secret.length)
  }
}

describe('objects of the host', () => {
  it('do their work in their own thread, with all that they keep there', async () => {
    const identity = new Service()
    await across({ identity, nested: [{ identity }] }, async (far) => {
      expect(await far.identity.sign(Uint8Array.of(7))).toEqual(Uint8Array.of(7, 3))
      expect(await far.nested[0]?.identity.sign(Uint8Array.of(8))).toEqual(Uint8Array.of(8, 3))
      expect(far.identity).toMatchObject({ region: 'eu', certificates: [new Uint8Array([1])] })
      expect(far.identity).not.toHaveProperty('connection')
    })
  })

  it('answer with plain data of any depth, and views of bytes alone', async () => {
    let deep: unknown = { leaf: new Uint8Array([1]) }
    for (let i = 0; i < 40; i++) deep = { items: [deep] }
    const view = new Uint8Array(1000).subarray(4, 6)
    const lists = { find: async (key: string) => (key === 'deep' ? deep : { view }) }
    await across({ lists }, async (far) => {
      expect(await far.lists.find('deep')).toEqual(deep)
      const answer = (await far.lists.find('view')) as { view: Uint8Array }
      expect(answer.view.buffer.byteLength).toBe(2)
    })
  })

  it('may be functions, with and without methods of their own', async () => {
    const source = Object.assign(async (about: { id: number }) => about.id + 1, {
      issuersOf: async (name: string) => [name],
    })
    await across({ source, plain: (text: string) => text.length }, async (far) => {
      expect(await far.source({ id: 1 })).toBe(2)
      expect(await far.source.issuersOf('a')).toEqual(['a'])
      expect(await far.plain('abc')).toBe(3)
    })
  })

  it('are given the signal of the job wherever the caller gives one, and nowhere else', async () => {
    const seen: unknown[] = []
    const options = { ask: async (about: object, call?: object) => void seen.push(about, call) }
    await across(options, async ({ ask }) => {
      await ask({ a: 1 }, { signal: new AbortController().signal, now: () => new Date() })
      await ask({ a: 2 })
    })
    expect(seen).toEqual([{ a: 1 }, { signal }, { a: 2 }, undefined])
    expect((seen[1] as { signal: AbortSignal }).signal).toBe(signal)
  })

  it('give objects with methods, which forget their keys when the job has ended', async () => {
    let forgotten = 0
    const key = (name: string) => ({ name, sign: async () => `by ${name}`, forget: () => forgotten++ })
    const issuer = { issue: async (name: string) => key(name) }
    await across({ issuer }, async (far) => {
      expect(await (await far.issuer.issue('a')).sign()).toBe('by a')
      await (await far.issuer.issue('b')).forget()
      expect(forgotten).toBe(1)
    })
    await expect.poll(() => forgotten).toBe(2)
  })

  it('are the same object from job to job, with the data of the present one', async () => {
    const authority = { hash: 'sha256', stamp: async () => 'stamp' }
    const first = await across({ authority }, async (far) => far.authority)
    authority.hash = 'sha512'
    const second = await across({ authority }, async (far) => [far.authority, await far.authority.stamp()] as const)
    expect(second[0]).toBe(first)
    expect([first.hash, second[1]]).toEqual(['sha512', 'stamp'])
  })

  it('tell what they threw: its code and message there, the error itself here', async () => {
    const failure = new SealwrightError('signing_failed', 'The card is out.')
    const failures: unknown[] = []
    const call = across(
      { sign: () => Promise.reject(failure) },
      (far) => far.sign(),
      (error) => failures.push(error),
    )
    await expect(call).rejects.toMatchObject({ code: 'signing_failed', message: 'The card is out.' })
    expect(failures).toEqual([failure])
  })

  it('copy of a view only what it shows', () => {
    const { value } = new HostObjects().detachOptions({ fonts: [{ bytes: new Uint8Array(1000).subarray(0, 10) }] })
    expect(value.fonts[0]?.bytes.buffer.byteLength).toBe(10)
  })
})

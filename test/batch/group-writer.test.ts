/**
 * Documents that are written together: each has its own end, whatever becomes of the others.
 *
 * @module
 */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileCalls, THREADED_CALLS } from '../../adapters/batch/file-calls.js'
import { fileStore } from '../../adapters/batch/file-store.js'
import { type GroupedWrite, GroupWriter } from '../../adapters/batch/group-writer.js'
import { listFiles, makeFolder } from './support.js'

type Step = 'write' | 'flush' | 'publish' | 'clear'

/** Documents that note what is done with them, and fail at a step. */
class Desk {
  readonly steps: string[] = []

  document(name: string, place = `/out/${name}`, failsAt?: Step): GroupedWrite {
    const step = async (kind: Step) => {
      this.steps.push(`${kind} ${name}`)
      if (kind === failsAt) throw new Error(`${kind} failed`)
    }
    return {
      place,
      write: () => step('write'),
      flush: () => step('flush'),
      clear: () => step('clear'),
      publish: async () => {
        await step('publish')
        return 'written'
      },
    }
  }
}

/** Calls of which opening folders alone is used; each folder that is brought to the disk is noted. */
function noteFolders(folders: string[], open: (path: string) => Promise<number>): FileCalls {
  return {
    ...THREADED_CALLS,
    open: (path) => {
      folders.push(path)
      return open(path)
    },
  }
}

const notThere = () => Promise.reject(new Error('There is no such folder.'))

describe('a group of documents', () => {
  it('is written step by step, and each folder once, before any draft is gone', async () => {
    const desk = new Desk()
    const folders: string[] = []
    const writer = new GroupWriter(
      noteFolders(folders, () => {
        desk.steps.push('folder')
        return notThere()
      }),
    )
    const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => writer.write(desk.document(name))))
    expect(outcomes).toEqual(['written', 'written', 'written'])
    const kinds = desk.steps.map((step) => step.split(' ')[0])
    expect(kinds).toEqual([
      ...['write', 'write', 'write', 'flush', 'flush', 'flush', 'publish', 'publish', 'publish'],
      ...['folder', 'clear', 'clear', 'clear'],
    ])
    expect(folders).toEqual(['/out'])
  })

  it('fails for the document that fails alone, at whatever step, and clears all of them', async () => {
    for (const failsAt of ['write', 'flush', 'publish', 'clear'] as const) {
      const desk = new Desk()
      const writer = new GroupWriter(noteFolders([], notThere))
      const outcomes = await Promise.allSettled([
        writer.write(desk.document('a')),
        writer.write(desk.document('b', '/out/b', failsAt)),
        writer.write(desk.document('c')),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(outcomes[1]).toMatchObject({ reason: { message: `${failsAt} failed` } })
      expect(desk.steps.filter((step) => step.startsWith('clear')).sort()).toEqual(['clear a', 'clear b', 'clear c'])
      expect(desk.steps.includes('publish b')).toBe(failsAt === 'publish' || failsAt === 'clear')
    }
  })

  it('fails for the documents of the folder that cannot be brought to the disk, and the next group goes on', async () => {
    const desk = new Desk()
    // No file has this number, so closing it fails.
    const writer = new GroupWriter(noteFolders([], (path) => (path === '/bad' ? Promise.resolve(1 << 20) : notThere())))
    const outcomes = await Promise.allSettled([
      writer.write(desk.document('a', '/bad/a')),
      writer.write(desk.document('b', '/good/b')),
      writer.write(desk.document('c', '/bad/c')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect(desk.steps.filter((step) => step.startsWith('clear'))).toHaveLength(3)
    expect(await writer.write(desk.document('d'))).toBe('written')
  })

  it('takes what comes while it is writing, more than are open at once too', async () => {
    const desk = new Desk()
    const writer = new GroupWriter(noteFolders([], notThere))
    const first = writer.write(desk.document('first'))
    await new Promise((resolve) => setImmediate(resolve))
    const rest = Array.from({ length: 200 }, (_, i) => writer.write(desk.document(`${i}`)))
    expect(new Set(await Promise.all([first, ...rest]))).toEqual(new Set(['written']))
    expect(desk.steps.filter((step) => step.startsWith('clear'))).toHaveLength(201)
  })

  it('holds many documents of one store, of which some are there already, and one has been given up', async () => {
    const folder = makeFolder()
    const store = fileStore(folder)
    const options = { contentType: 'application/pdf', job: 'x' }
    const names = Array.from({ length: 150 }, (_, i) => `${i % 3}/${i}.pdf`)
    await store.write('0/0.pdf', Uint8Array.of(0), options)
    const controller = new AbortController()
    const writes = names.map((name, i) => {
      const given = i === 7 ? { ...options, signal: controller.signal } : options
      return store.write(name, new Uint8Array(1000).fill(i), given)
    })
    const settled = Promise.allSettled(writes)
    controller.abort(new Error('given up'))
    const outcomes = await settled
    expect(outcomes[0]).toEqual({ status: 'fulfilled', value: 'exists' })
    expect(outcomes[7]).toMatchObject({ status: 'rejected', reason: { message: 'given up' } })
    const written = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'written')
    expect(written).toHaveLength(148)
    expect(listFiles(folder)).toHaveLength(149)
    for (const name of names.slice(100)) {
      const i = Number(name.split('/')[1]?.split('.')[0])
      expect((await store.read(name, { maxBytes: 1000 })).bytes).toEqual(new Uint8Array(1000).fill(i))
    }
    expect(listFiles(join(folder, '.drafts'))).toEqual([])
  })
})

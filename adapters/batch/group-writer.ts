/**
 * Documents that are written to the disk together. Each step of it makes the file system write its journal; done for many
 * documents step by step, and not document by document, that is written a few times in all.
 *
 * @module
 */

import { dirname } from 'node:path'
import type { FileCalls } from './file-calls.js'
import { syncFolder } from './open-file.js'

/** One document on its way to the disk. Steps are done in this order, each for all documents of a group before the next one. */
export interface GroupedWrite {
  readonly place: string
  /** Writes the draft, as far as the operating system. */
  write(): Promise<void>
  /** Brings the draft to the disk. */
  flush(): Promise<void>
  /** Puts it in its place. */
  publish(): Promise<'written' | 'exists'>
  /** Takes the draft away, whatever came of it. */
  clear(): Promise<void>
}

interface Waiting {
  readonly work: GroupedWrite
  readonly resolve: (outcome: 'written' | 'exists') => void
  readonly reject: (error: unknown) => void
}

/** Writes what is given to it at the same time, and while it is writing, as groups: one after the other. */
export class GroupWriter {
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(readonly calls: FileCalls) {}

  write(work: GroupedWrite): Promise<'written' | 'exists'> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    // What is written at the same time comes a few steps later.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) await this.#writeGroup(this.#waiting.splice(0, MAX_GROUP))
    this.#isRunning = false
  }

  /** Never rejects: each document has its own end. */
  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    const drafts = await settle(group, ({ work }) => work.write())
    const flushed = await settle(drafts, ({ work }) => work.flush())
    const outcomes = new Map<Waiting, 'written' | 'exists'>()
    const published = await settle(flushed, async (each) => void outcomes.set(each, await each.work.publish()))
    const synced = await this.#syncFolders(published)
    await settle(group, ({ work }) => work.clear())
    for (const each of synced) each.resolve(outcomes.get(each) ?? 'exists')
  }

  /** Each folder once, after everything that was put into it. */
  #syncFolders(published: readonly Waiting[]): Promise<Waiting[]> {
    const syncs = new Map<string, Promise<void>>()
    return settle(published, ({ work }) => {
      const folder = dirname(work.place)
      const sync = syncs.get(folder) ?? syncFolder(this.calls, folder)
      syncs.set(folder, sync)
      return sync
    })
  }
}

/** Files that are open at once. */
const MAX_GROUP = 64

/** Does a step for all, and gives those that came through it. */
async function settle(group: readonly Waiting[], step: (each: Waiting) => Promise<void>): Promise<Waiting[]> {
  const passed: Waiting[] = []
  await Promise.all(
    group.map(async (each) => {
      try {
        await step(each)
        passed.push(each)
      } catch (error) {
        each.reject(error)
      }
    }),
  )
  return passed
}

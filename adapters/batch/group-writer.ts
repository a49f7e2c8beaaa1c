/**
 * Writes documents to the disk in groups. Each step of writing makes the file system write its journal. When a step is done for
 * many documents before the next step begins, the journal is written a few times in all, and not several times for each
 * document.
 *
 * @module
 */

import { dirname } from 'node:path'
import type { FileCalls } from './file-calls.js'
import { syncFolder } from './open-file.js'

/** One document while it is written. The steps are done in this order, each for all documents of a group before the next one. */
export interface GroupedWrite {
  readonly place: string
  /** Writes the draft to the operating system's cache. */
  write(): Promise<void>
  /** Flushes the draft to the disk. */
  flush(): Promise<void>
  /** Moves the draft to its place. */
  publish(): Promise<'written' | 'exists'>
  /** Removes the draft, whatever the outcome. */
  clear(): Promise<void>
}

interface Waiting {
  readonly work: GroupedWrite
  readonly resolve: (outcome: 'written' | 'exists') => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes documents in groups, one group after the other. A group consists of documents that arrive at the same time, or while
 * the group before is written.
 */
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
    // Documents that are written at the same time arrive a few event-loop steps later.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) await this.#writeGroup(this.#waiting.splice(0, MAX_GROUP))
    this.#isRunning = false
  }

  /** Writes a group. Never rejects, since each document has an outcome of its own. */
  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    const drafts = await settle(group, ({ work }) => work.write())
    const flushed = await settle(drafts, ({ work }) => work.flush())
    const outcomes = new Map<Waiting, 'written' | 'exists'>()
    const published = await settle(flushed, async (each) => void outcomes.set(each, await each.work.publish()))
    const synced = await this.#syncFolders(published)
    await settle(group, ({ work }) => work.clear())
    for (const each of synced) each.resolve(outcomes.get(each) ?? 'exists')
  }

  /** Flushes each folder once, after everything was put into it. */
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

/** Maximum number of files that are open at once. */
const MAX_GROUP = 64

/** Runs a step for all documents, and returns those for which it succeeded. */
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

/**
 * Removes the data of batches, when their owner asks for it or when they have become old.
 *
 * @module
 */

import type { BatchEngine, StoredBatch } from './batch-engine.js'
import { BATCH_LIMITS } from './batch-limits.js'
import type { DocumentStore } from './document-store.js'
import { INTAKES } from './intake/intake-context.js'
import { resultFolder, uploadFolder } from './jobs/output-name.js'
import { WEBHOOKS, webhookId } from './webhooks/webhook-jobs.js'

/** Where data of batches is stored. */
export interface Keeping {
  readonly engine: BatchEngine
  readonly inputs: DocumentStore
  readonly outputs: DocumentStore
  /** Folder for the results of a tenant. */
  readonly folderOf: (tenant: string) => string
}

/** Numbers of removed things. */
export interface Erased {
  readonly batches: number
}

/**
 * Removes a batch with its files, its results, its webhooks and its record. The record is removed before the folders are
 * emptied, so that a worker that is just writing notices. The worker then removes what it wrote.
 */
export async function forgetBatch(keeping: Keeping, batch: StoredBatch): Promise<void> {
  const { engine, inputs, outputs, folderOf } = keeping
  await engine.changeBatch(batch.id, ['running', 'paused'], { state: 'cancelled', finishedAt: Date.now() })
  await removeListedResults(keeping, batch)
  if (batch.request.webhook !== undefined) {
    const rounds = Array.from({ length: batch.round + 1 }, (_, round) => webhookId({ ...batch, round }))
    await engine.removeJobs(WEBHOOKS.id, rounds)
  }
  await engine.removeBatch(batch.id)
  await removeFolder(inputs, uploadFolder(batch.tenant, batch.id))
  if (batch.request.ownResults === true) await removeFolder(outputs, resultFolder(folderOf(batch.tenant), batch))
}

/** Removes files that were still being taken into a batch while it was removed. */
export async function removeLate(
  { engine, inputs }: Pick<Keeping, 'engine' | 'inputs'>,
  batch: StoredBatch,
): Promise<void> {
  await engine.removeBatch(batch.id)
  await removeFolder(inputs, uploadFolder(batch.tenant, batch.id))
}

/** Removes results that are not in a folder of the batch's own, by the list of its done jobs. */
async function removeListedResults({ engine, outputs }: Keeping, { id, request }: StoredBatch): Promise<void> {
  if (request.ownResults === true) return
  for (let cursor: string | undefined; ; ) {
    const done = await engine.listJobs(id, 'done', { limit: BATCH_LIMITS.removalsAtOnce, cursor })
    for (const { result } of done.items) if (typeof result?.['o'] === 'string') await outputs.remove(result['o'])
    if (done.cursor === null) return
    cursor = done.cursor
  }
}

/** Removes all batches of a tenant in any state, and every uploaded file. */
export async function forgetTenant(keeping: Keeping, tenant: string): Promise<Erased> {
  let batches = 0
  for (;;) {
    const { items } = await keeping.engine.listBatches(tenant, { limit: BATCH_LIMITS.removalsAtOnce })
    if (items.length === 0) break
    for (const batch of items) await forgetBatch(keeping, batch)
    batches += items.length
  }
  await removeFolder(keeping.inputs, uploadFolder(tenant))
  return { batches }
}

/**
 * Removes batches that came over HTTP and were made before a time, and stored webhooks and requests that are older.
 *
 * @returns number of removed batches
 */
export async function forgetOld(keeping: Keeping, before: number): Promise<number> {
  const limit = BATCH_LIMITS.removalsAtOnce
  let removed = 0
  for (let skip = 0; ; ) {
    const old = await keeping.engine.oldBatches(before, { skip, limit })
    for (const batch of old) {
      if (batch.request.ownResults !== true) skip++
      else {
        await forgetBatch(keeping, batch)
        removed++
      }
    }
    if (old.length < limit) break
  }
  for (const { id } of [WEBHOOKS, INTAKES]) {
    for (const state of ['done', 'failed'] as const) await removeOldJobs(keeping.engine, { id, state, before })
  }
  return removed
}

interface OldJobs {
  readonly id: string
  readonly state: 'done' | 'failed'
  readonly before: number
}

async function removeOldJobs(engine: BatchEngine, { id, state, before }: OldJobs): Promise<void> {
  for (;;) {
    const { items } = await engine.listJobs(id, state, { limit: BATCH_LIMITS.removalsAtOnce })
    const old = items.filter(({ endedAt }) => endedAt < before)
    if (old.length === 0) return
    await engine.removeJobs(
      id,
      old.map((job) => job.id),
    )
  }
}

/** Removes all documents of a folder and its subfolders, and the folder itself where the store has folders. */
export async function removeFolder(store: DocumentStore, folder: string): Promise<void> {
  if (store.removeFolder !== undefined) return store.removeFolder(folder)
  const names: string[] = []
  try {
    for await (const { name } of store.list(folder)) names.push(name)
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'document_not_found') throw error
  }
  for (const name of names) await store.remove(name)
}

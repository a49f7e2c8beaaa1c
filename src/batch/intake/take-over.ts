/**
 * Takes the entries of a stored request, in a worker, after its sender has been answered.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { parseJson } from '../../input/json/parse-json.js'
import type { ClaimedJob, StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import { Intake } from '../enqueue.js'
import { removeLate } from '../forget.js'
import { type IntakeContext, reopenBatch } from './intake-context.js'
import { FilesToWrite, type SentEntries } from './submit.js'

/**
 * Takes all entries of a stored request. It may be interrupted at any point and repeated: entries that are in the batch stay
 * unchanged.
 *
 * @throws whatever the stores and the engine throw; the signal's reason when the job has gone to another worker
 */
export async function takeOver(context: IntakeContext, claim: ClaimedJob): Promise<void> {
  const { b: id, p: place, c: isCharged } = claim.data as { b: string; p: string; c: boolean }
  const { engine, inputs, ledger } = context
  const sent = await readKept(context, place)
  const batch = await findOpen(context, id)
  if (sent !== null && batch !== null) await takeAll(context, { batch, sent, isCharged, signal: claim.signal })
  // The stored request is removed before the batch is called filled. If the request is sent again after this, it is stored
  // again.
  await Promise.all([inputs.remove(`${place}.json`), inputs.remove(`${place}.bin`)])
  const now = await engine.findBatch(id)
  if (now === null) {
    // The batch was erased meanwhile, so files that were written since are removed as well.
    if (batch !== null) await removeLate(context, batch)
  } else if (now.state !== 'cancelled') {
    await ledger.settleFilled(now)
    await reopenBatch(engine, now, { isFilled: true })
  }
}

interface Taking {
  readonly batch: StoredBatch
  readonly sent: SentEntries
  /** Whether the batch was charged with the files when they arrived. */
  readonly isCharged: boolean
  readonly signal: AbortSignal
}

async function takeAll(context: IntakeContext, { batch, sent, isCharged, signal }: Taking): Promise<void> {
  const intake = new Intake(context, batch)
  const files = new FilesToWrite(sent)
  for (let taken = 0; taken < sent.items.length; taken += BATCH_LIMITS.entriesPerLook) {
    signal.throwIfAborted()
    if ((await findOpen(context, batch.id)) === null) return
    const some = sent.items.slice(taken, taken + BATCH_LIMITS.entriesPerLook)
    const { written } = await files.writeFor(some, context.inputs)
    if (!isCharged && written > 0) await context.ledger.note(batch, { bytes: written })
    await intake.take(some)
  }
}

async function findOpen({ engine }: IntakeContext, id: string): Promise<StoredBatch | null> {
  const batch = await engine.findBatch(id)
  return batch?.state === 'cancelled' ? null : batch
}

/**
 * The stored request. Null when it was taken before, by a worker that ended before it could settle the job, or when another
 * worker is taking it.
 */
async function readKept({ inputs }: IntakeContext, place: string): Promise<SentEntries | null> {
  const all = { maxBytes: Number.POSITIVE_INFINITY }
  try {
    const { bytes: json } = await inputs.read(`${place}.json`, all)
    const { bytes } = await inputs.read(`${place}.bin`, all)
    // Metadata in the request have names chosen by strangers, so a parser with checks reads them.
    return { ...(parseJson(Buffer.from(json).toString()) as Pick<SentEntries, 'items' | 'files'>), bytes }
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'document_not_found') return null
    throw error
  }
}

/**
 * Takes a whole request with its files: at once as far as there is time, and by workers for the rest.
 *
 * @module
 */

import { createHash, randomUUID } from 'node:crypto'
import { jsonText } from '../../input/json-text.js'
import type { BatchCharge, StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import type { DocumentStore } from '../document-store.js'
import { Intake, type SourceItem } from '../enqueue.js'
import { uploadFolder } from '../jobs/output-name.js'
import { INTAKES, type IntakeContext } from './intake-context.js'

/** An uploaded file. It is stored in its batch's folder, under its digest. */
export interface SentFile {
  /** Name of the file in the store of inputs, which entries give as their `input`. */
  readonly place: string
  readonly sha256: string
  /** Where the file begins and ends in the bytes of all files. */
  readonly start: number
  readonly end: number
}

/** Entries, with the files that some of them name. */
export interface SentEntries {
  readonly items: readonly SourceItem[]
  readonly files: readonly SentFile[]
  /** All files one after the other. */
  readonly bytes: Uint8Array
}

/** The charge for these entries and files. */
export function chargeOf({ items, bytes }: SentEntries): BatchCharge {
  const taken = items.flatMap((item) => ('entry' in item ? [item.entry] : []))
  const urls = taken.filter(({ input }) => typeof input !== 'string').length
  return { documents: taken.length, urls, bytes: bytes.length }
}

/**
 * Takes entries until the time is up.
 *
 * @param isCharged whether the batch was charged with these entries, so that the bytes of files that exist already are given
 *   back
 * @returns whether all entries were taken; if not, the request is stored with its files, and a worker takes the rest
 */
export async function submitEntries(
  context: IntakeContext,
  batch: StoredBatch,
  sent: SentEntries,
  isCharged: boolean,
): Promise<boolean> {
  const end = performance.now() + BATCH_LIMITS.intakeMs
  const intake = new Intake(context, batch)
  const files = new FilesToWrite(sent)
  let taken = 0
  while (taken < sent.items.length && performance.now() < end) {
    const some = sent.items.slice(taken, taken + BATCH_LIMITS.maxFilesKeptAtOnce)
    const { written, existing } = await files.writeFor(some, context.inputs)
    // Two equal requests may arrive at once. A file is charged once, whichever of them writes it.
    if (isCharged && existing > 0) await context.ledger.giveBack(batch, { bytes: existing })
    if (!isCharged && written > 0) await context.ledger.note(batch, { bytes: written })
    await intake.take(some)
    taken += some.length
  }
  if (taken === sent.items.length) return true
  await handOver(context, batch, sent, isCharged)
  return false
}

/**
 * Stores a whole request: the files first and the job last, so that a worker that has the job finds everything. Equal requests
 * have the same place, so that sending a request repeatedly takes no more disk space.
 */
async function handOver(
  { engine, inputs }: IntakeContext,
  batch: StoredBatch,
  sent: SentEntries,
  isCharged: boolean,
): Promise<void> {
  const { items, files, bytes } = sent
  const json = Buffer.from(jsonText({ items, files }))
  const place = `${uploadFolder(batch.tenant, batch.id)}/intake-${createHash('sha256').update(json).digest('hex')}`
  const options = { contentType: 'application/octet-stream', job: batch.id }
  await inputs.write(`${place}.bin`, bytes, options)
  await inputs.write(`${place}.json`, json, options)
  await engine.createBatch(INTAKES)
  await engine.addJobs(INTAKES.id, [{ id: randomUUID(), data: { b: batch.id, p: place, c: isCharged } }])
}

interface WrittenBytes {
  readonly written: number
  readonly existing: number
}

/** The files of a request. Each is written before the first entry that names it is taken. */
export class FilesToWrite {
  readonly #files: Map<string, SentFile>
  readonly #bytes: Uint8Array

  constructor({ files, bytes }: SentEntries) {
    this.#files = new Map(files.map((file) => [file.place, file]))
    this.#bytes = bytes
  }

  /**
   * Writes the files that these entries name, several at once: a store then waits for the disk once for all of them.
   *
   * @returns how many bytes were written, and how many existed before
   */
  async writeFor(items: readonly SourceItem[], inputs: DocumentStore): Promise<WrittenBytes> {
    const meant = items.flatMap((item) => ('entry' in item ? (this.#take(item.entry.input) ?? []) : []))
    const bytes = { written: 0, exists: 0 }
    for (let first = 0; first < meant.length; first += BATCH_LIMITS.maxFilesKeptAtOnce) {
      const some = meant.slice(first, first + BATCH_LIMITS.maxFilesKeptAtOnce)
      await Promise.all(
        some.map(async ({ place, sha256, start, end }) => {
          const options = { contentType: 'application/octet-stream', job: sha256 }
          const outcome = await inputs.write(place, this.#bytes.subarray(start, end), options)
          bytes[outcome] += end - start
        }),
      )
    }
    return { written: bytes.written, existing: bytes.exists }
  }

  #take(input: string | object): SentFile | undefined {
    if (typeof input !== 'string') return undefined
    const file = this.#files.get(input)
    this.#files.delete(input)
    return file
  }
}

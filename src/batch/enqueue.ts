/**
 * Taking entries into a batch.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { BatchEntry, BatchRequest, RejectedEntry, StepOptions } from './batch.js'
import type { BatchEngine, NewJob, StoredBatch } from './batch-engine.js'
import { BATCH_LIMITS } from './batch-limits.js'
import type { DocumentStore } from './document-store.js'
import { jobId } from './jobs/job-id.js'
import { mergeOptions, OPTION_KINDS, packJob } from './jobs/job-spec.js'
import type { StepRunner } from './jobs/step-runner.js'
import { assertNoPasswords } from './request.js'
import type { EntrySource } from './sources/entry-sources.js'
import { rejection } from './sources/read-entry.js'

/** Numbers of entries, by what became of them. */
export interface EnqueueReport {
  readonly id: string
  readonly name: string
  /** Entries that were read. */
  readonly entries: number
  /** Entries that were taken: they are in the batch now, or were before. */
  readonly taken: number
  /** Taken entries that had occurred before in this call. */
  readonly repeated: number
  readonly rejected: number
}

/** What taking entries needs. */
export interface EnqueueContext {
  readonly engine: BatchEngine
  readonly inputs: DocumentStore
  readonly runner: StepRunner
  readonly signal?: AbortSignal | undefined
  readonly onRejected?: ((entry: RejectedEntry) => void) | undefined
}

/** One entry of a source, or the reason why it is not one. */
export type SourceItem = EntrySource extends AsyncIterable<infer T> ? T : never
type TakenItem = Exclude<SourceItem, { rejected: RejectedEntry }>

/** Takes all entries of a source. If it is interrupted, the batch stays `filling` and can be continued. */
export async function takeEntries(
  context: EnqueueContext,
  batch: StoredBatch,
  source: EntrySource,
): Promise<EnqueueReport> {
  const intake = new Intake(context, batch)
  let items: SourceItem[] = []
  for await (const item of source) {
    context.signal?.throwIfAborted()
    items.push(item)
    if (items.length < BATCH_LIMITS.entriesPerWrite) continue
    await intake.take(items)
    items = []
  }
  await intake.take(items)
  return intake.report()
}

/** Takes entries in groups. */
export class Intake {
  readonly #context: EnqueueContext
  readonly #batch: StoredBatch
  /** The first 48 bits of each id, only to count repeated entries. */
  readonly #seen = new Set<number>()
  #entries = 0
  #taken = 0
  #repeated = 0
  #kept = 0
  /** The result of checking the batch's options alone, shared by entries without options of their own. */
  #common: Promise<SealwrightError | null> | undefined

  constructor(context: EnqueueContext, batch: StoredBatch) {
    this.#context = context
    this.#batch = batch
  }

  report(): EnqueueReport {
    const { id, name } = this.#batch
    const rejected = this.#entries - this.#taken
    return { id, name, entries: this.#entries, taken: this.#taken, repeated: this.#repeated, rejected }
  }

  async take(items: readonly SourceItem[]): Promise<void> {
    if (items.length === 0) return
    this.#entries += items.length
    const outcomes = await inParallel(items, BATCH_LIMITS.maxLookUps, (item) => this.#prepare(item))
    const jobs = outcomes.flatMap((outcome) => ('id' in outcome ? [outcome] : []))
    const rejected = outcomes.flatMap((outcome) => ('id' in outcome ? [] : [outcome]))
    const { engine, onRejected } = this.#context
    if (jobs.length > 0) await engine.addJobs(this.#batch.id, jobs)
    this.#taken += jobs.length
    for (const { id } of jobs) {
      const short = Number.parseInt(id.slice(0, 12), 16)
      if (this.#seen.has(short)) this.#repeated++
      this.#seen.add(short)
    }
    const room = rejected.slice(0, BATCH_LIMITS.maxKeptRejections - this.#kept)
    this.#kept += room.length
    if (room.length > 0) await engine.addRejections(this.#batch.id, room)
    for (const entry of rejected) onRejected?.(entry)
  }

  async #prepare(item: SourceItem): Promise<NewJob | RejectedEntry> {
    if ('rejected' in item) return item.rejected
    const { position, entry, facts } = item
    const { input } = entry
    try {
      const own = pickOptions(entry, this.#batch.request)
      await this.#check(own)
      const version = typeof input === 'string' ? (facts ?? (await this.#look(input))).version : undefined
      return this.#job(item, own, version)
    } catch (error) {
      return rejection(position, error, item.name ?? (typeof input === 'string' ? input : input.url))
    }
  }

  #job({ entry, name }: TakenItem, own: StepOptions, version: string | undefined): NewJob {
    const { input, output } = entry
    const spec = { input, version, output, name, options: mergeOptions(this.#batch.request, own) }
    return { id: jobId(this.#batch, spec), data: packJob(spec, own) }
  }

  async #look(input: string) {
    const facts = await this.#context.inputs.stat(input)
    if (facts === null) throw new SealwrightError('document_not_found', 'There is no such document.')
    return facts
  }

  async #check(own: StepOptions): Promise<void> {
    const { runner } = this.#context
    const { steps } = this.#batch.request
    const options = mergeOptions(this.#batch.request, own)
    if (Object.keys(own).length > 0) return runner.check(steps, options)
    this.#common ??= runner.check(steps, options).then(
      () => null,
      (error: unknown) => {
        if (error instanceof SealwrightError) return error
        throw error
      },
    )
    const fault = await this.#common
    if (fault !== null) throw fault
  }
}

/** The options of an entry. Options for steps that the batch does not have are refused, since they would be ignored silently. */
function pickOptions(entry: BatchEntry, { steps }: BatchRequest): StepOptions {
  assertNoPasswords(entry)
  const own = OPTION_KINDS.filter((kind) => entry[kind] !== undefined)
  const useless = own.find((kind) => !steps.includes(kind))
  if (useless !== undefined) {
    throw new SealwrightError(
      'invalid_request',
      `The entry has options for "${useless}", which is not a step of the batch.`,
    )
  }
  return Object.fromEntries(own.map((kind) => [kind, entry[kind]]))
}

async function inParallel<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  return results
}

/**
 * Work on one job: read its document, run the steps, and write the result once.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import type { FetchedDocument } from '../../net/fetch-document.js'
import type { AddressRules } from '../../net/guarded-lookup.js'
import { PDF_TYPE } from '../batch.js'
import type { ClaimedJob, JobData, StoredBatch } from '../batch-engine.js'
import type { DocumentStore } from '../document-store.js'
import { type JobSpec, unpackJob } from '../jobs/job-spec.js'
import { outputName, resultFolder } from '../jobs/output-name.js'
import { outputEnding, type StepOutcome, type StepRunner } from '../jobs/step-runner.js'
import type { BatchLedger } from '../ledger.js'
import type { MadeResult } from './bundle.js'

/** Stores and settings of the work. */
export interface WorkPlace {
  readonly inputs: DocumentStore
  readonly outputs: DocumentStore
  readonly runner: StepRunner
  readonly ledger: BatchLedger
  readonly maxDocumentBytes: number
  /** Whether the work may block this thread while it waits for a disk. */
  readonly mayBlock: boolean
  /** Folder for results of a tenant; `''` for none. */
  readonly folderOf: (tenant: string) => string
  /** Rules for documents that are named by URL. */
  readonly addresses: AddressRules & { readonly timeoutMs?: number }
}

/** A job, and what working on it needs. */
interface DocumentWork {
  readonly place: WorkPlace
  readonly batch: StoredBatch
  readonly claim: ClaimedJob
  /** Aborted when this process must end. */
  readonly closing: AbortSignal
}

/**
 * Works on a job until its result is made. A result that exists under the job's name is this job's: it is not made again, and
 * never replaced.
 */
export async function makeDocument(work: DocumentWork): Promise<MadeResult> {
  const { place, batch, claim } = work
  const { outputs, runner, mayBlock } = place
  const spec = unpackJob(claim.data, batch.request)
  const { steps } = batch.request
  const folder = resultFolder(place.folderOf(batch.tenant), batch)
  const output = outputName(folder, spec, claim.id, outputEnding(batch.request, spec.options))
  const signal = AbortSignal.any([claim.signal, work.closing])
  if (claim.attempt > 1 || claim.abandonments > 0) await outputs.tidy?.(claim.id)
  if ((await outputs.stat(output, { mayBlock })) !== null) {
    return { size: 0, publish: () => describeFound(work, output) }
  }
  const { bytes, contentType } = await readInput(place, spec, signal)
  const context = {
    job: claim.id,
    tenant: batch.tenant,
    fileName: fileNameOf(spec),
    ...(contentType === undefined ? {} : { contentType }),
    createdAt: batch.createdAt,
    signal,
  }
  const outcome = await runner.run(steps, spec.options, bytes, context)
  signal.throwIfAborted()
  return { size: outcome.bytes.length, publish: () => publishDocument(work, output, outcome, signal) }
}

/** Publishes a result for good. It is on the disk before it counts. */
async function publishDocument(
  work: DocumentWork,
  output: string,
  outcome: StepOutcome,
  signal: AbortSignal,
): Promise<JobData> {
  const { place, claim } = work
  // The result was made a while ago. If the job has gone to another worker meanwhile, this one must neither store nor write
  // anything for it.
  signal.throwIfAborted()
  const facts = factsOf(outcome)
  // The note is kept before the result is written: a worker that finds the result could not compute these facts any more.
  if (Object.keys(facts).length > 0) await claim.keepNote(facts)
  const { contentType, bytes, sha256 = digestOf(bytes) } = outcome
  const options = { contentType, job: claim.id, signal, mayBlock: place.mayBlock }
  const written = await writeCharged(work, bytes.length, () => place.outputs.write(output, bytes, options))
  if (written === 'exists') return await describeFound(work, output)
  return describe(output, { bytes, contentType, sha256 }, facts)
}

/**
 * Writes a result that was charged first, so that no owner ever exceeds the allowance. If it is not written, the charge is given
 * back.
 */
async function writeCharged(
  { place: { ledger }, batch }: DocumentWork,
  bytes: number,
  write: () => Promise<'written' | 'exists'>,
): Promise<'written' | 'exists'> {
  await ledger.charge(batch, { bytes })
  let written: 'written' | 'exists' | undefined
  try {
    written = await write()
    return written
  } finally {
    if (written !== 'written') await ledger.giveBack(batch, { bytes })
  }
}

async function describeFound({ place, claim, closing }: DocumentWork, output: string): Promise<JobData> {
  const { bytes } = await place.outputs.read(output, { maxBytes: Number.POSITIVE_INFINITY, signal: closing })
  const found = { bytes, contentType: contentTypeOf(output), sha256: digestOf(bytes) }
  return describe(output, found, claim.note ?? {})
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

interface Result {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly sha256: string
}

/** The data that an engine stores about a result. The names are short, since a million of these are stored. */
function describe(output: string, { bytes, contentType, sha256 }: Result, facts: JobData): JobData {
  return { o: output, n: bytes.length, h: sha256, ...(contentType === PDF_TYPE ? {} : { t: contentType }), ...facts }
}

function contentTypeOf(output: string): string {
  if (output.endsWith('.json')) return 'application/json'
  if (output.endsWith('.docx')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  return PDF_TYPE
}

function factsOf({ warnings, verdict }: StepOutcome): JobData {
  return { ...(warnings.length === 0 ? {} : { w: warnings }), ...(verdict === undefined ? {} : { d: verdict }) }
}

/** A document, with its content type if it came from a server. */
type ReadDocument = Pick<FetchedDocument, 'bytes' | 'contentType'>

async function readInput(place: WorkPlace, { input, version }: JobSpec, signal: AbortSignal): Promise<ReadDocument> {
  const { inputs, maxDocumentBytes: maxBytes, addresses, mayBlock } = place
  if (typeof input !== 'string') {
    const { fetchDocument } = await import('../../net/fetch-document.js')
    return await fetchDocument(input.url, { ...addresses, maxBytes, signal })
  }
  const document = await inputs.read(input, { maxBytes, signal, mayBlock })
  if (version === undefined || document.version === version) return document
  throw new SealwrightError('document_changed', 'The document has changed since it was listed.')
}

function fileNameOf({ input }: JobSpec): string {
  const name = typeof input === 'string' ? input : URL.canParse(input.url) ? new URL(input.url).pathname : ''
  return name.split('/').pop() ?? ''
}

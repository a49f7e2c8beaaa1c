/**
 * One job from its document to its result: read, do the steps, write once.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import type { AddressRules } from '../../net/guarded-lookup.js'
import { PDF_TYPE } from '../batch.js'
import type { ClaimedJob, JobData, StoredBatch } from '../batch-engine.js'
import type { DocumentStore, StoredDocument } from '../document-store.js'
import { type JobSpec, unpackJob } from '../jobs/job-spec.js'
import { outputName } from '../jobs/output-name.js'
import { outputEnding, type StepOutcome, type StepRunner } from '../jobs/step-runner.js'

/** What the work is done with. */
export interface WorkPlace {
  readonly inputs: DocumentStore
  readonly outputs: DocumentStore
  readonly runner: StepRunner
  readonly maxDocumentBytes: number
  /** Whether this thread may wait for a disk. */
  readonly mayBlock: boolean
  /** Where results of a tenant go; `''` for no folder of its own. */
  readonly folderOf: (tenant: string) => string
  /** For documents that are named by their addresses. */
  readonly addresses: AddressRules & { readonly timeoutMs?: number }
}

/**
 * Does a job. A result that is there already is this job's, since its name says so: it is not made again, and never replaced.
 *
 * @returns what the engine keeps of the result
 */
export async function doDocumentJob(place: WorkPlace, batch: StoredBatch, claim: ClaimedJob): Promise<JobData> {
  const { outputs, runner, mayBlock } = place
  const spec = unpackJob(claim.data, batch.request)
  const { steps } = batch.request
  const output = outputName(place.folderOf(batch.tenant), spec, claim.id, outputEnding(batch.request, spec.options))
  const signal = claim.signal
  if (claim.attempt > 1 || claim.wasAbandoned) await outputs.tidy?.(claim.id)
  const found = await outputs.stat(output, { mayBlock })
  if (found !== null) return await describeFound(place, output, claim)
  const { bytes } = await readInput(place, spec, signal)
  const context = {
    job: claim.id,
    tenant: batch.tenant,
    fileName: fileNameOf(spec),
    createdAt: batch.createdAt,
    signal,
  }
  const outcome = await runner.run(steps, spec.options, bytes, context)
  signal.throwIfAborted()
  const facts = factsOf(outcome)
  // Kept before the result is there: whoever finds it could not tell any more.
  if (Object.keys(facts).length > 0) await claim.keepNote(facts)
  const { contentType } = outcome
  const written = await outputs.write(output, outcome.bytes, { contentType, job: claim.id, signal, mayBlock })
  if (written === 'exists') return await describeFound(place, output, claim)
  return describe(output, outcome.bytes, contentType, facts)
}

async function describeFound({ outputs }: WorkPlace, output: string, claim: ClaimedJob): Promise<JobData> {
  const { bytes } = await outputs.read(output, { maxBytes: Number.POSITIVE_INFINITY, signal: claim.signal })
  return describe(output, bytes, contentTypeOf(output), claim.note ?? {})
}

/** The names are short: an engine keeps a million of these. */
function describe(output: string, bytes: Uint8Array, contentType: string, facts: JobData): JobData {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
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

async function readInput(place: WorkPlace, { input, version }: JobSpec, signal: AbortSignal): Promise<StoredDocument> {
  const { inputs, maxDocumentBytes: maxBytes, addresses, mayBlock } = place
  if (typeof input !== 'string') {
    const { fetchDocument } = await import('../../net/fetch-document.js')
    return { bytes: await fetchDocument(input.url, { ...addresses, maxBytes, signal }), version: '' }
  }
  const document = await inputs.read(input, { maxBytes, signal, mayBlock })
  if (version === undefined || document.version === version) return document
  throw new SealwrightError('document_changed', 'The document has changed since it was listed.')
}

function fileNameOf({ input }: JobSpec): string {
  const name = typeof input === 'string' ? input : URL.canParse(input.url) ? new URL(input.url).pathname : ''
  return name.split('/').pop() ?? ''
}

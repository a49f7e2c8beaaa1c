/**
 * The kinds of work.
 *
 * @module
 */

import type { BatchInput, BatchReadingRules } from './batch-input.js'
import type { ConversionJob, ConversionReply } from './conversion-job.js'
import type { DocumentInput, ReadingRules, RemoteDocument } from './document-input.js'
import type { DocumentJob, DocumentJobResult } from './document-job.js'

/** A large body of JSON to take apart, for work that begins with more than its bytes. */
export interface ReadingJob {
  readonly kind: 'read'
  readonly json: Uint8Array
  readonly rules: ReadingRules
}

/** A large body of JSON that asks for a batch. */
export interface BatchReadingJob {
  readonly kind: 'read batch'
  readonly json: Uint8Array
  readonly rules: BatchReadingRules
}

/** Anything that a worker can be asked to do. */
export type Job = DocumentJob | ConversionJob | ReadingJob | BatchReadingJob

/** The result of a job. */
export type JobResult<J extends Job> = J extends DocumentJob
  ? DocumentJobResult
  : J extends ReadingJob
    ? DocumentInput | RemoteDocument
    : J extends BatchReadingJob
      ? BatchInput
      : ConversionReply

/** Whether it signs, verifies or extends. */
export function isDocumentJob(job: Job): job is DocumentJob {
  return job.kind === 'sign' || job.kind === 'verify' || job.kind === 'extend'
}

/** The bytes that a job starts from; undefined if something else parsed them. */
export function jobBytes(job: Job): Uint8Array | undefined {
  if (job.kind === 'convert') return job.input
  if (job.kind === 'read' || job.kind === 'read batch') return job.json
  return 'json' in job.input ? job.input.json : 'document' in job.input ? job.input.document : undefined
}

/** The bytes in a job's result, which its own thread no longer needs. */
export function resultBytes(result: JobResult<Job>): Uint8Array | undefined {
  if ('reply' in result) return result.reply
  if ('document' in result) return result.document
  return 'bytes' in result ? result.bytes : undefined
}

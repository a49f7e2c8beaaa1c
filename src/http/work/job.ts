/**
 * The kinds of work.
 *
 * @module
 */

import type { Conversion } from '../../convert/conversion.js'
import type { ConversionJob } from './conversion-job.js'
import type { DocumentJob, DocumentJobResult } from './document-job.js'

/** Anything that a worker can be asked to do. */
export type Job = DocumentJob | ConversionJob

/** What comes of a job. */
export type JobResult<J extends Job> = J extends DocumentJob ? DocumentJobResult : Conversion

/** Tells the two kinds of jobs apart. */
export function isConversion(job: Job): job is ConversionJob {
  return job.kind === 'convert'
}

/** The bytes that a job goes out from; undefined where they were parsed by someone else. */
export function jobBytes(job: Job): Uint8Array | undefined {
  if (isConversion(job)) return job.input
  return 'json' in job.input ? job.input.json : 'document' in job.input ? job.input.document : undefined
}

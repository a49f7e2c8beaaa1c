/**
 * Doing a job, whatever its kind.
 *
 * @module
 */

import type { ConverterTable } from '../../convert/conversion.js'
import { readBatchInput } from './batch-input.js'
import { runConversionJob } from './conversion-job.js'
import { readJsonInput } from './document-input.js'
import { type JobContext, runDocumentJob } from './document-job.js'
import type { Job, JobResult } from './job.js'

/** Does a job in this thread. */
export async function runJob(job: Job, context: JobContext, converters: ConverterTable): Promise<JobResult<Job>> {
  switch (job.kind) {
    case 'convert':
      return runConversionJob(job, context, converters)
    case 'read':
      return readJsonInput({ json: job.json }, job.rules)
    case 'read batch':
      return readBatchInput({ json: job.json }, job.rules)
    default:
      return runDocumentJob(job, context)
  }
}

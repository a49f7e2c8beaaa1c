/**
 * The kinds of jobs that the API gives to threads: work on documents, and parsing of requests for batches.
 *
 * @module
 */

import type { ConverterTable } from '../convert/conversion.js'
import { jobKinds } from '../jobs/job-kinds.js'
import { type Job, type JobKinds, jobKind } from '../work/job.js'
import type { BatchInput, BatchReadingRules } from './body/batch-input.js'

/** A large JSON body that asks for a batch, to be parsed in a thread. */
export interface BatchReadingJob extends Job<BatchInput> {
  readonly kind: 'read batch'
  readonly json: Uint8Array
  readonly rules: BatchReadingRules
}

/** The kinds of work, with these converters. Default: all. */
export function apiJobKinds(converters?: ConverterTable): JobKinds {
  return {
    ...jobKinds(converters),
    'read batch': jobKind<BatchReadingJob>({
      async run({ json, rules }) {
        return (await import('./body/batch-input.js')).readBatchInput({ json }, rules)
      },
      bytesOf: ({ json }) => json,
      resultBytes: ({ bytes }) => bytes,
    }),
  }
}

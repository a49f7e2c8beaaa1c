/**
 * Running jobs in the thread that asks.
 *
 * @module
 */

import type { ConverterTable } from '../convert/conversion.js'
import { CONVERTERS } from '../convert/converters.js'
import { SealwrightError } from '../errors.js'
import { type ConversionJob, runConversionJob } from './conversion-job.js'
import { runDocumentJob } from './document-job.js'
import type { Executor, Job, JobResult, RunJobOptions } from './executor.js'

/** Runs jobs in this thread. The time limit then only holds where the work looks at its signal. */
export function createInlineExecutor(converters: ConverterTable = CONVERTERS): Executor {
  return {
    async run<J extends Job>(job: J, { signal, timeoutMs, identity }: RunJobOptions): Promise<JobResult<J>> {
      signal.throwIfAborted()
      const controller = new AbortController()
      const abort = () => controller.abort(signal.reason)
      const timer = setTimeout(() => controller.abort(workTimedOut(timeoutMs)), timeoutMs)
      signal.addEventListener('abort', abort)
      try {
        const context = { signal: controller.signal, ...(identity === undefined ? {} : { identity }) }
        const result = isConversion(job)
          ? await runConversionJob(job, context, converters)
          : await runDocumentJob(job, context)
        return result as JobResult<J>
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
    },
    close: () => Promise.resolve(),
  }
}

/** Tells the two kinds of jobs apart. */
export function isConversion(job: Job): job is ConversionJob {
  return job.kind === 'convert'
}

/** The error for work that took too long. */
export function workTimedOut(timeoutMs: number): SealwrightError {
  return new SealwrightError('processing_timeout', `The work was stopped after ${timeoutMs / 1000} seconds.`)
}

/**
 * Where jobs run.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { Job, JobResult } from './job.js'
import type { Owner } from './owner.js'

/** What a job needs in addition to its data. */
export interface RunJobOptions {
  readonly signal: AbortSignal
  /** The owner of the work; owners take turns. */
  readonly owner: Owner
  /** Time limit of the work itself, without waiting, in milliseconds. */
  readonly timeoutMs: number
  /** Called when the job begins. */
  readonly onBegin?: () => void
  /** Called with what the host's code threw, such as an identity that signs; for a log. */
  readonly onHostFailure?: (error: unknown) => void
  /** Longest time to wait for a thread, in milliseconds. Default: `timeoutMs`. */
  readonly maxWaitMs?: number
  /** How long a job that has begun may go on after its signal was aborted, in milliseconds. Default 1000. */
  readonly abandonedMs?: number
}

/** Runs jobs, in this thread or in others. */
export interface Executor {
  /**
   * @throws SealwrightError what the job throws, `processing_timeout`, `overloaded`, `document_too_complex` when the
   * job needs more memory than it may have; the signal's reason when aborted
   */
  run<J extends Job>(job: J, options: RunJobOptions): Promise<JobResult<J>>
  /** How many jobs run, and how many wait. */
  counts(): { readonly running: number; readonly waiting: number }
  /** Ends all work. */
  close(): Promise<void>
}

/** The error for work that exceeded its time limit. */
export function workTimedOut(timeoutMs: number): SealwrightError {
  return new SealwrightError('processing_timeout', `The work was stopped after ${timeoutMs / 1000} seconds.`)
}

/** The error for work that did not begin in time. */
export function allBusy(): SealwrightError {
  return new SealwrightError('overloaded', 'All workers are busy; try again shortly.')
}

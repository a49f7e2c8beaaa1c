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
  /** Whose work it is: owners take turns. */
  readonly owner: Owner
  /** Time for the work itself, in milliseconds. */
  readonly timeoutMs: number
  /** Called when the job gets its turn. */
  readonly onBegin?: () => void
  /** Given what code of the host threw, such as a key that signs, for a log. */
  readonly onHostFailure?: (error: unknown) => void
  /** Time for waiting for a thread, in milliseconds. Default: as `timeoutMs`. */
  readonly maxWaitMs?: number
  /** How long a job that has begun may go on after its signal, in milliseconds. Default: a second. */
  readonly abandonedMs?: number
}

/** Runs jobs somewhere. */
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

/** The error for work that took too long. */
export function workTimedOut(timeoutMs: number): SealwrightError {
  return new SealwrightError('processing_timeout', `The work was stopped after ${timeoutMs / 1000} seconds.`)
}

/** The error for work that found no place in time. */
export function allBusy(): SealwrightError {
  return new SealwrightError('overloaded', 'All workers are busy; try again shortly.')
}

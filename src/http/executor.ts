/**
 * Where jobs run.
 *
 * @module
 */

import type { Conversion } from '../convert/conversion.js'
import type { CmsIdentity, SigningIdentity } from '../sign/identity/identity.js'
import type { ConversionJob } from './conversion-job.js'
import type { DocumentJob, DocumentJobResult } from './document-job.js'

/** Anything that a worker can be asked to do. */
export type Job = DocumentJob | ConversionJob

/** What comes of a job. */
export type JobResult<J extends Job> = J extends DocumentJob ? DocumentJobResult : Conversion

/** What a job needs beside its data. */
export interface RunJobOptions {
  readonly signal: AbortSignal
  /** Time for the work itself, in milliseconds. */
  readonly timeoutMs: number
  /** Who signs. Stays in this thread. */
  readonly identity?: SigningIdentity | CmsIdentity
  /** Told what the identity threw, for a log. */
  readonly onIdentityFailure?: (error: unknown) => void
}

/** Runs jobs somewhere. */
export interface Executor {
  /**
   * @throws SealwrightError what the job throws, `processing_timeout`, `overloaded`, `document_too_complex` when the
   * job needs more memory than it may have; the signal's reason when aborted
   */
  run<J extends Job>(job: J, options: RunJobOptions): Promise<JobResult<J>>
  /** Ends all work. */
  close(): Promise<void>
}

/**
 * verifyDocument in a child process.
 *
 * @module
 */

import { fileURLToPath } from 'node:url'
import type { VerificationReport } from '../../../src/index.js'
import { type JobFailure, JobProcess, type JobRefusal } from '../../support/job-process.js'

/** How one verification ended. */
export type VerifyingOutcome =
  | {
      readonly kind: 'report'
      readonly report: VerificationReport
      readonly milliseconds: number
      /** Growth of the child's greatest resident size in this call; 0 when it had been larger before. */
      readonly grownBytes: number
    }
  | (JobRefusal & { readonly milliseconds: number })
  | JobFailure

const CHILD = fileURLToPath(new URL('./verifying-child.ts', import.meta.url))

/** Verifies documents one after the other in a child that is replaced when it hangs or dies. */
export class VerifyingProcess extends JobProcess<Uint8Array, VerifyingOutcome> {
  constructor({ timeoutMs = 60_000 }: { timeoutMs?: number } = {}) {
    super(CHILD, timeoutMs)
  }
}

/**
 * convertFile in a child process.
 *
 * @module
 */

import { fileURLToPath } from 'node:url'
import { type JobFailure, JobProcess, type JobRefusal } from '../../support/job-process.js'

/** What one conversion took. */
export interface ConvertingCost {
  readonly milliseconds: number
  /** Of all threads of the child, for this document. */
  readonly cpuMilliseconds: number
  /** The greatest resident size of the child so far. */
  readonly residentBytes: number
}

/** How one conversion ended. */
export type ConvertingOutcome =
  | ({ readonly kind: 'converted'; readonly bytes: Uint8Array; readonly warnings: readonly string[] } & ConvertingCost)
  | (JobRefusal & ConvertingCost)
  | JobFailure

/** What the child is sent. */
export interface ConvertingTask {
  readonly input: Uint8Array
  readonly from: 'docx' | 'md' | 'html'
}

const CHILD = fileURLToPath(new URL('./converting-child.ts', import.meta.url))

/** Converts files to PDF one after the other in a child that is replaced when it hangs or dies. */
export class ConvertingProcess {
  readonly #process: JobProcess<ConvertingTask, ConvertingOutcome>

  constructor({ timeoutMs = 30_000 }: { timeoutMs?: number } = {}) {
    this.#process = new JobProcess(CHILD, timeoutMs)
  }

  convert(input: Uint8Array, from: ConvertingTask['from'] = 'docx'): Promise<ConvertingOutcome> {
    return this.#process.run({ input, from })
  }

  /** Ends the child. Another `convert` starts a new one. */
  close(): void {
    this.#process.close()
  }
}

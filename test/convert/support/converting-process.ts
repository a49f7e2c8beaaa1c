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

/** A child that has been as large as this is not used again: what it took would count for the next document. */
const MAX_REUSED_BYTES = 256 * 1024 * 1024

/** Converts files to PDF one after the other in a child that is replaced when it hangs, dies or was large. */
export class ConvertingProcess {
  readonly #process: JobProcess<ConvertingTask, ConvertingOutcome>

  constructor({ timeoutMs = 60_000 }: { timeoutMs?: number } = {}) {
    this.#process = new JobProcess(CHILD, timeoutMs)
  }

  async convert(input: Uint8Array, from: ConvertingTask['from'] = 'docx'): Promise<ConvertingOutcome> {
    const outcome = await this.#process.run({ input, from })
    if ('residentBytes' in outcome && outcome.residentBytes > MAX_REUSED_BYTES) this.close()
    return outcome
  }

  /** Ends the child. Another `convert` starts a new one. */
  close(): void {
    this.#process.close()
  }
}

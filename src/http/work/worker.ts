/**
 * The worker thread of the API: does jobs that would keep the host's own thread busy.
 *
 * @module
 */

import type { MessagePort } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { ConverterTable } from '../../convert/conversion.js'
import { CONVERTERS } from '../../convert/converters.js'
import { SealwrightError } from '../../errors.js'
import { connectEvidence, type EvidenceFacts } from './evidence-port.js'
import { connectIdentity, type IdentityFacts } from './identity-port.js'
import { isDocumentJob, type Job, type JobResult, resultBytes, runJob } from './job.js'

/** What comes in. */
export interface WorkerTask {
  readonly job: Job
  /** One number, in memory that both threads see: when the work begins, in milliseconds since 1970. */
  readonly begin: BigInt64Array
  /** Who signs, and the way there. */
  readonly signer?: { readonly port: MessagePort; readonly facts: IdentityFacts }
  /** Who stamps, and who tells about revocation. */
  readonly evidence?: { readonly port: MessagePort; readonly facts: EvidenceFacts }
}

/** An error of no class of ours. */
export interface Fault {
  readonly name: string
  readonly message: string
  readonly stack: string
}

/** What goes out. Errors lose their class on the way between threads, so they go as data. */
export type WorkerAnswer =
  | { readonly result: JobResult<Job> }
  | {
      readonly error: Pick<SealwrightError, 'code' | 'message' | 'errors'>
      /** For the log. */
      readonly cause?: Fault
    }
  | { readonly fault: Fault }

/** Does one job; never rejects. */
export async function runTask(task: WorkerTask, converters: ConverterTable = CONVERTERS): Promise<unknown> {
  const { job, begin, signer, evidence } = task
  Atomics.store(begin, 0, BigInt(Date.now()))
  try {
    const context = signer === undefined ? {} : { identity: connectIdentity(signer.port, signer.facts) }
    const result = await runJob(withEvidence(job, evidence), context, converters)
    return withTransfer({ result }, resultBytes(result))
  } catch (error) {
    return describeError(error)
  } finally {
    signer?.port.close()
    evidence?.port.close()
  }
}

function withEvidence(job: Job, evidence: WorkerTask['evidence']): Job {
  if (evidence === undefined || !isDocumentJob(job)) return job
  const { port, facts } = evidence
  return { ...job, options: { ...job.options, ...connectEvidence(port, facts) } }
}

function describeError(error: unknown): WorkerAnswer {
  if (!(error instanceof SealwrightError)) return { fault: describeFault(error) }
  const { code, message, errors, cause } = error
  return { error: { code, message, errors }, ...(cause === undefined ? {} : { cause: describeFault(cause) }) }
}

function describeFault(error: unknown): Fault {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack }
}

/** Gives the bytes away with the answer instead of copying them. */
function withTransfer(answer: WorkerAnswer, bytes: Uint8Array | undefined): unknown {
  const buffer = bytes?.buffer
  if (!(buffer instanceof ArrayBuffer) || bytes?.byteLength !== buffer.byteLength) return answer
  return move({ [transferableSymbol]: [buffer], [valueSymbol]: answer } as unknown as Parameters<typeof move>[0])
}

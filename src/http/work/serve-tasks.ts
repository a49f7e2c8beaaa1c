/**
 * The main loop of the API's worker threads: they do the jobs that would block the host's own thread.
 *
 * @module
 */

import { getHeapStatistics } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { useAssets } from '../../assets/read-asset.js'
import type { ConverterTable } from '../../convert/conversion.js'
import { CONVERTERS } from '../../convert/converters.js'
import { SealwrightError } from '../../errors.js'
import { connectEvidence, type EvidenceFacts } from './evidence-port.js'
import { connectIdentity, type IdentityFacts } from './identity-port.js'
import { isDocumentJob, type Job, type JobResult, jobBytes, resultBytes } from './job.js'
import { runJob } from './run-job.js'

/** What all jobs of a thread have in common. */
export interface WorkerData {
  /** The folder of the package's files, where the host has chosen one. */
  readonly assets: string | undefined
}

/** What comes in. */
export interface WorkerTask {
  readonly job: Job
  /** One number, in memory that both threads see: when the work begins, in milliseconds since 1970. */
  readonly begin: BigInt64Array
  /** Who signs, and the port to it. */
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

/** What goes out: the job's result, and the present heap size of the thread, in bytes. */
export type WorkerAnswer = JobAnswer & { readonly heapBytes: number }

/** Errors lose their class on the way between threads, so they go as data. */
export type JobAnswer =
  | { readonly result: JobResult<Job> }
  | {
      readonly error: Pick<SealwrightError, 'code' | 'message' | 'errors'>
      /** For the log. */
      readonly cause?: Fault
    }
  | { readonly fault: Fault }

/** Does one job after the other, for the thread that started this one. */
export function serveTasks(converters: ConverterTable = CONVERTERS): void {
  if (parentPort === null) return
  const port = parentPort
  const { assets } = workerData as WorkerData
  if (assets !== undefined) useAssets({ url: assets })
  port.on('message', async (task: WorkerTask) => {
    const answer = await runTask(task, converters)
    const message: WorkerAnswer = { ...answer, heapBytes: getHeapStatistics().total_heap_size }
    port.postMessage(message, ownBuffers(task.job, answer))
  })
}

/** Never rejects. */
async function runTask(task: WorkerTask, converters: ConverterTable): Promise<JobAnswer> {
  const { job, begin, signer, evidence } = task
  Atomics.store(begin, 0, BigInt(Date.now()))
  try {
    const context = signer === undefined ? {} : { identity: connectIdentity(signer.port, signer.facts) }
    return { result: await runJob(withEvidence(job, evidence), context, converters) }
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

function describeError(error: unknown): JobAnswer {
  if (!(error instanceof SealwrightError)) return { fault: describeFault(error) }
  const { code, message, errors, cause } = error
  return { error: { code, message, errors }, ...(cause === undefined ? {} : { cause: describeFault(cause) }) }
}

function describeFault(error: unknown): Fault {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack }
}

/**
 * Buffers that are transferred with the answer: those of the result, to save a copy, and those of the job, since a
 * worker's heap is small, and files that nobody needs would cause one garbage collection after another.
 */
function ownBuffers(job: Job, answer: JobAnswer): ArrayBuffer[] {
  if (!('result' in answer)) return []
  const parts = [resultBytes(answer.result), jobBytes(job)]
  const owned = parts.filter((bytes) => bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength)
  const buffers = new Set(owned.map((bytes) => bytes?.buffer))
  return [...buffers].filter((buffer) => buffer instanceof ArrayBuffer)
}

/**
 * The main loop of a worker thread, which runs jobs that would block the host's own thread.
 *
 * @module
 */

import { getHeapStatistics } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type HeldFiles, takeHeldFiles } from '../assets/held-files.js'
import { useAssets } from '../assets/read-asset.js'
import { SealwrightError } from '../errors.js'
import { soleBuffer } from './compact-bytes.js'
import { attach, type Detached } from './host-objects.js'
import { type Job, type JobKinds, jobKindOf } from './job.js'

/** Data that all jobs of a thread share. */
export interface WorkerData {
  /** Folder of the package's files, if the host has chosen one. */
  readonly assets: string | undefined
  /** The files themselves, if the host holds them in memory. */
  readonly held: HeldFiles | undefined
}

/** The message to a worker thread. */
export interface WorkerTask {
  readonly job: Job
  /** One number in memory that both threads see: when the work began, in milliseconds since 1970. */
  readonly begin: BigInt64Array
  /** Objects in the job's options whose code stays with the host, and the port over which they are called. */
  readonly host?: { readonly port: MessagePort; readonly objects: Detached['objects'] }
}

/** An error that is not a SealwrightError. */
export interface Fault {
  readonly name: string
  readonly message: string
  readonly stack: string
}

/** The message from a worker thread: the result or the error of the job, and the current heap size of the thread, in bytes. */
export type WorkerAnswer = JobAnswer & { readonly heapBytes: number }

/** Result or error of a job. Errors are sent as data, since they lose their class on the way between threads. */
type JobAnswer =
  | { readonly result: unknown }
  | {
      readonly error: Pick<SealwrightError, 'code' | 'message' | 'errors'>
      /** The original error, for the log. */
      readonly cause?: Fault
    }
  | { readonly fault: Fault }

/** Runs one job after another for the thread that started this one. */
export function serveTasks(kinds: JobKinds): void {
  if (parentPort === null) return
  const port = parentPort
  const { assets, held } = workerData as WorkerData
  takeHeldFiles(held)
  if (assets !== undefined) useAssets({ url: assets })
  port.on('message', async (task: WorkerTask) => {
    const answer = await runTask(task, kinds)
    const message: WorkerAnswer = { ...answer, heapBytes: getHeapStatistics().total_heap_size }
    port.postMessage(message, ownBuffers(task.job, answer, kinds))
  })
}

/** Runs a job. Never rejects. */
async function runTask({ job, begin, host }: WorkerTask, kinds: JobKinds): Promise<JobAnswer> {
  Atomics.store(begin, 0, BigInt(Date.now()))
  try {
    const options = host === undefined ? job.options : attach({ value: job.options, objects: host.objects }, host.port)
    const whole: Job = options === undefined ? job : { ...job, options }
    // A job is ended by ending its thread, so this signal never fires. It is there because calls of the host's code take one.
    return { result: await jobKindOf(kinds, job).run(whole, { signal: new AbortController().signal }) }
  } catch (error) {
    return describeError(error)
  } finally {
    host?.port.close()
  }
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
 * Buffers that are transferred with the answer: those of the result, to save a copy, and those of the job. A worker's heap is
 * small, and files that nothing uses any more would cause one garbage collection after another.
 */
function ownBuffers(job: Job, answer: JobAnswer, kinds: JobKinds): ArrayBuffer[] {
  if (!('result' in answer)) return []
  const kind = jobKindOf(kinds, job)
  const parts = [kind.resultBytes(answer.result), kind.bytesOf(job)]
  return [...new Set(parts.map(soleBuffer))].filter((buffer) => buffer !== undefined)
}

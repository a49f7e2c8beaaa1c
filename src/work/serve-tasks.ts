/**
 * The main loop of a worker thread: it does the jobs that would block the host's own thread.
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

/** What all jobs of a thread have in common. */
export interface WorkerData {
  /** The folder of the package's files, where the host has chosen one. */
  readonly assets: string | undefined
  /** The files themselves, where the host holds them. */
  readonly held: HeldFiles | undefined
}

/** What comes in. */
export interface WorkerTask {
  readonly job: Job
  /** One number, in memory that both threads see: when the work begins, in milliseconds since 1970. */
  readonly begin: BigInt64Array
  /** The objects in the job's options whose code stays with the host, and the port to them. */
  readonly host?: { readonly port: MessagePort; readonly objects: Detached['objects'] }
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
type JobAnswer =
  | { readonly result: unknown }
  | {
      readonly error: Pick<SealwrightError, 'code' | 'message' | 'errors'>
      /** For the log. */
      readonly cause?: Fault
    }
  | { readonly fault: Fault }

/** Does one job after the other, for the thread that started this one. */
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

/** Never rejects. */
async function runTask({ job, begin, host }: WorkerTask, kinds: JobKinds): Promise<JobAnswer> {
  Atomics.store(begin, 0, BigInt(Date.now()))
  try {
    const options = host === undefined ? job.options : attach({ value: job.options, objects: host.objects }, host.port)
    const whole: Job = options === undefined ? job : { ...job, options }
    // A job is ended by ending its thread, so this signal never fires. Calls of the host's code need one.
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
 * Buffers that are transferred with the answer: those of the result, to save a copy, and those of the job, since a
 * worker's heap is small, and files that nobody needs would cause one garbage collection after another.
 */
function ownBuffers(job: Job, answer: JobAnswer, kinds: JobKinds): ArrayBuffer[] {
  if (!('result' in answer)) return []
  const kind = jobKindOf(kinds, job)
  const parts = [kind.resultBytes(answer.result), kind.bytesOf(job)]
  return [...new Set(parts.map(soleBuffer))].filter((buffer) => buffer !== undefined)
}

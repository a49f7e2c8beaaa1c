/**
 * Running one job in a worker thread: transferring its bytes, answering its calls, and ending it early.
 *
 * @module
 */

import { MessageChannel, type Transferable } from 'node:worker_threads'
import { heldFiles } from '../assets/held-files.js'
import { heldWorker } from '../assets/hold-package.js'
import { companionUrl, IS_BUILT, ownUrl } from '../assets/place.js'
import { chosenAssets } from '../assets/read-asset.js'
import { SealwrightError } from '../errors.js'
import { codeOf } from '../input/foreign-values.js'
import { compactBytes, soleBuffer } from './compact-bytes.js'
import { allBusy, type RunJobOptions, workTimedOut } from './executor.js'

import { HostObjects } from './host-objects.js'
import type { Job } from './job.js'
import type { MemoryWatch } from './memory-watch.js'
import type { Fault, WorkerAnswer, WorkerData, WorkerTask } from './serve-tasks.js'
import { ThreadPool } from './thread-pool.js'
import { WORK_LIMITS } from './work-limits.js'
import type { WorkerOptions } from './worker-options.js'

const MB = 1024 * 1024

/** @param maxIdleHeapMb heap that all threads without work may keep together, in MB */
export function openPool(options: WorkerOptions, maxIdleHeapMb: number): ThreadPool {
  const data: WorkerData = { assets: chosenAssets(), held: heldFiles() }
  return new ThreadPool({
    url: options.url ?? heldWorker() ?? defaultWorkerUrl(),
    maxHeapMb: options.maxHeapMb ?? WORK_LIMITS.maxWorkerHeapMb,
    idleMs: options.idleMs ?? WORK_LIMITS.workerIdleMs,
    maxIdleHeapBytes: maxIdleHeapMb * MB,
    trimMs: WORK_LIMITS.workerTrimMs,
    heapOf: (answer) => (answer as WorkerAnswer).heapBytes,
    data,
  })
}

/** The worker module is next to this module when the package is built. */
function defaultWorkerUrl(): URL {
  return IS_BUILT ? companionUrl('worker.mjs') : new URL('../http/worker.ts', ownUrl())
}

/** A job with the bytes that it starts from, which it owns. */
export interface OwnedJob {
  readonly job: Job
  readonly bytes: Uint8Array | undefined
}

/**
 * Runs a job in a thread.
 *
 * @throws SealwrightError what the job throws, `processing_timeout`, `overloaded` when no thread is free in time,
 * `document_too_complex`; the signal's reason when aborted
 */
export async function runInPool(
  threads: ThreadPool,
  memory: MemoryWatch,
  { job, bytes }: OwnedJob,
  options: RunJobOptions,
): Promise<unknown> {
  const { signal } = options
  signal.throwIfAborted()
  const watch = watchJob(options)
  const unwatchMemory = memory.add({ end: () => watch.stop(tooMuchMemory()) })
  const release = () => {
    unwatchMemory()
    watch.end()
  }
  let opened: ReturnType<typeof openTask> | undefined
  try {
    opened = openTask({ job, bytes }, options, watch)
  } finally {
    // Code of the host may throw while its objects are searched for methods.
    if (opened === undefined) release()
  }
  const { task, transferList, close } = opened
  try {
    const answer = (await threads.run(task, { signal: watch.stopped, transferList })) as WorkerAnswer
    signal.throwIfAborted()
    return unpack(answer)
  } catch (error) {
    signal.throwIfAborted()
    throw watch.stopped.aborted ? watch.stopped.reason : translateError(error, watch.begunAt() > 0)
  } finally {
    release()
    close()
  }
}

/** State that keeps a job within its time limit. */
interface JobWatch {
  /** Memory in which the worker writes when it begins, which costs less than a message. */
  readonly begin: BigInt64Array
  /** Time at which the worker began, in milliseconds since 1970; 0 before that. */
  begunAt(): number
  /** Aborted when the thread has to be ended. */
  readonly stopped: AbortSignal
  stop(reason: unknown): void
  end(): void
}

/** Starts to watch a job: from now on, its time counts, and its caller may abort. */
function watchJob({ signal, timeoutMs, abandonedMs = WORK_LIMITS.abandonedJobMs }: RunJobOptions): JobWatch {
  const stop = new AbortController()
  const begin = new BigInt64Array(new SharedArrayBuffer(8))
  const begunAt = () => Number(Atomics.load(begin, 0))
  const handedOver = performance.now()
  let ending: NodeJS.Timeout | undefined
  // An abandoned job is stopped by ending its thread, and a new thread costs more than most jobs have left to do. Clients that
  // come and go could otherwise keep the pool busy with starting threads.
  const abort = () => {
    ending = setTimeout(() => stop.abort(signal.reason), begunAt() === 0 ? 0 : abandonedMs)
  }
  const check = () => {
    const begun = begunAt()
    // The two threads share only the system's time of day, which may be changed. The start is therefore clamped to the interval
    // between the hand-over and the first look at it.
    const sinceHandedOver = performance.now() - handedOver
    const spent = Math.min(Math.max(sinceHandedOver - timeoutMs, Date.now() - begun), sinceHandedOver)
    const left = timeoutMs - spent
    if (begun === 0) stop.abort(allBusy())
    else if (left > 0) timer = setTimeout(check, left)
    else stop.abort(workTimedOut(timeoutMs))
  }
  let timer = setTimeout(check, timeoutMs)
  signal.addEventListener('abort', abort)
  const end = () => {
    clearTimeout(timer)
    clearTimeout(ending)
    signal.removeEventListener('abort', abort)
  }
  return { begin, begunAt, stopped: stop.signal, stop: (reason) => stop.abort(reason), end }
}

/** Builds the message to the thread, with a port for calls of the host's code. */
function openTask({ job, bytes }: OwnedJob, { onHostFailure }: RunJobOptions, watch: JobWatch) {
  const host = new HostObjects()
  const { value: options, objects } = host.detachOptions(job.options ?? {})
  const channel = objects.length === 0 ? undefined : new MessageChannel()
  if (channel !== undefined) host.serve(channel.port1, { signal: watch.stopped, onFailure: onHostFailure })
  const task: WorkerTask = {
    job: { ...compactValues(job), options },
    begin: watch.begin,
    ...(channel === undefined ? {} : { host: { port: channel.port2, objects } }),
  }
  // This thread does not need the job's bytes any more, so a buffer that holds only them is transferred instead of copied.
  const own = soleBuffer(bytes)
  const transferList: Transferable[] = [
    ...(channel === undefined ? [] : [channel.port2]),
    ...(own === undefined ? [] : [own]),
  ]
  return { task, transferList, close: () => channel?.port1.close() }
}

function compactValues(job: Job): Job {
  const compacted = Object.entries(job).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? compactBytes(value) : value,
  ])
  return { ...job, ...Object.fromEntries(compacted) }
}

function unpack(answer: WorkerAnswer): unknown {
  if ('result' in answer) return answer.result
  if ('fault' in answer) throw rebuildFault(answer.fault)
  const { error, cause } = answer
  const options = cause === undefined ? {} : { cause: rebuildFault(cause) }
  throw new SealwrightError(error.code, error.message, { errors: error.errors, ...options })
}

function rebuildFault({ message, ...rest }: Fault): Error {
  return Object.assign(new Error(message), rest)
}

function translateError(error: unknown, hasBegun: boolean): unknown {
  const code = codeOf(error)
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchMemory()
  // A task that cannot be cloned is not a fault of the worker.
  if (hasBegun || error instanceof DOMException) return error
  if (code === 'ERR_ACCESS_DENIED') return workersDenied(error)
  const isThere = code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND'
  return isThere ? startFailed(error) : missingWorker(error)
}

/** Under the permission model of Node.js. */
function workersDenied(cause: unknown): SealwrightError {
  const message =
    'This process may not start worker threads: start Node.js with --allow-worker, or call the functions without workers ' +
    '(of createApi: workers: false).'
  return new SealwrightError('missing_dependency', message, { cause })
}

function startFailed(cause: unknown): SealwrightError {
  return new SealwrightError('internal_error', 'A worker could not be started.', { cause })
}

function missingWorker(cause: unknown): SealwrightError {
  const message =
    'The module of the workers is missing: copy node_modules/sealwright/dist/worker.mjs beside your bundle, or say where it ' +
    'is with workers: { url }; workers: false does without.'
  return new SealwrightError('missing_dependency', message, { cause })
}

function tooMuchMemory(): SealwrightError {
  return new SealwrightError('document_too_complex', 'The document needs more memory than it may have.')
}

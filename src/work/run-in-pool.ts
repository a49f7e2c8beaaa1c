/**
 * One job in a worker thread: what is transferred, what the thread asks for, and what ends it early.
 *
 * @module
 */

import { MessageChannel, type Transferable } from 'node:worker_threads'
import { heldFiles } from '../assets/held-files.js'
import { heldWorker } from '../assets/hold-package.js'
import { IS_BUILT, ownUrl } from '../assets/place.js'
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

/** @param maxIdleHeapMb what all threads without work may keep of their heaps together */
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

/** The worker stands beside this module when the package is built. */
function defaultWorkerUrl(): URL {
  return new URL(IS_BUILT ? 'worker.mjs' : '../http/worker.ts', ownUrl())
}

/** A job, and the bytes that it starts from, which it owns. */
export interface OwnedJob {
  readonly job: Job
  readonly bytes: Uint8Array | undefined
}

/**
 * Does a job in a thread.
 *
 * @throws SealwrightError what the job throws, `processing_timeout`, `overloaded` where no thread begins in time,
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
    // Code of the host may throw while its sources are looked at.
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

/** What keeps a job within its time limit. */
interface JobWatch {
  /** Where the worker writes down when it begins, which costs less than a message. */
  readonly begin: BigInt64Array
  /** Time of day in milliseconds at which the worker began; 0 before. */
  begunAt(): number
  /** Aborted when the thread has to end. */
  readonly stopped: AbortSignal
  stop(reason: unknown): void
  end(): void
}

/** From here on, the time of a job counts, and its requester may go away. */
function watchJob({ signal, timeoutMs, abandonedMs = WORK_LIMITS.abandonedJobMs }: RunJobOptions): JobWatch {
  const stop = new AbortController()
  const begin = new BigInt64Array(new SharedArrayBuffer(8))
  const begunAt = () => Number(Atomics.load(begin, 0))
  const handedOver = performance.now()
  let ending: NodeJS.Timeout | undefined
  // To stop a job is to end its thread, and a new one costs more than most jobs have left to do: strangers who come and
  // go could keep the pool busy with nothing else.
  const abort = () => {
    ending = setTimeout(() => stop.abort(signal.reason), begunAt() === 0 ? 0 : abandonedMs)
  }
  const check = () => {
    const begun = begunAt()
    // The only clock that the two threads share is the time of day, which may be changed: so the start is clamped to
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

/** Builds the message to the thread, with a channel for calls of the host's code. */
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
  // Nothing in this thread needs the job's bytes any more, so a buffer of their own is transferred instead of copied.
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
  // That a task cannot be cloned is not the worker's fault.
  if (hasBegun || error instanceof DOMException) return error
  const isThere = code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND'
  return isThere ? startFailed(error) : missingWorker(error)
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

/**
 * Running jobs in worker threads, with limits of time and memory that hold whatever the job does.
 *
 * @module
 */

import { availableParallelism } from 'node:os'
import { MessageChannel, type Transferable } from 'node:worker_threads'
import { IS_BUILT, ownUrl } from '../../assets/place.js'
import { chosenAssets } from '../../assets/read-asset.js'
import { SealwrightError } from '../../errors.js'
import { codeOf } from '../../input/foreign-values.js'
import { HTTP_LIMITS } from '../../limits.js'
import { evidenceFacts, serveEvidence, splitSources } from './evidence-port.js'
import { allBusy, type Executor, type RunJobOptions, workTimedOut } from './executor.js'
import { identityFacts, serveIdentity } from './identity-port.js'
import { isDocumentJob, type Job, type JobResult, jobBytes } from './job.js'
import { createMemoryWatch, type MemoryWatch } from './memory-watch.js'
import { createScheduler, divideThreads } from './scheduler.js'
import type { Fault, WorkerAnswer, WorkerData, WorkerTask } from './serve-tasks.js'
import { ThreadPool } from './thread-pool.js'

const MB = 1024 * 1024

/** How jobs are spread over threads. */
export interface WorkerOptions {
  /**
   * Most threads at once. From three on, one in four (at least one) is for small jobs alone; from four on, as many are
   * for API keys that have no work going on while all others are taken. Default: one more than there are processors, at
   * least 4.
   */
  readonly threads?: number
  /** JavaScript heap of one thread, in MB. Default 1024. */
  readonly maxHeapMb?: number
  /**
   * What all jobs together may add to the resident memory of the process, in MB. Past it, the job that took most is
   * ended with `document_too_complex`. Default 640.
   */
  readonly maxMemoryMb?: number
  /**
   * Jobs that may wait for a thread, with a key and without one; half of them for one key or client. More are refused with
   * `overloaded`. Default: 16 for each thread.
   */
  readonly maxQueue?: number
  /** Time without work after which a thread ends, in milliseconds. Default 30 s. */
  readonly idleMs?: number
  /**
   * The worker's module, for hosts that put it elsewhere: the place that they copied `sealwright/worker` to, as a `file:`
   * URL. It is one file that needs no other. Default: `worker.mjs` beside this module.
   */
  readonly url?: URL
}

/** Starts no thread before the first job. */
export function createWorkerPool(options: WorkerOptions = {}): Executor {
  const processors = availableParallelism()
  const threads = options.threads ?? Math.max(2, processors - 1) + HTTP_LIMITS.extraWorkers
  const maxQueue = options.maxQueue ?? HTTP_LIMITS.maxQueuedPerWorker * threads
  const memory = createMemoryWatch((options.maxMemoryMb ?? HTTP_LIMITS.maxWorkMemoryMb) * MB, HTTP_LIMITS.memoryCheckMs)
  const scheduler = createScheduler(divideThreads(threads), {
    maxQueue,
    // One processor is for the thread of the host.
    maxFresh: Math.max(1, processors - 1),
    hasRoom: memory.hasRoom,
  })
  let threadPool: ThreadPool | undefined
  return {
    async run<J extends Job>(job: J, runOptions: RunJobOptions): Promise<JobResult<J>> {
      const { owner, signal, timeoutMs } = runOptions
      const bytes = jobBytes(job)?.length ?? 0
      // The time limit holds for waiting, and then anew for the work.
      const giveBack = await scheduler.takeTurn({ owner, bytes, signal, maxWaitMs: timeoutMs })
      runOptions.onBegin?.()
      try {
        threadPool ??= openPool(options)
        return (await runInPool(threadPool, memory, job, runOptions)) as JobResult<J>
      } finally {
        giveBack()
      }
    },
    counts: () => scheduler.counts(),
    async close() {
      const opened = threadPool
      threadPool = undefined
      await opened?.close()
    },
  }
}

function openPool(options: WorkerOptions): ThreadPool {
  const data: WorkerData = { assets: chosenAssets() }
  return new ThreadPool({
    url: options.url ?? defaultWorkerUrl(),
    maxHeapMb: options.maxHeapMb ?? HTTP_LIMITS.maxWorkerHeapMb,
    idleMs: options.idleMs ?? HTTP_LIMITS.workerIdleMs,
    maxIdleHeapBytes: HTTP_LIMITS.maxIdleHeapMb * MB,
    heapOf: (answer) => (answer as WorkerAnswer).heapBytes,
    data,
  })
}

/** The worker stands beside this module when the package is built. */
function defaultWorkerUrl(): URL {
  return new URL(IS_BUILT ? 'worker.mjs' : '../http/work/worker.ts', ownUrl())
}

async function runInPool(
  threads: ThreadPool,
  memory: MemoryWatch,
  job: Job,
  options: RunJobOptions,
): Promise<JobResult<Job>> {
  const { signal, timeoutMs, identity, onIdentityFailure = () => undefined } = options
  signal.throwIfAborted()
  const stop = new AbortController()
  let ending: NodeJS.Timeout | undefined
  // To stop a job is to end its thread, and a new one costs more than most jobs have left to do: strangers who come and
  // go could keep the pool busy with nothing else.
  const abort = () => {
    ending = setTimeout(() => stop.abort(signal.reason), begunAt() === 0 ? 0 : HTTP_LIMITS.abandonedJobMs)
  }
  signal.addEventListener('abort', abort)
  // The worker writes down when it begins, which costs less than a message.
  const begin = new BigInt64Array(new SharedArrayBuffer(8))
  const begunAt = () => Number(Atomics.load(begin, 0))
  const check = () => {
    const begun = begunAt()
    // The two threads have the time of day in common, which may be set anew: the work began between being handed over and the
    // first look at it.
    const sinceHandedOver = performance.now() - handedOver
    const spent = Math.min(Math.max(sinceHandedOver - timeoutMs, Date.now() - begun), sinceHandedOver)
    const left = timeoutMs - spent
    if (begun === 0) stop.abort(allBusy())
    else if (left > 0) timer = setTimeout(check, left)
    else stop.abort(workTimedOut(timeoutMs))
  }
  const handedOver = performance.now()
  let timer = setTimeout(check, timeoutMs)
  const unwatch = memory.add({ end: () => stop.abort(tooMuchMemory()) })
  const channel = identity === undefined ? undefined : new MessageChannel()
  if (channel !== undefined && identity !== undefined) {
    serveIdentity(channel.port1, identity, { signal: stop.signal, onFailure: onIdentityFailure })
  }
  const { data, evidence } = withoutEvidence(job, stop.signal)
  try {
    const task: WorkerTask = {
      job: data,
      begin,
      ...(channel === undefined || identity === undefined
        ? {}
        : { signer: { port: channel.port2, facts: identityFacts(identity) } }),
      ...(evidence === undefined ? {} : { evidence: { port: evidence.channel.port2, facts: evidence.facts } }),
    }
    const ports = [channel?.port2, evidence?.channel.port2].filter((port) => port !== undefined)
    const transferList = [...ports, ...ownBuffers(job)]
    const answer = (await threads.run(task, { signal: stop.signal, transferList })) as WorkerAnswer
    signal.throwIfAborted()
    return unpack(answer)
  } catch (error) {
    signal.throwIfAborted()
    throw stop.signal.aborted ? stop.signal.reason : translateError(error, begunAt() > 0)
  } finally {
    unwatch()
    clearTimeout(timer)
    clearTimeout(ending)
    signal.removeEventListener('abort', abort)
    channel?.port1.close()
    evidence?.channel.port1.close()
  }
}

/** The job as data, and a channel for what of its options is code of the host. */
function withoutEvidence(job: Job, signal: AbortSignal) {
  if (!isDocumentJob(job)) return { data: job, evidence: undefined }
  const { data: options, sources } = splitSources(job.options)
  if (sources === undefined) return { data: job, evidence: undefined }
  const channel = new MessageChannel()
  serveEvidence(channel.port1, sources, { signal })
  return { data: { ...job, options }, evidence: { channel, facts: evidenceFacts(sources) } }
}

/** Memory that holds nothing but the job's bytes goes over instead of being copied: nobody here needs it any more. */
function ownBuffers(job: Job): Transferable[] {
  const bytes = jobBytes(job)
  const buffer = bytes?.buffer
  return buffer instanceof ArrayBuffer && bytes?.byteLength === buffer.byteLength ? [buffer] : []
}

function unpack(answer: WorkerAnswer): JobResult<Job> {
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
  // A task that cannot go over is none of the worker's faults.
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

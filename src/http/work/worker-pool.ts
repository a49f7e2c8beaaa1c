/**
 * Running jobs in worker threads, with limits of time and memory that hold whatever the job does.
 *
 * @module
 */

import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type Transferable } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { SealwrightError } from '../../errors.js'
import { HTTP_LIMITS } from '../../limits.js'
import { evidenceFacts, serveEvidence, splitSources } from './evidence-port.js'
import { allBusy, type Executor, type RunJobOptions, workTimedOut } from './executor.js'
import { identityFacts, serveIdentity } from './identity-port.js'
import { isDocumentJob, type Job, type JobResult, jobBytes } from './job.js'
import { createMemoryWatch, type MemoryWatch } from './memory-watch.js'
import { createScheduler, divideThreads, type Scheduler } from './scheduler.js'
import type { Fault, WorkerAnswer, WorkerTask } from './worker.js'

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
   * The worker's module, for hosts that bundle this package into one file: the place that they copied `sealwright/worker`
   * to. Default: where it is in this package.
   */
  readonly url?: URL
}

/** A job that was given to the pool. */
interface RunningJob {
  readonly stop: AbortController
  /** When a worker began it, in milliseconds since 1970; 0 when none has yet. */
  begunAt(): number
}

interface OpenPool {
  readonly piscina: Piscina
  readonly running: Set<RunningJob>
}

/** What stands before the threads. */
interface Admission {
  readonly scheduler: Scheduler
  readonly memory: MemoryWatch
}

/** Starts no thread before the first job. */
export function createWorkerPool(options: WorkerOptions = {}): Executor {
  const threads = options.threads ?? Math.max(2, availableParallelism() - 1) + HTTP_LIMITS.extraWorkers
  const maxQueue = options.maxQueue ?? HTTP_LIMITS.maxQueuedPerWorker * threads
  const memory = createMemoryWatch((options.maxMemoryMb ?? HTTP_LIMITS.maxWorkMemoryMb) * MB, HTTP_LIMITS.memoryCheckMs)
  const scheduler = createScheduler(divideThreads(threads), maxQueue, memory.hasRoom)
  let pool: Promise<OpenPool> | undefined
  return {
    async run<J extends Job>(job: J, runOptions: RunJobOptions): Promise<JobResult<J>> {
      const { owner, signal, timeoutMs } = runOptions
      const bytes = jobBytes(job)?.length ?? 0
      // The time limit holds for waiting, and then anew for the work.
      const giveBack = await scheduler.takeTurn({ owner, bytes, signal, maxWaitMs: timeoutMs })
      runOptions.onBegin?.()
      try {
        pool ??= openPool(options, threads)
        return (await runInPool(await pool, { scheduler, memory }, job, runOptions)) as JobResult<J>
      } finally {
        giveBack()
      }
    },
    counts: () => scheduler.counts(),
    async close() {
      const opened = await pool
      pool = undefined
      await opened?.piscina.destroy()
    },
  }
}

async function openPool(options: WorkerOptions, maxThreads: number): Promise<OpenPool> {
  const { Piscina } = await import('piscina')
  const piscina = new Piscina({
    filename: fileURLToPath(options.url ?? defaultWorkerUrl()),
    name: 'runTask',
    minThreads: 0,
    maxThreads,
    idleTimeout: options.idleMs ?? HTTP_LIMITS.workerIdleMs,
    resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb ?? HTTP_LIMITS.maxWorkerHeapMb },
    // Waiting for a task by Atomics.wait would keep a worker from hearing its identity.
    atomics: 'disabled',
    recordTiming: false,
  })
  const running = new Set<RunningJob>()
  // A worker that fails outside of a job cannot be started, as a rule: without this the process would end, or its
  // successors would fail for ever.
  piscina.on('error', (cause) => {
    const error = new SealwrightError('internal_error', 'A worker could not be started.', { cause })
    for (const { stop, begunAt } of running) if (begunAt() === 0) stop.abort(error)
  })
  return { piscina, running }
}

/** The worker stands next to this module: as `worker.ts` in the sources, as `worker.js` or `worker.cjs` when built. */
function defaultWorkerUrl(): URL {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
  return new URL(`./worker${extension}`, import.meta.url)
}

async function runInPool(
  { piscina, running }: OpenPool,
  { memory }: Admission,
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
    const left = begun + timeoutMs - Date.now()
    if (begun === 0) stop.abort(allBusy())
    else if (left > 0) timer = setTimeout(check, left)
    else stop.abort(workTimedOut(timeoutMs))
  }
  let timer = setTimeout(check, timeoutMs)
  const entry: RunningJob = { stop, begunAt }
  running.add(entry)
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
    const run = { signal: stop.signal, transferList: transferList as unknown as Transferable[] as never }
    const answer = (await piscina.run(task, run)) as WorkerAnswer
    signal.throwIfAborted()
    return unpack(answer)
  } catch (error) {
    signal.throwIfAborted()
    throw stop.signal.aborted ? stop.signal.reason : translateError(error)
  } finally {
    running.delete(entry)
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
function ownBuffers(job: Job): ArrayBufferLike[] {
  const bytes = jobBytes(job)
  return bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []
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

function translateError(error: unknown): unknown {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory() : error
}

function tooMuchMemory(): SealwrightError {
  return new SealwrightError('document_too_complex', 'The document needs more memory than it may have.')
}

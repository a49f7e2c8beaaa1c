/**
 * createWorkers: the library's functions, run in worker threads.
 *
 * @module
 */

import { availableParallelism } from 'node:os'
import { type AssetOptions, useAssets } from '../assets/read-asset.js'
import type { ConvertedFile, ConvertOptions, ConvertRequest } from '../convert/convert-file.js'
import { checkOptions, must, numberFrom, type OptionTable } from '../input/check-options.js'
import { type FileInput, readInput } from '../input/read-input.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { type OnProgress, type RelayedProgress, relayProgress } from '../pace/pace.js'
import type { RenderedReport, RenderReportOptions } from '../report/render-report.js'
import type { ExtendedDocument, ExtendOptions } from '../sign/level/extend-options.js'
import type { SignRequest } from '../sign/request/request-schema.js'
import type { SignedDocument } from '../sign/seal-document.js'
import type { SignOptions } from '../sign/sign-options.js'
import { type PartiesReport, partiesOf } from '../verify/parties/list-parties.js'
import type { VerificationReport } from '../verify/report.js'
import type { VerifyOptions } from '../verify/verify-options.js'
import type { Executor } from '../work/executor.js'
import type { JobResult } from '../work/job.js'
import { createWorkerPool } from '../work/worker-pool.js'
import {
  CALL_KIND,
  type CallJob,
  type ConvertCall,
  type ExtendCall,
  type RenderCall,
  type SignCall,
  type VerifyCall,
} from './call-job.js'

/** How many threads there are, and what each job may take. */
export interface WorkersOptions {
  /** Most threads at once; each is started when it is needed. Default: as many as there are processors. */
  readonly threads?: number | undefined
  /** Memory that one job may take, in MB. A job that takes more is ended with `document_too_complex`. Default 1024. */
  readonly memory?: number | undefined
  /**
   * Time for one job, in milliseconds, counted from when a thread begins it. A job that takes longer is ended with
   * `processing_timeout`. Default 2 minutes.
   */
  readonly timeoutMs?: number | undefined
  /** Maximum number of jobs that may wait for a thread. More are refused with `overloaded`. Default: no limit. */
  readonly maxQueue?: number | undefined
  /** Time without work after which a thread ends, in milliseconds. Default 30 s. */
  readonly idleMs?: number | undefined
  /**
   * The worker's module, for hosts that copied `sealwright/worker` elsewhere: its new place, as a `file:` URL. The module is one
   * file that needs no other. Default: `worker.mjs` beside this module.
   */
  readonly url?: URL | undefined
}

/** Options of a call besides those of the function. */
export interface WorkerCallOptions {
  /**
   * Who the work is for, such as the id of a user. Owners take turns. Default: all calls without an owner count as one owner's.
   */
  readonly owner?: string | undefined
  /** Time for this job, in milliseconds. Default: `timeoutMs` of the workers. */
  readonly timeoutMs?: number | undefined
  /**
   * Whether the input's buffer is transferred to the thread instead of being copied. The caller cannot use the buffer
   * afterwards. Default false.
   */
  readonly transfer?: boolean | undefined
}

/** The functions of this package, done in other threads. */
export interface WorkerFunctions {
  /** As `signDocument`. The private key stays in the caller's thread. */
  signDocument(
    input: FileInput,
    request: SignRequest,
    options: SignOptions & WorkerCallOptions,
  ): Promise<SignedDocument>
  /** As `extendDocument`. */
  extendDocument(input: FileInput, options: ExtendOptions & WorkerCallOptions): Promise<ExtendedDocument>
  /** As `verifyDocument`. */
  verifyDocument(input: FileInput, options?: VerifyOptions & WorkerCallOptions): Promise<VerificationReport>
  /** As `listParties`. */
  listParties(input: FileInput, options?: VerifyOptions & WorkerCallOptions): Promise<PartiesReport>
  /** As `convertFile`. */
  convertFile(
    input: FileInput | string,
    request?: ConvertRequest,
    options?: ConvertOptions & WorkerCallOptions,
  ): Promise<ConvertedFile>
  /** As `renderReport`. */
  renderReport(report: VerificationReport, options: RenderReportOptions & WorkerCallOptions): Promise<RenderedReport>
}

/** Type with which `using` and `await using` close the workers, where the language has them. */
type Disposing = typeof Symbol extends {
  readonly dispose: infer D extends symbol
  readonly asyncDispose: infer A extends symbol
}
  ? { readonly [K in D]: () => void } & { readonly [K in A]: () => Promise<void> }
  : unknown

/** Threads that sign, verify and convert. */
export type Workers = WorkerFunctions & {
  /** How many jobs run, and how many wait. */
  counts(): { readonly running: number; readonly waiting: number }
  /** Ends all threads. Calls that are running or waiting reject with an `AbortError`, and so do later calls. */
  close(): Promise<void>
} & Disposing

const COUNT = numberFrom(1)

const OPTIONS: OptionTable<WorkersOptions> = {
  threads: COUNT,
  memory: COUNT,
  timeoutMs: COUNT,
  maxQueue: COUNT,
  idleMs: COUNT,
  url: must('a file: URL', (value) => value instanceof URL),
}

const TIMEOUT_MS = 120_000
const MEMORY_MB = 1024

/**
 * Makes threads that do the work of `signDocument`, `extendDocument`, `verifyDocument`, `listParties`, `convertFile` and
 * `renderReport`, so that the caller's thread stays free for other work. A call takes the same arguments as the function and
 * resolves to the same result.
 *
 * Keys, time-stamp authorities, sources of revocation and loaders of pictures stay in the caller's thread and are called from
 * the worker threads. A clock (`now`) is read once, when the call begins. An aborted call rejects at once with the reason of its
 * signal, and its thread is ended, whatever it was doing. Threads are started by the first jobs. Idle threads do not keep the
 * process alive.
 *
 * @throws SealwrightError `invalid_request` for options that make no sense. Calls throw what the functions throw, and
 * `processing_timeout`, `overloaded`, and `document_too_complex` for a job that takes too much memory
 * @example
 * ```ts
 * const workers = createWorkers({ threads: 2 })
 * const { bytes } = await workers.convertFile(await readFile('contract.docx'), { to: 'pdf' })
 * const report = await workers.verifyDocument(await readFile('signed.pdf'), { owner: user.id, signal: request.signal })
 * await workers.close()
 * ```
 */
export function createWorkers(options: WorkersOptions = {}): Workers {
  checkOptions(options, OPTIONS)
  const workers = new ThreadedFunctions(options)
  return Object.assign(
    workers,
    disposal(() => workers.close()),
  ) as Workers
}

class ThreadedFunctions implements WorkerFunctions {
  readonly #pool: Executor
  readonly #timeoutMs: number
  readonly #closing = new AbortController()

  constructor(options: WorkersOptions) {
    const { threads = availableParallelism(), memory = MEMORY_MB, timeoutMs = TIMEOUT_MS } = options
    const { maxQueue = Number.POSITIVE_INFINITY, idleMs, url } = options
    const place = { ...(idleMs === undefined ? {} : { idleMs }), ...(url === undefined ? {} : { url }) }
    this.#timeoutMs = timeoutMs
    this.#pool = createWorkerPool(
      { call: CALL_KIND },
      { threads, maxHeapMb: memory, maxMemoryMb: memory * threads, maxQueue, ...place },
      // All threads serve all owners in turn; none is reserved for small jobs or for owners without a key.
      { isPlain: true, maxJobMb: memory },
    )
  }

  async signDocument(input: FileInput, request: SignRequest, given: SignOptions & WorkerCallOptions) {
    const { common, ...call } = splitOptions(given)
    const file = await readFile(input, given)
    return this.#run<SignCall>({ ...common, name: 'signDocument', ...file, request }, call)
  }

  async extendDocument(input: FileInput, given: ExtendOptions & WorkerCallOptions) {
    const { common, ...call } = splitOptions(given)
    return this.#run<ExtendCall>({ ...common, name: 'extendDocument', ...(await readFile(input, given)) }, call)
  }

  async verifyDocument(input: FileInput, given: VerifyOptions & WorkerCallOptions = {}) {
    const { common, ...call } = splitOptions(given)
    return this.#run<VerifyCall>({ ...common, name: 'verifyDocument', ...(await readFile(input, given)) }, call)
  }

  async listParties(input: FileInput, given: VerifyOptions & WorkerCallOptions = {}) {
    return partiesOf(await this.verifyDocument(input, given))
  }

  async convertFile(
    input: FileInput | string,
    request: ConvertRequest = {},
    given: ConvertOptions & WorkerCallOptions = {},
  ) {
    const { common, ...call } = splitOptions(given)
    const file = typeof input === 'string' ? { input, isOwned: false } : await readFile(input, given)
    return this.#run<ConvertCall>({ ...common, name: 'convertFile', ...file, request }, call)
  }

  async renderReport(report: VerificationReport, given: RenderReportOptions & WorkerCallOptions) {
    const { common, ...call } = splitOptions(given)
    return this.#run<RenderCall>({ ...common, name: 'renderReport', isOwned: false, report }, call)
  }

  counts() {
    return this.#pool.counts()
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The workers were closed.', 'AbortError'))
    await this.#pool.close()
  }

  async #run<J extends CallJob>(
    job: J,
    { owner = '', timeoutMs, signal, progress }: CallSettings,
  ): Promise<JobResult<J>> {
    const controller = new AbortController()
    const end = ({ target }: { readonly target: unknown }) => controller.abort((target as AbortSignal).reason)
    const signals = [signal, this.#closing.signal].filter((each) => each !== undefined)
    for (const each of signals) {
      if (each.aborted) controller.abort(each.reason)
      else each.addEventListener('abort', end)
    }
    try {
      const result = await this.#pool.run(job, {
        owner: { id: owner, isAnonymous: false },
        signal: controller.signal,
        timeoutMs: timeoutMs ?? this.#timeoutMs,
        maxWaitMs: Number.POSITIVE_INFINITY,
        abandonedMs: 0,
      })
      controller.signal.throwIfAborted()
      progress?.end()
      // The callback itself may have aborted the signal.
      controller.signal.throwIfAborted()
      return result
    } finally {
      progress?.stop()
      for (const each of signals) each.removeEventListener('abort', end)
    }
  }
}

/** Options that all calls have. */
interface GivenOptions extends WorkerCallOptions {
  readonly signal?: AbortSignal | undefined
  readonly now?: (() => Date) | undefined
  readonly assets?: AssetOptions | undefined
  readonly onProgress?: OnProgress | undefined
}

/** Options of a call that stay in the caller's thread. */
interface CallSettings extends Pick<GivenOptions, 'owner' | 'timeoutMs' | 'signal'> {
  readonly progress?: RelayedProgress
}

/** Splits options into those of the job and those that stay in this thread. */
function splitOptions<T extends GivenOptions>(given: T) {
  const { owner, timeoutMs, transfer: _, signal, now, assets, onProgress, ...rest } = given ?? {}
  useAssets(assets)
  // A value that is not a function is passed on, so that the worker refuses it as a direct call would.
  const progress = typeof onProgress === 'function' ? relayProgress(onProgress) : undefined
  const options = onProgress === undefined ? rest : { ...rest, onProgress: progress?.onProgress ?? onProgress }
  return {
    ...(progress === undefined ? {} : { progress }),
    common: { kind: 'call', options, ...(now === undefined ? {} : { now: now() }) } as const,
    ...(owner === undefined ? {} : { owner }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(signal === undefined ? {} : { signal }),
  }
}

/** Reads an input. The bytes may go to another thread when the caller has said so, or when they were read from a stream. */
async function readFile(
  input: FileInput,
  {
    maxBytes = MAX_DOCUMENT_BYTES,
    signal,
    transfer = false,
  }: GivenOptions & { readonly maxBytes?: number | undefined },
): Promise<{ readonly input: Uint8Array; readonly isOwned: boolean }> {
  const bytes = await readInput(input, { maxBytes, signal })
  const isOthers = ArrayBuffer.isView(input) || !(typeof input === 'object' && input !== null && isSource(input))
  return { input: bytes, isOwned: transfer || !isOthers }
}

function isSource(input: object): boolean {
  return 'getReader' in input || 'stream' in input || Symbol.asyncIterator in input
}

/** Methods for `Symbol.dispose` and `Symbol.asyncDispose`, where the runtime has these symbols. */
function disposal(close: () => Promise<void>): Disposing {
  const { dispose, asyncDispose } = Symbol as { readonly dispose?: symbol; readonly asyncDispose?: symbol }
  return {
    ...(dispose === undefined ? {} : { [dispose]: () => void close() }),
    ...(asyncDispose === undefined ? {} : { [asyncDispose]: close }),
  } as Disposing
}

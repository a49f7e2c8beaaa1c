/**
 * Threads that run one task at a time. They are started when no thread is idle, ended after some time without work, and
 * terminated when their task is abandoned.
 *
 * @module
 */

import { type Transferable, Worker } from 'node:worker_threads'
import { callUnseen } from '../assets/unseen-call.js'
import { compileCacheFolder, threadModule } from './thread-module.js'

/** How the threads are configured. */
interface ThreadOptions {
  /** The module that they run. It answers each message with one message. */
  readonly url: URL
  /** JavaScript heap of one thread, in MB. */
  readonly maxHeapMb: number
  /** Time without work after which a thread ends, in milliseconds. */
  readonly idleMs: number
  /**
   * Most bytes that the heaps of all threads without work may have together. The threads with the largest heaps are ended first.
   * V8 does not give memory back while a thread is idle, however little of it is in use.
   */
  readonly maxIdleHeapBytes: number
  /**
   * Time without work after which the heap of a thread counts, in milliseconds. A thread that is ended between two jobs of a
   * queue would have to be started and warmed up again for the second job.
   */
  readonly trimMs: number
  /** Heap size of a thread in bytes, whether in use or not, as its answer reports it. */
  heapOf(answer: unknown): number
  /** The value that the module finds as its `workerData`. */
  readonly data: unknown
}

/** How a task is handed over. */
interface TaskOptions {
  /** Ends the thread when aborted; the task rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** Objects that are transferred instead of copied. */
  readonly transferList: readonly Transferable[]
}

/** Callbacks that wait for the answer of a thread. */
interface Waiting {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** A pool of threads. The first task starts the first thread. The caller decides how many tasks run at once. */
export class ThreadPool {
  readonly #options: ThreadOptions
  readonly #idle: Thread[] = []
  readonly #all = new Set<Thread>()
  #trimming: NodeJS.Timeout | undefined

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /**
   * Runs one task in the thread that has been idle for the shortest time, or in a new thread.
   *
   * @throws the reason of the signal; the error that ended the thread; `DataCloneError` for a task that cannot be cloned
   */
  async run(task: unknown, { signal, transferList }: TaskOptions): Promise<unknown> {
    signal.throwIfAborted()
    const thread = this.#idle.pop() ?? this.#start()
    const abort = () => thread.end(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      const answer = await thread.ask(task, transferList)
      thread.heapBytes = this.#options.heapOf(answer)
      return answer
    } finally {
      signal.removeEventListener('abort', abort)
      if (this.#all.has(thread)) this.#rest(thread)
    }
  }

  /** Sum of the heaps of all threads without a task, in bytes. */
  get idleHeapBytes(): number {
    return sumOfHeaps(this.#idle)
  }

  /** Ends all threads. Running tasks are rejected. */
  async close(): Promise<void> {
    clearTimeout(this.#trimming)
    this.#idle.length = 0
    await Promise.all(Array.from(this.#all, (thread) => thread.end(new Error('The threads were ended.'))))
  }

  #start(): Thread {
    const thread = new Thread(this.#options, () => this.#forget(thread))
    this.#all.add(thread)
    return thread
  }

  #rest(thread: Thread): void {
    this.#idle.push(thread)
    thread.rest(this.#options.idleMs)
    this.#trimLater()
  }

  #trimLater(): void {
    this.#trimming ??= setTimeout(() => this.#trim(), this.#options.trimMs).unref()
  }

  #trim(): void {
    this.#trimming = undefined
    const { maxIdleHeapBytes, trimMs } = this.#options
    const restedSince = performance.now() - trimMs
    const rested = this.#idle.filter((thread) => thread.restsSince <= restedSince)
    rested.sort((a, b) => b.heapBytes - a.heapBytes)
    let kept = sumOfHeaps(rested)
    for (const thread of rested) {
      if (kept <= maxIdleHeapBytes) break
      kept -= thread.heapBytes
      void thread.end(undefined)
    }
    if (this.idleHeapBytes > maxIdleHeapBytes) this.#trimLater()
  }

  #forget(thread: Thread): void {
    this.#all.delete(thread)
    const index = this.#idle.indexOf(thread)
    if (index >= 0) this.#idle.splice(index, 1)
  }
}

/**
 * Arguments of Node.js for threads. Threads inherit those of the process, but fail with arguments that describe a program
 * without a file (such as --input-type).
 */
function inheritedArguments(): { readonly execArgv?: string[] } {
  return process.execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {}
}

function sumOfHeaps(threads: readonly Thread[]): number {
  return threads.reduce((sum, { heapBytes }) => sum + heapBytes, 0)
}

class Thread {
  /** Heap size after the last task, in bytes. */
  heapBytes = 0
  /** When the last task ended. */
  restsSince = 0
  readonly #worker: Worker
  readonly #onEnd: () => void
  #waiting: Waiting | undefined
  #idleTimer: NodeJS.Timeout | undefined

  constructor({ url, maxHeapMb, data }: ThreadOptions, onEnd: () => void) {
    this.#onEnd = onEnd
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb }
    const module = threadModule(url, compileCacheFolder())
    const settings = { workerData: data, resourceLimits, ...inheritedArguments() }
    this.#worker = callUnseen((Started: typeof Worker) => new Started(module, settings), Worker)
    this.#worker.on('message', (answer) => this.#settle((waiting) => waiting.resolve(answer)))
    this.#worker.on('messageerror', (error) => void this.end(error))
    this.#worker.on('error', (error) => void this.end(error))
    this.#worker.on('exit', (code) => void this.end(new Error(`A thread ended by itself (${code}).`)))
  }

  ask(task: unknown, transferList: readonly Transferable[]): Promise<unknown> {
    clearTimeout(this.#idleTimer)
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(task, transferList)
      this.#waiting = { resolve, reject }
      this.#worker.ref()
    })
  }

  /** Waits for further tasks without keeping the process alive. */
  rest(idleMs: number): void {
    this.restsSince = performance.now()
    this.#worker.unref()
    this.#idleTimer = setTimeout(() => void this.end(undefined), idleMs).unref()
  }

  /** Ends the thread, whatever it is doing. A second call changes nothing. */
  async end(reason: unknown): Promise<void> {
    clearTimeout(this.#idleTimer)
    this.#onEnd()
    this.#settle((waiting) => waiting.reject(reason))
    await this.#worker.terminate()
  }

  #settle(answer: (waiting: Waiting) => void): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting !== undefined) answer(waiting)
  }
}

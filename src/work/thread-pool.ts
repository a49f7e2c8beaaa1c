/**
 * Threads that do one task at a time: started when none is idle, ended after a while without work, and terminated when
 * their task is abandoned.
 *
 * @module
 */

import { type Transferable, Worker } from 'node:worker_threads'
import { callUnseen } from '../assets/unseen-call.js'
import { compileCacheFolder, threadModule } from './thread-module.js'

/** How the threads are configured. */
interface ThreadOptions {
  /** The module that they run: it answers each message with one of its own. */
  readonly url: URL
  /** JavaScript heap of one thread, in MB. */
  readonly maxHeapMb: number
  /** Time without work after which a thread ends, in milliseconds. */
  readonly idleMs: number
  /**
   * What all threads without work may keep of their heaps together, in bytes; the largest end first. V8 gives nothing back
   * while a thread is idle, however little of it is in use.
   */
  readonly maxIdleHeapBytes: number
  /**
   * Time without work before the heap of a thread counts, in milliseconds: one that is ended between two jobs of a queue would
   * have to be started and warmed up again for the second.
   */
  readonly trimMs: number
  /** The heap of a thread in bytes, in use or not, as its answer tells it. */
  heapOf(answer: unknown): number
  /** What the module finds as its `workerData`. */
  readonly data: unknown
}

/** How a task is handed over. */
interface TaskOptions {
  /** Ends the thread, and rejects with its reason. */
  readonly signal: AbortSignal
  /** What goes over instead of being copied. */
  readonly transferList: readonly Transferable[]
}

/** What waits for the answer of a thread. */
interface Waiting {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Starts no thread before the first task. How many tasks run at once is up to the caller. */
export class ThreadPool {
  readonly #options: ThreadOptions
  readonly #idle: Thread[] = []
  readonly #all = new Set<Thread>()
  #trimming: NodeJS.Timeout | undefined

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /**
   * Does one task, in the thread that was idle for the shortest time, or in a new one.
   *
   * @throws the reason of the signal; the error that ended the thread; `DataCloneError` for a task that cannot go over
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

  /** What the heaps of threads without a task take, in bytes. */
  get idleHeapBytes(): number {
    return sumOfHeaps(this.#idle)
  }

  /** Ends all threads; tasks that go on are rejected. */
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
 * Threads inherit the options of the process, which fails with those that describe a program without a file (such as
 * --input-type).
 */
function inheritedArguments(): { readonly execArgv?: string[] } {
  return process.execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {}
}

function sumOfHeaps(threads: readonly Thread[]): number {
  return threads.reduce((sum, { heapBytes }) => sum + heapBytes, 0)
}

class Thread {
  /** As it was after the last task. */
  heapBytes = 0
  /** When it had its last task. */
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

  /** Waits for further tasks, without keeping the process alive. */
  rest(idleMs: number): void {
    this.restsSince = performance.now()
    this.#worker.unref()
    this.#idleTimer = setTimeout(() => void this.end(undefined), idleMs).unref()
  }

  /** Ends it, whatever it is doing. A second call changes nothing. */
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

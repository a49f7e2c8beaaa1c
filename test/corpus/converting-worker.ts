import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** What became of one conversion. */
export type ConvertingOutcome =
  | { readonly bytes: Uint8Array; readonly ms: number; readonly warnings: readonly string[] }
  | { readonly code: string; readonly message: string }
  | { readonly fault: string }

/** Converts files one after the other in a thread that is replaced when it hangs or dies. */
export class ConvertingWorker {
  readonly #maxMs: number
  #worker: Worker | undefined

  constructor(maxMs: number) {
    this.#maxMs = maxMs
  }

  async convert(input: Uint8Array): Promise<ConvertingOutcome> {
    this.#worker ??= await startWorker()
    const worker = this.#worker
    const stop = new AbortController()
    const { signal } = stop
    const races: Promise<ConvertingOutcome>[] = [
      once(worker, 'message', { signal }).then(([message]) => message as ConvertingOutcome),
      once(worker, 'exit', { signal }).then(() => ({ fault: 'the thread died' })),
      setTimeout(this.#maxMs, { fault: `no result after ${this.#maxMs} ms` }, { signal }),
    ]
    worker.postMessage(input)
    const outcome = await Promise.race(races)
    for (const race of races) race.catch(() => undefined)
    stop.abort()
    if ('fault' in outcome) await this.close()
    return outcome
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./converting-worker-entry.mjs', import.meta.url))
  await once(worker, 'message')
  return worker
}

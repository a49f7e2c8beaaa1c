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
    this.#worker ??= new Worker(new URL('./converting-worker-entry.mjs', import.meta.url))
    const worker = this.#worker
    let timer: NodeJS.Timeout | undefined
    const outcome = await new Promise<ConvertingOutcome>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error) => resolve({ fault: `the thread died: ${String(error)}` }))
      timer = setTimeout(() => resolve({ fault: `no result after ${this.#maxMs} ms` }), this.#maxMs)
      worker.postMessage(input)
    })
    clearTimeout(timer)
    worker.removeAllListeners()
    if ('fault' in outcome) await this.close()
    return outcome
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }
}

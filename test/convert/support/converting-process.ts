/**
 * convertFile in a child process: an endless loop, a crash or a runaway allocation costs one document, not the run.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What one conversion took. */
export interface ConvertingCost {
  /** Of all threads of the child, for this document. */
  readonly cpuMilliseconds: number
  /** The greatest resident size of the child so far. */
  readonly residentBytes: number
}

/** How one conversion ended. `refused` is a SealwrightError; `crashed` is anything else that was thrown, or a dead child. */
export type ConvertingOutcome =
  | ({ readonly kind: 'converted'; readonly bytes: Uint8Array; readonly warnings: readonly string[] } & ConvertingCost)
  | ({ readonly kind: 'refused'; readonly code: string; readonly message: string } & ConvertingCost)
  | { readonly kind: 'crashed'; readonly message: string }
  | { readonly kind: 'timeout' }

const CHILD = fileURLToPath(new URL('./converting-child.ts', import.meta.url))

/** What the child is sent. */
export interface ConvertingTask {
  readonly input: Uint8Array
  readonly from: 'docx' | 'md' | 'html'
}

/** Converts files to PDF one after the other in a child that is replaced when it hangs or dies. */
export class ConvertingProcess {
  readonly #timeoutMs: number
  #child: ChildProcess | undefined

  constructor(options: { timeoutMs?: number } = {}) {
    this.#timeoutMs = options.timeoutMs ?? 30_000
  }

  convert(input: Uint8Array, from: ConvertingTask['from'] = 'docx'): Promise<ConvertingOutcome> {
    this.#child ??= fork(CHILD, {
      execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const child = this.#child
    return new Promise((resolve) => {
      const finish = (outcome: ConvertingOutcome) => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(outcome)
      }
      const timer = setTimeout(() => {
        this.close()
        finish({ kind: 'timeout' })
      }, this.#timeoutMs)
      child.once('message', (outcome: ConvertingOutcome) => finish(outcome))
      child.once('exit', (code, signal) => {
        this.#child = undefined
        finish({ kind: 'crashed', message: `The converting process ended (${signal ?? `code ${code}`}).` })
      })
      child.send({ input, from } satisfies ConvertingTask)
    })
  }

  /** Ends the child. Another `convert` starts a new one. */
  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

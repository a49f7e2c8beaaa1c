/**
 * verifyDocument in a child process: an endless loop, a crash or a runaway allocation costs one document, not the run.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { VerificationReport } from '../../../src/index.js'

/** How one verification ended. `refused` is a SealwrightError; `crashed` is anything else that was thrown, or a dead child. */
export type VerifyingOutcome =
  | {
      readonly kind: 'report'
      readonly report: VerificationReport
      readonly milliseconds: number
      /** Growth of the child's greatest resident size in this call; 0 when it had been larger before. */
      readonly grownBytes: number
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly milliseconds: number }
  | { readonly kind: 'crashed'; readonly message: string }
  | { readonly kind: 'timeout' }

const CHILD = fileURLToPath(new URL('./verifying-child.ts', import.meta.url))

/** Verifies documents one after the other in a child that is replaced when it hangs or dies. */
export class VerifyingProcess {
  readonly #timeoutMs: number
  #child: ChildProcess | undefined

  constructor(options: { timeoutMs?: number } = {}) {
    this.#timeoutMs = options.timeoutMs ?? 10_000
  }

  verify(input: Uint8Array): Promise<VerifyingOutcome> {
    this.#child ??= fork(CHILD, {
      execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const child = this.#child
    return new Promise((resolve) => {
      const finish = (outcome: VerifyingOutcome) => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(outcome)
      }
      const timer = setTimeout(() => {
        this.close()
        finish({ kind: 'timeout' })
      }, this.#timeoutMs)
      child.once('message', (outcome: VerifyingOutcome) => finish(outcome))
      child.once('exit', (code, signal) => {
        this.#child = undefined
        finish({ kind: 'crashed', message: `The verifying process ended (${signal ?? `code ${code}`}).` })
      })
      child.send(input)
    })
  }

  /** Ends the child. Another `verify` starts a new one. */
  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

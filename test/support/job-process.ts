/**
 * Jobs in a child process: an endless loop, a crash or a runaway allocation costs one job, not the run.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'

/** How a job ended that gave no outcome of its own: something unexpected was thrown, the child died, or time was up. */
export type JobFailure = { readonly kind: 'crashed'; readonly message: string } | { readonly kind: 'timeout' }

/** A SealwrightError of the call that a job makes. */
export interface JobRefusal {
  readonly kind: 'refused'
  readonly code: string
  readonly message: string
}

/** Does jobs one after the other in a child that is replaced when it hangs or dies. The child calls `answerJobs`. */
export class JobProcess<Job extends object, Outcome> {
  readonly #script: string
  readonly #timeoutMs: number
  #child: ChildProcess | undefined
  /** Settles when the job before has ended: a test that runs out of time leaves one behind. */
  #before: Promise<unknown> = Promise.resolve()

  constructor(script: string, timeoutMs: number) {
    this.#script = script
    this.#timeoutMs = timeoutMs
  }

  run(job: Job): Promise<Outcome | JobFailure> {
    const outcome = this.#before.then(() => this.#do(job))
    this.#before = outcome
    return outcome
  }

  #do(job: Job): Promise<Outcome | JobFailure> {
    this.#child ??= fork(this.#script, {
      execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const child = this.#child
    return new Promise((resolve) => {
      const finish = (outcome: Outcome | JobFailure) => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(outcome)
      }
      const timer = setTimeout(() => {
        this.close()
        finish({ kind: 'timeout' })
      }, this.#timeoutMs)
      child.once('message', (outcome: Outcome) => finish(outcome))
      child.once('exit', (code, signal) => {
        this.#child = undefined
        finish({ kind: 'crashed', message: `The child process ended (${signal ?? `code ${code}`}).` })
      })
      // A child that is about to end takes no job any more.
      child.once('error', ({ message }) => {
        this.close()
        finish({ kind: 'crashed', message })
      })
      child.send(job)
    })
  }

  /** Ends the child. Another `run` starts a new one. */
  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

/** Answers each job that the parent sends with the outcome of `run`. */
export function answerJobs<Job>(run: (job: Job) => Promise<unknown>): void {
  process.on('message', (job: Job) => {
    run(job).then(
      (outcome) => process.send?.(outcome),
      (error: Error) => process.send?.({ kind: 'crashed', message: `The child cannot work: ${error.stack}` }),
    )
  })
}

/** What a call threw: a refusal with a code, or a crash. `internal_error` is a crash too. */
export function describeThrown(error: unknown): JobRefusal | JobFailure {
  const { name, code, message, stack } = error as Error & { code?: string }
  if (name === 'SealwrightError' && code !== undefined && code !== 'internal_error') {
    return { kind: 'refused', code, message }
  }
  return { kind: 'crashed', message: stack ?? String(error) }
}

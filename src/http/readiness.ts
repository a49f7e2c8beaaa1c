/**
 * Runs readiness checks of the parts of the service.
 *
 * @module
 */

import type { Admission } from '../admission/admission.js'
import type { Lifecycle } from '../admission/lifecycle.js'
import { callWithDeadline } from '../keys/call-with-deadline.js'
import type { ApiOptions } from './api-options.js'
import { HTTP_LIMITS } from './http-limits.js'
import { listReadinessChecks, type ReadinessCheck } from './readiness-checks.js'
import type { PartState } from './readiness-result.js'

export type PartStates = Readonly<Record<string, PartState>>

/** The readiness checks of one API, with their last results. */
export class Readiness {
  readonly #checks: readonly CachedCheck[]
  readonly #lifecycle: Lifecycle
  #results: PartStates = {}

  constructor(options: ApiOptions, { counters, lifecycle }: Admission) {
    this.#checks = listReadinessChecks(options, counters).map((check) => new CachedCheck(check))
    this.#lifecycle = lifecycle
  }

  /** The last results; empty until `ask` was called. */
  get results(): PartStates {
    return this.#results
  }

  /** Checks all parts. Results that are recent enough are reused. Never rejects. */
  async ask(): Promise<PartStates> {
    const results: Record<string, PartState> = { service: this.#lifecycle.phase === 'open' ? 'ok' : 'failed' }
    const asked = this.#checks.map(async (check) => [check.name, await check.ask()] as const)
    for (const [name, result] of await Promise.all(asked)) if (result !== undefined) results[name] = result
    this.#results = results
    return results
  }
}

/** A check whose result is reused for some time, whoever asks. */
class CachedCheck {
  readonly name: string
  readonly #check: ReadinessCheck
  #at = 0
  #result: Promise<PartState | undefined> | undefined

  constructor(check: ReadinessCheck) {
    this.name = check.name
    this.#check = check
  }

  /** Runs the check. Undefined for a part that cannot tell its state. */
  ask(): Promise<PartState | undefined> {
    const now = Date.now()
    if (this.#result !== undefined && now >= this.#at && now - this.#at < this.#check.everyMs) return this.#result
    this.#at = now
    this.#result = this.#run()
    return this.#result
  }

  async #run(): Promise<PartState | undefined> {
    try {
      const found = await callWithDeadline((signal) => this.#check.run({ signal }), {
        timeoutMs: HTTP_LIMITS.readinessTimeoutMs,
        code: 'store_unavailable',
        message: 'The check did not end in time.',
      })
      if (found === 'unknown') return undefined
      return found === 'degraded' ? 'degraded' : 'ok'
    } catch {
      return this.#check.outage === 'serve' ? 'degraded' : 'failed'
    }
  }
}

/**
 * `GET /v1/ready`: whether requests should be sent to this process.
 *
 * @module
 */

import { type ApiAnswer, jsonAnswer } from '../answers.js'
import type { PartStates } from '../readiness.js'
import type { Exchange } from '../route.js'

/** The answer. Strangers learn only whether the service is ready, and which part is not. */
export interface ReadinessReport {
  readonly status: 'ready' | 'not_ready'
  readonly checks: PartStates
  readonly work: { readonly active: number; readonly running: number; readonly waiting: number }
}

/** Answers `GET /v1/ready`. */
export async function handleReady({ state }: Exchange): Promise<ApiAnswer> {
  const checks = await state.readiness.ask()
  const isReady = Object.values(checks).every((result) => result !== 'failed')
  const work = { active: state.admission.lifecycle.active, ...state.executor.counts() }
  const report: ReadinessReport = { status: isReady ? 'ready' : 'not_ready', checks, work }
  return jsonAnswer(report, isReady ? 200 : 503, { 'cache-control': 'no-store' })
}

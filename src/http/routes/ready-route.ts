/**
 * `GET /v1/ready`: whether requests should be sent here.
 *
 * @module
 */

import { callWithDeadline } from '../../keys/call-with-deadline.js'
import { type ApiAnswer, jsonAnswer } from '../answers.js'
import type { ApiOptions } from '../api-options.js'
import { daysUntilExpiry } from '../certificate-expiry.js'
import { HTTP_LIMITS } from '../http-limits.js'
import type { ApiState, Exchange } from '../route.js'

type CheckResult = 'ok' | 'failed'

/** The answer. It tells strangers only whether the service is ready, and which part is not. */
export interface Readiness {
  readonly status: 'ready' | 'not_ready'
  readonly checks: Readonly<Record<string, CheckResult>>
  readonly work: { readonly active: number; readonly running: number; readonly waiting: number }
}

/** Checks are made no more often than this, whoever asks: they call the store. */
const CACHE_MS = 1000

/** Makes the handler. */
export function createReadyHandler(options: ApiOptions) {
  let cached: { readonly at: number; readonly checks: Promise<Record<string, CheckResult>> } | undefined
  return async ({ state }: Exchange): Promise<ApiAnswer> => {
    const now = Date.now()
    if (cached === undefined || now - cached.at >= CACHE_MS) cached = { at: now, checks: runChecks(options) }
    const checks = { service: serviceState(state), ...(await cached.checks) }
    const isReady = Object.values(checks).every((result) => result === 'ok')
    const work = { active: state.lifecycle.active, ...state.executor.counts() }
    const readiness: Readiness = { status: isReady ? 'ready' : 'not_ready', checks, work }
    return jsonAnswer(readiness, isReady ? 200 : 503, { 'cache-control': 'no-store' })
  }
}

function serviceState({ lifecycle }: ApiState): CheckResult {
  return lifecycle.phase === 'open' ? 'ok' : 'failed'
}

async function runChecks(options: ApiOptions): Promise<Record<string, CheckResult>> {
  const { keys, identity, readiness = {} } = options
  const checks: Record<string, (options: { readonly signal: AbortSignal }) => Promise<unknown>> = {
    ...(keys?.checkStore === undefined ? {} : { store: (context) => Promise.resolve(keys.checkStore?.(context)) }),
    ...(readiness.mailer === true ? { mailer: (context) => Promise.resolve(keys?.checkMailer?.(context)) } : {}),
    identity: async () => {
      if ((daysUntilExpiry(identity) ?? 1) <= 0) throw new Error('The signing certificate has expired.')
    },
    ...readiness.checks,
  }
  const results = Object.entries(checks).map(async ([name, check]): Promise<[string, CheckResult]> => {
    try {
      await callWithDeadline((signal) => check({ signal }), {
        timeoutMs: HTTP_LIMITS.readinessTimeoutMs,
        code: 'store_unavailable',
        message: 'The check did not end in time.',
      })
      return [name, 'ok']
    } catch {
      return [name, 'failed']
    }
  })
  return Object.fromEntries(await Promise.all(results))
}

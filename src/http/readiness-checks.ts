/**
 * The parts of the service that `/v1/ready` checks, and the effect of an outage of each.
 *
 * @module
 */

import type { QuotaCounters } from '../admission/quotas.js'
import { SealwrightError } from '../errors.js'
import type { ApiOptions, OutagePolicy, ReadinessCheckContext } from './api-options.js'
import { certificateValidity } from './certificate-expiry.js'
import { HTTP_LIMITS } from './http-limits.js'

/** A check of one part. */
export interface ReadinessCheck {
  readonly name: string
  /**
   * Rejects while the part is down. Resolves to `degraded` where something replaces it, and to `unknown` where it cannot tell.
   */
  readonly run: (context: ReadinessCheckContext) => Promise<unknown>
  readonly outage: OutagePolicy
  /** Time for which the last result is reused, in milliseconds. */
  readonly everyMs: number
}

/**
 * Effects of outages unless the host chooses others. Without the mail server, the queue or the batches' documents, a process can
 * still sign and verify, and usually all processes lose these parts at the same time.
 */
const OUTAGES: Readonly<Record<string, OutagePolicy>> = { mailer: 'serve', queue: 'serve', documents: 'serve' }

type Run = ReadinessCheck['run']

/** The checks that these options permit, without that of the service itself. */
export function listReadinessChecks(options: ApiOptions, counters: QuotaCounters): ReadinessCheck[] {
  const { readiness = {} } = options
  const { outages = {}, mailer } = readiness
  const runs: Record<string, Run | undefined> = {
    ...keyChecks(options),
    limits: limitsCheck(options, counters),
    ...batchChecks(options),
    identity: async () => checkCertificate(options, Date.now()),
    ...readiness.checks,
  }
  const byDefault: typeof OUTAGES = mailer === true ? { ...OUTAGES, mailer: 'refuse' } : OUTAGES
  return Object.entries(runs).flatMap(([name, run]) => {
    if (run === undefined) return []
    const isOfHost = readiness.checks !== undefined && Object.hasOwn(readiness.checks, name)
    const outage = outages[name] ?? (isOfHost ? undefined : byDefault[name]) ?? 'refuse'
    const everyMs = name === 'mailer' ? HTTP_LIMITS.mailCheckMs : HTTP_LIMITS.readinessCacheMs
    return [{ name, run, outage, everyMs }]
  })
}

function keyChecks({ keys, readiness }: ApiOptions): Record<string, Run | undefined> {
  if (keys === undefined) return {}
  const asks = (check: 'checkStore' | 'checkMailer' | 'checkClock'): Run | undefined =>
    keys[check] === undefined ? undefined : async (context) => keys[check]?.(context)
  const sendsMail = keys.requestCode !== undefined || readiness?.mailer === true
  return {
    store: asks('checkStore'),
    mailer: sendsMail && readiness?.mailer !== false ? asks('checkMailer') : undefined,
    clock: asks('checkClock'),
  }
}

/** A check of the limiters of requests and of codes. */
function limitsCheck({ keys }: ApiOptions, { rateLimiter, concurrency }: QuotaCounters): Run | undefined {
  const checks: readonly Run[] = [
    ...(rateLimiter.check === undefined
      ? []
      : [async (context: ReadinessCheckContext) => rateLimiter.check?.(context)]),
    ...(concurrency.check === undefined
      ? []
      : [async (context: ReadinessCheckContext) => concurrency.check?.(context)]),
    ...(keys?.checkLimits === undefined ? [] : [async (context: ReadinessCheckContext) => keys.checkLimits?.(context)]),
  ]
  if (checks.length === 0) return undefined
  return async (context) => {
    const results = await Promise.all(checks.map((check) => check(context)))
    if (results.every((result) => result === 'unknown')) return 'unknown'
    return results.includes('degraded') ? 'degraded' : 'ok'
  }
}

function batchChecks({ batches }: ApiOptions): Record<string, Run> {
  if (batches === undefined) return {}
  return {
    queue: () => batches.checkQueue(),
    documents: () => batches.checkDocuments(),
  }
}

/** @throws SealwrightError when nothing can be signed, as after the clock was set back */
function checkCertificate({ identity }: ApiOptions, now: number): void {
  const validity = certificateValidity(identity)
  if (validity === undefined) return
  if (now > validity.until) throw new SealwrightError('certificate_expired', 'The signing certificate has expired.')
  if (now < validity.from) {
    const message = 'The signing certificate is not valid yet, or the clock is wrong.'
    throw new SealwrightError('certificate_not_yet_valid', message)
  }
}

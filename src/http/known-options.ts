/**
 * What createApi takes.
 *
 * @module
 */

import { ASSETS } from '../assets/read-asset.js'
import {
  type Check,
  checkOptions,
  having,
  listOf,
  members,
  membersOrSwitch,
  must,
  numberFrom,
  OBJECT,
  type OptionTable,
  oneOf,
  required,
  SWITCH,
  TEXT,
} from '../input/check-options.js'
import type { RateLimit } from '../keys/rate-limiter.js'
import { PADES_LEVELS } from '../trust/trust-report.js'
import type { ApiOptions, ReadinessOptions } from './api-options.js'
import type { CorsOptions } from './cors.js'
import type { WorkQuota, WorkQuotas } from './fairness/quotas.js'
import type { IdempotencyOptions } from './idempotency/idempotency-store.js'
import { membersOrOff, WORK_SETTINGS, WORKER_SETTINGS } from './jobs/settings.js'
import type { MetricsOptions } from './telemetry/prometheus.js'

/** From 1 on. */
const COUNT = numberFrom(1)
const ANYTHING: Check = { find: () => [] }

const IDEMPOTENCY: OptionTable<IdempotencyOptions> = {
  store: OBJECT,
  ttlMs: numberFrom(1000),
  leaseMs: numberFrom(1000),
}
const QUOTA = members<WorkQuota>({
  concurrent: numberFrom(0),
  rate: members<RateLimit>({ points: numberFrom(0), windowMs: COUNT }),
})
const QUOTAS: OptionTable<WorkQuotas> = { sign: QUOTA, verify: QUOTA, convert: QUOTA, anonymous: QUOTA }
const CORS: OptionTable<CorsOptions> = {
  origins: required(must('"*" or a list of origins', (value) => value === '*' || Array.isArray(value))),
  maxAgeSeconds: numberFrom(0),
}
const METRICS: OptionTable<MetricsOptions> = { token: TEXT }
const READINESS: OptionTable<ReadinessOptions> = { mailer: SWITCH, checks: OBJECT }

const TABLE: OptionTable<ApiOptions> = {
  ...WORK_SETTINGS,
  identity: required(OBJECT),
  identities: listOf(ANYTHING, 'identities'),
  keys: having('authenticate'),
  manageKeys: SWITCH,
  signMembers: listOf(TEXT, 'members of sign requests'),
  levels: listOf(oneOf(PADES_LEVELS), 'levels'),
  verifyNeedsKey: SWITCH,
  maxDocumentBytes: COUNT,
  maxBytesInFlight: COUNT,
  maxConcurrentPerKey: COUNT,
  quotas: members(QUOTAS),
  idempotency: membersOrOff(IDEMPOTENCY),
  concurrency: OBJECT,
  rateLimiter: OBJECT,
  fetchDocument: must(
    'an object or false',
    (value) => value === false || (typeof value === 'object' && value !== null),
  ),
  assets: ASSETS,
  workers: WORKER_SETTINGS,
  batches: OBJECT,
  signTimeoutMs: COUNT,
  convertTimeoutMs: COUNT,
  bodyIdleMs: COUNT,
  cors: members(CORS),
  docs: SWITCH,
  check: SWITCH,
  readiness: members(READINESS),
  telemetry: OBJECT,
  metrics: membersOrSwitch(METRICS),
  logger: having('info', 'warn', 'error'),
}

/** The names, as README has to have them. */
export const API_OPTION_NAMES: readonly string[] = Object.keys(TABLE)

/**
 * @throws SealwrightError `invalid_request` for options that are not known or missing, and for limits that are no numbers
 */
export function assertKnownOptions(options: ApiOptions): void {
  checkOptions(options, TABLE)
}

/**
 * Checks of the options of createApi.
 *
 * @module
 */

import type { WorkQuota, WorkQuotas } from '../admission/quotas.js'
import { ASSETS } from '../assets/read-asset.js'
import {
  type Check,
  checkOptions,
  having,
  havingOneOf,
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
import { membersOrOff, WORK_SETTINGS, WORKER_SETTINGS } from '../jobs/settings.js'
import type { RateLimit } from '../keys/rate-limiter.js'
import { PADES_LEVELS } from '../trust/trust-report.js'
import type { ApiOptions, CheckPageOptions, ReadinessOptions } from './api-options.js'
import type { CorsOptions } from './cors.js'
import type { IdempotencyOptions } from './idempotency/idempotency-store.js'
import type { MetricsOptions } from './telemetry/prometheus.js'

/** A number of at least 1. */
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
const QUOTAS: OptionTable<WorkQuotas> = {
  sign: QUOTA,
  verify: QUOTA,
  convert: QUOTA,
  results: QUOTA,
  requests: members<RateLimit>({ points: numberFrom(1), windowMs: COUNT }),
  anonymous: QUOTA,
}
const CORS: OptionTable<CorsOptions> = {
  origins: required(must('"*" or a list of origins', (value) => value === '*' || Array.isArray(value))),
  maxAgeSeconds: numberFrom(0),
}
const CHECK: OptionTable<CheckPageOptions> = { inPage: SWITCH }
const METRICS: OptionTable<MetricsOptions> = { token: TEXT }
const OUTAGES = must(
  '"refuse" or "serve" by the name of a check',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((policy) => policy === 'refuse' || policy === 'serve'),
)
const READINESS: OptionTable<ReadinessOptions> = { mailer: SWITCH, checks: OBJECT, outages: OUTAGES }

const TABLE: OptionTable<ApiOptions> = {
  ...WORK_SETTINGS,
  identity: required(OBJECT),
  identities: listOf(ANYTHING, 'identities'),
  keys: having('authenticate'),
  manageKeys: SWITCH,
  signMembers: listOf(TEXT, 'members of sign requests'),
  levels: listOf(oneOf(PADES_LEVELS), 'levels'),
  reportIdentity: havingOneOf('an identity that signs bytes, as identityFromPem gives one', 'certificates'),
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
  check: membersOrSwitch(CHECK),
  readiness: members(READINESS),
  telemetry: OBJECT,
  metrics: membersOrSwitch(METRICS),
  logger: having('info', 'warn', 'error'),
}

/** Names of the options, which the README must list. */
export const API_OPTION_NAMES: readonly string[] = Object.keys(TABLE)

/** @throws SealwrightError `invalid_request` for unknown and missing options, and for limits that are not numbers */
export function assertKnownOptions(options: ApiOptions): void {
  checkOptions(options, TABLE)
}

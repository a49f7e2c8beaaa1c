/**
 * createApi: the whole HTTP API as one function from Request to Response.
 *
 * @module
 */

import { Admission } from '../admission/admission.js'
import { useAssets } from '../assets/read-asset.js'
import type { ConverterTable } from '../convert/conversion.js'
import { CONVERTERS } from '../convert/converters.js'
import { SealwrightError } from '../errors.js'
import { assertLevels } from '../jobs/members/level-offer.js'
import { assertMemberNames } from '../jobs/members/sign-member-names.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { sparingThread } from '../sign/identity/identity-local-key.js'
import { assertOptions } from '../sign/sign-options.js'
import type { Executor } from '../work/executor.js'
import { createInlineExecutor } from '../work/inline-executor.js'
import type { JobKinds } from '../work/job.js'
import { createWorkerPool } from '../work/worker-pool.js'
import { toResponse } from './answers.js'
import { apiJobKinds } from './api-job-kinds.js'
import type { Api, ApiLogger, ApiOptions } from './api-options.js'
import { maxJsonBytes } from './body/read-json.js'
import { daysUntilExpiry } from './certificate-expiry.js'
import { assertCors } from './cors.js'
import { OwnerLedger } from './fairness/owner-ledger.js'
import { handleRequest, type RouteSource } from './handle-request.js'
import { HTTP_LIMITS } from './http-limits.js'
import { memoryIdempotencyStore } from './idempotency/memory-idempotency-store.js'
import { assertKnownOptions } from './known-options.js'
import { withOwnCertificates } from './own-certificates.js'
import { Readiness } from './readiness.js'
import type { ApiState } from './route.js'
import type { Router } from './router.js'
import { createPrometheusCollector, type PrometheusCollector } from './telemetry/prometheus.js'
import { combineTelemetry, type ServiceState } from './telemetry/telemetry.js'

/**
 * Makes the API: signing, verifying, converting and issuing keys under `/v1`, with its OpenAPI description at
 * `/v1/openapi.json` and a page to try it out at `/v1/docs`.
 *
 * Every failure is answered with problem details (RFC 9457). Nothing runs before the first request.
 *
 * @throws SealwrightError `invalid_request` for options that make no sense
 *
 * @example
 * ```ts
 * const identity = await identityFromPkcs12(await readFile('key.p12'), passphrase)
 * const keys = new KeyIssuer({ store: memoryStore(), mailer: consoleMailer(), secret })
 * const api = createApi({ identity, keys })
 * const response = await api.fetch(new Request('https://example.com/v1/health'))
 * ```
 */
export function createApi(options: ApiOptions): Api {
  return createApiWith(options, CONVERTERS, loadRoutes)
}

/** Loads the code that answers requests with the first request, not at the start of the program. */
function loadRoutes(options: ApiOptions, collector: PrometheusCollector | undefined): RouteSource {
  let router: Router | undefined
  let loading: Promise<Router> | undefined
  const load = async () => {
    const { openRoutes } = await import('./open-routes.js')
    router = openRoutes(options, collector)
    return router
  }
  return () => {
    if (router !== undefined) return router
    loading ??= load()
    return loading
  }
}

/**
 * Deno takes seconds and hundreds of megabytes to pass 16 MB to a thread, transferred or shared. There, threads are used only
 * when the host asks for them.
 */
function makeExecutor(workers: ApiOptions['workers'], kinds: JobKinds): Executor {
  const settings = workers ?? ('Deno' in globalThis ? false : {})
  return settings === false ? createInlineExecutor(kinds) : createWorkerPool(kinds, settings)
}

/**
 * createApi with other converters. Worker threads have the converters of the worker's module.
 *
 * @param openRoutes loads the routes
 */
export function createApiWith(options: ApiOptions, converters: ConverterTable, openRoutes: typeof loadRoutes): Api {
  assertKnownOptions(options)
  assertCors(options.cors)
  assertMemberNames(options.signMembers)
  assertLevels(options)
  assertOptions({ ...options.sign, identity: options.identity })
  useAssets(options.assets)
  const maxDocumentBytes = options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES
  const collector = options.metrics ? createPrometheusCollector() : undefined
  const kinds = apiJobKinds(converters)
  const admission = new Admission(options, maxJsonBytes(maxDocumentBytes))
  const idempotency = readIdempotency(options.idempotency)
  const state: ApiState = {
    options: {
      ...withOwnCertificates(options),
      identity: sparingThread(options.identity),
      ...(options.reportIdentity && { reportIdentity: sparingThread(options.reportIdentity) }),
    },
    maxDocumentBytes,
    admission,
    idempotency,
    ledger: new OwnerLedger({
      budget: admission.budget,
      answers: idempotency,
      batches: options.batches,
      requests: options.quotas?.requests,
    }),
    inline: createInlineExecutor(kinds),
    executor: makeExecutor(options.workers, kinds),
    converters,
    telemetry: combineTelemetry([options.telemetry, collector].filter((part) => part !== undefined)),
    logger: options.logger ?? consoleLogger,
    readiness: new Readiness(options, admission),
  }
  const routes = openRoutes(options, collector)
  const { executor, telemetry } = state
  const endObservation = telemetry.observe?.(() => readState(state))
  const answer: Api['answer'] = (request, context = {}) => {
    const followed = telemetry.startRequest(request)
    return followed.run(() => handleRequest(state, routes, request, { context, telemetry: followed }))
  }
  return {
    answer,
    fetch: async (request, context) => toResponse(await answer(request, context)),
    async drain(drainOptions) {
      const result = await admission.lifecycle.drain(drainOptions)
      endObservation?.()
      await executor.close()
      return result
    },
    async close() {
      admission.lifecycle.close()
      endObservation?.()
      await executor.close()
    },
  }
}

function readIdempotency(options: ApiOptions['idempotency']): ApiState['idempotency'] {
  const { idempotencyTtlMs, idempotencyLeaseMs } = HTTP_LIMITS
  const given = options === false ? {} : (options ?? {})
  const { ttlMs = idempotencyTtlMs, leaseMs = idempotencyLeaseMs } = given
  if (!(ttlMs >= 1000 && leaseMs >= 1000)) {
    throw new SealwrightError('invalid_request', 'idempotency: ttlMs and leaseMs must be 1000 or more.')
  }
  return { store: options === false ? undefined : (given.store ?? memoryIdempotencyStore()), ttlMs, leaseMs }
}

function readState({ admission, executor, ledger, options, readiness }: ApiState): ServiceState {
  return {
    active: admission.lifecycle.active,
    ...executor.counts(),
    leasedBytes: admission.budget.used,
    requestsWaiting: admission.waits(),
    certificateExpiryDays: daysUntilExpiry(options.identity),
    stored: ledger.totals,
    checks: readiness.results,
  }
}

/** Codes of errors that pass by themselves. They are not logged, since there are very many of them under high load. */
const PASSING: ReadonlySet<unknown> = new Set(['overloaded', 'processing_timeout'])

/** Writes internal errors to the console, and nothing else. */
const consoleLogger: ApiLogger = {
  info: () => undefined,
  warn: () => undefined,
  error(entry, message) {
    if (PASSING.has(entry['code'])) return
    // biome-ignore lint/suspicious/noConsole: the host has no logger, and errors must be visible somewhere
    console.error(`sealwright: ${message}`, entry)
  },
}

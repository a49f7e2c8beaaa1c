/**
 * createApi: the whole HTTP API as one function from Request to Response.
 *
 * @module
 */

import { useAssets } from '../assets/read-asset.js'
import type { ConverterTable } from '../convert/conversion.js'
import { CONVERTERS } from '../convert/converters.js'
import { SealwrightError } from '../errors.js'
import { memoryRateLimiter } from '../keys/memory-rate-limiter.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { sparingThread } from '../sign/identity/identity-local-key.js'
import { assertOptions } from '../sign/sign-options.js'
import type { Executor } from '../work/executor.js'
import { Gate } from '../work/gate.js'
import { createInlineExecutor } from '../work/inline-executor.js'
import type { JobKinds } from '../work/job.js'
import { createWorkerPool } from '../work/worker-pool.js'
import { toResponse } from './answers.js'
import type { Api, ApiOptions } from './api-options.js'
import { ByteBudget } from './body/byte-budget.js'
import { maxJsonBytes } from './body/read-json.js'
import { daysUntilExpiry } from './certificate-expiry.js'
import { memoryConcurrencyLimiter } from './concurrency-limiter.js'
import { consoleLogger } from './console-logger.js'
import { assertCors } from './cors.js'
import { fillQuotas } from './fairness/quotas.js'
import { handleRequest, type RouteSource } from './handle-request.js'
import { HTTP_LIMITS } from './http-limits.js'
import { memoryIdempotencyStore } from './idempotency/memory-idempotency-store.js'
import { jobKinds } from './jobs/job-kinds.js'
import { assertKnownOptions } from './known-options.js'
import { assertLevels } from './level-offer.js'
import { Lifecycle } from './lifecycle.js'
import { withOwnCertificates } from './own-certificates.js'
import type { ApiState } from './route.js'
import type { Router } from './router.js'
import { assertMemberNames } from './sign-member-names.js'
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

/** The code that answers requests is loaded with the first request, not at the start of the program. */
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
 * Deno takes seconds and hundreds of megabytes to pass 16 MB to a thread, transferred or shared: there, threads are
 * used only on request.
 */
function makeExecutor(workers: ApiOptions['workers'], kinds: JobKinds): Executor {
  const settings = workers ?? ('Deno' in globalThis ? false : {})
  return settings === false ? createInlineExecutor(kinds) : createWorkerPool(kinds, settings)
}

/**
 * createApi with other converters; with workers, theirs are those of the worker's module.
 *
 * @param openRoutes where the routes come from
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
  const kinds = jobKinds(converters)
  const state: ApiState = {
    options: { ...withOwnCertificates(options), identity: sparingThread(options.identity) },
    maxDocumentBytes,
    budget: new ByteBudget({
      total: options.maxBytesInFlight ?? HTTP_LIMITS.maxBytesInFlight,
      largest: maxJsonBytes(maxDocumentBytes),
    }),
    counters: {
      quotas: fillQuotas(options.quotas, options.maxConcurrentPerKey ?? HTTP_LIMITS.maxConcurrentPerKey),
      concurrency: options.concurrency ?? memoryConcurrencyLimiter(),
      rateLimiter: options.rateLimiter ?? memoryRateLimiter(),
    },
    fetches: createFetchGate(),
    idempotency: readIdempotency(options.idempotency),
    inline: createInlineExecutor(kinds),
    executor: makeExecutor(options.workers, kinds),
    converters,
    lifecycle: new Lifecycle(),
    telemetry: combineTelemetry([options.telemetry, collector].filter((part) => part !== undefined)),
    logger: options.logger ?? consoleLogger,
  }
  const routes = openRoutes(options, collector)
  const { lifecycle, executor, telemetry } = state
  const endObservation = telemetry.observe?.(() => readState(state))
  const answer: Api['answer'] = (request, context = {}) => {
    const followed = telemetry.startRequest(request)
    return followed.run(() => handleRequest(state, routes, request, { context, telemetry: followed }))
  }
  return {
    answer,
    fetch: async (request, context) => toResponse(await answer(request, context)),
    async drain(drainOptions) {
      const result = await lifecycle.drain(drainOptions)
      endObservation?.()
      await executor.close()
      return result
    },
    async close() {
      lifecycle.close()
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

function createFetchGate(): Gate {
  const limits = HTTP_LIMITS
  return new Gate({
    total: limits.maxFetches,
    perOwner: limits.maxFetchesPerOwner,
    anonymous: limits.maxAnonymousFetches,
    perPlace: limits.maxFetchesPerHost,
    maxWaiting: limits.maxWaitingForBytes,
    maxWaitingPerOwner: limits.maxWaitingForBytesPerOwner,
  })
}

function readState({ lifecycle, executor, budget, options }: ApiState): ServiceState {
  return {
    active: lifecycle.active,
    ...executor.counts(),
    leasedBytes: budget.used,
    certificateExpiryDays: daysUntilExpiry(options.identity),
  }
}

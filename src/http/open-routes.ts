/**
 * The routes of the API. They are loaded with the first request.
 *
 * @module
 */

import { canExtend } from '../jobs/members/level-offer.js'
import type { ApiOptions } from './api-options.js'
import type { Route } from './route.js'
import { createRouter, type Router } from './router.js'
import { authRoutes } from './routes/auth-routes.js'
import { batchRoutes } from './routes/batch-routes.js'
import { checkRoutes } from './routes/check-routes.js'
import { CONVERT_PARAMETERS, handleConvert } from './routes/convert-route.js'
import { handleExtend, handleParties, handleSign, handleVerify } from './routes/document-routes.js'
import { infoRoutes } from './routes/info-routes.js'
import { keyRoutes } from './routes/key-routes.js'
import { metricsRoute } from './routes/metrics-route.js'
import { OWNER_ROUTES } from './routes/owner-routes.js'
import type { PrometheusCollector } from './telemetry/prometheus.js'

/** @param collector metrics for `/v1/metrics`; undefined where the host does not want them */
export function openRoutes(options: ApiOptions, collector: PrometheusCollector | undefined): Router {
  return createRouter([...listRoutes(options), ...metricsRoutes(options, collector)])
}

function metricsRoutes({ metrics }: ApiOptions, collector: PrometheusCollector | undefined): Route[] {
  return collector === undefined ? [] : [metricsRoute(collector, typeof metrics === 'object' ? metrics : {})]
}

function listRoutes(options: ApiOptions): Route[] {
  return [
    { path: '/v1/sign', methods: { POST: handleSign } },
    ...(canExtend(options) ? [{ path: '/v1/extend', methods: { POST: handleExtend } }] : []),
    { path: '/v1/verify', methods: { POST: handleVerify }, query: ['language', 'format'] },
    { path: '/v1/parties', methods: { POST: handleParties } },
    { path: '/v1/convert', methods: { POST: handleConvert }, query: CONVERT_PARAMETERS },
    ...(options.batches === undefined ? [] : batchRoutes(options.batches)),
    ...OWNER_ROUTES,
    ...authRoutes(options.keys ?? {}),
    ...(options.manageKeys === false ? [] : keyRoutes(options.keys ?? {})),
    ...infoRoutes(options),
    ...checkRoutes(options),
  ]
}

/**
 * `GET /v1/metrics`, where the host wants it.
 *
 * @module
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import { type ApiAnswer, bytesAnswer } from '../answers.js'
import { presentedKey } from '../authenticate.js'
import type { Exchange, Route } from '../route.js'
import type { MetricsOptions, PrometheusCollector } from '../telemetry/prometheus.js'

/** The route. */
export function metricsRoute(collector: PrometheusCollector, { token }: MetricsOptions): Route {
  const handle = async (exchange: Exchange): Promise<ApiAnswer> => {
    if (token !== undefined && !isSame(presentedKey(exchange) ?? '', token)) {
      throw new SealwrightError(
        'missing_api_key',
        'Send the metrics token in the header "Authorization: Bearer <token>".',
      )
    }
    // When the store is down, the metrics are those of before.
    await exchange.state.ledger.refreshTotals().catch(() => undefined)
    // The readiness checks run now, since nobody else may have asked.
    await exchange.state.readiness.ask()
    return bytesAnswer(Buffer.from(collector.render()), {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  }
  return { path: '/v1/metrics', methods: { GET: handle }, isSafe: true, isProbe: true }
}

/** Compares two texts in a time that does not depend on where they differ. */
function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return x !== undefined && y !== undefined && timingSafeEqual(x, y)
}
